import type { Check, CheckResult, Coverage, Parameters, Thresholds } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { basisOf, doubts } from '../../readers/conditional-access/coverage.ts'
import { policiesOf, SECOND_FACTOR, securityDefaultsOf } from '../../readers/conditional-access/policies.ts'
import { privilegedCoverage } from '../../readers/conditional-access/privileged-coverage.ts'
import { type Person, peopleOf, setAsideBreakGlass } from '../../readers/identity/people.ts'
import { registrationsOf } from '../../readers/identity/registrations.ts'
import { isSynchronisationAccount, rolesOf } from '../../readers/privileged-access/roles.ts'
import { affected, evidenceOf, type Failed, unknown } from '../../readers/results/result.ts'
import { count, share, some } from '../../readers/results/sentences.ts'
import { verdictOf, worst } from '../../readers/results/verdict.ts'

const EXPECTED = 'Everybody who holds or may activate a directory role must use a second factor and has registered one.'

/**
 * Everybody who holds a directory role, now or by activating it, directly or through a group, must use a second factor
 * for all resources and has registered one (ISM-1173). Registration counts here: if an administrator has registered
 * nothing, anybody with the password can register instead. A single uncovered administrator is a failure, whatever the
 * share. Accounts of directory synchronisation can neither register nor use a second factor, so they are set aside.
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
    const users = sortUsers(tenant, parameters, basis)
    const gaps = gapsOf(tenant)
    const failing = [...users.uncovered, ...users.unregistered]
    const coverage = { n: users.fine.length, of: users.fine.length + users.maybe.length + failing.length }
    return {
      verdict: verdictWith(coverage, users, gaps, parameters.thresholds),
      coverage,
      observed: describe(coverage, users),
      expected: EXPECTED,
      ...affected(namesOf(failing), users.maybe.length + gaps.missing.length + gaps.unresolved + gaps.cutRoles === 0),
      evidence: evidenceOf(
        roles.active,
        roles.eligible,
        policiesOf(tenant).reading,
        securityDefaultsOf(tenant).reading,
        registrationsOf(tenant).reading,
      ),
      limitations: limitationsOf(tenant, users, gaps),
      ...(failing.length > 0 ? { critical: 'privileged-user-without-mfa' } : {}),
    }
  },
}

interface PrivilegedUsers {
  /** Covered, and registered. */
  fine: Person[]
  /** Whether they are covered, or registered, is not known. */
  maybe: Person[]
  uncovered: Person[]
  unregistered: Person[]
  /** Declared emergency access accounts, and accounts of directory synchronisation; neither are counted. */
  emergency: Person[]
  synchronisation: Person[]
  /** How many of `maybe` may or may not be covered. */
  doubted: number
}

/** What keeps the list of privileged users, or of their registrations, from being complete. */
interface Gaps {
  missing: Failed[]
  /** Role holders who are not among the users. */
  unresolved: number
  /** Roles whose list of members may have been cut. */
  cutRoles: number
}

function sortUsers(
  tenant: TenantReading,
  parameters: Parameters,
  basis: { everybody: boolean; doubt: boolean },
): PrivilegedUsers {
  const { holdings } = rolesOf(tenant)
  const { byUser } = registrationsOf(tenant)
  const holders = peopleOf(tenant).enabled.filter((person) => holdings.has(person.id))
  const { counted, aside } = setAsideBreakGlass(holders, parameters)
  const users: PrivilegedUsers = {
    fine: [],
    maybe: [],
    uncovered: [],
    unregistered: [],
    emergency: aside,
    synchronisation: [],
    doubted: 0,
  }
  for (const person of counted) {
    const roles = holdings.get(person.id) ?? []
    const state = basis.everybody ? 'covered' : privilegedCoverage(tenant, person, roles, SECOND_FACTOR)
    const registered = byUser.get(person.id)?.isMfaRegistered
    const isFine = state === 'covered' && registered === true
    if (!isFine && isSynchronisationAccount(tenant, person.id)) users.synchronisation.push(person)
    else if (state === 'uncovered' && !basis.doubt) users.uncovered.push(person)
    else if (registered === false) users.unregistered.push(person)
    else if (isFine) users.fine.push(person)
    else {
      users.maybe.push(person)
      if (state !== 'covered') users.doubted += 1
    }
  }
  return users
}

function gapsOf(tenant: TenantReading): Gaps {
  const { unreadGroups, eligible, holdings, cutRoles } = rolesOf(tenant)
  const { reading: registrations } = registrationsOf(tenant)
  const { known } = peopleOf(tenant)
  return {
    missing: [
      ...unreadGroups.map((group) => group.reading),
      ...(eligible.ok || eligible.verdict === 'not_licensed' ? [] : [eligible]),
      ...(registrations.ok ? [] : [registrations]),
    ],
    unresolved: [...holdings.keys()].filter((id) => !known.has(id)).length,
    cutRoles: cutRoles.length,
  }
}

function verdictWith(
  coverage: Coverage,
  { maybe, uncovered, unregistered }: PrivilegedUsers,
  { missing, unresolved, cutRoles }: Gaps,
  thresholds: Thresholds,
): CheckResult['verdict'] {
  if (uncovered.length + unregistered.length > 0) {
    const best = verdictOf({ n: coverage.n + maybe.length, of: coverage.of }, thresholds)
    return best === 'ineffective' ? 'ineffective' : 'partial'
  }
  if (missing.length > 0) return worst(...missing.map((reading) => reading.verdict))
  if (coverage.of === 0 || maybe.length > 0 || unresolved > 0 || cutRoles > 0) return 'no_visibility'
  return 'effective'
}

function describe(coverage: Coverage, { maybe, uncovered, unregistered }: PrivilegedUsers): string {
  return [
    coverage.of === 0
      ? 'Nobody was found to hold a directory role.'
      : `${share(coverage, 'privileged user')} must use a second factor and have registered one.`,
    ...(maybe.length > 0 ? [`For ${maybe.length} of them it could not be told.`] : []),
    ...(uncovered.length > 0 ? [`No policy asks ${some(namesOf(uncovered))} for one.`] : []),
    ...(unregistered.length > 0 ? [`Nothing is registered for ${some(namesOf(unregistered))}.`] : []),
  ].join(' ')
}

function limitationsOf(tenant: TenantReading, users: PrivilegedUsers, gaps: Gaps): string[] {
  return [
    ...setAside(users.emergency, 'declared emergency access account'),
    ...setAside(users.synchronisation, 'account of directory synchronisation'),
    ...(users.doubted > 0 ? doubts(tenant, users.doubted) : []),
    ...new Set(gaps.missing.map((reading) => reading.reason)),
    ...(gaps.cutRoles > 0
      ? [`${count(gaps.cutRoles, 'role')} may have more members than the API lists in one answer.`]
      : []),
    ...(gaps.unresolved > 0 ? [`${count(gaps.unresolved, 'role holder')} could not be found among the users.`] : []),
    'Rights inside single services, such as Exchange role groups or Azure subscriptions, are not read.',
  ]
}

const setAside = (people: readonly Person[], what: string): string[] =>
  people.length > 0 ? [`${count(people.length, what)} set aside: ${some(namesOf(people))}.`] : []

const namesOf = (people: readonly Person[]): string[] => people.map((person) => person.name)
