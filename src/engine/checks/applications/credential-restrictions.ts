import { type Fields, fields, list, text } from '../../../shared/json.ts'
import { readDataset } from '../../datasets/reading.ts'
import type { CheckResult } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { durationDays } from '../../readers/identity/durations.ts'
import { affected, evidenceOf, unknown } from '../../readers/results/result.ts'
import { share } from '../../readers/results/sentences.ts'

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

interface Item {
  name: string
  passes: boolean
  /** The restriction that decides it, where there is one. */
  by: Fields | undefined
}

/** A restriction in force. One that names no state is of the time when it had none, and counts. */
function restriction(policy: Fields, owner: string, credentials: string, type: string): Fields | undefined {
  if (policy.isEnabled !== true) return undefined
  return list(fields(policy[owner])[credentials])
    .map(fields)
    .find(({ restrictionType, state }) => restrictionType === type && (state === undefined || state === 'enabled'))
}

const isWithin = (by: Fields | undefined, days: number): boolean =>
  (durationDays(text(by?.maxLifetime) ?? '') ?? Number.POSITIVE_INFINITY) <= days

export function blockedSecrets(policy: Fields): Item[] {
  return OWNERS.flatMap(([owner, whose]) =>
    SECRETS.map(([kind, what]) => {
      const by = restriction(policy, owner, 'passwordCredentials', `${kind}Addition`)
      return { name: `${what} of ${whose}`, passes: by !== undefined, by }
    }),
  )
}

/** What can no longer be added needs no limit. */
export function limitedSecrets(policy: Fields): Item[] {
  return OWNERS.flatMap(([owner, whose]) =>
    SECRETS.map(([kind, what]) => {
      const blocked = restriction(policy, owner, 'passwordCredentials', `${kind}Addition`)
      const by = blocked ?? restriction(policy, owner, 'passwordCredentials', `${kind}Lifetime`)
      return { name: `${what} of ${whose}`, passes: blocked !== undefined || isWithin(by, SECRET_DAYS), by }
    }),
  )
}

export function limitedCertificates(policy: Fields): Item[] {
  return OWNERS.map(([owner, whose]) => {
    const by = restriction(policy, owner, 'keyCredentials', 'asymmetricKeyLifetime')
    return { name: `certificates of ${whose}`, passes: isWithin(by, CERTIFICATE_DAYS), by }
  })
}

interface Demand {
  expected: string
  /** Finishes the sentence "3 of 4 kinds of credentials are …". */
  predicate: string
  items: (policy: Fields) => Item[]
}

/** Judges the default application management policy. Shape: Graph `tenantAppManagementPolicy`, v1.0. */
export function evaluateRestrictions(tenant: TenantReading, { expected, predicate, items }: Demand): CheckResult {
  const reading = readDataset(tenant, 'applicationManagementPolicy')
  if (!reading.ok) return unknown(reading, expected)
  const policy = fields(reading.value)
  const evidence = evidenceOf(reading)
  if (typeof policy.isEnabled !== 'boolean') {
    const observed = 'What was read does not say whether the policy is on.'
    return { verdict: 'no_visibility', observed, expected, evidence, limitations: [] }
  }
  const evaluated = items(policy)
  const short = evaluated.flatMap((item) => (item.passes ? [] : [item.name]))
  const coverage = { n: evaluated.length - short.length, of: evaluated.length }
  return {
    verdict: short.length === 0 ? 'effective' : coverage.n === 0 ? 'ineffective' : 'partial',
    coverage,
    observed: [
      ...(policy.isEnabled ? [] : ['The default application management policy is off.']),
      `${share(coverage, 'kind of credentials', 'kinds of credentials')} are ${predicate}.`,
      ...(short.length > 0 ? [`Not so: ${short.join(', ')}.`] : []),
    ].join(' '),
    expected,
    ...affected(short),
    evidence,
    limitations: [
      'Policies for single applications, which go before the default one, are not read.',
      'Credentials that applications have already are not read.',
      ...sparedBefore(evaluated),
    ],
  }
}

/** A restriction may spare applications of before a day; the API writes the year 1 where it spares none. */
function sparedBefore(items: readonly Item[]): string[] {
  const dates = items.flatMap(({ passes, by }) => (passes ? (text(by?.restrictForAppsCreatedAfterDateTime) ?? []) : []))
  const days = dates.filter((date) => !date.startsWith('0001-01-01')).map((date) => date.slice(0, 10))
  return [...new Set(days)].map((day) => `Applications created before ${day} are spared by a restriction.`)
}
