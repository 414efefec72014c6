import type { Check } from '../../model/check.ts'
import { evaluateDemand } from '../../readers/intune/demand.ts'
import { isOneOf, rulesOf } from '../../readers/intune/rules.ts'
import { COMMAND_LINE_LOGGING } from '../../readers/settings/windows-hardening.ts'
import { CENTRAL_LOG_NOT_READ } from './event-settings.ts'

const [processes, commandLine] = rulesOf(COMMAND_LINE_LOGGING)
const [auditProcesses] = COMMAND_LINE_LOGGING

/** ISM-1889. Success (1) or success and failure (3) of process creation, each with its command line. */
export const commandLineLogging: Check = {
  id: 'command-line-logging',
  version: 1,
  evaluate: (tenant, parameters) =>
    evaluateDemand(tenant, parameters, {
      rules: [
        {
          name: processes?.name ?? '',
          anyOf: [isOneOf(auditProcesses?.definitionId ?? '', ['1', '3'])],
        },
        ...(commandLine ? [commandLine] : []),
      ],
      effect: 'the start of processes is logged with its command line',
      expected: 'Policy audits process creation and includes the command line on all Windows devices.',
      limitations: [CENTRAL_LOG_NOT_READ],
    }),
}
