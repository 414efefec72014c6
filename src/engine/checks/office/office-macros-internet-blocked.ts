import { is } from '../../readers/intune/rules.ts'
import { perApplication, policyCheck } from './macro-settings.ts'

/** ISM-1488; the applications that can tell where a file came from. */
export const officeMacrosInternetBlocked = policyCheck('office-macros-internet-blocked', {
  rules: perApplication('macros from the internet blocked', (app) =>
    app.blockInternet ? [is(app.blockInternet, '1')] : undefined,
  ),
  effect: 'macros in files from the internet are blocked',
  expected: 'Policy blocks macros in files from the internet in Word, Excel, PowerPoint, Access and Visio.',
})
