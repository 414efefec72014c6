import type { Check, CheckResult } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { type Tally, tallyEverybody } from '../../readers/conditional-access/coverage.ts'
import { affectedBy, coverageOf, describeTally, namedIn } from '../../readers/conditional-access/describe-tally.ts'
import { explainOpen } from '../../readers/conditional-access/explanations.ts'
import { LEGACY_BLOCKED, LEGACY_SHUT, SECOND_FACTOR } from '../../readers/conditional-access/policies.ts'
import { registrationsOf } from '../../readers/identity/registrations.ts'
import { evidenceOf } from '../../readers/results/result.ts'
import { count, knownShare, midSentence } from '../../readers/results/sentences.ts'
import { isUnknown, worst } from '../../readers/results/verdict.ts'

const EXPECTED = `Everybody who can sign in must use a second factor for all resources. ${LEGACY_BLOCKED}`

/**
 * Every enabled user must use a second factor for everything (ISM-1504). Legacy clients are evaluated separately: if
 * they are open, a password is enough, whatever the other policies say. What people have registered is a second source;
 * it is shown but does not affect the verdict, because the policy makes people register or blocks them.
 */
export const mfaAllUsers: Check = {
  id: 'mfa-all-users',
  version: 3,
  counts: 'user',
  evaluate(tenant, parameters) {
    const modern = tallyEverybody(tenant, parameters, SECOND_FACTOR, EXPECTED)
    if (!modern.ok) return modern.result
    const legacy = tallyEverybody(tenant, parameters, LEGACY_SHUT, EXPECTED)
    if (!legacy.ok) return legacy.result
    return combine(tenant, modern.tally, legacy.tally)
  },
}

function combine(tenant: TenantReading, modern: Tally, legacy: Tally): CheckResult {
  const legacyOpen = legacy.verdict === 'ineffective' || legacy.verdict === 'partial'
  const critical = legacyOpen
    ? 'legacy-authentication-open'
    : modern.administrators.length > 0 && 'privileged-user-without-mfa'
  const registration = compareRegistration(tenant, modern)
  // An exception for a person covers the second factor, not legacy clients that other people can use.
  const uncovered = new Set(modern.uncovered)
  const legacyAlone = legacy.uncovered.some((person) => !uncovered.has(person))
  const { allNamed, ...names } = affectedBy(modern, legacy)
  const observed = [
    ...describeTally(modern, 'must use a second factor for all resources'),
    ...explainOpen(tenant, SECOND_FACTOR, modern.open, namedIn(modern)),
    ...modern.gaps.sentences,
    ...(legacy.coverage.n < legacy.coverage.of
      ? [
          `${knownShare(legacy.coverage, legacy.unknown.length, 'user', 'are blocked from using legacy clients')}.`,
          ...explainOpen(tenant, LEGACY_SHUT, openOnlyIn(legacy, modern), namedIn(modern)),
        ]
      : []),
    ...registration.observed,
  ]
  const overall = worstOf(modern, legacy)
  return {
    ...overall,
    ...coverageOf({ ...modern, verdict: overall.verdict }),
    observed: [...new Set(observed)].join(' '),
    expected: EXPECTED,
    ...names,
    ...(allNamed && !legacyAlone ? { allNamed } : {}),
    evidence: [...modern.evidence, ...registration.evidence],
    limitations: [...new Set([...modern.limitations, ...legacy.limitations, ...registration.limitations])],
    ...(critical && { critical }),
  }
}

/** The worst verdict; if it is unknown, what was seen to fail in any of them still counts. */
function worstOf(...tallies: readonly Tally[]): Pick<CheckResult, 'verdict' | 'atBest'> {
  const verdict = worst(...tallies.map((tally) => tally.verdict))
  const atBest = worst(
    ...tallies.map((tally) => tally.atBest?.verdict ?? (isUnknown(tally.verdict) ? 'effective' : tally.verdict)),
  )
  const isSeenToFail = atBest === 'partial' || atBest === 'ineffective'
  return { verdict, ...(isUnknown(verdict) && isSeenToFail && { atBest: { verdict: atBest } }) }
}

/** The open people of a tally who are not open in another, which explains the others already. */
function openOnlyIn(tally: Tally, other: Tally): Tally['open'] {
  const explained = new Set(other.open.flatMap(({ people }) => people))
  return tally.open
    .map(({ people, reach }) => ({ people: people.filter((person) => !explained.has(person)), reach }))
    .filter(({ people }) => people.length > 0)
}

/** Policies say who must use a second factor, the report says who can: if they differ, both are shown. */
function compareRegistration(tenant: TenantReading, modern: Tally) {
  const { reading, byUser } = registrationsOf(tenant)
  if (!reading.ok) {
    return {
      observed: [],
      limitations: [`What users have registered is not known, because ${midSentence(reading.reason)}`],
      evidence: evidenceOf(reading),
    }
  }
  const records = modern.covered.map((person) => byUser.get(person.id))
  const incapable = records.filter((record) => record?.isMfaCapable === false).length
  const missing = records.filter((record) => record?.isMfaCapable === undefined).length
  const capableElsewhere = modern.uncovered.filter((person) => byUser.get(person.id)?.isMfaCapable === true).length
  return {
    observed:
      incapable > 0
        ? [`${count(incapable, 'covered user')} cannot use one yet, because they have registered nothing.`]
        : [],
    limitations: [
      ...(capableElsewhere > 0
        ? [`${count(capableElsewhere, 'user')} registered a second factor, but no policy always asks for it.`]
        : []),
      ...(missing > 0 ? [`The registration report says nothing about ${count(missing, 'covered user')}.`] : []),
    ],
    evidence: evidenceOf(reading),
  }
}
