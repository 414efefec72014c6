import { readDataset } from '../../datasets/reading.ts'
import type { CheckResult, Parameters, Thresholds } from '../../model/check.ts'
import type { Evidence, TenantReading } from '../../model/tenant-reading.ts'
import { affected, evidenceOf, unknown } from '../results/result.ts'
import { count, share, some } from '../results/sentences.ts'
import { verdictOf } from '../results/verdict.ts'
import { REACH, type States } from './assignments.ts'
import type { PolicySource } from './policies.ts'
import { type Rule, settingIdsOf, statesOf, sumOf, type Tally, tallyOf } from './rules.ts'
import { type ConfiguredSetting, type IntuneSettings, intuneSettings, valuesOf } from './settings.ts'

export interface Demand {
  /** What devices must receive; all of it. */
  rules: readonly Rule[]
  /** What it does, to finish the sentence "It is shown for 3 of 4 devices that …". */
  effect: string
  expected: string
  /** Where Intune may keep these settings; the first two by default. */
  sources?: readonly PolicySource[]
  /** Lower-case beginnings of template categories that could hold these settings under names not known here. */
  templateCategories?: readonly string[]
  limitations?: readonly string[]
  /** Devices that are exempt by design, left out of the count. */
  setAside?: (settings: IntuneSettings) => ReadonlySet<number>
}

const ELSEWHERE = 'Group policy of an own domain and tools other than Intune are not seen.'
const MAX_EVIDENCE = 12

/**
 * Judges what Intune's policies set on the managed Windows devices, by the thresholds. With one rule the coverage
 * counts devices; with several it counts settings, each on each device. A conflict of two policies or an assignment
 * filter never counts as coverage, but where it alone stands in the way the verdict is partial and not ineffective.
 * Groups or sources that could not be read leave the verdict open unless the rest settles it.
 */
export function evaluateDemand(tenant: TenantReading, parameters: Parameters, demand: Demand): CheckResult {
  const settings = intuneSettings(tenant)
  if (!settings.ok) return unknown(settings, demand.expected)
  const setAside = demand.setAside?.(settings)
  const states = demand.rules.map((rule) => statesOf(settings, rule))
  const counted = new Map([...new Set(states)].map((state) => [state, tallyOf(state, setAside)]))
  const tallies = states.flatMap((state) => counted.get(state) ?? [])
  const total = sumOf(tallies)
  const relevant = [...new Set(demand.rules.flatMap(settingIdsOf))].flatMap((id) => valuesOf(settings, id))
  const verdict = decide(total, parameters.thresholds)
  const dark = verdict === 'effective' ? [] : darkSources(settings, demand)
  const limitations = [...(demand.limitations ?? []), ...limitationsOf(relevant, demand.rules, states, verdict)]
  const evidence = evidenceFrom(tenant, settings, relevant)
  if (verdict === 'no_visibility' || dark.length > 0) {
    const unseen = [...dark, ...relevant.flatMap(({ reached }) => reached.limitations)]
    const reasons = [...new Set(unseen.length > 0 ? unseen : ['The Windows version of some devices is not known.'])]
    return {
      verdict: 'no_visibility',
      observed: `This could not be judged: ${reasons.slice(0, 3).join(' ')}`,
      expected: demand.expected,
      evidence,
      limitations: [...new Set([...reasons, ...limitations])],
    }
  }
  return {
    verdict,
    coverage: { n: total.sure, of: total.of },
    observed: observedOf(demand, tallies, relevant, parameters.thresholds),
    expected: demand.expected,
    ...affected(verdict === 'effective' ? [] : failing(settings, demand, states, tallies, setAside), true),
    evidence,
    limitations,
  }
}

/** The verdict of a tally; see `evaluateDemand`. */
export function decide(tally: Tally, thresholds: Thresholds): CheckResult['verdict'] {
  const { sure, conflict, filtered, unread, of } = tally
  const verdict = verdictOf({ n: sure, of }, thresholds)
  if (verdict === 'effective' || verdict === 'no_visibility') return verdict
  const softened = (n: number) => (verdictOf({ n, of }, thresholds) === 'ineffective' ? 'ineffective' : 'partial')
  const known = softened(sure + conflict + filtered)
  const atBest = verdictOf({ n: sure + unread, of }, thresholds)
  const possible = atBest === 'effective' ? atBest : softened(sure + conflict + filtered + unread)
  return possible === known ? known : 'no_visibility'
}

/** Why the absence of a setting proves nothing: sources that were not read, or settings not known by name. */
function darkSources(settings: IntuneSettings, { sources, templateCategories = [] }: Demand): string[] {
  const relevant = sources ?? ['catalogue', 'template']
  const unread = settings.unread.filter(({ source }) => relevant.includes(source)).map(({ failed }) => failed.reason)
  const unmapped = settings.unmapped
    .filter((policy) => policy.unmapped.some((at) => templateCategories.some((category) => at.includes(category))))
    .map(({ name }) => `The administrative templates of “${name}” are not compared setting by setting.`)
  return [...new Set([...unread, ...unmapped])]
}

function limitationsOf(
  relevant: readonly ConfiguredSetting[],
  rules: readonly Rule[],
  states: readonly States[],
  verdict: CheckResult['verdict'],
): string[] {
  const conflicting = new Set<string>()
  for (const [index, state] of states.entries()) {
    const deviceIndex = state.indexOf(REACH.conflict)
    if (deviceIndex < 0) continue
    const rule = rules[index]
    const ids = rule ? settingIdsOf(rule).map((id) => id.replace('*', '')) : []
    for (const { settingId, policy, reached } of relevant) {
      if (reached.states[deviceIndex] === REACH.sure && ids.some((id) => settingId.endsWith(id)))
        conflicting.add(policy.name)
    }
  }
  const conflict = `These policies give the same devices different values: ${some([...conflicting], 5)}.`
  return [
    ...new Set([
      ...(conflicting.size > 0 ? [conflict] : []),
      ...relevant.flatMap(({ reached }) => reached.limitations),
      ...(verdict === 'effective' ? [] : [ELSEWHERE]),
    ]),
  ]
}

function evidenceFrom(
  tenant: TenantReading,
  settings: IntuneSettings,
  relevant: readonly ConfiguredSetting[],
): Evidence[] {
  const values = relevant.slice(0, MAX_EVIDENCE).map(({ policy, pointer }) => ({ ...policy.evidence, pointer }))
  const searched = values.length > 0 ? [] : evidenceOf(readDataset(tenant, 'configurationPolicies'))
  return [...values, ...searched, settings.fleet.evidence]
}

function observedOf(
  { rules, effect }: Demand,
  tallies: readonly Tally[],
  relevant: readonly ConfiguredSetting[],
  thresholds: Thresholds,
): string {
  const [only] = tallies
  const devices = only?.of ?? 0
  if (rules.length === 1 && only) {
    const reached = share({ n: only.sure, of: only.of }, 'managed Windows device')
    return [`It is shown for ${reached} that ${effect}.`, ...otherwise(relevant)].join(' ')
  }
  const whole = tallies.filter(({ sure, of }) => sure >= of * thresholds.effectiveFrom).length
  const sum = sumOf(tallies)
  const percent = sum.of > 0 ? Math.floor((100 * sum.sure) / sum.of) : 0
  const reaching = whole === 0 ? 'none of them reaches' : `${whole} of them ${whole === 1 ? 'reaches' : 'reach'}`
  return [
    `Whether ${effect} rests on ${count(rules.length, 'setting')}:`,
    `${reaching} all or nearly all of ${count(devices, 'managed Windows device')} (${percent} % taken together).`,
  ].join(' ')
}

/** Policies that name the setting, with the value it has there; those that nobody is assigned to apart. */
function otherwise(relevant: readonly ConfiguredSetting[]): string[] {
  const unassigned = relevant.filter(({ reached }) => !reached.assigned).map(({ policy }) => `“${policy.name}”`)
  const assigned = relevant
    .filter(({ reached }) => reached.assigned)
    .map(({ policy, settingId, option }) =>
      option.includes('<')
        ? `“${policy.name}” has rules of its own`
        : `“${policy.name}” sets ${SELF_EXPLANATORY.has(option) ? '' : `${nameOf(settingId)} to `}“${option.slice(0, 40)}”`,
    )
  return [
    ...(assigned.length > 0 ? [`${some(assigned)}.`] : []),
    ...(unassigned.length > 0 ? [`Not assigned to anyone: ${some(unassigned)}.`] : []),
  ]
}

/** Values of attack surface reduction, which say by themselves what becomes of what the sentence is about. */
const SELF_EXPLANATORY: ReadonlySet<string> = new Set(['block', 'audit', 'warn', 'off'])

/** The end of a setting's long id, which is the name that Windows has for it, as in `lsacfgflags`. */
const nameOf = (settingId: string): string => /[^~_/]+(_v\d+)?$/.exec(settingId)?.[0] ?? settingId

/** Devices for one rule; for several the settings that fall short. */
function failing(
  settings: IntuneSettings,
  { rules }: Demand,
  states: readonly States[],
  tallies: readonly Tally[],
  setAside: ReadonlySet<number> | undefined,
): string[] {
  const [only] = states
  if (rules.length === 1 && only) {
    return settings.fleet.devices.flatMap(({ name }, deviceIndex) =>
      only[deviceIndex] === REACH.sure || setAside?.has(deviceIndex) ? [] : [name],
    )
  }
  return rules.flatMap(({ name }, index) => {
    const tally = tallies[index]
    return !tally || tally.sure === tally.of ? [] : [`${name} (${tally.sure} of ${tally.of} devices)`]
  })
}
