import { renderDocument } from '../../shared/html/document.ts'
import { html, type Markup, trusted } from '../../shared/html/html.ts'
import { MARK } from '../../shared/html/portal-page.ts'
import { pagePolicy } from '../../shared/security-headers.ts'
import { VERSION } from '../../shared/version.ts'
import { addressOf, MAX_QUERY_CHARACTERS, markdownAddressOf, type Page, type Section } from './contents/pages.ts'
import type { RenderedPage } from './markdown.ts'
import { type Hit, wordsOf } from './search.ts'
import { STYLE } from './style.ts'

/** Headers of every page. It may load its own style and our own pictures, and send its form to our search. */
export const PAGE_HEADERS = {
  'Content-Security-Policy': pagePolicy(STYLE, { 'img-src': "'self'", 'form-action': "'self'" }),
  'Referrer-Policy': 'no-referrer',
} as const

/** A page of the documentation. */
export function renderPage(
  sections: readonly Section[],
  page: Page,
  { html: content, headings }: RenderedPage,
): string {
  const parts = headings.filter(({ depth }) => depth === 2)
  const contents = parts.length > 1 && renderContents(parts)
  const body = html`${contents}<div class="text">
<p class="about"><span>${sectionOf(sections, page)}</span> <a href="${markdownAddressOf(page.path)}">This page as Markdown</a></p>
${trusted(content)}${renderNeighbours(sections, page)}</div>`
  const alternate = html`<link rel="alternate" type="text/markdown" href="${markdownAddressOf(page.path)}">\n`
  return renderFrame(sections, { title: page.title, page, body, head: alternate, isPublic: true })
}

/** The results of a search. */
export function renderHits(sections: readonly Section[], query: string, hits: readonly Hit[]): string {
  const words = wordsOf(query)
  const found = hits.map(
    ({
      page,
      heading,
      anchor,
      excerpt,
    }) => html`<li><a href="${addressOf(page.path)}${anchor !== '' && `#${anchor}`}">${heading}</a>
<p class="soft">${sectionOf(sections, page)} · ${page.title}</p>
<p>${markWords(excerpt, words)}</p></li>\n`,
  )
  const answer =
    words.length === 0
      ? html`<p>Type what you are looking for: a word, an error code, a setting, a path.</p>`
      : hits.length === 0
        ? html`<p>Nothing was found for “${query}”. Try fewer or other words.</p>`
        : html`<p>${hits.length === 1 ? 'One section' : `${hits.length} sections`} for “${query}”.</p>\n<ul class="hits">${found}</ul>`
  return renderFrame(sections, {
    title: 'Search',
    query,
    body: html`<div class="text"><h1>Search</h1>\n${answer}</div>`,
  })
}

/** The page for an unknown address. */
export const renderMissing = (sections: readonly Section[]): string =>
  renderFrame(sections, {
    title: 'Page not found',
    body: html`<div class="text"><h1>Page not found</h1>
<p>The documentation of this version does not have this page. Search for it, or start at the <a href="/docs">overview</a>.</p></div>`,
  })

interface Frame {
  title: string
  body: Markup
  /** The page that the reader is on. */
  page?: Page
  query?: string
  head?: Markup
  isPublic?: boolean
}

function renderFrame(
  sections: readonly Section[],
  { title, body, page, query = '', head, isPublic = false }: Frame,
): string {
  return renderDocument({
    title: `${title} – Plumbline documentation`,
    style: STYLE,
    isPublic,
    head: html`<link rel="icon" type="image/svg+xml" href="/docs/files/icon.svg">\n${head}`,
    body: html`<a class="skip" href="#content">Skip to the content</a>
<header class="top"><a class="brand" href="/docs">${MARK} Plumbline documentation</a>
<form class="find" role="search" action="/docs/search"><input type="search" name="q" value="${query}" maxlength="${MAX_QUERY_CHARACTERS}" placeholder="Search" aria-label="Search the documentation"><button>Search</button></form>
<ul><li><a href="/api/docs">API explorer</a></li><li><a href="/">Portal</a></li></ul></header>
<div class="narrow"><details><summary>All pages</summary>${renderNavigation(sections, page, 'All pages, short')}</details></div>
<div class="frame"><div class="wide">${renderNavigation(sections, page, 'All pages')}</div>
<main id="content" tabindex="-1">${body}</main></div>
<footer class="top"><span class="soft">Plumbline ${VERSION}</span><ul><li><a href="/llms.txt">llms.txt</a></li><li><a href="/api/openapi.json">openapi.json</a></li></ul></footer>`,
  })
}

function renderNavigation(sections: readonly Section[], page: Page | undefined, label: string): Markup {
  const current = sections.find(({ pages }) => pages.some(({ path }) => path === page?.path))
  const parts = sections.map((section) => {
    const { title, pages, isLong } = section
    // In a long section, all groups but the current one are closed, so that the current page is in view.
    const isOpen = section === current || !(isLong || current?.isLong)
    const items = pages.map(
      ({ path, title: name }) =>
        html`<li><a href="${addressOf(path)}"${path === page?.path && html` aria-current="page"`}>${name}</a></li>\n`,
    )
    return html`<details${isOpen && html` open`}><summary>${title}</summary>\n<ul>${items}</ul></details>\n`
  })
  return html`<nav class="pages" aria-label="${label}">${parts}</nav>`
}

/**
 * The contents of a page, once beside it and once above it; the style sheet shows the one that fits. There are two,
 * because a style sheet cannot open a closed `details` element.
 */
function renderContents(parts: readonly { title: string; anchor: string }[]): Markup {
  const items = html`<ul>${parts.map(({ title, anchor }) => html`<li><a href="#${anchor}">${title}</a></li>\n`)}</ul>`
  return html`<details class="above"><summary>On this page</summary>${items}</details>
<nav class="beside" aria-labelledby="parts"><p id="parts">On this page</p>${items}</nav>\n`
}

/** Links to the pages before and after this one. */
function renderNeighbours(sections: readonly Section[], page: Page): Markup {
  const pages = sections.flatMap((section) => section.pages)
  const at = pages.findIndex(({ path }) => path === page.path)
  const [before, after] = [pages[at - 1], pages[at + 1]]
  return html`<p class="next">${before && html`<a href="${addressOf(before.path)}" rel="prev">← ${before.title}</a>`} ${after && html`<a href="${addressOf(after.path)}" rel="next">${after.title} →</a>`}</p>`
}

const sectionOf = (sections: readonly Section[], page: Page): string =>
  sections.find(({ pages }) => pages.some(({ path }) => path === page.path))?.title ?? ''

/** The text with the words of the query marked. */
function markWords(text: string, words: readonly string[]): Markup {
  const lower = text.toLowerCase()
  const parts: (string | Markup)[] = []
  let at = 0
  while (at < text.length) {
    const found = words.map((word) => ({ word, index: lower.indexOf(word, at) })).filter(({ index }) => index >= 0)
    const [next] = found.sort((one, other) => one.index - other.index || other.word.length - one.word.length)
    if (next === undefined) break
    const end = next.index + next.word.length
    parts.push(text.slice(at, next.index), html`<mark>${text.slice(next.index, end)}</mark>`)
    at = end
  }
  return html`${[...parts, text.slice(at)]}`
}
