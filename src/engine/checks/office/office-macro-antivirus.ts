import { is } from '../../readers/intune/rules.ts'
import { MACRO_SCAN_SCOPE, parentOf } from '../../readers/settings/macro-applications.ts'
import { officePolicyCheck } from './office-policies.ts'

/** ISM-1672. Office's default scans only documents of low trust. */
export const officeMacroAntivirus = officePolicyCheck('office-macro-antivirus', {
  rules: [{ name: 'macro scanning', anyOf: [{ ...is(MACRO_SCAN_SCOPE, '2'), parentId: parentOf(MACRO_SCAN_SCOPE) }] }],
  effect: 'antivirus scans the macros of every document as they run',
  expected: 'Policy sets the macro runtime scan scope to all documents on all Windows devices.',
  limitations: ['Without a policy, Office scans only the macros of documents of low trust.'],
})
