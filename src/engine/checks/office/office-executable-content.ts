import { asrCheck } from '../../readers/intune/attack-surface-reduction.ts'
import { ASR_RULES } from '../../readers/settings/attack-surface-reduction-rules.ts'

/** ISM-1668. */
export const officeExecutableContent = asrCheck(
  'office-executable-content',
  ASR_RULES.officeExecutableContent,
  'Office cannot write programs to disk',
)
