import type { AssessmentResult } from '../../../../engine/model/result.ts'
import type { Action } from '../../../../engine/results/actions.ts'
import { shortDayText, type TimeStyle } from '../../../../shared/dates/datetime.ts'
import { percentText } from '../../../../shared/text/numbers.ts'
import type { RunPoint } from '../input.ts'
import { askedGroups, capitalize, EFFORTS, groupLevelText, groupNoun, SEVERITIES, SEVERITY_WORDS } from '../rules.ts'
import { CONTROLS } from '../words/controls.ts'
import { CHART_WORDS, EFFORT_WORDS } from '../words/every-edition.ts'
import { COLUMNS } from '../words/full.ts'
import { barsKey, groupBars } from './charts.ts'

/** What a chart shows, for those who read tables or hear them. */
export interface ChartTable {
  caption: string
  /** The first column names the rows. */
  head: readonly string[]
  rows: readonly (readonly string[])[]
  /** Cells are lists instead of numbers. */
  hasLists?: boolean
}

/** In a cell about which nothing can be said. */
const NOTHING = '–'

/** The numbers in the bars of `drawGroupBars`. */
export function groupTable(result: AssessmentResult): ChartTable {
  const one = groupNoun(result.product, 1)
  const key = barsKey(result)
  const groups = new Map(askedGroups(result).map((group) => [group.id, group]))
  return {
    caption: CHART_WORDS.groupsTable(one),
    head: [capitalize(one), ...key.map(([, words]) => words), COLUMNS.level],
    rows: groupBars(result).map(({ id, name, counts }) => {
      const group = groups.get(id)
      const level = group ? groupLevelText(group, result) || CHART_WORDS.levelNotKnown : NOTHING
      return [name, ...key.map(([meaning]) => String(counts[meaning] ?? 0)), level]
    }),
  }
}

/** The numbers of the actions in each cell of `drawRoadmapOf`. */
export function roadmapTable(actions: readonly Action[]): ChartTable {
  const numbered = actions.map(({ severity, effort }, index) => ({ severity, effort, number: index + 1 }))
  const placed = numbered.filter(({ effort }) => effort !== undefined)
  const severities = SEVERITIES.filter((severity) => placed.some((each) => each.severity === severity))
  return {
    caption: CHART_WORDS.roadmapTable,
    head: [CONTROLS.severity, ...EFFORTS.map((effort) => EFFORT_WORDS[effort])],
    rows: severities.map((severity) => [
      SEVERITY_WORDS[severity],
      ...EFFORTS.map((effort) => {
        const its = placed.filter((each) => each.severity === severity && each.effort === effort)
        return its.length === 0 ? NOTHING : its.map(({ number }) => number).join(', ')
      }),
    ]),
    hasLists: true,
  }
}

/** The scores of `drawTrend` by the day of their run. */
export const trendTable = (points: readonly RunPoint[], times: TimeStyle): ChartTable => ({
  caption: CHART_WORDS.trendTable.caption,
  head: [CHART_WORDS.trendTable.date, CHART_WORDS.trendTable.min, CHART_WORDS.trendTable.max, COLUMNS.known],
  rows: points.map(({ completedAt, score, scoreCeiling, coverage }) => [
    shortDayText(completedAt, times),
    String(score),
    String(scoreCeiling),
    percentText(coverage),
  ]),
})

/** A table as one sentence, for a chart on paper of which the table is not there. */
export const tableInWords = ({ caption, head, rows }: ChartTable): string =>
  `${caption}. ${rows
    .map((cells) => cells.map((cell, index) => (index === 0 ? cell : `${head[index]}: ${cell}`)))
    .map((parts) => parts.filter((part) => !part.endsWith(NOTHING)).join(', '))
    .join('; ')}.`
