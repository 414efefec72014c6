import type { CheckResult } from '../../model/check.ts'

/** How many people, without guests, meet what a row demands. */
export interface PeopleCount {
  covered: number
  /** Covered in part, such as people whom security defaults ask only at times. */
  partly: number
  unknown: number
  uncovered: number
  /** An administrator is certainly uncovered. */
  administratorUncovered: boolean
  /** An administrator may be uncovered: some are unknown, or who is an administrator is not completely known. */
  administratorMaybe: boolean
  /** Something else, such as an excluded application, certainly or possibly falls short. */
  gap: boolean
  gapMaybe: boolean
}

/**
 * The verdict on a row about people. Unlike for devices, no share is enough: a single account is a way in. One uncovered
 * administrator makes it ineffective, as does covering nobody; any other uncovered person makes it partial. If people who
 * are unknown could change that, it is `no_visibility`.
 */
export function verdictOfPeople(count: PeopleCount): Pick<CheckResult, 'verdict' | 'atBest'> {
  const low = verdictOf({
    ...count,
    uncovered: count.uncovered + count.unknown,
    administratorUncovered: count.administratorUncovered || count.administratorMaybe,
    gap: count.gap || count.gapMaybe,
  })
  const high = verdictOf({ ...count, covered: count.covered + count.unknown })
  if (low === high) return { verdict: low }
  const isSeenToFail = high === 'partial' || high === 'ineffective'
  return { verdict: 'no_visibility', ...(isSeenToFail && { atBest: { verdict: high } }) }
}

function verdictOf({ covered, partly, uncovered, administratorUncovered, gap }: PeopleCount): CheckResult['verdict'] {
  if (covered + partly + uncovered === 0) return 'no_visibility'
  if (administratorUncovered || covered + partly === 0) return 'ineffective'
  return uncovered + partly > 0 || gap ? 'partial' : 'effective'
}
