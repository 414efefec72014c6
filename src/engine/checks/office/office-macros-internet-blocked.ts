import { is } from '../../readers/intune/rules.ts'
import { orOff, perApplication } from './macro-settings.ts'
import { officePolicyCheck } from './office-policies.ts'

/**
 * ISM-1488. Only these applications know where a file came from. Where macros are off, none from the internet runs. Office
 * has blocked them by default on Windows since 2022 (Microsoft Learn, "Macros from the internet are blocked by default in
 * Office"), but which version a computer has is not read.
 */
export const officeMacrosInternetBlocked = officePolicyCheck('office-macros-internet-blocked', {
  rules: perApplication('macros from the internet blocked', (app) =>
    app.blockInternet ? [is(app.blockInternet, '1'), ...orOff(app)] : undefined,
  ),
  effect: 'macros in files from the internet are blocked',
  expected: 'Policy blocks macros in files from the internet in Word, Excel, PowerPoint, Access and Visio.',
  alsoSetBy: { name: 'the default of current versions of Office' },
})
