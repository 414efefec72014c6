import { settingsCheck } from '../../readers/intune/demand.ts'
import { is } from '../../readers/intune/rules.ts'
import { CLOUD_POLICY } from './hardening-settings.ts'
import { off, perApplication } from './macro-settings.ts'

/** ISM-1488. Only these applications know where a file came from. Where macros are off, none from the internet runs. */
export const officeMacrosInternetBlocked = settingsCheck('office-macros-internet-blocked', {
  rules: perApplication('macros from the internet blocked', (app) =>
    app.blockInternet ? [is(app.blockInternet, '1'), ...off(app)] : undefined,
  ),
  effect: 'macros in files from the internet are blocked',
  expected: 'Policy blocks macros in files from the internet in Word, Excel, PowerPoint, Access and Visio.',
  alsoSetBy: CLOUD_POLICY,
})
