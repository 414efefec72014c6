import type { Check } from '../../model/check.ts'
import { scanCheck } from '../../readers/devices/defender-scans.ts'
import { evaluateDemand } from '../../readers/intune/demand.ts'
import { isOneOf, rulesOf } from '../../readers/intune/rules.ts'
import { COMMAND_LINE_LOGGING } from '../../readers/settings/windows-hardening.ts'
import { CENTRAL_LOG_NOT_READ } from './event-settings.ts'

const [processes, commandLine] = rulesOf(COMMAND_LINE_LOGGING)
const [auditProcesses] = COMMAND_LINE_LOGGING

const EXPECTED =
  'Every computer sends the start of processes with their command lines to Defender, or policy makes Windows log them.'

/** Each onboarded device does so (advanced hunting, `DeviceProcessEvents`, column `ProcessCommandLine`). */
const sentToDefender = scanCheck({
  id: 'command-lines-in-defender',
  days: 30,
  predicate: 'send the start of processes and their command lines to Defender',
  expected: EXPECTED,
  limitations: ['How long Defender keeps these events, and whether they are forwarded, is not read.'],
})

/**
 * ISM-1889. Success (1) or success and failure (3) of process creation, each with its command line, in the log of Windows;
 * or Defender for Endpoint, which records both in its central store without such a policy. Products of other vendors do the
 * same, unseen.
 */
export const commandLineLogging: Check = {
  id: 'command-line-logging',
  version: 2,
  evaluate(tenant, parameters) {
    const byPolicy = evaluateDemand(tenant, parameters, {
      rules: [
        {
          name: processes?.name ?? '',
          anyOf: [isOneOf(auditProcesses?.definitionId ?? '', ['1', '3'])],
        },
        ...(commandLine ? [commandLine] : []),
      ],
      effect: 'the start of processes is logged with its command line',
      expected: EXPECTED,
      alsoSetBy: { name: 'Defender for Endpoint or a similar product' },
      verb: 'covers',
      limitations: [CENTRAL_LOG_NOT_READ],
    })
    if (byPolicy.verdict === 'effective') return byPolicy
    const byDefender = sentToDefender.evaluate(tenant, parameters)
    if (byDefender.verdict === 'effective') return byDefender
    return byDefender.coverage ? { ...byPolicy, observed: `${byPolicy.observed} ${byDefender.observed}` } : byPolicy
  },
}
