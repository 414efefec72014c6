import { formatCount } from '../../../shared/text/numbers.ts'
import type { Check } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { type Tally, tallyEverybody } from '../../readers/conditional-access/coverage.ts'
import {
  affectedBy,
  coverageOf,
  describeTally,
  namedIn,
  verdictsOf,
} from '../../readers/conditional-access/describe-tally.ts'
import { explainOpen } from '../../readers/conditional-access/explanations.ts'
import { PHISHING_RESISTANT_FACTOR } from '../../readers/conditional-access/policies.ts'
import type { Person } from '../../readers/identity/people.ts'
import { registrationsOf } from '../../readers/identity/registrations.ts'
import { GLOBAL_ADMINISTRATOR, rolesOf } from '../../readers/privileged-access/roles.ts'
import { evidenceOf } from '../../readers/results/result.ts'
import { midSentence, share, some } from '../../readers/results/sentences.ts'

const EXPECTED = 'Everybody who can sign in must use a phishing-resistant second factor for all resources.'

/** Phishing-resistant registered methods; names: Graph `userRegistrationDetails.methodsRegistered`. */
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
 * Everybody must use an authentication strength that only phishing-resistant methods satisfy (ISM-1872). An uncovered
 * standing Global Administrator is critical here and not in `mfa-privileged-users`, which accepts any second factor.
 */
export const mfaPhishingResistant: Check = {
  id: 'mfa-phishing-resistant',
  version: 3,
  counts: 'user',
  evaluate(tenant, parameters) {
    const tallied = tallyEverybody(tenant, parameters, PHISHING_RESISTANT_FACTOR, EXPECTED)
    if (!tallied.ok) return tallied.result
    const { tally } = tallied
    const registration = registered(tenant, tally)
    const admins = standingAdministrators(tenant, tally.uncovered)
    const roles = rolesOf(tenant)
    return {
      ...verdictsOf(tally),
      ...coverageOf(tally),
      observed: [
        ...describeTally(tally, 'must use a phishing-resistant second factor for all resources'),
        ...describePermanent(admins, tally),
        ...explainOpen(tenant, PHISHING_RESISTANT_FACTOR, tally.open, namedIn(tally)),
        ...tally.gaps.sentences,
        ...registration.observed,
      ].join(' '),
      expected: EXPECTED,
      ...affectedBy({ ...tally, administrators: [...admins, ...tally.administrators] }),
      evidence: [...tally.evidence, ...evidenceOf(registrationsOf(tenant).reading, roles.active)],
      limitations: [
        ...tally.limitations,
        ...registration.limitations,
        ...(roles.active.ok
          ? []
          : [`Who is a Global Administrator is not known, because ${midSentence(roles.active.reason)}`]),
      ],
      ...(admins.length > 0 ? { critical: 'standing-global-admin-without-phishing-resistant-mfa' } : {}),
    }
  },
}

/** The tally names uncovered administrators, unless who they are is not known. */
function describePermanent(permanent: readonly Person[], { administrators }: Tally): string[] {
  if (permanent.length === 0) return []
  if (permanent.length < administrators.length || administrators.length === 0)
    return [`Permanent Global Administrators who are not covered: ${some(permanent.map(({ name }) => name))}.`]
  return [
    permanent.length === 1 ? 'It is a permanent Global Administrator.' : 'They are permanent Global Administrators.',
  ]
}

function standingAdministrators(tenant: TenantReading, people: readonly Person[]): Person[] {
  const { holdings } = rolesOf(tenant)
  return people.filter((person) =>
    holdings.get(person.id)?.some((holding) => holding.standing && holding.role === GLOBAL_ADMINISTRATOR),
  )
}

function registered(tenant: TenantReading, tally: Tally): { observed: string[]; limitations: string[] } {
  const { reading, byUser } = registrationsOf(tenant)
  if (!reading.ok)
    return {
      observed: [],
      limitations: [`What users have registered is not known, because ${midSentence(reading.reason)}`],
    }
  const has = (person: Person): boolean =>
    byUser.get(person.id)?.methods.some((method) => RESISTANT_METHODS.has(method)) === true
  const everybody = [...tally.covered, ...tally.unknown, ...tally.uncovered]
  const missing = tally.covered.filter((person) => !has(person)).length
  const counted = { n: everybody.filter(has).length, of: everybody.length }
  return {
    observed: [`${share(counted, 'user')} registered a phishing-resistant method.`],
    limitations: [
      ...(missing > 0
        ? [`Policy and registration disagree: ${formatCount(missing)} of the covered users registered no such method.`]
        : []),
      'Certificates are not in the registration report, so users who sign in with one count as not registered.',
    ],
  }
}
