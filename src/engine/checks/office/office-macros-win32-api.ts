import { asrCheck } from '../../readers/intune/attack-surface-reduction.ts'
import { ASR_RULES } from '../../readers/settings/attack-surface-reduction-rules.ts'

/** ISM-1673. */
export const officeMacrosWin32Api = asrCheck(
  'office-macros-win32-api',
  ASR_RULES.officeMacroWin32,
  'Office macros cannot call the Windows API',
)
