/** The words and the evidence of a result about device settings. */

import { formatCount, percentText } from '../../../shared/text/numbers.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { Thresholds } from '../../model/check.ts'
import type { Evidence, TenantReading } from '../../model/tenant-reading.ts'
import { evidenceOf } from '../results/result.ts'
import { count, NOTHING_ELSE, share, some } from '../results/sentences.ts'
import { settingKey } from '../settings/setting.ts'
import { nameOption, nameSetting } from '../settings/titles.ts'
import { REACH, type States } from './assignments.ts'
import { type Rule, settingIdsOf } from './rules.ts'
import type { ConfiguredSetting, IntuneSettings } from './settings.ts'
import type { Tally } from './tally.ts'

const ELSEWHERE = 'Group policy of an on-premises domain, and tools other than Intune, are not seen.'
const MAX_EVIDENCE = 12

export function limitationsOf(
  relevant: readonly ConfiguredSetting[],
  rules: readonly Rule[],
  states: readonly States[],
  { elsewhere, byIntuneAlone }: { elsewhere: number; byIntuneAlone: boolean },
): string[] {
  const conflicting = new Set<string>()
  for (const [index, state] of states.entries()) {
    const deviceIndex = state.indexOf(REACH.conflict)
    if (deviceIndex < 0) continue
    const rule = rules[index]
    const keys = rule ? settingIdsOf(rule).map((id) => settingKey(id).replace('*', '')) : []
    for (const { settingId, policy, reached } of relevant) {
      if (reached.states[deviceIndex] === REACH.sure && keys.some((key) => settingKey(settingId).endsWith(key)))
        conflicting.add(policy.name)
    }
  }
  const conflict = `These policies give the same devices different values: ${some([...conflicting], 5)}.`
  return [
    ...new Set([
      ...(conflicting.size > 0 ? [conflict] : []),
      ...relevant.flatMap(({ reached }) => reached.limitations),
      ...(elsewhere > 0 && !byIntuneAlone ? [ELSEWHERE] : []),
    ]),
  ]
}

export function evidenceFrom(
  tenant: TenantReading,
  settings: IntuneSettings,
  relevant: readonly ConfiguredSetting[],
): Evidence[] {
  const values = relevant.slice(0, MAX_EVIDENCE).map(({ policy, pointer }) => ({ ...policy.evidence, pointer }))
  const searched = values.length > 0 ? [] : evidenceOf(readDataset(tenant, 'configurationPolicies'))
  return [...values, ...searched, settings.fleet.evidence]
}

/** The parts of a demand that its texts need. */
interface Worded {
  rules: readonly Rule[]
  effect: string
  alsoSetBy?: { name: string }
  verb?: Verb
  /** Whether neither group policy nor another tool reaches any of the devices. */
  byIntuneAlone: boolean
}

interface Counted {
  tallies: readonly Tally[]
  total: Tally
  relevant: readonly ConfiguredSetting[]
  thresholds: Thresholds
}

export function observedOf(demand: Worded, { tallies, total, relevant, thresholds }: Counted): string {
  const { rules, effect } = demand
  const [only] = tallies
  const devices = only?.of ?? 0
  if (rules.length === 1 && only) {
    const reached = share({ n: only.sure, of: only.of }, 'managed Windows device')
    const how = rules.some(({ anyOf }) => anyOf.some((way) => 'passesOn' in way))
      ? 'Policies or defaults ensure'
      : 'Intune policies require'
    return [`${how} on ${reached} that ${effect}${others(demand, only)}.`, ...otherwise(relevant)].join(' ')
  }
  const whole = tallies.filter(({ sure, of }) => sure >= of * thresholds.effectiveFrom).length
  const isWhole = total.sure === total.of
  const managed = count(devices, 'managed Windows device')
  const average = isWhole ? '' : `; on average, a setting reaches ${percentText(total.sure / total.of)} of them`
  const limit = percentText(thresholds.effectiveFrom)
  const reached =
    total.sure > 0
      ? `${isWhole ? `each of them reaches ${devices === 1 ? 'the only' : 'all'} ${managed}` : `${reachOf(whole, tallies.length)} ${limit} of ${managed}`}${average}`
      : total.contrary > 0
        ? `none of them has the expected value on any of ${managed}`
        : `Intune policies ${NONE[demand.verb ?? 'sets']} none of them on any of ${managed}`
  const unseen = total.elsewhere > 0 && !isWhole ? notSeen('', demand) : ''
  return [
    `${count(rules.length, 'setting')} decide whether ${effect}: ${reached}${unseen}.`,
    ...(total.contrary > 0 ? ['Policies set other values on some devices.'] : []),
  ].join(' ')
}

/** How many of several settings reach the devices; the share of them that is enough follows. */
function reachOf(n: number, of: number): string {
  if (n === 0) return 'none of them reaches'
  if (n === of) return 'each of them reaches at least'
  return `${n} of them ${n === 1 ? 'reaches' : 'reach'} at least`
}

/** Where no policy sets it, what else may. */
function others(demand: Worded, { sure, alone, elsewhere, of }: Tally): string {
  const n = alone + elsewhere
  if (n === 0) return ''
  const others = sure === 0 ? 'them' : 'the others'
  if (elsewhere === 0) {
    const { verb, perfect } = verbOf(demand)
    const where = n === of ? `any of them` : n === of - sure ? others : `${formatCount(n)} of ${others}`
    return `; no policy ${verb} it on ${where}${NOTHING_ELSE} may ${perfect} it`
  }
  if (elsewhere === of) return notSeen('', demand)
  return notSeen(` on ${elsewhere === of - sure ? others : `${formatCount(elsewhere)} of ${others}`}`, demand)
}

/** Belongs to the sentence before it, which would say more than is known without it. */
const notSeen = (where: string, demand: Worded): string => ` (not seen${where}: ${otherMeansOf(demand)})`

/** A text of this module without what else may have set it, for where devices report whether it is set. */
export const withoutOtherMeans = (observed: string): string => observed.replace(OTHER_MEANS, '')

const OTHER_MEANS = new RegExp(`; no policy [^;.]*${NOTHING_ELSE} [^;.]*(?=[.])| \\(not seen[^:.]*: [^)]*\\)`)

const NONE = { sets: 'set', enforces: 'enforce', covers: 'cover' } as const
const PERFECT = { sets: 'have set', enforces: 'enforce', covers: 'cover' } as const
export type Verb = keyof typeof PERFECT

const verbOf = ({ verb = 'sets' }: Worded) => ({ verb, perfect: PERFECT[verb] })

function otherMeansOf({ alsoSetBy, byIntuneAlone }: Worded): string {
  if (alsoSetBy && byIntuneAlone) return alsoSetBy.name
  return `${alsoSetBy ? `${alsoSetBy.name}, ` : ''}group policy and other tools`
}

/** Policies that contain the setting, with its value; unassigned policies separately. */
function otherwise(relevant: readonly ConfiguredSetting[]): string[] {
  const unassigned = relevant.filter(({ reached }) => !reached.assigned).map(({ policy }) => `“${policy.name}”`)
  const assigned = relevant
    .filter((one) => one.reached.assigned && !relevant.some((other) => isBelow(other, one)))
    .map(({ policy, settingId, option }) =>
      option.includes('<')
        ? `“${policy.name}” has its own rules`
        : `“${policy.name}” sets ${SELF_EXPLANATORY.has(option) ? 'the rule' : titleOf(settingId)} to “${nameOption(settingId, option).slice(0, 60)}”`,
    )
  return [
    ...(assigned.length > 0 ? [`${some(assigned, undefined, '; ')}.`] : []),
    ...(unassigned.length > 0 ? [`Not assigned to anyone: ${some(unassigned)}.`] : []),
  ]
}

/** A choice that is only switched on has its value in its child setting. */
const isBelow = (one: ConfiguredSetting, other: ConfiguredSetting): boolean =>
  one.policy === other.policy &&
  other.option === '1' &&
  settingKey(one.settingId).startsWith(`${settingKey(other.settingId)}_`)

/** Values of attack surface reduction; the sentence before says which rule. */
const SELF_EXPLANATORY: ReadonlySet<string> = new Set(['block', 'audit', 'warn', 'off'])

const titleOf = (settingId: string): string => {
  const { name, title } = nameSetting(settingId)
  return title === undefined ? name : `“${title}”`
}
