import { is, isSet } from '../../readers/intune/rules.ts'
import { perApplication, policyCheck } from './macro-settings.ts'

/** ISM-1489. What a policy sets the user interface no longer offers, whatever the value; the value is judged apart. */
export const officeMacroSettingsLocked = policyCheck('office-macro-settings-locked', {
  rules: perApplication('macro setting under policy', (app) => [
    isSet(app.warnings),
    ...(app.offBy ? [is(app.offBy.settingId, app.offBy.option)] : []),
  ]),
  effect: 'the macro settings of every Office application come from policy and not from the user',
  expected: 'Policy delivers the macro settings of every Office application, so that users cannot change them.',
})
