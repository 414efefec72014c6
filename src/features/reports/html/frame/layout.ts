import { HATCH } from '../../../../shared/charts/svg.ts'
import { DEFAULT_LOCALE } from '../../../../shared/dates/locales.ts'
import { renderDocument } from '../../../../shared/html/document.ts'
import { type Child, html, type Markup, trusted } from '../../../../shared/html/html.ts'
import { renderContact, renderSender } from '../../../../shared/html/partner-look.ts'
import type { Brand } from '../../../brands/rules.ts'
import { CONTROLS } from '../../content/words/controls.ts'
import { COMMON } from '../../content/words/every-edition.ts'
import { type ContentsGroup, renderContents } from './contents.ts'
import { PAGE_SCRIPT } from './script/script.ts'
import { styleOf } from './sheet.ts'

/** Icons and patterns, defined once and used by reference. */
const SPRITE = trusted(`<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false"><defs>
${HATCH}
<symbol id="i-check" viewBox="0 0 16 16"><path d="M2 8.5l4 4 8-9" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></symbol>
<symbol id="i-cross" viewBox="0 0 16 16"><path d="M3 3l10 10M13 3L3 13" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round"/></symbol>
<symbol id="i-half" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" stroke-width="2"/><path d="M8 1.5a6.5 6.5 0 0 1 0 13z" fill="currentColor"/></symbol>
<symbol id="i-unknown" viewBox="0 0 16 16"><path d="M4.4 5a3.6 3.6 0 1 1 5.3 3.17c-1.1.6-1.7 1.1-1.7 2.2" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round"/><circle cx="8" cy="14" r="1.6" fill="currentColor"/></symbol>
<symbol id="i-locked" viewBox="0 0 16 16"><path d="M5 8V5a3 3 0 0 1 6 0v3" fill="none" stroke="currentColor" stroke-width="2.2"/><rect x="2.5" y="7" width="11" height="8" rx="1.2" fill="currentColor"/></symbol>
<symbol id="i-blocked" viewBox="0 0 16 16"><path d="M3.6 12.4l8.8-8.8" fill="none" stroke="currentColor" stroke-width="2.2"/><circle cx="8" cy="8" r="6.4" fill="none" stroke="currentColor" stroke-width="2.2"/></symbol>
<symbol id="i-none" viewBox="0 0 16 16"><path d="M3 8h10" stroke="currentColor" stroke-width="2.6" stroke-linecap="round"/></symbol>
<symbol id="i-down" viewBox="0 0 16 16"><path d="M8 2v11M3 8.5l5 5 5-5" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></symbol>
<symbol id="i-critical" viewBox="0 0 16 16"><path d="M5 1h6l4 4v6l-4 4H5l-4-4V5z" fill="currentColor"/></symbol>
<symbol id="i-high" viewBox="0 0 16 16"><path d="M8 1.5l7 13H1z" fill="currentColor"/></symbol>
<symbol id="i-medium" viewBox="0 0 16 16"><path d="M8 1l7 7-7 7-7-7z" fill="currentColor"/></symbol>
<symbol id="i-low" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="2.6"/></symbol>
</defs></svg>`)

export interface PageLayout {
  title: string
  partnerName: string
  productName: string
  brand?: Brand
  heading: Child
  /** On one line under the heading. */
  facts: readonly Child[]
  /** Stands before the contents, because it must be seen without scrolling. */
  glance?: Markup
  contents?: readonly ContentsGroup[]
  body: Child
  footer: Child
}

// Also in the page, for when it is saved and opened from a file.
const REFERRER = trusted('<meta name="referrer" content="no-referrer">\n')

const SCRIPT = trusted(`<script>${PAGE_SCRIPT}</script>`)

/** A whole page: document, style, header, first screen, contents, main, footer and script. */
export function renderLayout(frame: PageLayout): string {
  return renderDocument({
    title: frame.title,
    style: styleOf(frame.brand),
    head: REFERRER,
    body: html`<a class="skip" href="#main">${COMMON.skip}</a>
${SPRITE}
<div class="page" data-locale="${frame.brand?.locale ?? DEFAULT_LOCALE}" data-copy-denied="${CONTROLS.copyDenied}">
<header class="top">
<p class="brand">${renderSender({ ...frame.brand, name: frame.partnerName }, '')}<span class="soft">${COMMON.assessmentBy(frame.productName)}</span></p>
<h1>${frame.heading}</h1>
${frame.facts.length > 0 && html`<ul class="facts-line">${frame.facts.map((fact) => html`<li>${fact}</li>`)}</ul>`}
</header>
<main id="main">
${frame.glance}
${frame.contents && renderContents(frame.contents)}
${frame.body}
</main>
<footer class="bottom">${frame.footer}${frame.brand && renderContact(frame.brand, frame.partnerName)}</footer>
</div>
${SCRIPT}`,
  })
}
