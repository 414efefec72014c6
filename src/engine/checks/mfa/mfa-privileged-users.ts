import type { Check, CheckResult, Parameters } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { basisOf, doubts } from '../../readers/conditional-access/coverage.ts'
import { policiesOf, SECOND_FACTOR, securityDefaultsOf } from '../../readers/conditional-access/policies.ts'
import { privilegedCoverage } from '../../readers/conditional-access/privileged-coverage.ts'
import { type Person, peopleOf, setAsideBreakGlass } from '../../readers/identity/people.ts'
import { registrationsOf } from '../../readers/identity/registrations.ts'
import { isSynchronisationAccount, type Roles, rolesOf } from '../../readers/privileged-access/roles.ts'
import { affected, evidenceOf, type Failed, unknown } from '../../readers/results/result.ts'
import { count, share, some } from '../../readers/results/sentences.ts'
import { verdictOf, worst } from '../../readers/results/verdict.ts'

const EXPECTED = 'Everybody who holds or may activate a directory role must use a second factor and has registered one.'

/**
 * Everybody who holds a directory role, now or by activating it, directly or through a group, must use a second factor
 * for all resources and has registered one (ISM-1173). Registration counts here: an administrator who has registered
 * nothing lets whoever has the password register in their place. One who is not covered fails it whatever the share.
 * Accounts of directory synchronisation can neither register nor do a second factor, so they are set aside.
 */
export const mfaPrivilegedUsers: Check = {
  id: 'mfa-privileged-users',
  version: 1,
  evaluate(tenant, parameters) {
    const people = peopleOf(tenant)
    const roles = rolesOf(tenant)
    const basis = basisOf(tenant, SECOND_FACTOR)
    if (!people.reading.ok) return unknown(people.reading, EXPECTED)
    if (!roles.active.ok) return unknown(roles.active, EXPECTED)
    if (!basis.ok) return unknown(basis.failed, EXPECTED)
    return evaluate(tenant, parameters, basis)
  },
}

function evaluate(
  tenant: TenantReading,
  parameters: Parameters,
  basis: { everybody: boolean; doubt: boolean },
): CheckResult {
  const roles = rolesOf(tenant)
  const registrations = registrationsOf(tenant)
  const holders = peopleOf(tenant).enabled.filter((person) => roles.holdings.has(person.id))
  const { counted, aside } = setAsideBreakGlass(holders, parameters)
  const fine: Person[] = []
  const maybe: Person[] = []
  const uncovered: Person[] = []
  const unregistered: Person[] = []
  const synchronisation: Person[] = []
  let doubted = 0
  for (const person of counted) {
    const holdings = roles.holdings.get(person.id) ?? []
    const state = basis.everybody ? 'covered' : privilegedCoverage(tenant, person, holdings, SECOND_FACTOR)
    const registered = registrations.byUser.get(person.id)?.isMfaRegistered
    const fulfils = state === 'covered' && registered === true
    if (!fulfils && isSynchronisationAccount(tenant, person.id)) synchronisation.push(person)
    else if (state === 'uncovered' && !basis.doubt) uncovered.push(person)
    else if (registered === false) unregistered.push(person)
    else if (fulfils) fine.push(person)
    else {
      maybe.push(person)
      if (state !== 'covered') doubted += 1
    }
  }
  const failing = [...uncovered, ...unregistered]
  const coverage = { n: fine.length, of: fine.length + maybe.length + failing.length }
  const missing = missingReadings(roles, registrations.reading.ok ? undefined : registrations.reading)
  const unresolved = [...roles.holdings.keys()].filter((id) => !peopleOf(tenant).known.has(id)).length
  return {
    verdict: verdictFor(coverage, failing.length, maybe.length, missing, unresolved, roles, parameters),
    coverage,
    observed: [
      coverage.of === 0
        ? 'Nobody was found to hold a directory role.'
        : `${share(coverage, 'privileged user')} must use a second factor and have registered one.`,
      ...(maybe.length > 0 ? [`For ${maybe.length} of them it could not be told.`] : []),
      ...(uncovered.length > 0 ? [`No policy asks ${some(uncovered.map((person) => person.name))} for one.`] : []),
      ...(unregistered.length > 0
        ? [`Nothing is registered for ${some(unregistered.map((person) => person.name))}.`]
        : []),
    ].join(' '),
    expected: EXPECTED,
    ...affected(
      failing.map((person) => person.name),
      maybe.length + missing.length + unresolved + roles.cutRoles.length === 0,
    ),
    evidence: evidenceOf(
      roles.active,
      roles.eligible,
      policiesOf(tenant).reading,
      securityDefaultsOf(tenant).reading,
      registrations.reading,
    ),
    limitations: [
      ...setAside(aside, 'declared emergency access account'),
      ...setAside(synchronisation, 'account of directory synchronisation'),
      ...(doubted > 0 ? doubts(tenant, doubted) : []),
      ...new Set(missing.map((reading) => reading.reason)),
      ...(roles.cutRoles.length > 0
        ? [`${count(roles.cutRoles.length, 'role')} may have more members than the API lists in one answer.`]
        : []),
      ...(unresolved > 0 ? [`${count(unresolved, 'role holder')} could not be found among the users.`] : []),
      'Rights inside single services, such as Exchange role groups or Azure subscriptions, are not read.',
    ],
    ...(failing.length > 0 ? { critical: 'privileged-user-without-mfa' } : {}),
  }
}

/** What keeps the list of privileged people or of their registrations from being whole. */
function missingReadings(roles: Roles, registration: Failed | undefined): Failed[] {
  return [
    ...roles.unreadGroups.map((group) => group.reading),
    ...(roles.eligible.ok || roles.eligible.verdict === 'not_licensed' ? [] : [roles.eligible]),
    ...(registration ? [registration] : []),
  ]
}

function verdictFor(
  coverage: { n: number; of: number },
  failing: number,
  maybe: number,
  missing: readonly Failed[],
  unresolved: number,
  roles: Roles,
  parameters: Parameters,
): CheckResult['verdict'] {
  if (failing > 0) {
    const best = verdictOf({ n: coverage.n + maybe, of: coverage.of }, parameters.thresholds)
    return best === 'ineffective' ? 'ineffective' : 'partial'
  }
  if (missing.length > 0) return worst(...missing.map((reading) => reading.verdict))
  if (coverage.of === 0 || maybe > 0 || unresolved > 0 || roles.cutRoles.length > 0) return 'no_visibility'
  return 'effective'
}

const setAside = (people: readonly Person[], what: string): string[] =>
  people.length > 0 ? [`${count(people.length, what)} set aside: ${some(people.map((person) => person.name))}.`] : []
