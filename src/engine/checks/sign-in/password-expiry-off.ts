import type { Check } from '../../model/check.ts'
import { type Domain, domainsOf } from '../../readers/identity/domains.ts'
import { affected, evidenceOf, unknown } from '../../readers/results/result.ts'
import { count, share, some } from '../../readers/results/sentences.ts'
import { verdictOf } from '../../readers/results/verdict.ts'

const EXPECTED = 'No domain of the tenant makes people change their password after a time.'

/** What Graph writes for "never": the greatest 32-bit number. */
const NEVER = 2_147_483_647

/**
 * Passwords do not expire. Judged are the verified domains whose passwords Entra keeps: those of a federated domain are
 * another provider's matter. A domain that names no period lets passwords expire after 90 days, unless it is part of
 * another and takes that one's.
 */
export const passwordExpiry: Check = {
  id: 'password-expiry-off',
  version: 1,
  evaluate(tenant, { thresholds }) {
    const { reading, domains } = domainsOf(tenant)
    if (!reading.ok) return unknown(reading, EXPECTED)
    const federated = domains.filter(({ isFederated }) => isFederated)
    const counted = domains.filter(
      (domain) => !domain.isFederated && (domain.isRoot || domain.passwordDays !== undefined),
    )
    const expiring = counted.filter(({ passwordDays }) => passwordDays !== NEVER)
    const coverage = { n: counted.length - expiring.length, of: counted.length }
    const limitations = [
      'Accounts that are spared by a setting of their own are not read.',
      ...(federated.length > 0
        ? [
            `Passwords of ${count(federated.length, 'federated domain')} are kept elsewhere: ${some(namesOf(federated))}.`,
          ]
        : []),
    ]
    const result = { expected: EXPECTED, evidence: evidenceOf(reading), limitations }
    if (counted.length === 0 && federated.length > 0) {
      const observed = 'Every domain is federated, so Entra keeps no passwords that could expire.'
      return { ...result, verdict: 'not_applicable', observed }
    }
    return {
      ...result,
      verdict: verdictOf(coverage, thresholds),
      coverage,
      observed: [
        `${share(coverage, 'domain')} ${coverage.n === 1 ? 'lets' : 'let'} passwords live for good.`,
        ...(expiring.length > 0 ? [`Passwords expire in ${some(expiring.map(periodOf))}.`] : []),
      ].join(' '),
      ...affected(namesOf(expiring)),
    }
  },
}

const namesOf = (domains: readonly Domain[]): string[] => domains.map(({ name }) => name)

const periodOf = ({ name, passwordDays }: Domain): string =>
  `${name} (${passwordDays === undefined ? 'no period set, which means 90 days' : count(passwordDays, 'day')})`
