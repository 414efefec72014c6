import { is, isSet } from '../../readers/intune/rules.ts'
import { perApplication } from './macro-settings.ts'
import { officePolicyCheck } from './office-policies.ts'

/** ISM-1489. Users cannot change a setting that a policy sets, whatever the value; other checks evaluate the value. */
export const officeMacroSettingsLocked = officePolicyCheck('office-macro-settings-locked', {
  rules: perApplication('macro setting under policy', (app) => [
    isSet(app.warnings),
    ...(app.offBy ? [is(app.offBy.settingId, app.offBy.option)] : []),
  ]),
  effect: 'the macro settings of every Office application come from policy, not from the user',
  expected: 'Policy delivers the macro settings of every Office application, so that users cannot change them.',
})
