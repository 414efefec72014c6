import { formatCount } from '../../../shared/text/numbers.ts'
import type { CheckResult } from '../../model/check.ts'
import { affected } from '../results/result.ts'
import { knownShare, some } from '../results/sentences.ts'
import { isUnknown } from '../results/verdict.ts'
import type { Tally } from './coverage.ts'
import { ASKED_AT_TIMES } from './security-defaults.ts'

/** How many people are covered, in sentences; `predicate` completes "3 of 4 users …". */
export function describeTally(tally: Tally, predicate: string): string[] {
  const { covered, partly, unknown: maybe, guests, coverage } = tally
  const { never, ifActive } = openAdministrators(tally)
  const counted = { n: covered.length, of: coverage.of }
  const always = `${predicate} at every sign-in`
  const by = `${predicate}${tally.bySecurityDefaults ? ', by security defaults' : ''}`
  return [
    `${knownShare(counted, maybe.length, 'user', partly.length > 0 ? always : by)}.`,
    ...(maybe.length === coverage.of ? tally.doubts : []),
    ...(partly.length > 0 ? [ASKED_AT_TIMES] : []),
    ...(never.length > 0 ? [`Administrators who are not covered: ${some(never)}.`] : []),
    ...(ifActive.length > 0 ? [`Administrators who are covered only while a role is active: ${some(ifActive)}.`] : []),
    ...(guests.of > 0 ? [describeGuests(guests)] : []),
  ]
}

function describeGuests({ covered, unknown, of }: Tally['guests']): string {
  if (unknown === of) return 'Guests are counted separately; for none of them could it be determined.'
  const doubt = unknown > 0 ? `; for ${formatCount(unknown)} of them, it could not be determined` : ''
  return `Guests are counted separately: ${formatCount(covered)} of ${formatCount(of)} ${covered === 1 ? 'is' : 'are'} covered${doubt}.`
}

/** The verdict of a tally, and the best that it can become if it is unknown. */
export const verdictsOf = ({ verdict, atBest }: Tally): Pick<CheckResult, 'verdict' | 'atBest'> => ({
  verdict,
  ...(atBest && { atBest }),
})

/**
 * The coverage of a tally; absent if security defaults ask some people only at times, who are neither covered nor uncovered, and
 * if the verdict is unknown.
 */
export const coverageOf = ({ coverage, partly, verdict }: Tally): Pick<CheckResult, 'coverage'> =>
  partly.length > 0 || isUnknown(verdict) ? {} : { coverage }

/** The administrators whom `describeTally` names. */
export function namedIn(tally: Tally): string[] {
  const { never, ifActive } = openAdministrators(tally)
  return [...never, ...ifActive]
}

/** Names of administrators who are not covered: whatever they do, and until they activate a role. */
function openAdministrators({ administrators, coveredIfActive }: Tally): { never: string[]; ifActive: string[] } {
  const ids = new Set(coveredIfActive.map(({ id }) => id))
  const namesOf = (isIfActive: boolean): string[] =>
    administrators.filter(({ id }) => ids.has(id) === isIfActive).map(({ name }) => name)
  return { never: namesOf(false), ifActive: namesOf(true) }
}

/** What makes tallies of the same people fall short: uncovered people, and what is left out. */
export function affectedBy(...tallies: readonly Tally[]): Pick<CheckResult, 'affected' | 'allNamed'> {
  const names = new Set<string>()
  for (const { uncovered } of tallies) for (const { name } of uncovered) names.add(name)
  for (const { gaps } of tallies) for (const object of gaps.objects) names.add(object)
  return affected(
    [...names],
    tallies.every(({ unknown, partly, gaps }) => unknown.length + partly.length + gaps.maybe === 0),
  )
}
