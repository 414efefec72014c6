import { html, type Markup } from '../../../../shared/html/html.ts'
import { COMMON } from '../../content/words/every-edition.ts'

/** A link to a section. */
export type ContentsLink = readonly [anchor: string, words: string]

/** Links that stand together; those about one of several frameworks stand after its name. */
export interface ContentsGroup {
  framework?: string
  links: readonly ContentsLink[]
}

/** What is below the first screen, with the name of each framework once. */
export function renderContents(groups: readonly ContentsGroup[]): Markup {
  return html`<nav class="contents" aria-label="${COMMON.contents}"><ul>${groups.map(({ framework, links }) =>
    framework === undefined
      ? links.map(renderLink)
      : html`<li class="one"><span class="soft">${framework}</span> <ul>${links.map(renderLink)}</ul></li>`,
  )}</ul></nav>`
}

const renderLink = ([anchor, words]: ContentsLink): Markup => html`<li><a href="#${anchor}">${words}</a></li>`
