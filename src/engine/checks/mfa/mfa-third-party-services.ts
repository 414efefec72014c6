import type { Check, CheckResult } from '../../model/check.ts'
import { type Tally, tallyEverybody } from '../../readers/conditional-access/coverage.ts'
import { explainOpen } from '../../readers/conditional-access/explanations.ts'
import { policiesOf, SECOND_FACTOR, securityDefaultsOf } from '../../readers/conditional-access/policies.ts'
import { ASKED_AT_TIMES } from '../../readers/conditional-access/security-defaults.ts'
import { type Application, signOnApplicationsOf } from '../../readers/identity/service-principals.ts'
import { affected, evidenceOf, unknown } from '../../readers/results/result.ts'
import { count, share, some } from '../../readers/results/sentences.ts'

const EXPECTED =
  'Everybody must use a second factor for each third-party service that signs people in through this tenant.'

const ELSEWHERE = 'Services with their own accounts, outside single sign-on, cannot be seen from the tenant.'

/**
 * Policies that demand a second factor cover third-party services behind single sign-on (ISM-1679, ISM-1680). A service
 * counts if everybody is covered: who is assigned to it is not read. Directory administrators are not treated differently,
 * because their roles give them no rights in such a service. Without such a service the check does not apply, and people
 * must say which services are in use.
 */
export const mfaThirdPartyServices: Check = {
  id: 'mfa-third-party-services',
  version: 3,
  counts: 'service',
  evaluate(tenant, parameters) {
    const { reading, applications } = signOnApplicationsOf(tenant)
    if (!reading.ok) return unknown(reading, EXPECTED)
    const services: Service[] = []
    for (const application of applications) {
      const demand = { ...SECOND_FACTOR, resource: application.appId }
      const tallied = tallyEverybody(tenant, parameters, demand, EXPECTED)
      if (!tallied.ok) return tallied.result
      const { tally } = tallied
      services.push({ ...application, tally, reasons: explainOpen(tenant, demand, tally.open, []) })
    }
    const readings = [reading, policiesOf(tenant).reading, securityDefaultsOf(tenant).reading]
    return services.length > 0
      ? evaluateServices(services, evidenceOf(...readings))
      : {
          verdict: 'not_applicable',
          observed:
            'No third-party service signs people in through this tenant; people must answer which ones are in use.',
          expected: EXPECTED,
          evidence: evidenceOf(reading),
          limitations: [ELSEWHERE],
        }
  },
}

interface Service extends Application {
  tally: Tally
  reasons: string[]
}

function evaluateServices(services: readonly Service[], evidence: CheckResult['evidence']): CheckResult {
  const having = (...verdicts: CheckResult['verdict'][]): Service[] =>
    services.filter(({ tally }) => verdicts.includes(tally.verdict))
  const open = having('ineffective', 'partial')
  const maybe = having('no_visibility')
  const coverage = { n: having('effective').length, of: services.length }
  const tallies = services.map(({ tally }) => tally)
  const isAskedAtTimes = tallies.some(({ partly }) => partly.length > 0)
  return {
    verdict: verdictOf(tallies.map(({ verdict }) => verdict)),
    // If no service is covered for everybody, the share of services says nothing about how far each is covered.
    ...(coverage.n > 0 && { coverage }),
    observed: [
      maybe.length === services.length
        ? `Whether everybody must use a second factor could not be determined for any of ${count(coverage.of, 'service')} behind single sign-on.`
        : `Everybody must use a second factor for ${share(coverage, 'service')} behind single sign-on.`,
      ...(open.length > 0 ? [`Not covered for everybody: ${some(open.map(({ name }) => name))}.`] : []),
      ...(maybe.length > 0 && maybe.length < services.length
        ? [`Could not be determined: ${some(maybe.map(({ name }) => name))}.`]
        : []),
      ...(isAskedAtTimes ? [ASKED_AT_TIMES] : []),
      ...new Set(open.slice(0, 1).flatMap(({ reasons }) => reasons)),
    ].join(' '),
    expected: EXPECTED,
    ...affected(
      open.map(({ name }) => name),
      maybe.length === 0,
    ),
    evidence,
    limitations: [
      ELSEWHERE,
      'Who is assigned to a service is not read; everybody is assumed to use it.',
      ...new Set(tallies.flatMap(({ limitations }) => limitations)),
    ],
  }
}

/** Effective if every service is covered, ineffective if none is covered at all, otherwise partial; unknown if unread ones decide. */
function verdictOf(verdicts: readonly CheckResult['verdict'][]): CheckResult['verdict'] {
  const together = (unknown: CheckResult['verdict']): CheckResult['verdict'] => {
    const known = new Set(verdicts.map((verdict) => (verdict === 'no_visibility' ? unknown : verdict)))
    const [only] = known
    return known.size === 1 && only !== undefined ? only : 'partial'
  }
  const [low, high] = [together('ineffective'), together('effective')]
  return low === high ? low : 'no_visibility'
}
