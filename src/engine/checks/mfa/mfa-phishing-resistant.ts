import type { Check, CheckResult } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { describeTally, explainOpen, type Tally, tallyEverybody } from '../../readers/conditional-access/coverage.ts'
import { PHISHING_RESISTANT_FACTOR } from '../../readers/conditional-access/policies.ts'
import type { Person } from '../../readers/identity/people.ts'
import { registrationsOf } from '../../readers/identity/registrations.ts'
import { GLOBAL_ADMINISTRATOR, rolesOf } from '../../readers/privileged-access/roles.ts'
import { affected, evidenceOf } from '../../readers/results/result.ts'
import { share, some } from '../../readers/results/sentences.ts'

const EXPECTED = 'Everybody who can sign in must use a phishing-resistant second factor for all resources.'

/** Registered methods that cannot be phished; names: Graph `userRegistrationDetails.methodsRegistered`. */
const RESISTANT_METHODS: ReadonlySet<string> = new Set([
  'fido2',
  'fido2SecurityKey',
  'windowsHelloForBusiness',
  'passKeyDeviceBound',
  'passKeyDeviceBoundAuthenticator',
  'passKeyDeviceBoundWindowsHello',
  'passKeySynced',
  'macOsSecureEnclaveKey',
])

/**
 * Everybody must use an authentication strength that only phishing-resistant methods satisfy (ISM-1872). A Global
 * Administrator who holds the role for good and is not covered is critical here, not in the check of privileged users:
 * that one asks for any second factor, and what is missing is this one's. Such a one keeps it from being effective, and so
 * does not knowing whether there is one.
 */
export const mfaPhishingResistant: Check = {
  id: 'mfa-phishing-resistant',
  version: 2,
  evaluate(tenant, parameters) {
    const tallied = tallyEverybody(tenant, parameters, PHISHING_RESISTANT_FACTOR, EXPECTED)
    if (!tallied.ok) return tallied.result
    const { tally } = tallied
    const registration = registered(tenant, tally)
    const admins = standingAdministrators(tenant, tally.uncovered)
    const roles = rolesOf(tenant)
    const unsure = admins.length === 0 && mayLeaveAdministratorsOpen(tenant, tally)
    return {
      verdict: tally.verdict === 'effective' ? verdictWith(admins, unsure) : tally.verdict,
      coverage: tally.coverage,
      observed: [
        describeTally(tally, 'a phishing-resistant second factor for all resources'),
        ...explainOpen(tenant, PHISHING_RESISTANT_FACTOR, tally.open),
        ...(admins.length > 0
          ? [`Standing Global Administrators among the rest: ${some(admins.map((person) => person.name))}.`]
          : []),
        ...(unsure ? ['Whether a standing Global Administrator is among the rest could not be told.'] : []),
        ...registration.observed,
      ].join(' '),
      expected: EXPECTED,
      ...affected(names(admins, tally.uncovered), tally.unknown.length === 0),
      evidence: [...tally.evidence, ...evidenceOf(registrationsOf(tenant).reading, roles.active)],
      limitations: [
        ...tally.limitations,
        ...registration.limitations,
        ...(roles.active.ok ? [] : [`Who is a Global Administrator is not known: ${roles.active.reason}`]),
      ],
      ...(admins.length > 0 ? { critical: 'standing-global-admin-without-phishing-resistant-mfa' } : {}),
    }
  },
}

/** Where nearly everybody is covered: what follows from the administrators among those who are not. */
function verdictWith(admins: readonly Person[], unsure: boolean): CheckResult['verdict'] {
  if (admins.length > 0) return 'partial'
  return unsure ? 'no_visibility' : 'effective'
}

/** Administrators first, so that they are among the names that are shown. */
function names(admins: readonly Person[], uncovered: readonly Person[]): string[] {
  return [...new Set([...admins, ...uncovered].map((person) => person.name))]
}

function standingAdministrators(tenant: TenantReading, people: readonly Person[]): Person[] {
  const { holdings } = rolesOf(tenant)
  return people.filter((person) =>
    holdings.get(person.id)?.some((holding) => holding.standing && holding.role === GLOBAL_ADMINISTRATOR),
  )
}

/**
 * Whether a standing Global Administrator may be among the few whom nothing covers, and readings that would tell are
 * missing. Nearly everybody being covered is then no pass: with all readings it might be none.
 */
function mayLeaveAdministratorsOpen(tenant: TenantReading, { uncovered, unknown }: Tally): boolean {
  const { active, unreadGroups, cutRoles } = rolesOf(tenant)
  const holdersUnsure =
    !active.ok ||
    unreadGroups.some(({ role }) => role === GLOBAL_ADMINISTRATOR) ||
    cutRoles.includes(GLOBAL_ADMINISTRATOR)
  const open = uncovered.length + unknown.length > 0
  return (open && holdersUnsure) || standingAdministrators(tenant, unknown).length > 0
}

function registered(tenant: TenantReading, tally: Tally): { observed: string[]; limitations: string[] } {
  const { reading, byUser } = registrationsOf(tenant)
  if (!reading.ok) return { observed: [], limitations: [`What users have registered is not known: ${reading.reason}`] }
  const has = (person: Person): boolean =>
    byUser.get(person.id)?.methods.some((method) => RESISTANT_METHODS.has(method)) === true
  const everybody = [...tally.covered, ...tally.unknown, ...tally.uncovered]
  const missing = tally.covered.filter((person) => !has(person)).length
  const counted = { n: everybody.filter(has).length, of: everybody.length }
  return {
    observed: [`${share(counted, 'user')} registered a phishing-resistant method.`],
    limitations: [
      ...(missing > 0
        ? [`Policy and registration disagree: ${missing} of the covered users registered no such method.`]
        : []),
      'Certificates are not in the registration report, so users who sign in with one count as not registered.',
    ],
  }
}
