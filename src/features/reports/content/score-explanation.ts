import { isUnknown } from '../../../engine/evaluation/unknowns.ts'
import type { AssessmentResult } from '../../../engine/model/result.ts'
import { askedGroups, bareLevel, groupNoun, levelText, scoreLines, scoringOf } from './rules.ts'
import { SCORE } from './words/full.ts'

/** What each group adds to the score, by its id; undefined if the groups do not add up to it. */
export function pointsByGroup(result: AssessmentResult): ReadonlyMap<string, number> | undefined {
  const lines = scoreLines(result)
  if (!lines) return undefined
  const groups = Map.groupBy(lines, ({ row }) => row.group)
  return new Map([...groups].map(([id, its]) => [id, its.reduce((sum, { points }) => sum + points, 0)]))
}

/** What a group adds to the score, as in `2.5`; a dash for a group in which nothing applies. */
export const addsText = (points: number | undefined): string => points?.toFixed(1) ?? '–'

/** How the score is calculated. */
export function scoreLead(result: AssessmentResult): string {
  const isWhole = pointsByGroup(result)?.size === askedGroups(result).length
  return SCORE.lead(groupNoun(result.product, 1), levelText(result.target), isWhole)
}

/** What a check earns, and what two columns of the score's table mean. */
export function scoreNote(result: AssessmentResult): string {
  const { product } = result
  const counted = pointsByGroup(result)?.size ?? 0
  const adds = counted > 0 ? ` ${SCORE.adds(groupNoun(product, 1), (100 / counted).toFixed(1))}` : ''
  return `${SCORE.credit[scoringOf(product) ?? 'levels-reached']} ${SCORE.couldBe}${adds}`
}

/**
 * Why a score has points although nothing is known to be in place: missing checks and those that wait for an answer earn those of the
 * lowest level, and unknown ones those of what is known of them. Empty if all of it goes without saying.
 */
export function pointsNote(result: AssessmentResult): string {
  const { product, target, score } = result
  const lines = scoreLines(result) ?? []
  const earning = lines.filter(({ points }) => points > 0)
  const open = earning.filter(({ row }) => isUnknown(row.verdict))
  if (open.length > 0 && open.length === earning.length)
    return SCORE.shownInPart(
      open.length,
      open.some(({ row }) => row.answer !== undefined),
    )
  const share = SCORE.shareOf(target)
  const [level, wanted] = [levelText(bareLevel(product)), levelText(target)]
  const waiting = earning.filter(({ row }) => row.verdict === 'partial' && row.level === bareLevel(product))
  if (waiting.length > 0 && waiting.length === earning.length && share !== undefined)
    return SCORE.partlyEarns(waiting.length, level, wanted, share)
  const missing = earning.filter(({ row }) => row.verdict === 'ineffective')
  if (missing.length === 0 || share === undefined) return ''
  return missing.length === lines.length
    ? SCORE.lowest(score, level, wanted, share)
    : SCORE.missingEarns(level, wanted, share)
}
