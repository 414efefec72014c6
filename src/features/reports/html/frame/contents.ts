import { html, type Markup } from '../../../../shared/html/html.ts'
import { COMMON } from '../../content/words/every-edition.ts'

/** A link to a section. */
export type ContentsLink = readonly [anchor: string, words: string]

/**
 * Links that stand together, in the order of the page. Those about one of several frameworks stand after its name, those to
 * parts of a section after the link to it.
 */
export interface ContentsGroup {
  of?: string | ContentsLink
  links: readonly ContentsLink[]
}

/** What is below the first screen, with the name of each framework once. */
export function renderContents(groups: readonly ContentsGroup[]): Markup {
  return html`<nav class="contents" aria-label="${COMMON.contents}"><ul>${groups.map(({ of, links }) => {
    const items = links.map((link) => html`<li>${renderLink(link)}</li>`)
    if (of === undefined) return items
    const head = typeof of === 'string' ? html`<span class="soft">${of}</span>` : html`<span>${renderLink(of)}</span>`
    return html`<li class="one">${head} <ul>${items}</ul></li>`
  })}</ul></nav>`
}

const renderLink = ([anchor, words]: ContentsLink): Markup => html`<a href="#${anchor}">${words}</a>`
