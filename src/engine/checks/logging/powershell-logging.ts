import type { Check } from '../../model/check.ts'
import { type Demand, evaluateDemand } from '../../readers/intune/demand.ts'
import { rulesOf } from '../../readers/intune/rules.ts'
import { POWERSHELL_LOGGING } from '../../readers/settings/windows-hardening.ts'
import { CENTRAL } from './event-settings.ts'

const logging: Demand = {
  rules: rulesOf(POWERSHELL_LOGGING),
  effect: 'PowerShell logs modules, script blocks and transcripts',
  expected: 'Policy turns on module logging, script block logging and transcription on all Windows devices.',
  limitations: [CENTRAL],
}

/** ISM-1623. Script block logging is the one that matters most: by itself it makes the rest partial. */
export const powershellLogging: Check = {
  id: 'powershell-logging',
  version: 1,
  evaluate(tenant, parameters) {
    const result = evaluateDemand(tenant, parameters, logging)
    if (result.verdict !== 'ineffective') return result
    const scriptBlocks = evaluateDemand(tenant, parameters, { ...logging, rules: logging.rules.slice(0, 1) })
    return scriptBlocks.verdict === 'ineffective' ? result : { ...result, verdict: 'partial' }
  },
}
