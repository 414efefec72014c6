import { asrCheck } from '../../readers/intune/attack-surface-reduction.ts'
import { ASR_RULES } from '../../readers/settings/attack-surface-reduction-rules.ts'

/** ISM-1667. */
export const officeChildProcesses = asrCheck(
  'office-child-processes',
  ASR_RULES.officeChildProcesses,
  'Office cannot start other programs',
)
