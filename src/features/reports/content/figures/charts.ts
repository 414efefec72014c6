import type { AssessmentResult, RequirementResult } from '../../../../engine/model/result.ts'
import type { Verdict } from '../../../../engine/model/verdict.ts'
import type { Action } from '../../../../engine/results/actions.ts'
import { type ChangeBar, drawChanges } from '../../../../shared/charts/change-bars.ts'
import type { Drawing, Meaning } from '../../../../shared/charts/drawing.ts'
import { drawRoadmap, type RoadmapItem } from '../../../../shared/charts/roadmap.ts'
import { drawSpanTrend } from '../../../../shared/charts/span-trend.ts'
import { type Bar, drawBars, MEANINGS as STACKED } from '../../../../shared/charts/stacked-bars.ts'
import { shortDayText, type TimeStyle } from '../../../../shared/dates/datetime.ts'
import { CHANGE_KINDS, changesByKind } from '../difference.ts'
import type { Difference, RunPoint } from '../input.ts'
import { askedGroups, EFFORTS, groupLevelText, groupNoun, SEVERITIES, SEVERITY_WORDS } from '../rules.ts'
import { drawnSpan } from '../trend.ts'
import { CHART_WORDS, EFFORT_WORDS, MEANING_WORDS } from '../words/every-edition.ts'

/** The charts of a report, from its content. */

const MEANINGS: Readonly<Record<Verdict, Meaning>> = {
  effective: 'in-place',
  alternate: 'in-place',
  partial: 'partly',
  ineffective: 'missing',
  not_applicable: 'not-applicable',
  not_licensed: 'unknown',
  no_visibility: 'unknown',
  not_assessed: 'unknown',
}

export type MeaningCounts = Partial<Record<Meaning, number>>

export const countMeanings = (rows: readonly Pick<RequirementResult, 'verdict'>[]): MeaningCounts => {
  const counts: MeaningCounts = {}
  for (const { verdict } of rows) counts[MEANINGS[verdict]] = (counts[MEANINGS[verdict]] ?? 0) + 1
  return counts
}

/** The checks of each group by outcome, and the level of the group. */
export function groupBars(result: AssessmentResult): (Bar & { id: string })[] {
  const asked = result.requirements.filter((row) => row.levels.includes(result.target))
  return askedGroups(result).map((group) => {
    const { id, name } = group
    const level = groupLevelText(group, result)
    return {
      id,
      name,
      counts: countMeanings(asked.filter((row) => row.group === id)),
      note: level === '' ? CHART_WORDS.levelNotKnown : CHART_WORDS.level(level),
    }
  })
}

/** The key of the bars of the groups: what they show, in the order of their parts, with its words. */
export function barsKey(result: AssessmentResult): (readonly [meaning: Meaning, words: string])[] {
  const bars = groupBars(result)
  return STACKED.filter((meaning) => bars.some(({ counts }) => (counts[meaning] ?? 0) > 0)).map((meaning) => [
    meaning,
    MEANING_WORDS[meaning],
  ])
}

/** The parts of a bar in words, such as `3 in place`. */
export const barParts = (counts: MeaningCounts): (readonly [meaning: Meaning, words: string])[] =>
  STACKED.flatMap((meaning) => {
    const count = counts[meaning] ?? 0
    return count === 0 ? [] : [[meaning, `${count} ${MEANING_WORDS[meaning].toLowerCase()}`] as const]
  })

export function drawGroupBars(result: AssessmentResult, width: number, size: number, isNarrow = false): Drawing {
  const alt = CHART_WORDS.groupsAlt(groupNoun(result.product, 1))
  return drawBars(groupBars(result), { width, size, alt, isNarrow })
}

/** All runs; where their labels do not fit next to each other, only the first and the last have one. */
export function drawTrend(
  points: readonly RunPoint[],
  product: string,
  times: TimeStyle,
  { width, size, height = 190 }: { width: number; size: number; height?: number },
): Drawing {
  const spans = points.map((point) => ({
    ...drawnSpan(point, product),
    day: shortDayText(point.completedAt, times),
    at: point.completedAt,
  }))
  const isDense = points.length > Math.floor((width - size * 2.4) / (size * 4.6))
  return drawSpanTrend(spans, { width, height, alt: CHART_WORDS.trendAlt(points.length), size, isDense })
}

const CHANGE_MEANINGS = {
  better: 'in-place',
  worse: 'missing',
  answered: 'known',
  nowKnown: 'known',
  nowUnknown: 'unknown',
  otherwise: 'not-applicable',
} as const

/** How many rows changed in each way, without zeros. */
function changeBars(difference: Difference): ChangeBar[] {
  const changes = changesByKind(difference)
  return CHANGE_KINDS.map((kind) => ({
    name: CHART_WORDS.changes[kind],
    count: changes[kind].length,
    meaning: CHANGE_MEANINGS[kind],
  })).filter(({ count }) => count > 0)
}

export const drawChangeBars = (difference: Difference, width: number, size: number): Drawing =>
  drawChanges(changeBars(difference), { width, size, alt: CHART_WORDS.changesAlt })

const SEVERITY_MEANINGS: readonly Meaning[] = ['missing', 'missing', 'partly', 'known']

/** Actions by value (severity) and effort, with their numbers in the list; without those whose effort is not known. */
function roadmapItems(actions: readonly Action[]): RoadmapItem[] {
  return actions.flatMap(({ severity, effort }, index) => {
    if (!effort) return []
    const value = SEVERITIES.indexOf(severity)
    return [{ number: index + 1, value, effort: EFFORTS.indexOf(effort), meaning: SEVERITY_MEANINGS[value] ?? 'known' }]
  })
}

export function drawRoadmapOf(actions: readonly Action[], width: number, size: number): Drawing {
  const values = SEVERITIES.map((severity) => SEVERITY_WORDS[severity])
  const efforts = EFFORTS.map((effort) => EFFORT_WORDS[effort])
  return drawRoadmap(roadmapItems(actions), { alt: CHART_WORDS.roadmapAlt, values, efforts }, { width, size })
}

/** A roadmap of fewer actions shows no more than their list. */
export const hasRoadmap = (actions: readonly Action[]): boolean => roadmapItems(actions).length > 2
