import { html } from '../../../shared/html/html.ts'
import { ADDRESSES } from '../content/words/addresses.ts'
import { renderLayout } from './frame/layout.ts'

/** A way on: its text and its address. */
export type Choice = readonly [words: string, address: string]

/** The page at an address that asks for what does not exist. It is the same for every report, and leads to what exists. */
export function renderChoicePage(
  about: 'unknownEdition' | 'unknownFormat' | 'otherFormat' | 'unknownProduct' | 'notYet',
  choices: readonly Choice[],
): string {
  const { title, lead } = ADDRESSES[about]
  return renderLayout({
    title,
    partnerName: 'Plumbline',
    productName: 'Security',
    heading: title,
    facts: [],
    body: html`<section class="panel">
<p>${lead}</p>
<div class="prose">${choices.map(([words, address]) => html`<p><a href="${address}">${words}</a></p>`)}</div>
</section>`,
    footer: '',
  })
}
