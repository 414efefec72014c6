import type { WindowsDevice } from '../devices/windows-fleet.ts'
import { flattenSettings, type Setting } from '../settings/setting.ts'
import { REACH, type States } from './assignments.ts'
import { type ConfiguredSetting, type IntuneSettings, valuesOf } from './settings.ts'

/** A setting with a value that counts. */
export interface ExpectedSetting {
  settingId: string
  /** What counts; without it any value does. */
  accepts?: (option: string) => boolean
}

/** What devices are of themselves; undefined where it is not known of one. */
interface ExpectedDevice {
  passesOn: (device: WindowsDevice) => boolean | undefined
}

/** One way to satisfy a rule. */
type Expected = ExpectedSetting | ExpectedDevice

/** What a device must receive: one of several settings. */
export interface Rule {
  name: string
  anyOf: readonly Expected[]
}

/** The setting with exactly this option; an empty or absent value never is. */
export const is = (settingId: string, option: string): ExpectedSetting => ({
  settingId,
  accepts: (actual) => actual === option,
})

/** The setting with any value: it is under the policy's control. */
export const isSet = (settingId: string): ExpectedSetting => ({ settingId })

/** One rule per setting of a list, with those below it. */
export function rulesOf(settings: readonly Setting[], locked = false): Rule[] {
  return flattenSettings(settings).map(({ definitionId, value }) => ({
    name: shortName(definitionId),
    anyOf: [locked ? isSet(definitionId) : is(definitionId, value.slice(definitionId.length + 1))],
  }))
}

const shortName = (settingId: string): string => settingId.split('~').at(-1) ?? settingId

/** The state of a rule on every device: the best of its ways. */
export function statesOf(settings: IntuneSettings, rule: Rule): States {
  const [first, ...others] = rule.anyOf.map((expected) => expectedStates(settings, expected))
  if (!first || others.length === 0) return first ?? new Uint8Array(settings.fleet.devices.length)
  const best = first.slice()
  for (const states of others) {
    for (const [deviceIndex, state] of states.entries()) if (state > (best[deviceIndex] ?? 0)) best[deviceIndex] = state
  }
  return best
}

/** The ids of the settings that a rule looks at. */
export const settingIdsOf = ({ anyOf }: Rule): string[] =>
  anyOf.flatMap((expected) => ('settingId' in expected ? [expected.settingId] : []))

function expectedStates(settings: IntuneSettings, expected: Expected): States {
  if ('settingId' in expected) return settingStates(settings, expected)
  return Uint8Array.from(settings.fleet.devices, (device) => {
    const passes = expected.passesOn(device)
    if (passes === undefined) return REACH.unread
    return passes ? REACH.sure : REACH.none
  })
}

function settingStates(settings: IntuneSettings, { settingId, accepts }: ExpectedSetting): States {
  const entries = valuesOf(settings, settingId)
  const right = entries.filter(({ option }) => !accepts || accepts(option))
  const [only] = entries
  // The common case, and nothing to copy: one policy sets it.
  if (entries.length === 1 && right.length === 1 && only) return only.reached.states
  const states = new Uint8Array(settings.fleet.devices.length)
  if (right.length === 0) return states
  const cache = cachedStates(settings)
  const key = patternOf(entries, accepts)
  const known = cache.get(key)
  if (known) return known
  for (let deviceIndex = 0; deviceIndex < states.length; deviceIndex++)
    states[deviceIndex] = stateAt(deviceIndex, entries, right, accepts)
  cache.set(key, states)
  return states
}

// Settings that come together in the same policies have the same states: each such pattern is worked out once.
const patterns = new WeakMap<IntuneSettings, Map<string, States>>()

function cachedStates(settings: IntuneSettings): Map<string, States> {
  const cache = patterns.get(settings) ?? new Map<string, States>()
  patterns.set(settings, cache)
  return cache
}

/** Which policies set it, whether the value counts, and which of them agree. */
function patternOf(entries: readonly ConfiguredSetting[], accepts: ExpectedSetting['accepts']): string {
  const options = [...new Set(entries.map(({ option }) => option))]
  return entries
    .map(({ order, option }) => (accepts ? `${order}.${options.indexOf(option)}.${accepts(option)}` : order))
    .join()
}

function stateAt(
  deviceIndex: number,
  entries: readonly ConfiguredSetting[],
  right: readonly ConfiguredSetting[],
  accepts: ExpectedSetting['accepts'],
): number {
  let best: ConfiguredSetting | undefined
  let state: number = REACH.none
  for (const entry of right) {
    const reach = entry.reached.states[deviceIndex] ?? REACH.none
    if (reach > state) {
      state = reach
      best = entry
    }
  }
  if (!best || !accepts) return state
  // Another value on the same device: what applies cannot be told, or not surely.
  for (const entry of entries) {
    const reach = entry.reached.states[deviceIndex] ?? REACH.none
    if (entry.option === best.option || reach === REACH.none) continue
    state = Math.min(state, reach === REACH.sure ? REACH.conflict : reach)
  }
  return state
}

export interface Tally {
  sure: number
  conflict: number
  filtered: number
  unread: number
  of: number
}

/** Counts the devices of each state, leaving out those that are set aside. */
export function tallyOf(states: States, setAside?: ReadonlySet<number>): Tally {
  const counts = [0, 0, 0, 0, 0]
  for (let deviceIndex = 0; deviceIndex < states.length; deviceIndex++) {
    const state = states[deviceIndex] ?? REACH.none
    if (!setAside?.has(deviceIndex)) counts[state] = (counts[state] ?? 0) + 1
  }
  const [none = 0, unread = 0, filtered = 0, conflict = 0, sure = 0] = counts
  return { sure, conflict, filtered, unread, of: none + unread + filtered + conflict + sure }
}

export function sumOf(tallies: readonly Tally[]): Tally {
  const sum = { sure: 0, conflict: 0, filtered: 0, unread: 0, of: 0 }
  for (const tally of tallies) {
    sum.sure += tally.sure
    sum.conflict += tally.conflict
    sum.filtered += tally.filtered
    sum.unread += tally.unread
    sum.of += tally.of
  }
  return sum
}
