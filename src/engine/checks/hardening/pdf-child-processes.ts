import { asrCheck } from '../../readers/intune/attack-surface-reduction.ts'
import { ASR_RULES } from '../../readers/settings/attack-surface-reduction-rules.ts'

/** ISM-1670; the rule knows Adobe Reader only. */
export const pdfChildProcesses = asrCheck(
  'pdf-child-processes',
  ASR_RULES.adobeChildProcesses,
  'the PDF reader cannot start other programs',
)
