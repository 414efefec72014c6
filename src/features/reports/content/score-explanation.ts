import type { Scoring } from '../../../engine/model/framework.ts'
import type { AssessmentResult } from '../../../engine/model/result.ts'
import { askedGroups, groupNoun, levelText, scoreLines, scoringOf } from './rules.ts'

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
  const one = groupNoun(result.product, 1)
  const isWhole = pointsByGroup(result)?.size === askedGroups(result).length
  const left = isWhole ? '' : `; a ${one} in which nothing applies is left out`
  return `For each ${one}: how much of what level ${levelText(result.target)} asks for is in place, from 0 to 100. Every ${one} weighs the same, and the score is their average${left}.`
}

/** What a check earns of its points, by how the product is scored. */
const CREDIT: Readonly<Record<Scoring, string>> = {
  'levels-reached':
    'A check in place earns all of its points; one partly in place earns the share it holds for, at most 90%, or half if nothing was counted; one missing or unknown earns none.',
  maturity:
    'A check earns its level as a share of the target: all of its points from the target on, none if nothing is known.',
}

/** What a check earns, and what two columns of the score's table mean. */
export function scoreNote(result: AssessmentResult): string {
  const { product } = result
  const counted = pointsByGroup(result)?.size ?? 0
  const adds =
    counted > 0
      ? ` “Adds” is what a ${groupNoun(product, 1)} brings to the score, ${(100 / counted).toFixed(1)} points at most.`
      : ''
  return `${CREDIT[scoringOf(product) ?? 'levels-reached']} “Could be” counts every unknown check as in place.${adds}`
}
