import { settingsCheck } from '../../readers/intune/demand.ts'
import { is } from '../../readers/intune/rules.ts'
import { MACRO_SCAN_SCOPE } from '../../readers/settings/macro-applications.ts'

/** ISM-1672. Office's default scans only documents of low trust. */
export const officeMacroAntivirus = settingsCheck('office-macro-antivirus', {
  rules: [{ name: 'macro scanning', anyOf: [is(MACRO_SCAN_SCOPE, '2')] }],
  effect: 'antivirus scans the macros of every document as they run',
  expected: 'Policy sets the macro runtime scan scope to all documents on all Windows devices.',
})
