import { type Fields, fields, list, text } from '../../shared/json.ts'
import { readDataset } from '../datasets/reading.ts'
import type { Check, CheckResult } from '../model/check.ts'
import type { TenantReading } from '../model/tenant-reading.ts'
import { durationDays } from './durations.ts'
import { affected, evidenceOf, share, unknown } from './verdict.ts'

/** Bounds of CISA's baseline for Microsoft Entra ID, in days. */
const SECRET_DAYS = 180
const CERTIFICATE_DAYS = 365

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
  holds: boolean
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

function blockedSecrets(policy: Fields): Item[] {
  return OWNERS.flatMap(([owner, whose]) =>
    SECRETS.map(([kind, what]) => {
      const by = restriction(policy, owner, 'passwordCredentials', `${kind}Addition`)
      return { name: `${what} of ${whose}`, holds: by !== undefined, by }
    }),
  )
}

/** What can no longer be added needs no limit. */
function limitedSecrets(policy: Fields): Item[] {
  return OWNERS.flatMap(([owner, whose]) =>
    SECRETS.map(([kind, what]) => {
      const blocked = restriction(policy, owner, 'passwordCredentials', `${kind}Addition`)
      const by = blocked ?? restriction(policy, owner, 'passwordCredentials', `${kind}Lifetime`)
      return { name: `${what} of ${whose}`, holds: blocked !== undefined || isWithin(by, SECRET_DAYS), by }
    }),
  )
}

function limitedCertificates(policy: Fields): Item[] {
  return OWNERS.map(([owner, whose]) => {
    const by = restriction(policy, owner, 'keyCredentials', 'asymmetricKeyLifetime')
    return { name: `certificates of ${whose}`, holds: isWithin(by, CERTIFICATE_DAYS), by }
  })
}

interface Demand {
  expected: string
  /** Finishes the sentence "3 of 4 kinds of credentials are …". */
  holds: string
  items: (policy: Fields) => Item[]
}

/** Judges the default application management policy. Shape: Graph `tenantAppManagementPolicy`, v1.0. */
function judge(tenant: TenantReading, { expected, holds, items }: Demand): CheckResult {
  const reading = readDataset(tenant, 'applicationManagementPolicy')
  if (!reading.ok) return unknown(reading, expected)
  const policy = fields(reading.value)
  const evidence = evidenceOf(reading)
  if (typeof policy.isEnabled !== 'boolean') {
    const observed = 'What was read does not say whether the policy is on.'
    return { verdict: 'no_visibility', observed, expected, evidence, limitations: [] }
  }
  const judged = items(policy)
  const short = judged.flatMap((item) => (item.holds ? [] : [item.name]))
  const coverage = { n: judged.length - short.length, of: judged.length }
  return {
    verdict: short.length === 0 ? 'effective' : coverage.n === 0 ? 'ineffective' : 'partial',
    coverage,
    observed: [
      ...(policy.isEnabled ? [] : ['The default application management policy is off.']),
      `${share(coverage, 'kind of credentials', 'kinds of credentials')} are ${holds}.`,
      ...(short.length > 0 ? [`Not so: ${short.join(', ')}.`] : []),
    ].join(' '),
    expected,
    ...affected(short),
    evidence,
    limitations: [
      'Policies for single applications, which go before the default one, are not read.',
      'Credentials that applications have already are not read.',
      ...sparedBefore(judged),
    ],
  }
}

/** A restriction may spare applications of before a day; the API writes the year 1 where it spares none. */
function sparedBefore(items: readonly Item[]): string[] {
  const dates = items.flatMap(({ holds, by }) => (holds ? (text(by?.restrictForAppsCreatedAfterDateTime) ?? []) : []))
  const days = dates.filter((date) => !date.startsWith('0001-01-01')).map((date) => date.slice(0, 10))
  return [...new Set(days)].map((day) => `Applications created before ${day} are spared by a restriction.`)
}

/** Nobody can give an application a password or a symmetric key, which whoever reads it can use. */
export const applicationSecretsBlocked: Check = {
  id: 'application-secrets-blocked',
  version: 1,
  evaluate: (tenant) =>
    judge(tenant, {
      expected: 'No passwords and symmetric keys can be added to applications and service principals.',
      holds: 'blocked',
      items: blockedSecrets,
    }),
}

/** Secrets of applications that may be added do not live long. Where none may be, there is nothing to limit. */
export const applicationSecretLifetime: Check = {
  id: 'application-secret-lifetime',
  version: 1,
  evaluate(tenant, parameters) {
    const blocked = applicationSecretsBlocked.evaluate(tenant, parameters)
    const result = judge(tenant, {
      expected: `Passwords and symmetric keys of applications and service principals live for ${SECRET_DAYS} days at most.`,
      holds: `blocked, or limited to ${SECRET_DAYS} days`,
      items: limitedSecrets,
    })
    if (blocked.verdict !== 'effective') return result
    const { coverage: _, ...uncounted } = result
    return { ...uncounted, verdict: 'not_applicable', observed: 'No secrets can be added to applications.' }
  },
}

/** Certificates of applications do not live long. */
export const applicationCertificateLifetime: Check = {
  id: 'application-certificate-lifetime',
  version: 1,
  evaluate: (tenant) =>
    judge(tenant, {
      expected: `Certificates of applications and service principals live for ${CERTIFICATE_DAYS} days at most.`,
      holds: `limited to ${CERTIFICATE_DAYS} days`,
      items: limitedCertificates,
    }),
}
