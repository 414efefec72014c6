import type { Check } from '../../model/check.ts'
import { scanCheck } from '../../readers/devices/defender-scans.ts'
import { evaluateDemand } from '../../readers/intune/demand.ts'
import { isOneOf, rulesOf } from '../../readers/intune/rules.ts'
import { COMMAND_LINE_LOGGING } from '../../readers/settings/windows-hardening.ts'
import { CENTRAL_LOG_NOT_READ } from './event-settings.ts'

const [processes, commandLine] = rulesOf(COMMAND_LINE_LOGGING)
const [auditProcesses] = COMMAND_LINE_LOGGING

const EXPECTED =
  'Every computer sends process starts with their command lines to Defender, or policy makes Windows log them.'

/** Each onboarded device does so (advanced hunting, `DeviceProcessEvents`, column `ProcessCommandLine`). */
const sentToDefender = scanCheck({
  id: 'command-lines-in-defender',
  days: 30,
  predicate: 'send process starts and their command lines to Defender',
  expected: EXPECTED,
  limitations: ['How long Defender stores these events, and whether they are forwarded, is not read.'],
})

/**
 * ISM-1889. Windows audits the success (1) or the success and failure (3) of process creation, with command lines; or
 * Defender for Endpoint records both in its central store without such a policy. Other vendors' products may do the same,
 * but cannot be seen.
 */
export const commandLineLogging: Check = {
  id: 'command-line-logging',
  version: 2,
  counts: 'setting on a device',
  evaluate(tenant, parameters) {
    const byPolicy = evaluateDemand(tenant, parameters, {
      rules: [
        {
          name: processes?.name ?? '',
          anyOf: [isOneOf(auditProcesses?.definitionId ?? '', ['1', '3'])],
        },
        ...(commandLine ? [commandLine] : []),
      ],
      effect: 'process starts are logged with their command lines',
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
