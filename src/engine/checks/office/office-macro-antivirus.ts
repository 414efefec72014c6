import { is } from '../../readers/intune/rules.ts'
import { MACRO_SCAN_SCOPE } from '../../readers/settings/macro-applications.ts'
import { policyCheck } from './macro-settings.ts'

/** ISM-1672. Scanning documents of low trust only, which is Office's default, leaves trusted ones unscanned. */
export const officeMacroAntivirus = policyCheck('office-macro-antivirus', {
  rules: [{ name: 'macro scanning', anyOf: [is(MACRO_SCAN_SCOPE, '2')] }],
  effect: 'antivirus scans the macros of every document as they run',
  expected: 'Policy sets the macro runtime scan scope to all documents on all Windows devices.',
})
