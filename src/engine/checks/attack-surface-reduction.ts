import type { Check, Parameters } from '../model/check.ts'
import type { TenantReading } from '../model/tenant-reading.ts'
import { judgeDemand } from './intune-judge.ts'
import { is } from './intune-rules.ts'
import { type IntuneSettings, intuneSettings, valuesOf } from './intune-settings.ts'
import { withDeviceReport } from './secure-score.ts'
import { ASR_RULES, type AsrRule } from './settings/attack-surface-reduction-rules.ts'

/**
 * An attack surface reduction rule in block mode. Audit and warn are not block: the one only records, the other lets
 * the user go on. Devices' own report (Secure Score) is the second source.
 */
function asrCheck(id: string, rule: AsrRule, effect: string): Check {
  const demand = {
    rules: [{ name: effect, anyOf: [is(rule.settingId, 'block')] }],
    effect,
    expected: `An attack surface reduction rule in block mode makes sure that ${effect} on all Windows devices.`,
    sources: ['catalogue', 'profile', 'intent'] as const,
  }
  return {
    id,
    version: 1,
    evaluate(tenant: TenantReading, parameters: Parameters) {
      const policy = judgeDemand(tenant, parameters, { ...demand, limitations: exclusions(tenant, rule) })
      return withDeviceReport(policy, tenant, parameters, rule.secureScore)
    },
  }
}

/** Paths that a rule leaves out are holes in it, though the rule is on. */
function exclusions(tenant: TenantReading, rule: AsrRule): string[] {
  const settings = intuneSettings(tenant)
  if (!settings.ok) return []
  return excluding(settings, `${rule.settingId}_perruleexclusions`).map(
    (name) => `“${name}” leaves some programs out of this rule; whether they need it is not judged.`,
  )
}

const excluding = (settings: IntuneSettings, settingId: string): string[] => [
  ...new Set(valuesOf(settings, settingId).flatMap(({ policy, reached }) => (reached.assigned ? [policy.name] : []))),
]

/** ISM-1667. */
export const officeChildProcesses = asrCheck(
  'office-child-processes',
  ASR_RULES.officeChildProcesses,
  'Office cannot start other programs',
)

/** ISM-1668. */
export const officeExecutableContent = asrCheck(
  'office-executable-content',
  ASR_RULES.officeExecutableContent,
  'Office cannot write programs to disk',
)

/** ISM-1669. */
export const officeCodeInjection = asrCheck(
  'office-code-injection',
  ASR_RULES.officeCodeInjection,
  'Office cannot put code into other programs',
)

/** ISM-1673. */
export const officeMacrosWin32Api = asrCheck(
  'office-macros-win32-api',
  ASR_RULES.officeMacroWin32,
  'Office macros cannot call the Windows API',
)

/** ISM-1670; the rule knows Adobe Reader only. */
export const pdfChildProcesses = asrCheck(
  'pdf-child-processes',
  ASR_RULES.adobeChildProcesses,
  'the PDF reader cannot start other programs',
)
