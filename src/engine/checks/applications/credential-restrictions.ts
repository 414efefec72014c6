import { type Fields, fields, list, text } from '../../../shared/json.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { CheckResult, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { organizationOf } from '../../readers/identity/organization.ts'
import { affected, evidenceOf, unknown } from '../../readers/results/result.ts'
import { share } from '../../readers/results/sentences.ts'
import { dateMsOf } from '../../readers/values/dates.ts'
import { durationDays } from '../../readers/values/durations.ts'

/** Bounds of CISA's baseline for Microsoft Entra ID, in days. */
export const SECRET_DAYS = 180
export const CERTIFICATE_DAYS = 365

const OWNERS = [
  ['applicationRestrictions', 'applications'],
  ['servicePrincipalRestrictions', 'service principals'],
] as const

const SECRETS = [
  ['password', 'passwords'],
  ['symmetricKey', 'symmetric keys'],
] as const

/** How far a restriction goes: everywhere, only for some applications or passwords, or not at all. */
type Extent = 'whole' | 'part' | 'none'

interface Item {
  name: string
  extent: Extent
  /** Why it covers only a part. */
  gap?: string
}

type Ruling = Omit<Item, 'name'>

const NONE: Ruling = { extent: 'none' }

/** The default policy and what its dates are compared with, in milliseconds. */
export interface ManagementPolicy {
  policy: Fields
  now: number
  /** When the tenant was created; undefined if unknown. */
  createdMs: number | undefined
}

/** An active restriction. Older restrictions have no state and count as enabled. */
function restriction(
  { policy }: ManagementPolicy,
  owner: string,
  credentials: string,
  type: string,
): Fields | undefined {
  if (policy.isEnabled !== true) return undefined
  return list(fields(policy[owner])[credentials])
    .map(fields)
    .find(({ restrictionType, state }) => restrictionType === type && (state === undefined || state === 'enabled'))
}

/**
 * A restriction may exempt applications created before a date; the API writes the year 1 or null if it exempts none. A
 * date before the tenant was created exempts none either, and one in the future exempts all that exist.
 */
function extentOf(by: Fields | undefined, { now, createdMs }: ManagementPolicy): Ruling {
  if (by === undefined) return NONE
  const start = dateMsOf(by.restrictForAppsCreatedAfterDateTime)
  if (start === undefined || (createdMs !== undefined && start <= createdMs)) return { extent: 'whole' }
  const day = new Date(start).toISOString().slice(0, 10)
  return start > now
    ? { extent: 'none', gap: `A restriction begins only on ${day}.` }
    : { extent: 'part', gap: `Applications created before ${day} are exempt from a restriction.` }
}

function limitOf(by: Fields | undefined, days: number, from: ManagementPolicy): Ruling {
  const lifetime = durationDays(text(by?.maxLifetime) ?? '')
  return lifetime !== undefined && lifetime > 0 && lifetime <= days ? extentOf(by, from) : NONE
}

/** Blocking all passwords also blocks those that people choose; the reverse is not true. */
function blockOf(from: ManagementPolicy, owner: string, kind: string): Ruling {
  const whole = extentOf(restriction(from, owner, 'passwordCredentials', `${kind}Addition`), from)
  if (whole.extent !== 'none' || kind !== 'password') return whole
  const chosen = extentOf(restriction(from, owner, 'passwordCredentials', 'customPasswordAddition'), from)
  if (chosen.extent === 'none') return whole
  return { extent: 'part', gap: 'Passwords that people choose are blocked, but generated ones are not.' }
}

export function blockedSecrets(from: ManagementPolicy): Item[] {
  return OWNERS.flatMap(([owner, whose]) =>
    SECRETS.map(([kind, what]) => ({ name: `${what} of ${whose}`, ...blockOf(from, owner, kind) })),
  )
}

/** Secrets that can no longer be added need no limit. */
export function limitedSecrets(from: ManagementPolicy): Item[] {
  return OWNERS.flatMap(([owner, whose]) =>
    SECRETS.map(([kind, what]) => {
      const blocked = extentOf(restriction(from, owner, 'passwordCredentials', `${kind}Addition`), from)
      const limit = limitOf(restriction(from, owner, 'passwordCredentials', `${kind}Lifetime`), SECRET_DAYS, from)
      return { name: `${what} of ${whose}`, ...better(blocked, limit) }
    }),
  )
}

export function limitedCertificates(from: ManagementPolicy): Item[] {
  return OWNERS.map(([owner, whose]) => {
    const by = restriction(from, owner, 'keyCredentials', 'asymmetricKeyLifetime')
    return { name: `certificates of ${whose}`, ...limitOf(by, CERTIFICATE_DAYS, from) }
  })
}

function better(one: Ruling, other: Ruling): Ruling {
  const order: readonly Extent[] = ['none', 'part', 'whole']
  return order.indexOf(one.extent) >= order.indexOf(other.extent) ? one : other
}

interface Demand {
  expected: string
  /** Completes the sentence "3 of 4 kinds of credentials are …". */
  predicate: string
  items: (from: ManagementPolicy) => Item[]
}

/** Evaluates the default application management policy. Shape: Graph `tenantAppManagementPolicy`, v1.0. */
export function evaluateRestrictions(
  tenant: TenantReading,
  { now }: Parameters,
  { expected, predicate, items }: Demand,
): CheckResult {
  const reading = readDataset(tenant, 'applicationManagementPolicy')
  if (!reading.ok) return unknown(reading, expected)
  const policy = fields(reading.value)
  const organization = organizationOf(tenant)
  const evidence = evidenceOf(reading, organization.reading)
  if (typeof policy.isEnabled !== 'boolean') {
    const observed = 'The reading does not say whether the policy is on.'
    return { verdict: 'no_visibility', observed, expected, evidence, limitations: [] }
  }
  const evaluated = items({ policy, now: Date.parse(now), createdMs: organization.createdMs })
  const short = evaluated.flatMap(({ name, extent }) => (extent === 'whole' ? [] : [name]))
  const coverage = { n: evaluated.length - short.length, of: evaluated.length }
  const isNowhere = evaluated.every(({ extent }) => extent === 'none')
  return {
    verdict: short.length === 0 ? 'effective' : isNowhere ? 'ineffective' : 'partial',
    coverage,
    observed: [
      ...(policy.isEnabled ? [] : ['The default application management policy is off.']),
      `${share(coverage, 'kind of credentials', 'kinds of credentials')} ${coverage.n === 1 ? 'is' : 'are'} ${predicate}.`,
      ...(short.length > 0 ? [`Not covered: ${short.join(', ')}.`] : []),
      ...new Set(evaluated.flatMap(({ gap }) => gap ?? [])),
    ].join(' '),
    expected,
    ...affected(short),
    evidence,
    limitations: [
      'Policies for individual applications, which take precedence over the default one, are not read.',
      'Exemptions for people and applications with certain security attributes are not read.',
      'Credentials that applications already have are not read.',
    ],
  }
}
