import type { Check, CheckResult, Parameters, Thresholds } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { whereDefenderIsActive } from '../devices/active-antivirus.ts'
import { share, some } from '../results/sentences.ts'
import { ASR_EXCLUSIONS, type AsrRule, ruleExclusions } from '../settings/attack-surface-reduction-rules.ts'
import { REACH } from './assignments.ts'
import { type Demand, evaluateDemand } from './demand.ts'
import { withDeviceReport } from './device-report.ts'
import { is } from './rules.ts'
import { type ConfiguredSetting, type IntuneSettings, intuneSettings, valuesOf } from './settings.ts'

const THE_RULE = { name: 'the rule', another: 'another antivirus product' }

/** An exclusion that makes a rule useless: a whole disk, or every program on it. */
const EVERYTHING = /^(([a-z*?]:|%systemdrive%)[\\/]*)?(\*+(\.(\*+|exe))?[\\/]*)*$/i

/**
 * An attack surface reduction rule in block mode. Audit and warn do not count: audit only records, and warn lets the user
 * continue. Where devices report to Secure Score, their reports decide; they report the mode of the rule without its
 * exclusions, so exclusions count in any case. A rule is in force only where Defender Antivirus is the active antivirus.
 */
export function asrCheck(
  id: string,
  rule: AsrRule,
  effect: string,
  { limitations = [], alsoSetBy }: Pick<Demand, 'limitations' | 'alsoSetBy'> = {},
): Check {
  const demand: Demand = {
    rules: [{ name: effect, anyOf: [is(rule.settingId, 'block')] }],
    effect,
    expected: `An attack surface reduction rule in block mode ensures that ${effect} on all Windows devices.`,
    sources: ['catalogue', 'profile', 'intent'],
    limitations,
    ...(alsoSetBy && { alsoSetBy }),
  }
  return {
    id,
    version: 4,
    counts: 'device',
    evaluate(tenant: TenantReading, parameters: Parameters) {
      const policy = evaluateDemand(tenant, parameters, demand)
      const result = withDeviceReport(policy, tenant, parameters, { effect, controls: [rule.secureScore] })
      const excluding = withExclusions(result, tenant, rule, parameters.thresholds)
      return whereDefenderIsActive(excluding, tenant, parameters, THE_RULE)
    },
  }
}

interface Exclusion {
  entry: ConfiguredSetting
  paths: string[]
}

/** Exclusions weaken a rule even though it is on. */
function withExclusions(
  result: CheckResult,
  tenant: TenantReading,
  rule: AsrRule,
  { effectiveFrom }: Thresholds,
): CheckResult {
  const settings = intuneSettings(tenant)
  if (!settings.ok) return result
  const exclusions = exclusionsOf(settings, rule)
  if (exclusions.length === 0) return result
  const limitations = [...new Set(exclusions.map(describe)), ...result.limitations]
  const of = settings.fleet.devices.length
  const holes = exclusions.filter(({ paths }) => paths.some(isEverything))
  const open = countReached(holes, of, (state) => state === REACH.sure)
  const possiblyOpen = countReached(holes, of, (state) => state !== REACH.none)
  const isGood = result.verdict === 'effective' || result.verdict === 'partial'
  if (!isGood || of - possiblyOpen >= of * effectiveFrom) return { ...result, limitations }
  const { affected: _, allNamed: __, coverage: seen, ...rest } = result
  if (of - open >= of * effectiveFrom) {
    const observed = `${result.observed} On some devices, everything may be excluded from the rule, which cannot be seen.`
    return { ...rest, verdict: 'no_visibility', kind: 'blind', observed, limitations }
  }
  const n = of - open
  const coverage = seen && seen.n / seen.of < n / of ? seen : { n, of }
  const observed = `${result.observed} However, on ${share({ n: open, of }, 'device')} everything is excluded from the rule.`
  return { ...rest, verdict: 'partial', kind: 'seen', coverage, observed, limitations }
}

const exclusionsOf = (settings: IntuneSettings, rule: AsrRule): Exclusion[] =>
  [ASR_EXCLUSIONS, ruleExclusions(rule)]
    .flatMap((settingId) => valuesOf(settings, settingId))
    .filter(({ reached }) => reached.assigned)
    .map((entry) => ({ entry, paths: entry.option.split(',') }))

const describe = ({ entry, paths }: Exclusion): string =>
  `“${entry.policy.name}” excludes this from the rule, and whether that is necessary is not evaluated: ${some(paths, 5)}.`

const isEverything = (path: string): boolean => path.trim() !== '' && EVERYTHING.test(path.trim())

/** On how many of the devices an exclusion has such a state. */
function countReached(exclusions: readonly Exclusion[], of: number, matches: (state: number) => boolean): number {
  let n = 0
  for (let deviceIndex = 0; deviceIndex < of; deviceIndex++)
    if (exclusions.some(({ entry }) => matches(entry.reached.states[deviceIndex] ?? REACH.none))) n++
  return n
}
