import { isUnknown } from '../../../engine/evaluation/unknowns.ts'
import type { AssessmentResult, RequirementResult } from '../../../engine/model/result.ts'
import type { Verdict } from '../../../engine/model/verdict.ts'
import type { Difference, RowChange } from './input.ts'
import { CHANGES } from './words/full.ts'
import { levelText, listText } from './words/language.ts'

/** Order of the known verdicts, from worst to best. */
const RANKS: Readonly<Partial<Record<Verdict, number>>> = { ineffective: 0, partial: 1, effective: 2, alternate: 2 }

/** The verdict of a row in a result that lacks it, because that version of the framework does not ask for it. */
const ABSENT: Verdict = 'not_applicable'

type Direction = 'better' | 'worse' | 'otherwise'

/**
 * What changed between two results of one customer and product, row by row (a requirement within a group), among the rows that
 * the current target asks for. Better and worse are decided by the verdict, or by the level if both rows have one; changes to
 * and from unknown or `not_applicable` are neither. A row that one result lacks, as after a new version of the framework,
 * counts as not applicable there. In the order of the current result, then rows that it lacks.
 */
export function compareResults(previous: AssessmentResult, current: AssessmentResult): Pick<Difference, Direction> {
  const asked = ({ levels }: RequirementResult): boolean => levels.includes(current.target)
  const earlier = new Map(previous.requirements.map((row) => [keyOf(row), row]))
  const sameTarget = previous.target === current.target
  const found: Record<Direction, RowChange[]> = { better: [], worse: [], otherwise: [] }
  for (const row of current.requirements.filter(asked)) {
    const before = earlier.get(keyOf(row))
    const direction = before ? directionOf(before, row, sameTarget) : appeared(row)
    if (direction) found[direction].push(toChange(row, before, row))
  }
  const now = new Set(current.requirements.map(keyOf))
  for (const row of previous.requirements.filter(asked)) {
    if (!now.has(keyOf(row)) && appeared(row)) found.otherwise.push(toChange(row, row, undefined))
  }
  return found
}

const keyOf = ({ id, group }: RequirementResult): string => JSON.stringify([id, group])

const appeared = ({ verdict }: RequirementResult): Direction | undefined =>
  verdict === ABSENT ? undefined : 'otherwise'

function directionOf(before: RequirementResult, after: RequirementResult, sameTarget: boolean): Direction | undefined {
  const isOpen = [before, after].some(({ verdict }) => isUnknown(verdict) || verdict === ABSENT)
  const step = isOpen ? 0 : stepOf(before, after, sameTarget)
  if (step !== 0) return step > 0 ? 'better' : 'worse'
  // A row with a level can get another verdict just because the target changed.
  const isMeasure = after.level !== undefined && !isOpen && !sameTarget
  return before.verdict === after.verdict || isMeasure ? undefined : 'otherwise'
}

function stepOf(before: RequirementResult, after: RequirementResult, sameTarget: boolean): number {
  const byVerdict = (RANKS[after.verdict] ?? 0) - (RANKS[before.verdict] ?? 0)
  if (before.level === undefined || after.level === undefined) return byVerdict
  return after.level - before.level || (sameTarget ? byVerdict : 0)
}

function toChange(
  { id, group, statement }: RequirementResult,
  before: RequirementResult | undefined,
  after: RequirementResult | undefined,
): RowChange {
  const levels = before?.level !== undefined && after?.level !== undefined && before.level !== after.level
  return {
    id,
    group,
    statement,
    before: before?.verdict ?? ABSENT,
    after: after?.verdict ?? ABSENT,
    ...(levels && { levelBefore: before.level, levelAfter: after.level }),
  }
}

/** How the score changed and how many checks became better, worse or otherwise changed. */
export function changesSentence(result: AssessmentResult, { since, better, worse, otherwise }: Difference): string {
  const counts = [
    better.length > 0 && CHANGES.becameBetter(better.length),
    worse.length > 0 && CHANGES.becameWorse(worse.length),
    ...otherChanges(otherwise),
  ].filter((text) => text !== false)
  const changes = counts.length > 0 ? listText(counts) : CHANGES.none
  if (since.target !== undefined && since.target !== result.target)
    return CHANGES.otherTarget(levelText(since.target), levelText(result.target), changes)
  if (result.score === since.score) return CHANGES.sameScore(result.score, changes)
  return CHANGES.scored(since.score, result.score, changes)
}

/** `80 checks are now known`: how checks changed that are neither better nor worse. */
function otherChanges(changes: readonly RowChange[]): string[] {
  const counts = Map.groupBy(changes, otherChange)
  return [...counts].map(([words, its]) => CHANGES.changedOtherwise(its.length, words))
}

function otherChange({ before, after }: RowChange): string {
  const { ended, began, nowUnknown, nowKnown, otherReason, otherTarget } = CHANGES.kinds
  // As in the chart beside the sentence: that a check is not applicable is known.
  if (isUnknown(before) !== isUnknown(after)) return isUnknown(after) ? nowUnknown : nowKnown
  if (after === ABSENT) return ended
  if (before === ABSENT) return began
  return isUnknown(after) ? otherReason : otherTarget
}
