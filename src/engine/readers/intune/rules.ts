import type { WindowsDevice } from '../devices/windows-fleet.ts'
import { flattenSettings, type Setting } from '../settings/setting.ts'
import { nameSetting } from '../settings/titles.ts'
import { REACH, type States } from './assignments.ts'
import { type ConfiguredSetting, type IntuneSettings, valuesOf } from './settings.ts'

/** A setting and its accepted values. */
export interface ExpectedSetting {
  settingId: string
  /** Whether a value is accepted; if omitted, any value is. */
  accepts?: (option: string) => boolean
  /** Its parent setting: if that is switched off (`0`), this one counts as having another value. */
  parentId?: string
  /** Whether an accepted value stays in effect beside this other value on the same device; by default it does not. */
  besides?: (option: string) => boolean
  /** One of several ways, which nobody has to take: another value counts as if no policy set anything. */
  isOneOfManyWays?: true
}

/** A property of the device itself; undefined if unknown. */
interface ExpectedDevice {
  passesOn: (device: WindowsDevice) => boolean | undefined
  /** A setting that overrides this: where any policy sets it, the property no longer counts. */
  unlessSet?: string
}

/** Several settings that count only together, such as a setting and its child. */
interface ExpectedTogether {
  allOf: readonly ExpectedSetting[]
}

/** One way to satisfy a rule. */
export type Expected = ExpectedSetting | ExpectedDevice | ExpectedTogether

/** What a device must receive: one of several settings. */
export interface Rule {
  name: string
  anyOf: readonly Expected[]
}

/** The setting with exactly this option; an empty or absent value never counts. */
export const is = (settingId: string, option: string): ExpectedSetting => ({
  settingId,
  accepts: (actual) => actual === option,
})

/** The setting with one of these options. */
export const isOneOf = (settingId: string, options: readonly string[]): ExpectedSetting => ({
  settingId,
  accepts: (actual) => options.includes(actual),
})

/** The setting with any value: the policy controls it. */
export const isSet = (settingId: string): ExpectedSetting => ({ settingId })

/** A setting with its value or a stricter one, together with its child settings. */
export function hardened(setting: Setting): Expected {
  const settings = flattenSettings([setting]).map(({ definitionId, value, stricter = [] }) =>
    isOneOf(definitionId, [value.slice(definitionId.length + 1), ...stricter]),
  )
  const [only, ...others] = settings
  return only && others.length === 0 ? only : { allOf: settings }
}

/** One rule for each setting of a list; its child settings belong to the same rule. */
export function rulesOf(settings: readonly Setting[], locked = false): Rule[] {
  return settings.map((setting) => ({
    ...inWords(setting.definitionId),
    anyOf: [locked ? isSet(setting.definitionId) : hardened(setting)],
  }))
}

/** `Excel: Turn off trusted documents`: several applications have settings of the same title. */
function inWords(settingId: string): Pick<Rule, 'name'> {
  const { name, title } = nameSetting(settingId)
  const application = OFFICE_APPLICATIONS.find(({ id }) => settingId.includes(`policy_config_${id}16`))
  const words = title ?? name
  return { name: application ? `${application.name}: ${words}` : words }
}

const OFFICE_APPLICATIONS = [
  { id: 'office', name: 'Office' },
  { id: 'word', name: 'Word' },
  { id: 'excel', name: 'Excel' },
  { id: 'ppt', name: 'PowerPoint' },
  { id: 'access', name: 'Access' },
  { id: 'visio', name: 'Visio' },
  { id: 'proj', name: 'Project' },
  { id: 'pub', name: 'Publisher' },
  { id: 'outlk', name: 'Outlook' },
] as const

/** The ids of the settings that a rule looks at. */
export const settingIdsOf = ({ anyOf }: Rule): string[] =>
  anyOf.flatMap((expected) => {
    if ('allOf' in expected) return expected.allOf.map(({ settingId }) => settingId)
    return 'settingId' in expected ? [expected.settingId] : []
  })

/** The state of a rule on every device: the best of its alternatives. */
export function statesOf(settings: IntuneSettings, { anyOf }: Rule): States {
  return combine(
    anyOf.map((expected) => expectedStates(settings, expected)),
    isBetter,
    settings,
  )
}

type Replaces = (state: number, chosen: number) => boolean

const isBetter: Replaces = (state, chosen) => state > chosen

/** Of settings that count only together, one with another value matters more than one that is missing. */
const isWorse: Replaces = (state, chosen) => state === REACH.contrary || (chosen !== REACH.contrary && state < chosen)

function combine(all: readonly States[], replaces: Replaces, settings: IntuneSettings): States {
  // Settings of the same policy share their states.
  const [first, ...others] = new Set(all)
  if (!first) return nowhere(settings)
  return others.reduce((chosen, states) => combineTwo(chosen, states, replaces), first)
}

// Many rules combine the same few states, so each combination is computed once.
const combined = new Map(
  [isBetter, isWorse].map((replaces) => [replaces, new WeakMap<States, WeakMap<States, States>>()]),
)

function combineTwo(first: States, second: States, replaces: Replaces): States {
  const known = combined.get(replaces)?.get(first)?.get(second)
  if (known) return known
  const chosen = first.slice()
  for (let deviceIndex = 0; deviceIndex < second.length; deviceIndex++) {
    const state = second[deviceIndex] ?? REACH.none
    if (replaces(state, chosen[deviceIndex] ?? REACH.none)) chosen[deviceIndex] = state
  }
  const bySecond = combined.get(replaces)?.get(first) ?? new WeakMap<States, States>()
  combined.get(replaces)?.set(first, bySecond.set(second, chosen))
  return chosen
}

// One shared object for everything that is set nowhere, because states are compared by identity.
const empty = new WeakMap<IntuneSettings, States>()

function nowhere(settings: IntuneSettings): States {
  const states = empty.get(settings) ?? new Uint8Array(settings.fleet.devices.length)
  empty.set(settings, states)
  return states
}

function expectedStates(settings: IntuneSettings, expected: Expected): States {
  if ('settingId' in expected) {
    const states = settingStates(settings, expected)
    return expected.isOneOfManyWays ? withoutContrary(states) : states
  }
  if ('allOf' in expected) {
    return combine(
      expected.allOf.map((one) => settingStates(settings, one)),
      isWorse,
      settings,
    )
  }
  const setting = expected.unlessSet === undefined ? [] : valuesOf(settings, expected.unlessSet)
  return Uint8Array.from(settings.fleet.devices, (device, deviceIndex) => {
    if (setting.some(({ reached }) => (reached.states[deviceIndex] ?? REACH.none) !== REACH.none)) return REACH.none
    const passes = expected.passesOn(device)
    if (passes === undefined) return REACH.unread
    return passes ? REACH.sure : REACH.none
  })
}

const contraryLeftOut = new WeakMap<States, States>()

function withoutContrary(states: States): States {
  if (!states.includes(REACH.contrary)) return states
  const known = contraryLeftOut.get(states)
  if (known) return known
  const without = states.map((state) => (state === REACH.contrary ? REACH.none : state))
  contraryLeftOut.set(states, without)
  return without
}

function settingStates(settings: IntuneSettings, expected: ExpectedSetting): States {
  const { settingId, accepts, parentId, besides } = expected
  const values = valuesOf(settings, settingId)
  const switchedOff = parentId === undefined ? [] : valuesOf(settings, parentId).filter(({ option }) => option === '0')
  const entries = switchedOff.length > 0 ? [...values, ...switchedOff] : values
  const right = values.filter(({ option }) => !accepts || accepts(option))
  const [only] = entries
  // The common case needs no copy: one policy sets it.
  if (entries.length === 1 && right.length === 1 && only) return only.reached.states
  if (entries.length === 0) return nowhere(settings)
  const rivals = besides ? entries.filter((entry) => right.includes(entry) || !besides(entry.option)) : entries
  const cache = cachedStates(settings)
  const key = patternOf(entries, right, rivals)
  const known = cache.get(key)
  if (known) return known
  const states = new Uint8Array(settings.fleet.devices.length)
  for (let deviceIndex = 0; deviceIndex < states.length; deviceIndex++)
    states[deviceIndex] = stateAt(deviceIndex, { entries, right, rivals }, accepts !== undefined)
  cache.set(key, states)
  return states
}

// Settings that occur in the same policies have the same states, so each such pattern is computed once.
const patterns = new WeakMap<IntuneSettings, Map<string, States>>()

function cachedStates(settings: IntuneSettings): Map<string, States> {
  const cache = patterns.get(settings) ?? new Map<string, States>()
  patterns.set(settings, cache)
  return cache
}

/** The policies that set it, whether each value counts or contradicts, and which of them agree. */
function patternOf(
  entries: readonly ConfiguredSetting[],
  right: readonly ConfiguredSetting[],
  rivals: readonly ConfiguredSetting[],
): string {
  const options = [...new Set(entries.map(({ option }) => option))]
  return entries
    .map(
      (entry) =>
        `${entry.order}.${options.indexOf(entry.option)}.${right.includes(entry)}${rivals.includes(entry) ? '' : '.besides'}`,
    )
    .join()
}

interface SettingEntries {
  entries: readonly ConfiguredSetting[]
  right: readonly ConfiguredSetting[]
  /** Entries that cause a conflict if their value differs. */
  rivals: readonly ConfiguredSetting[]
}

function stateAt(deviceIndex: number, { entries, right, rivals }: SettingEntries, isCompared: boolean): number {
  let best: ConfiguredSetting | undefined
  let state: number = REACH.none
  for (const entry of right) {
    const reach = entry.reached.states[deviceIndex] ?? REACH.none
    if (reach > state) {
      state = reach
      best = entry
    }
  }
  if (!isCompared) return state
  if (!best) {
    const others = entries.map(({ reached }) => reached.states[deviceIndex] ?? REACH.none)
    if (others.includes(REACH.sure)) return REACH.contrary
    // A policy that sets another value may reach the device.
    return others.some((reach) => reach !== REACH.none) ? REACH.unread : REACH.none
  }
  // Two values on the same device: which one applies is unknown.
  for (const entry of rivals) {
    const reach = entry.reached.states[deviceIndex] ?? REACH.none
    if (entry.option === best.option || reach === REACH.none) continue
    state = Math.min(state, reach === REACH.sure ? REACH.conflict : reach)
  }
  return state
}
