import { asrCheck } from '../../readers/intune/attack-surface-reduction.ts'
import { ASR_RULES } from '../../readers/settings/attack-surface-reduction-rules.ts'

/** ISM-1670. The rule covers one vendor, so it shows only a part of what is required of "PDF software". */
export const pdfChildProcesses = asrCheck(
  'pdf-child-processes',
  ASR_RULES.adobeChildProcesses,
  'Adobe Reader cannot start other programs',
  {
    limitations: ['The rule covers Adobe Reader only, not other PDF software such as browsers.'],
    // Where Adobe Reader is not installed, the rule is not needed.
    alsoSetBy: { name: 'the vendors of other PDF software' },
  },
)
