import { asrCheck } from '../../readers/intune/attack-surface-reduction.ts'
import { ASR_RULES } from '../../readers/settings/attack-surface-reduction-rules.ts'

/** ISM-1669. */
export const officeCodeInjection = asrCheck(
  'office-code-injection',
  ASR_RULES.officeCodeInjection,
  'Office cannot inject code into other programs',
)
