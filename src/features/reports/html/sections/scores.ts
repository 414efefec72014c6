import { isUnknown } from '../../../../engine/evaluation/unknowns.ts'
import type { AssessmentResult, GroupResult } from '../../../../engine/model/result.ts'
import type { Verdict } from '../../../../engine/model/verdict.ts'
import type { RowPoints } from '../../../../engine/results/points.ts'
import { html, type Markup } from '../../../../shared/html/html.ts'
import { percentText } from '../../../../shared/text/numbers.ts'
import { explanation } from '../../content/executive-summary.ts'
import { barsKey, drawGroupBars } from '../../content/figures/charts.ts'
import { groupTable } from '../../content/figures/tables.ts'
import type { Place } from '../../content/place.ts'
import { type Review, reviewsOf } from '../../content/rows/reviews.ts'
import {
  askedGroups,
  capitalize,
  groupLevelText,
  groupNoun,
  resultLevelText,
  VERDICT_WORDS,
} from '../../content/rules.ts'
import { addsText, pointsByGroup, scoreLead, scoreNote } from '../../content/score-explanation.ts'
import { timesListed } from '../../content/unknowns.ts'
import { MEANING_WORDS } from '../../content/words/every-edition.ts'
import { COLUMNS, FULL, MEANING, SCORE } from '../../content/words/full.ts'
import { groupAnchor, rowAnchor } from '../frame/badges.ts'
import { renderAsTable, renderFigure, renderKey } from '../frame/figure.ts'

/** What the result means, in words, as a chart of its groups, and line by line. */
export function renderScores(result: AssessmentResult, place: Place): Markup {
  const { anchor, title, fresh } = place
  const id = anchor('meaning')
  return html`<section class="panel" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title(FULL.meaning)}</h2>
<div class="prose">${explanation(result)
    .map(fresh)
    .map(
      (sentence) => sentence !== '' && html`<p>${sentence}</p>`,
    )}${reviewsOf(result).map((review) => renderReview(review, fresh))}</div>
${renderGroupBars(result, title)}
<h3 class="rows" id="${anchor('score')}">${FULL.score}</h3>
<p class="lead">${fresh(scoreLead(result))}</p>
${renderTable(result, place)}
</section>`
}

/** Answers to review, each with a link to its row. */
function renderReview({ sentence, rows }: Review, fresh: Place['fresh']): Markup {
  const text = MEANING.listed(fresh(sentence) || sentence)
  const links = timesListed(rows).map(
    ({ row, times }) => html` <span><a href="#${rowAnchor(row.group, row.id)}">${row.id}</a>${times}</span>`,
  )
  return html`<p>${text} <span class="ids">${links}</span></p>`
}

/** The groups as bars, with a key and the same as a table. */
export const renderGroupBars = (result: AssessmentResult, title = (words: string): string => words): Markup =>
  html`${renderKey(barsKey(result))}
${renderFigure((width, isNarrow) => drawGroupBars(result, width, 14, isNarrow))}${renderGroupTable(result, title)}`

function renderGroupTable(result: AssessmentResult, title: Place['title']): Markup | undefined {
  const table = groupTable(result)
  return table.rows.length > 0 ? renderAsTable(table, { name: title(table.caption) }) : undefined
}

function renderTable(result: AssessmentResult, { title, fresh }: Place): Markup {
  const { product, score, scoreCeiling, coverage } = result
  const points = pointsByGroup(result)
  return html`<p class="lead small">${fresh(scoreNote(result))}</p>
<div class="scroll" role="region" aria-label="${title(COLUMNS.scoreTable)}" tabindex="0"><table class="scores">
<caption>${COLUMNS.scoreTable}</caption>
<thead><tr><th scope="col">${capitalize(groupNoun(product, 1))}</th><th scope="col" class="number">${COLUMNS.score}</th><th scope="col" class="number">${COLUMNS.couldBe}</th>${
    points && html`<th scope="col" class="number">${COLUMNS.adds}</th>`
  }<th scope="col" class="number">${COLUMNS.level}</th><th scope="col" class="number">${COLUMNS.known}</th></tr></thead>
<tbody>${askedGroups(result).map(
    (group) =>
      html`<tr><th scope="row"><a href="#${groupAnchor(group.id)}">${group.name}</a></th><td class="number">${Math.round(group.score)}</td><td class="number">${Math.round(group.scoreCeiling)}</td>${
        points && html`<td class="number">${addsText(points.get(group.id))}</td>`
      }${renderLevel(groupLevelText(group, result))}<td class="number">${COLUMNS.knownOf(group.settled, group.inScope)}</td></tr>`,
  )}</tbody>
<tfoot><tr><th scope="row">${COLUMNS.overall}</th><td class="number">${score}</td><td class="number">${scoreCeiling}</td>${
    points && html`<td class="number">${score}</td>`
  }${renderLevel(resultLevelText(result))}<td class="number">${percentText(coverage)}</td></tr></tfoot>
</table></div>`
}

const renderLevel = (level: string): Markup =>
  level === ''
    ? html`<td class="number"><span aria-hidden="true">–</span><span class="unseen">${MEANING_WORDS.unknown}</span></td>`
    : html`<td class="number">${level}</td>`

const sumOf = (lines: readonly RowPoints[]): number => lines.reduce((total, { points }) => total + points, 0)

const KINDS: readonly (readonly [words: string, holds: (verdict: Verdict) => boolean])[] = [
  [COLUMNS.effectiveOrAlternate, (verdict) => verdict === 'effective' || verdict === 'alternate'],
  [VERDICT_WORDS.partial, (verdict) => verdict === 'partial'],
  [VERDICT_WORDS.ineffective, (verdict) => verdict === 'ineffective'],
  [MEANING_WORDS.unknown, isUnknown],
]

/** The points of one group: its rows by verdict, what each earns, and the sum. */
export function renderGroupPoints(group: GroupResult, lines: readonly RowPoints[]): Markup | undefined {
  const own = lines.filter(({ row }) => row.group === group.id)
  const max = own[0]?.max
  if (max === undefined) return undefined
  const left = group.inScope - own.length
  const kinds = KINDS.map(([words, holds]) => ({ words, its: own.filter(({ row }) => holds(row.verdict)) }))
  return html`<details class="more"><summary>${SCORE.ofGroup(sumOf(own).toFixed(2))}</summary>
<p class="soft">${SCORE.ofGroupLead((max * own.length).toFixed(2), own.length, max.toFixed(2), left)}</p>
<div class="scroll" role="region" aria-label="${COLUMNS.pointsTable(group.name)}" tabindex="0"><table>
<caption>${COLUMNS.pointsTable(group.name)}</caption>
<thead><tr><th scope="col">${COLUMNS.cameTo}</th><th scope="col" class="number">${COLUMNS.checks}</th><th scope="col" class="number">${COLUMNS.each}</th><th scope="col" class="number">${COLUMNS.points}</th></tr></thead>
<tbody>${kinds.map(
    ({ words, its }) =>
      its.length > 0 &&
      html`<tr><th scope="row">${words}</th><td class="number">${its.length}</td><td class="number">${earnedText(its)}</td><td class="number">${sumOf(its).toFixed(2)}</td></tr>`,
  )}</tbody>
<tfoot><tr><th scope="row">${COLUMNS.total}</th><td class="number">${own.length}</td><td class="number"></td><td class="number">${sumOf(own).toFixed(2)}</td></tr></tfoot>
</table></div></details>`
}

/** `90%`, or `50 to 90%` if they differ. */
function earnedText(lines: readonly RowPoints[]): string {
  const shares = lines.map(({ earned }) => earned)
  const [lowest, highest] = [percentText(Math.min(...shares)), percentText(Math.max(...shares))]
  return lowest === highest ? lowest : COLUMNS.range(lowest.replace('%', ''), highest)
}
