import type { Check } from '../../model/check.ts'
import { type Demand, evaluateDemand } from '../../readers/intune/demand.ts'
import { rulesOf } from '../../readers/intune/rules.ts'
import { POWERSHELL_LOGGING } from '../../readers/settings/windows-hardening.ts'
import { CENTRAL_LOG_NOT_READ } from './event-settings.ts'

const logging: Demand = {
  rules: rulesOf(POWERSHELL_LOGGING),
  effect: 'PowerShell logs modules, script blocks and transcripts',
  expected: 'Policy turns on module logging, script block logging and transcription on all Windows devices.',
  limitations: [CENTRAL_LOG_NOT_READ],
}

/** ISM-1623. Script block logging matters most: on its own it makes the result partial. */
export const powershellLogging: Check = {
  id: 'powershell-logging',
  version: 2,
  counts: 'setting on a device',
  evaluate(tenant, parameters) {
    const result = evaluateDemand(tenant, parameters, logging)
    if (result.verdict !== 'ineffective') return result
    const scriptBlocks = evaluateDemand(tenant, parameters, { ...logging, rules: logging.rules.slice(0, 1) })
    if (scriptBlocks.verdict === 'ineffective') return result
    if (scriptBlocks.verdict !== 'no_visibility') {
      return { ...result, verdict: 'partial', kind: result.kind === 'absent' ? 'absent' : 'seen' }
    }
    const { coverage: _, affected: __, allNamed: ___, ...rest } = result
    const kind = scriptBlocks.kind ?? 'blind'
    return { ...rest, verdict: 'no_visibility', kind, atBest: { verdict: 'partial' } }
  },
}
