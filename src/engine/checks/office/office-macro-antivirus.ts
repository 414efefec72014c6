import { settingsCheck } from '../../readers/intune/demand.ts'
import { is } from '../../readers/intune/rules.ts'
import { MACRO_SCAN_SCOPE, parentOf } from '../../readers/settings/macro-applications.ts'
import { CLOUD_POLICY } from './hardening-settings.ts'

/** ISM-1672. Office's default scans only documents of low trust. */
export const officeMacroAntivirus = settingsCheck('office-macro-antivirus', {
  rules: [{ name: 'macro scanning', anyOf: [{ ...is(MACRO_SCAN_SCOPE, '2'), parentId: parentOf(MACRO_SCAN_SCOPE) }] }],
  effect: 'antivirus scans the macros of every document as they run',
  expected: 'Policy sets the macro runtime scan scope to all documents on all Windows devices.',
  alsoSetBy: CLOUD_POLICY,
})
