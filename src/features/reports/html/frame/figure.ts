import type { Drawing, Meaning } from '../../../../shared/charts/drawing.ts'
import { writeSvg } from '../../../../shared/charts/svg.ts'
import { html, type Markup } from '../../../../shared/html/html.ts'
import type { ChartTable } from '../../content/figures/tables.ts'
import { CHART_WORDS } from '../../content/words/every-edition.ts'

/** The widths in which charts are drawn: for screens and paper, and for phones. The style sheet shows one of them. */
const WIDE = 878
const NARROW = 319

/** A chart with its name for assistive technology, in both widths. */
export function renderFigure(draw: (width: number, isNarrow: boolean) => Drawing): Markup {
  const [wide, narrow] = [draw(WIDE, false), draw(NARROW, true)]
  return html`<figure class="figure" role="img" aria-label="${wide.alt}"><div class="at-wide">${writeSvg(wide)}</div><div class="at-narrow">${writeSvg(narrow)}</div></figure>`
}

/**
 * What a chart shows as a table, on request. On paper it is left out: there, the chart has its numbers in it. `name` is its
 * name among the regions of the page.
 */
export function renderAsTable(
  { caption, head, rows, hasLists = false }: ChartTable,
  { name = caption, rowName = (_, words) => words }: AsTable = {},
): Markup {
  const kind = hasLists ? '' : html` class="number"`
  const [first, ...others] = head
  return html`<details class="more as-table"><summary>${CHART_WORDS.asTable}</summary>
<div class="scroll" role="region" aria-label="${name}" tabindex="0"><table>
<caption>${name}</caption>
<thead><tr><th scope="col">${first}</th>${others.map((words) => html`<th scope="col"${kind}>${words}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([words = '', ...cells], row) =>
      html`<tr><th scope="row">${rowName(row, words)}</th>${cells.map((cell) => html`<td${kind}>${cell}</td>`)}</tr>`,
  )}</tbody>
</table></div></details>`
}

interface AsTable {
  name?: string
  /** What names a row, if it is more than words. */
  rowName?: (row: number, words: string) => Markup | string
}

/** What the colours mean. */
export const renderKey = (entries: readonly (readonly [meaning: Meaning, words: string])[]): Markup =>
  html`<ul class="key">${entries.map(([meaning, words]) => html`<li>${swatch(meaning)}${words}</li>`)}</ul>`

export const swatch = (meaning: Meaning): Markup =>
  html`<svg class="swatch" aria-hidden="true" focusable="false"><rect class="a-${meaning}" width="100%" height="100%"/></svg>`
