import type { Check, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { withDeviceReport } from '../devices/secure-score.ts'
import type { AsrRule } from '../settings/attack-surface-reduction-rules.ts'
import { evaluateDemand } from './demand.ts'
import { is } from './rules.ts'
import { type IntuneSettings, intuneSettings, valuesOf } from './settings.ts'

/**
 * An attack surface reduction rule in block mode. Audit and warn are not block: the one only records, the other lets
 * the user go on. Devices' own report (Secure Score) is the second source.
 */
export function asrCheck(id: string, rule: AsrRule, effect: string): Check {
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
      const policy = evaluateDemand(tenant, parameters, { ...demand, limitations: exclusions(tenant, rule) })
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
