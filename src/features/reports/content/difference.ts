import { READ } from '../../../engine/evaluation/reading-level.ts'
import { isUnknown } from '../../../engine/evaluation/unknowns.ts'
import type { AssessmentResult, RequirementResult } from '../../../engine/model/result.ts'
import type { Verdict } from '../../../engine/model/verdict.ts'
import {
  isOnlyAnswered,
  keyOf,
  type PointsMoved,
  pointsMoved,
  wholePoints,
} from '../../../engine/results/points-moved.ts'
import { spanOf, spanText } from '../../../shared/charts/gauge.ts'
import { isExact } from '../../../shared/charts/span-change.ts'
import type { Difference, RowChange } from './input.ts'
import { isBare } from './rules.ts'
import { VERDICT_WORDS } from './words/every-edition.ts'
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
 * counts as not applicable there. In the order of the current result, then rows that it lacks. Between results of one
 * target, also how many points of the score came from what.
 */
export function compareResults(previous: AssessmentResult, current: AssessmentResult): Omit<Difference, 'since'> {
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
  return { ...found, ...(sameTarget && { points: pointsMoved(previous, current) }) }
}

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
    ...(before && after && isOnlyAnswered(before, after) && { byAnswer: true as const }),
    ...(levels && { levelBefore: before.level, levelAfter: after.level }),
  }
}

/** The verdicts before and after, with levels if they say more: `Partly in place, level 2`. */
export const changeWords = ({ before, after, levelBefore, levelAfter }: RowChange) =>
  [stateWords(before, levelBefore), stateWords(after, levelAfter)] as const

/** A row partly in place is at level 2 or above, so a lower level only counts until people answer. */
function stateWords(verdict: Verdict, level: number | undefined): string {
  const words = VERDICT_WORDS[verdict]
  if (level === undefined) return words
  return verdict === 'partial' && level < READ.partly ? CHANGES.countsAs(words, level) : CHANGES.atLevel(words, level)
}

/** What a change of a row means for the reader, in the order in which charts and lists have them. */
export const CHANGE_KINDS = ['better', 'worse', 'answered', 'nowKnown', 'nowUnknown', 'otherwise'] as const
type ChangeKind = (typeof CHANGE_KINDS)[number]

/** The changes of each kind. Better or worse only by an answer is a kind of its own; so is becoming known or unknown. */
export function changesByKind({
  better,
  worse,
  otherwise,
}: Pick<Difference, Direction>): Record<ChangeKind, readonly RowChange[]> {
  // That a check is not applicable is known.
  const isOfKind = ({ before, after }: RowChange): boolean => isUnknown(before) !== isUnknown(after)
  const isRead = ({ byAnswer }: RowChange): boolean => !byAnswer
  const turned = otherwise.filter(isOfKind)
  return {
    worse: worse.filter(isRead),
    better: better.filter(isRead),
    answered: [...better, ...worse].filter((change) => !isRead(change)),
    nowKnown: turned.filter(({ after }) => !isUnknown(after)),
    nowUnknown: turned.filter(({ after }) => isUnknown(after)),
    otherwise: otherwise.filter((change) => !isOfKind(change)),
  }
}

/** How the score changed, how many checks became better, worse or otherwise changed, and what that did to the score. */
export function changesSentence(result: AssessmentResult, difference: Difference): string {
  const { since } = difference
  const { better, worse, answered, nowKnown, nowUnknown, otherwise } = changesByKind(difference)
  const rest = Map.groupBy(otherwise, otherChange)
  const counts = [
    better.length > 0 && CHANGES.becameBetter(better.length),
    worse.length > 0 && CHANGES.becameWorse(worse.length),
    answered.length > 0 && CHANGES.changedByAnswer(answered.length),
    nowKnown.length > 0 && CHANGES.changedOtherwise(nowKnown.length, CHANGES.nowKnown),
    nowUnknown.length > 0 && CHANGES.changedOtherwise(nowUnknown.length, CHANGES.nowUnknown),
    ...[...rest].map(([words, its]) => CHANGES.changedOtherwise(its.length, words)),
  ].filter((text) => text !== false)
  const changes = counts.length > 0 ? listText(counts) : CHANGES.none
  if (since.target !== undefined && since.target !== result.target)
    return CHANGES.otherTarget(levelText(since.target), levelText(result.target), changes)
  const [before, now] = [spanOf(since), spanOf(result)]
  const [from, to] = [spanText(before), spanText(now)]
  const moved = difference.points ? causesSentence(difference.points, now.score - before.score) : ''
  const causes = moved !== '' && isBare(result) ? `${moved}${CHANGES.bare}` : moved
  if (from === to) return `${CHANGES.sameScore(to, changes)}${causes}`
  // Only two exact scores tell by how much it changed.
  const says = isExact(before) && isExact(now) ? CHANGES.scored : CHANGES.spans
  return `${says(from, to, changes)}${causes}`
}

/** Says what newly known and answered checks did to the score, and what the others did; empty if knowledge did not change it. */
function causesSentence(points: PointsMoved, difference: number): string {
  const whole = wholePoints(points, difference)
  if (whole.answered === 0 && whole.nowKnown === 0 && whole.nowUnknown === 0) return ''
  const causes = (['nowKnown', 'nowUnknown', 'answered', 'changed', 'applicability'] as const).flatMap((kind) =>
    whole[kind] === 0 ? [] : CHANGES.moved(CHANGES.causes[kind], whole[kind]),
  )
  return ` ${CHANGES.movedBy(causes)}`
}

function otherChange({ before, after }: RowChange): string {
  const { ended, began, otherReason, otherTarget } = CHANGES.kinds
  if (after === ABSENT) return ended
  if (before === ABSENT) return began
  return isUnknown(after) ? otherReason : otherTarget
}
