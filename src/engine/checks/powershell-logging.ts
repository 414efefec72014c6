import type { Check } from '../model/check.ts'
import { type Demand, judgeDemand } from './intune-judge.ts'
import { rulesOf } from './intune-rules.ts'
import { COMMAND_LINE_LOGGING, POWERSHELL_LOGGING } from './settings/windows-hardening.ts'

const CENTRAL = 'Whether the events are collected centrally is not seen here.'

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
    const result = judgeDemand(tenant, parameters, logging)
    if (result.verdict !== 'ineffective') return result
    const scriptBlocks = judgeDemand(tenant, parameters, { ...logging, rules: logging.rules.slice(0, 1) })
    return scriptBlocks.verdict === 'ineffective' ? result : { ...result, verdict: 'partial' }
  },
}

const [processes, commandLine] = rulesOf(COMMAND_LINE_LOGGING)
const [auditProcesses] = COMMAND_LINE_LOGGING

/** ISM-1889. Success (1) or success and failure (3) of process creation, each with its command line. */
export const commandLineLogging: Check = {
  id: 'command-line-logging',
  version: 1,
  evaluate: (tenant, parameters) =>
    judgeDemand(tenant, parameters, {
      rules: [
        {
          name: processes?.name ?? '',
          anyOf: [
            {
              settingId: auditProcesses?.definitionId ?? '',
              accepts: (option) => option === '1' || option === '3',
            },
          ],
        },
        ...(commandLine ? [commandLine] : []),
      ],
      effect: 'the start of processes is logged with its command line',
      expected: 'Policy audits process creation and includes the command line on all Windows devices.',
      limitations: [CENTRAL],
    }),
}
