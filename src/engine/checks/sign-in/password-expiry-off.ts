import type { Check, Coverage } from '../../model/check.ts'
import { type Domain, domainsOf } from '../../readers/identity/domains.ts'
import { organizationOf } from '../../readers/identity/organization.ts'
import { affected, evidenceOf, unknown } from '../../readers/results/result.ts'
import { count, share, some } from '../../readers/results/sentences.ts'
import { isUnknown, verdictBetween } from '../../readers/results/verdict.ts'

const EXPECTED = 'No domain of the tenant makes people change their password at fixed intervals.'

/** Graph's value for "never": the largest signed 32-bit number. */
const NEVER = 2_147_483_647

/**
 * Tenants created since then never expire passwords unless a domain sets a period; older ones started with 90 days:
 * https://learn.microsoft.com/entra/identity/authentication/concept-sspr-policy
 */
const NEVER_BY_DEFAULT_SINCE_MS = Date.parse('2021-01-01T00:00:00Z')

/**
 * Passwords do not expire. Evaluates the verified domains whose passwords are in Entra; those of a federated domain are
 * with another provider. A subdomain without a period inherits it. Without a period on a root domain the default
 * applies; in a tenant from before 2021 it may have been changed without a trace here, so it is unknown.
 */
export const passwordExpiryOff: Check = {
  id: 'password-expiry-off',
  version: 3,
  counts: 'domain',
  evaluate(tenant, { thresholds }) {
    const { reading, domains } = domainsOf(tenant)
    if (!reading.ok) return unknown(reading, EXPECTED)
    const federated = domains.filter(({ isFederated }) => isFederated)
    const counted = domains.filter(
      (domain) => !domain.isFederated && (domain.isRoot || domain.passwordDays !== undefined),
    )
    const { reading: organization, createdMs } = organizationOf(tenant)
    const isNeverByDefault = createdMs !== undefined && createdMs >= NEVER_BY_DEFAULT_SINCE_MS
    const unset = counted.filter(({ passwordDays }) => passwordDays === undefined)
    const undetermined = isNeverByDefault ? [] : unset
    const expiring = counted.filter(({ passwordDays }) => passwordDays !== undefined && passwordDays !== NEVER)
    const coverage = { n: counted.length - expiring.length - undetermined.length, of: counted.length }
    const limitations = [
      'Accounts that their own setting exempts are not read.',
      ...(federated.length > 0
        ? [
            `Passwords of ${count(federated.length, 'federated domain')} are stored elsewhere: ${some(namesOf(federated))}.`,
          ]
        : []),
    ]
    const evidence = unset.length > 0 ? evidenceOf(reading, organization) : evidenceOf(reading)
    const result = { expected: EXPECTED, evidence, limitations }
    if (counted.length === 0 && federated.length > 0) {
      const observed = 'Every domain is federated, so Entra stores no passwords that could expire.'
      return { ...result, verdict: 'not_applicable', observed }
    }
    // One domain is enough to make people change passwords, whatever the share.
    const verdict = verdictBetween(coverage, undetermined.length, { ...thresholds, effectiveFrom: 1 })
    return {
      ...result,
      verdict,
      ...(!isUnknown(verdict) && { coverage }),
      observed: [
        describeShare(coverage, expiring),
        ...(unset.length > 0 && isNeverByDefault
          ? [`No period is set for ${some(namesOf(unset))}, but passwords of tenants created since 2021 do not expire.`]
          : []),
        ...(undetermined.length > 0
          ? [`No period is set for ${some(namesOf(undetermined))}, and ${whyUndetermined(createdMs)}.`]
          : []),
        ...(expiring.length > 0 && coverage.n > 0 ? [`Passwords expire in ${some(expiring.map(periodOf))}.`] : []),
      ].join(' '),
      ...affected(namesOf(expiring)),
    }
  },
}

/** How many domains never let passwords expire; if none is known to, how many let them. */
function describeShare(coverage: Coverage, expiring: readonly Domain[]): string {
  if (coverage.n > 0)
    return `${share(coverage, 'domain')} ${coverage.n === 1 ? 'never lets' : 'never let'} passwords expire.`
  if (expiring.length === 0) return 'Whether passwords expire could not be determined.'
  return `Passwords expire in ${share({ n: expiring.length, of: coverage.of }, 'domain')}: ${some(expiring.map(periodOf))}.`
}

const namesOf = (domains: readonly Domain[]): string[] => domains.map(({ name }) => name)

const periodOf = ({ name, passwordDays = 0 }: Domain): string => `${name} (${count(passwordDays, 'day')})`

const whyUndetermined = (createdMs: number | undefined): string =>
  createdMs === undefined
    ? 'the default depends on when the tenant was created, which could not be read'
    : 'the default of tenants created before 2021 may be 90 days'
