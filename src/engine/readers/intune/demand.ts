import { formatCount } from '../../../shared/text/numbers.ts'
import type { Check, CheckResult, Parameters, Unit } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import type { WindowsDevice } from '../devices/windows-fleet.ts'
import { affected, unknown } from '../results/result.ts'
import { settingKey } from '../settings/setting.ts'
import { REACH, type States } from './assignments.ts'
import { evidenceFrom, limitationsOf, observedOf, type Verb } from './demand-text.ts'
import type { PolicySource } from './policies.ts'
import { type Rule, settingIdsOf, statesOf } from './rules.ts'
import { type IntuneSettings, intuneSettings, valuesOf } from './settings.ts'
import { decide, sumOf, type Tally, tallyOf } from './tally.ts'

export interface Demand {
  /** What devices must receive: all of these. */
  rules: readonly Rule[]
  /** What it does; completes the sentence "Intune policies require on 3 of 4 devices that …". */
  effect: string
  expected: string
  /** Where Intune may have these settings; catalogue and template by default. */
  sources?: readonly PolicySource[]
  /** Parts of template categories, in lower case, that could contain these settings under names that we do not know. */
  templateCategories?: readonly string[]
  limitations?: readonly string[]
  /** Devices that are exempt by design and therefore not counted. */
  setAside?: (settings: IntuneSettings) => ReadonlySet<number>
  /** What may set it even on devices that only Intune manages. */
  alsoSetBy?: OtherMeans
  /** Another value is contrary only on devices that satisfy this rule; by default it always is. */
  contraryBeside?: Rule
  /** How a policy does it, as in "No policy sets it" and "may set it"; by default it `sets` it. */
  verb?: Verb
  /** Why a property of a device may be unknown, if a rule asks for one. */
  unknownDevices?: string
}

/** A product or default, other than Intune's policies, that we do not read. */
export interface OtherMeans {
  /** Starts the sentence "… may have set it". */
  name: string
  /** The devices it can reach; all by default. */
  reaches?: (device: WindowsDevice) => boolean
  /** Service plans of which the tenant needs one; none by default. */
  servicePlans?: readonly string[]
}

const UNKNOWN_VERSION = 'The Windows version of some devices is not known.'

/**
 * Evaluates what Intune's policies set on the managed Windows devices, by the thresholds. With one rule the coverage
 * counts devices; with several it counts settings on each device. A different value is a failure. What no policy sets is a
 * failure only on devices that nothing else can configure; elsewhere, group policy or another tool may set it. If groups or
 * sources were not read, the verdict is `no_visibility` unless the rest decides it.
 */
export function evaluateDemand(tenant: TenantReading, parameters: Parameters, demanded: Demand): CheckResult {
  const demand = withoutUnlicensedMeans(tenant, demanded)
  const settings = intuneSettings(tenant)
  if (!settings.ok) return unknown(settings, demand.expected)
  const counting = {
    setAside: demand.setAside?.(settings),
    otherMeans: otherMeans(settings, demand),
    isContrary: contraryBeside(settings, demand),
  }
  const states = demand.rules.map((rule) => statesOf(settings, rule))
  const counted = new Map([...new Set(states)].map((state) => [state, tallyOf(state, counting)]))
  const tallies = states.flatMap((state) => counted.get(state) ?? [])
  const total = sumOf(tallies)
  const keys = new Set(demand.rules.flatMap(settingIdsOf).map(settingKey))
  const relevant = [...keys].flatMap((key) => valuesOf(settings, key))
  const { verdict, kind, atBest } = decide(total, parameters.thresholds)
  const unseenSources = verdict === 'effective' ? [] : findUnseenSources(settings, demand)
  const { expected } = demand
  const evidence = evidenceFrom(tenant, settings, relevant)
  const byIntuneAlone = settings.fleet.devices.every((device) => device.byIntuneAlone)
  const limitations = [
    ...(demand.limitations ?? []),
    ...limitationsOf(relevant, demand.rules, states, { elsewhere: total.elsewhere, byIntuneAlone }),
  ]
  if ((verdict === 'no_visibility' && kind === 'blind') || unseenSources.length > 0) {
    const unseen = [...unseenSources, ...relevant.flatMap(({ reached }) => reached.limitations)]
    const reasons = [...new Set(unseen.length > 0 ? unseen : [demand.unknownDevices ?? UNKNOWN_VERSION])]
    const observed = `This could not be evaluated. ${reasons.slice(0, 3).join(' ')}`
    const unread = { verdict: 'no_visibility', kind: 'blind', observed, expected, evidence } as const
    // An unread source may hold another policy for the same devices, so nothing limits an answer.
    const limit = unseenSources.length === 0 && atBest ? { atBest } : {}
    return { ...unread, ...limit, limitations: [...new Set([...reasons, ...limitations])] }
  }
  const observed = observedOf(
    { ...demand, byIntuneAlone },
    { tallies, total, relevant, thresholds: parameters.thresholds },
  )
  const result = { verdict, kind, ...(atBest && { atBest }), observed, expected, evidence, limitations }
  if (verdict === 'no_visibility') {
    return { ...result, ...(total.sure > 0 && { coverage: { n: total.sure, of: total.of } }) }
  }
  return {
    ...result,
    coverage: { n: total.sure, of: total.of },
    ...affected(verdict === 'effective' ? [] : failing(settings, demand, states, tallies, counting.setAside), true),
  }
}

function withoutUnlicensedMeans(tenant: TenantReading, demand: Demand): Demand {
  const { alsoSetBy, ...others } = demand
  const isUnlicensed = alsoSetBy?.servicePlans && tenant.hasServicePlan(alsoSetBy.servicePlans) === false
  return isUnlicensed ? others : demand
}

/** Several rules are counted on each device, one rule only once. */
export const countedBy = ({ rules }: Pick<Demand, 'rules'>): Unit =>
  rules.length > 1 ? 'setting on a device' : 'device'

/** A check that consists only of such a demand. */
export function settingsCheck(id: string, demand: Demand): Check {
  return {
    id,
    version: 1,
    counts: countedBy(demand),
    evaluate: (tenant, parameters) => evaluateDemand(tenant, parameters, demand),
  }
}

/** Whether other means than Intune's policies may set it on a device. */
function otherMeans({ fleet }: IntuneSettings, { alsoSetBy }: Demand): (deviceIndex: number) => boolean {
  const reaches = alsoSetBy ? (alsoSetBy.reaches ?? (() => true)) : () => false
  return (deviceIndex) => {
    const device = fleet.devices[deviceIndex]
    return !device?.byIntuneAlone || reaches(device)
  }
}

function contraryBeside(settings: IntuneSettings, { contraryBeside: rule }: Demand) {
  const states = rule && statesOf(settings, rule)
  return states && ((deviceIndex: number) => states[deviceIndex] === REACH.sure)
}

/** Why a missing setting proves nothing: unread sources, or settings whose names we do not know. */
function findUnseenSources(settings: IntuneSettings, { sources, templateCategories = [] }: Demand): string[] {
  const relevant = sources ?? ['catalogue', 'template']
  const unread = settings.unread.filter(({ source }) => relevant.includes(source)).map(({ failed }) => failed.reason)
  const unmapped = settings.unmapped
    .filter((policy) => policy.unmapped.some((at) => templateCategories.some((category) => at.includes(category))))
    .map(({ name }) => `The settings in the administrative templates of “${name}” are not evaluated one by one.`)
  return [...new Set([...unread, ...unmapped])]
}

/** The failing devices of one rule, or the failing settings of several. */
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
    if (!tally || tally.sure === tally.of) return []
    return [`${name} (in place on ${formatCount(tally.sure)} of ${formatCount(tally.of)} devices)`]
  })
}
