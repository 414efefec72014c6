import { type Fields, fields, list, text, texts } from '../../../shared/json.ts'

/**
 * The sign-ins that the conditions of a policy cover, as bits: one bit for each combination of client type, trusted or
 * other location, and platform. If the masks of several policies together have every bit set, they leave no sign-in out,
 * even if each policy does. Only what a policy proves counts: a named location or an unknown condition clears the mask.
 */
export interface ConditionMask {
  /** Bits for browser and modern applications: 2 x 2 x 7. */
  modern: number
  /** Bits for Exchange ActiveSync and other legacy clients: 2 x 2 x 7. */
  legacy: number
  /** What narrows the policy, phrased to follow "it". */
  narrowedBy: string[]
}

/** Graph `conditionalAccessDevicePlatform`, and `other` for devices that report none of these. */
const PLATFORMS = ['android', 'ios', 'windows', 'windowsphone', 'macos', 'linux', 'other'] as const

const PER_PLATFORM = 2
const PER_CLIENT = PER_PLATFORM * PLATFORMS.length

/** Every bit of the modern clients; the legacy clients have as many. */
export const FULL_MASK = (1 << (2 * PER_CLIENT)) - 1

export const SOME_CLIENTS = 'covers only some kinds of client applications'

interface Locations {
  trusted: boolean
  other: boolean
  /** Why not all of them, phrased to follow "it". */
  narrowedBy?: string
}

/** The sign-ins that a policy covers under its conditions. */
export function conditionMaskOf(conditions: Fields): ConditionMask {
  const narrowedBy: string[] = []
  const elsewhere = [...narrowingConditions(conditions)]
  if (elsewhere.length > 0) return { modern: 0, legacy: 0, narrowedBy: elsewhere }

  const clients = clientTypesOf(conditions.clientAppTypes)
  if (!(clients.browser && clients.modern)) narrowedBy.push(SOME_CLIENTS)
  const locations = locationsOf(conditions.locations)
  if (locations.narrowedBy !== undefined) narrowedBy.push(locations.narrowedBy)
  const platforms = platformsOf(conditions.platforms)
  if (platforms.size < PLATFORMS.length) narrowedBy.push('covers only some device platforms')

  const block = locationAndPlatformBits(locations, platforms)
  return {
    modern: (clients.browser ? block : 0) | (clients.modern ? block << PER_CLIENT : 0),
    legacy: (clients.activeSync ? block : 0) | (clients.other ? block << PER_CLIENT : 0),
    narrowedBy,
  }
}

/** Whether a value has no content: absent, or an empty list, text or object, ignoring Graph's annotations. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  if (typeof value !== 'object') return false
  return Object.entries(value).every(([name, inner]) => name.includes('@odata') || isEmpty(inner))
}

/** Names of non-empty fields that we do not know. Graph may add conditions; an unknown one narrows a policy. */
export function unknownFields(value: Fields, known: ReadonlySet<string>): string[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    known.has(name) || name.includes('@odata') || isEmpty(inner) ? [] : [name],
  )
}

/** Conditions that leave sign-ins out in a way that the mask cannot express. */
const NARROWING: Readonly<Record<string, string>> = {
  userRiskLevels: 'applies only at certain user risk levels',
  signInRiskLevels: 'applies only at certain sign-in risk levels',
  insiderRiskLevels: 'applies only at certain insider risk levels',
  servicePrincipalRiskLevels: 'applies only to risky applications',
  clientApplications: 'applies to applications, not to people',
  devices: 'applies only to devices that a filter selects',
  deviceStates: 'applies only to devices in certain states',
  authenticationFlows: 'applies only to certain authentication flows',
}

const KNOWN_CONDITIONS: ReadonlySet<string> = new Set([
  'users',
  'applications',
  'clientAppTypes',
  'locations',
  'platforms',
  ...Object.keys(NARROWING),
])

function* narrowingConditions(conditions: Fields): Generator<string> {
  for (const [name, words] of Object.entries(NARROWING)) {
    if (name === 'authenticationFlows' && text(fields(conditions[name]).transferMethods) === 'none') continue
    if (!isEmpty(conditions[name])) yield words
  }
  for (const name of unknownFields(conditions, KNOWN_CONDITIONS)) yield `has a condition that we do not know (${name})`
}

/**
 * The clients that the policy covers. A missing list means that the setting was never configured, which in policies
 * from before August 2020 meant modern clients only, so legacy clients do not count as covered.
 */
function clientTypesOf(value: unknown) {
  const named = new Set(texts(value))
  const all = named.has('all')
  const unset = list(value).length === 0
  return {
    browser: all || unset || named.has('browser'),
    modern: all || unset || named.has('mobileAppsAndDesktopClients'),
    activeSync: all || named.has('exchangeActiveSync'),
    other: all || named.has('other'),
  }
}

/** A named location may or may not be trusted, so leaving one out proves nothing about either part. */
function locationsOf(value: unknown): Locations {
  if (isEmpty(value)) return { trusted: true, other: true }
  const { includeLocations, excludeLocations } = fields(value)
  const [unknown] = unknownFields(fields(value), new Set(['includeLocations', 'excludeLocations']))
  const includes = new Set(texts(includeLocations))
  const excludes = new Set(texts(excludeLocations))
  const all = includes.has('All')
  const named = excludes.has('All') || [...excludes].some((location) => location !== 'AllTrusted')
  const leftOut = excludes.size > 0 ? 'leaves out trusted or named locations' : undefined
  if (unknown !== undefined) {
    return { trusted: false, other: false, narrowedBy: `chooses locations in a way that we do not know (${unknown})` }
  }
  const narrowedBy = all ? leftOut : 'covers only certain locations'
  if (named) return { trusted: false, other: false, ...(narrowedBy !== undefined && { narrowedBy }) }
  const trusted = (all || includes.has('AllTrusted')) && !excludes.has('AllTrusted')
  return { trusted, other: all, ...(narrowedBy !== undefined && { narrowedBy }) }
}

function platformsOf(value: unknown): ReadonlySet<string> {
  if (isEmpty(value)) return new Set(PLATFORMS)
  const { includePlatforms, excludePlatforms } = fields(value)
  const unknown = unknownFields(fields(value), new Set(['includePlatforms', 'excludePlatforms'])).length > 0
  const includes = new Set(texts(includePlatforms).map((platform) => platform.toLowerCase()))
  const excludes = new Set(texts(excludePlatforms).map((platform) => platform.toLowerCase()))
  const strange = [...excludes].some((platform) => !PLATFORMS.some((known) => known === platform))
  if (unknown || strange) return new Set()
  return new Set(
    PLATFORMS.filter(
      (platform) =>
        (includes.has('all') || (platform !== 'other' && includes.has(platform))) && !excludes.has(platform),
    ),
  )
}

function locationAndPlatformBits(locations: Locations, platforms: ReadonlySet<string>): number {
  const perPlatform = (locations.trusted ? 1 : 0) | (locations.other ? 2 : 0)
  return PLATFORMS.reduce(
    (bits, platform, index) => (platforms.has(platform) ? bits | (perPlatform << (index * PER_PLATFORM)) : bits),
    0,
  )
}
