import type { Check, CheckResult, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { applicationGapsOf } from '../../readers/conditional-access/application-gaps.ts'
import { describeTally, explainOpen, type Tally, tallyEverybody } from '../../readers/conditional-access/coverage.ts'
import { LEGACY_SHUT, SECOND_FACTOR } from '../../readers/conditional-access/policies.ts'
import { registrationsOf } from '../../readers/identity/registrations.ts'
import { affected, evidenceOf } from '../../readers/results/result.ts'
import { count, share } from '../../readers/results/sentences.ts'
import { worst } from '../../readers/results/verdict.ts'

const EXPECTED =
  'Everybody who can sign in must use a second factor for all resources, and legacy clients that cannot ask for one are shut out.'

/**
 * Every enabled user must use a second factor for everything (ISM-1504). Legacy clients count by themselves: where they
 * are open a password alone is enough, whatever the other policies say. What people have registered is a second source;
 * it is shown and decides nothing, for the policy asks those who have registered nothing to do so or shuts them out.
 */
export const mfaAllUsers: Check = {
  id: 'mfa-all-users',
  version: 1,
  evaluate(tenant, parameters) {
    const modern = tallyEverybody(tenant, parameters, SECOND_FACTOR, EXPECTED)
    if (!modern.ok) return modern.result
    const legacy = tallyEverybody(tenant, parameters, LEGACY_SHUT, EXPECTED)
    if (!legacy.ok) return legacy.result
    return combine(tenant, parameters, modern.tally, legacy.tally)
  },
}

function combine(tenant: TenantReading, parameters: Parameters, modern: Tally, legacy: Tally): CheckResult {
  const gaps = applicationGapsOf(tenant, parameters, SECOND_FACTOR, modern)
  const legacyOpen = legacy.verdict === 'ineffective' || legacy.verdict === 'partial'
  const registration = compareRegistration(tenant, modern)
  const by = modern.bySecurityDefaults ? 'by security defaults' : 'by conditional access'
  const observed = [
    describeTally(modern, `a second factor for all resources, ${by}`),
    ...explainOpen(tenant, SECOND_FACTOR, modern.open),
    ...gaps.sentences,
    ...(legacy.coverage.n < legacy.coverage.of
      ? [`Legacy clients, which need only a password, are shut out for ${share(legacy.coverage, 'user')}.`]
      : []),
    ...registration.observed,
  ]
  return {
    verdict: worst(modern.verdict, legacy.verdict, gaps.matter ? 'partial' : 'effective'),
    coverage: modern.coverage,
    observed: observed.join(' '),
    expected: EXPECTED,
    ...affected(
      (modern.uncovered.length > 0 ? modern : legacy).uncovered.map((person) => person.name),
      modern.unknown.length === 0 && legacy.verdict === 'effective' && !gaps.matter,
    ),
    evidence: [...modern.evidence, ...registration.evidence],
    limitations: [
      ...new Set([...modern.limitations, ...legacy.limitations, ...registration.limitations]),
      ...(modern.bySecurityDefaults
        ? ['Security defaults ask administrators each time, and others when Microsoft sees a need.']
        : ['A second factor that is set for single users, outside conditional access, cannot be read.']),
    ],
    ...(legacyOpen ? { critical: 'legacy-authentication-open' } : {}),
  }
}

/** Policy says who must, the report says who can: where the two differ, both are shown. */
function compareRegistration(tenant: TenantReading, modern: Tally) {
  const { reading, byUser } = registrationsOf(tenant)
  if (!reading.ok) {
    return {
      observed: [],
      limitations: [`What users have registered is not known: ${reading.reason}`],
      evidence: evidenceOf(reading),
    }
  }
  const records = modern.covered.map((person) => byUser.get(person.id))
  const incapable = records.filter((record) => record?.isMfaCapable === false).length
  const missing = records.filter((record) => record?.isMfaCapable === undefined).length
  const capableElsewhere = modern.uncovered.filter((person) => byUser.get(person.id)?.isMfaCapable === true).length
  return {
    observed: incapable > 0 ? [`${count(incapable, 'covered user')} cannot do it yet: nothing is registered.`] : [],
    limitations: [
      ...(incapable > 0
        ? [`Policy and registration disagree for ${count(incapable, 'user')}: covered, but with nothing registered.`]
        : []),
      ...(capableElsewhere > 0
        ? [`${count(capableElsewhere, 'user')} registered a second factor that no policy asks for.`]
        : []),
      ...(missing > 0 ? [`The registration report says nothing of ${count(missing, 'covered user')}.`] : []),
    ],
    evidence: evidenceOf(reading),
  }
}
