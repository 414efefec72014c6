import type { Drawing, Meaning } from '../../../../shared/charts/drawing.ts'
import { writeSvg } from '../../../../shared/charts/svg.ts'
import { html, type Markup } from '../../../../shared/html/html.ts'

/** The widths in which charts are drawn: for screens and paper, and for phones. The style sheet shows one of them. */
const WIDE = 878
const NARROW = 319

/** A chart with its name for assistive technology, in both widths. */
export function renderFigure(draw: (width: number, isNarrow: boolean) => Drawing): Markup {
  const [wide, narrow] = [draw(WIDE, false), draw(NARROW, true)]
  return html`<figure class="figure" role="img" aria-label="${wide.alt}"><div class="at-wide">${writeSvg(wide)}</div><div class="at-narrow">${writeSvg(narrow)}</div></figure>`
}

/** What the colours mean. */
export const renderKey = (entries: readonly (readonly [meaning: Meaning, words: string])[]): Markup =>
  html`<ul class="key">${entries.map(([meaning, words]) => html`<li>${swatch(meaning)}${words}</li>`)}</ul>`

export const swatch = (meaning: Meaning): Markup =>
  html`<svg class="swatch" aria-hidden="true" focusable="false"><rect class="a-${meaning}" width="100%" height="100%"/></svg>`
