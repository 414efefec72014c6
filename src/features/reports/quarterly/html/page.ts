import { drawGauge, spanText } from '../../../../shared/charts/gauge.ts'
import { HATCH, writeSvg } from '../../../../shared/charts/svg.ts'
import { renderDocument } from '../../../../shared/html/document.ts'
import { html, type Markup, trusted } from '../../../../shared/html/html.ts'
import { renderContact, renderSender } from '../../../../shared/html/partner-look.ts'
import { COMMON, SEVERITY_WORDS } from '../../content/words/every-edition.ts'
import { capitalize } from '../../content/words/language.ts'
import type { Sheet } from '../content/input.ts'
import { rowsOf } from '../content/rows.ts'
import type { CourseShown, Figure, SheetEntry, SheetList, SpanShown } from '../content/shapes.ts'
import { drawCourse, hasTrend } from '../content/trend.ts'
import { SHEET } from '../content/words.ts'
import { sheetStyle } from './style.ts'

const PATTERNS = trusted(
  `<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false"><defs>${HATCH}</defs></svg>`,
)

/** How many entries of each list fit on one sheet of paper: fewer with several frameworks. */
const ENTRIES = { one: { top: 6, below: 3 }, many: { top: 3, below: 2 } } as const

/** A quarterly sheet as one page that needs nothing else. Serve it with the `sheetPolicy` of its brand. */
export function renderSheetPage({ customerName, partnerName, brand, quarter, content }: Sheet): string {
  const { about, conclusion, figures, courses } = content
  const isOnly = courses.length === 1
  const { top, below } = isOnly ? ENTRIES.one : ENTRIES.many
  const max = (list: SheetList): number => (list === content.done || list === content.next ? top : below)
  const column = (lists: readonly SheetList[]) =>
    lists.length > 0 && html`<div>${lists.map((list) => renderList(list, max(list)))}</div>`
  return renderDocument({
    title: SHEET.title(customerName, quarter),
    style: sheetStyle(brand),
    body: html`${PATTERNS}<div class="sheet">
<header>
<p class="brand">${renderSender({ ...brand, name: partnerName }, '')}<span class="soft">${SHEET.kind}</span></p>
<h1><bdi>${customerName}</bdi></h1>
<p class="soft">${about}</p>
</header>
<main>
<p class="conclusion">${conclusion}</p>
<h2 class="unseen">${SHEET.figures}</h2>
<ul class="figures">${figures.map(renderFigure)}</ul>
<section class="courses${!isOnly && courses.every(({ start }) => !start) && ' beside'}"><h2 class="unseen">${SHEET.courses}</h2>${courses.map((course) => renderCourse(course, isOnly))}</section>
${rowsOf(content).map(({ left, right }) => html`<div class="lists">${column(left)}${column(right)}</div>`)}
<section class="notes"><h2>${SHEET.notes}</h2><div></div><div></div></section>
</main>
<footer class="bottom"><p>${COMMON.confidential(partnerName, customerName)}</p>${renderContact(brand, partnerName)}</footer>
</div>`,
  })
}

const renderFigure = ({ label, count, note, tone }: Figure): Markup =>
  html`<li class="${tone}"><b>${count}</b><span>${label}</span><small>${note}</small></li>`

/** Pixels. */
const GAUGES = { one: { start: 120, end: 180 }, many: { start: 86, end: 120 } } as const

function renderCourse(course: CourseShown, isOnly: boolean): Markup {
  const { name, note, start, end, change, level, levelBefore, levelNote, pointsNote } = course
  const sizes = isOnly ? GAUGES.one : GAUGES.many
  const reached = capitalize([levelBefore, levelNote.toLowerCase()].filter(Boolean).join(', '))
  return html`<article class="course"><header><h3>${name}</h3>${note !== '' && html`<p class="soft">${note}</p>`}</header>
<div class="points">${start && html`${renderSpan(start, sizes.start)}<span class="arrow" aria-hidden="true">→</span>`}${renderSpan(end, sizes.end)}
<div class="words">${change !== '' && html`<b>${change}</b>`}<p>${level}</p><p class="soft">${reached}</p></div>${
    !isOnly && hasTrend(course) && renderTrend(course, { width: 190, height: 84 })
  }</div>${pointsNote !== '' && html`<p class="soft why">${pointsNote}</p>`}${isOnly && hasTrend(course) && renderTrend(course, { width: 720, height: 130 })}</article>`
}

function renderSpan({ words, ...span }: SpanShown, width: number): Markup {
  const alt = `${words}. ${COMMON.gaugeAlt(spanText(span))}`
  const gauge = drawGauge(span, width, { alt, unit: COMMON.ofHundred })
  return html`<div class="gauge" role="img" aria-label="${alt}">${writeSvg(gauge)}<p>${words}</p></div>`
}

const NARROW = { width: 280, height: 110, size: 11, isDense: true } as const

/** In two widths, of which the style sheet shows one. */
function renderTrend(course: CourseShown, { width, height }: { width: number; height: number }): Markup {
  const wide = drawCourse(course, { width, height, size: 11, isDense: width < 400 })
  return html`<div class="trend" role="img" aria-label="${wide.alt}"><div class="wide">${writeSvg(wide)}</div><div class="narrow">${writeSvg(drawCourse(course, NARROW))}</div></div>`
}

function renderList({ title, entries, none, notes }: SheetList, max: number): Markup {
  const count = entries.length > max && html` <span class="soft">${SHEET.firstOf(max, entries.length)}</span>`
  return html`<section><h2>${title}${count}</h2>${
    entries.length > 0 ? html`<ul>${entries.slice(0, max).map(renderEntry)}</ul>` : none !== '' && html`<p>${none}</p>`
  }${notes.map((sentence) => html`<p>${sentence}</p>`)}</section>`
}

const renderEntry = ({ title, note, isCritical }: SheetEntry): Markup =>
  html`<li>${title}${
    (isCritical || note !== '') &&
    html`<p>${isCritical && html`<span class="critical">${SEVERITY_WORDS.critical}</span> `}${note}</p>`
  }</li>`
