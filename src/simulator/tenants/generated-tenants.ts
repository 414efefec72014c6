import { randomOf } from '../content/primitives/random.ts'
import { AREAS, type Baseline, type Recipe, recipeOf } from './recipes.ts'
import { SAMPLE_TENANTS } from './tenants.ts'

/** How well a generated tenant is secured; a `mixed` one differs from area to area. */
export const GENERATED_POSTURES = ['strong', 'typical', 'weak', 'unlicensed', 'mixed'] as const

export type GeneratedPosture = (typeof GENERATED_POSTURES)[number]

/** Everything that determines a generated tenant. */
export interface GeneratedTenant {
  posture: GeneratedPosture
  /** Staff, former staff and guests; administrators may have separate accounts in addition. At least `MIN_USERS`. */
  users: number
  devices: number
  /** Tenants that differ only in their seed have other people, devices and ids. */
  seed: number
}

/** With fewer people, a tenant might lack an administrator or a user. */
export const MIN_USERS = 10
/** The numbers of users and of devices have 16 bits each in the id of the tenant. */
export const MAX_USERS = 0xffff
const MAX_SEED = 2 ** 48 - 1

const GENERATED_ID = /^51b0([0-9a-f]{4})-([0-9a-f]{4})-400([0-9a-f])-8000-([0-9a-f]{12})$/

/** The id of a generated tenant says how to generate it, so that any process can serve it without a list. */
export function generatedTenantId({ posture, users, devices, seed }: GeneratedTenant): string {
  if (users < MIN_USERS || users > MAX_USERS) throw new RangeError(`users: ${MIN_USERS} to ${MAX_USERS}`)
  if (devices < 0 || devices > MAX_USERS) throw new RangeError(`devices: 0 to ${MAX_USERS}`)
  if (seed < 0 || seed > MAX_SEED) throw new RangeError(`seed: 0 to ${MAX_SEED}`)
  const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0')
  const kind = hex(GENERATED_POSTURES.indexOf(posture), 1)
  return `51b0${hex(users, 4)}-${hex(devices, 4)}-400${kind}-8000-${hex(seed, 12)}`
}

/** The generated tenant with this id; undefined for every other id. */
export function parseGeneratedTenantId(tenantId: string): GeneratedTenant | undefined {
  const [, users, devices, kind, seed] = GENERATED_ID.exec(tenantId.toLowerCase()) ?? []
  const posture = GENERATED_POSTURES[Number.parseInt(kind ?? '', 16)]
  if (users === undefined || devices === undefined || seed === undefined || posture === undefined) return undefined
  const numbers = [users, devices, seed].map((digits) => Number.parseInt(digits, 16))
  const tenant = { posture, users: numbers[0] ?? 0, devices: numbers[1] ?? 0, seed: numbers[2] ?? 0 }
  return tenant.users < MIN_USERS ? undefined : tenant
}

/** How many tenants to generate, each with a number of users between two bounds. */
export interface Batch {
  tenants: number
  users: { min: number; max: number }
  /** By default, each posture in turn. */
  posture?: GeneratedPosture
  seed: number
}

const DEVICES_PER_USER = { min: 0.8, range: 0.8 }
/** Seeds of the tenants of one batch; batches with neighbouring seeds share none. */
const TENANTS_PER_SEED = 1_000_000

/** The ids of a batch; the same batch always has the same ids. */
export function generateTenantIds({ tenants, users, posture, seed }: Batch): string[] {
  const random = randomOf(`batch ${seed}`)
  return Array.from({ length: tenants }, (_, position) => {
    const count = users.min + random.below(users.max - users.min + 1)
    const devices = Math.round(count * (DEVICES_PER_USER.min + random.share() * DEVICES_PER_USER.range))
    return generatedTenantId({
      posture: posture ?? GENERATED_POSTURES[position % GENERATED_POSTURES.length] ?? 'typical',
      users: count,
      devices: Math.min(devices, MAX_USERS),
      seed: seed * TENANTS_PER_SEED + position,
    })
  })
}

/** The recipe of a sample tenant or of a generated one; undefined for every other id. */
export function findRecipe(tenantId: string): Recipe | undefined {
  const generated = parseGeneratedTenantId(tenantId)
  return generated ? recipeOfGenerated(tenantId.toLowerCase(), generated) : recipeOf(tenantId)
}

const GUEST_SHARE = 0.08
const DISABLED_SHARE = 0.05
const PHONE_SHARE = 0.25
const MAC_SHARE = 0.05
const PAGE_SIZE = 999

const TREES = ['Mulga', 'Jarrah', 'Karri', 'Boobialla', 'Sheoak', 'Lillypilly', 'Quandong', 'Bunya'] as const
const TRADES = ['Freight', 'Legal', 'Dental', 'Roofing', 'Foods', 'Surveying', 'College', 'Motors'] as const

function recipeOfGenerated(tenantId: string, { posture, users, devices, seed }: GeneratedTenant): Recipe {
  const typical = recipeOf(SAMPLE_TENANTS.find((sample) => sample.posture === 'typical')?.tenantId ?? '')
  if (!typical) throw new Error('there is no typical sample tenant')
  const random = randomOf(tenantId)
  const [tree, trade] = [random.pick(TREES), random.pick(TRADES)]
  const [guests, disabled] = [Math.round(users * GUEST_SHARE), Math.round(users * DISABLED_SHARE)]
  const isUnmanaged = posture === 'unlicensed'
  const [phones, macs] = isUnmanaged ? [0, 0] : [Math.round(devices * PHONE_SHARE), Math.round(devices * MAC_SHARE)]
  return {
    ...typical,
    tenantId,
    organization: `${tree} ${trade} ${seed}`,
    domain: `${tree}-${trade}-${seed}`.toLowerCase(),
    seed: tenantId,
    ...(posture === 'mixed' ? mixedBaselines(tenantId) : { posture, baseline: posture }),
    members: users - guests - disabled,
    guests,
    disabled,
    windows: isUnmanaged ? 0 : devices - phones - macs,
    phones,
    macs,
    pageSize: PAGE_SIZE,
  }
}

const LICENSED: readonly [Baseline, ...Baseline[]] = ['strong', 'typical', 'weak']

function mixedBaselines(seed: string): Pick<Recipe, 'baseline' | 'areas' | 'drifts'> {
  const random = randomOf(`${seed}/areas`)
  const areas = Object.fromEntries(AREAS.map((area) => [area, random.pick(LICENSED)]))
  return { baseline: random.pick(LICENSED), areas, drifts: true }
}
