import { html, type Markup } from '../../../../shared/html/html.ts'
import { CONTROLS } from '../../content/words/controls.ts'

/** A box that shows or hides what belongs to it. What belongs to several boxes is hidden once none of them is checked. */
export interface Choice {
  /** A name by which the style sheet filters. */
  shows: string
  words: string
  count: number
}

/** With fewer entries, a filter takes more room than it saves time. */
export const FILTER_FROM = 6

export interface Filter {
  /** The anchor of the filter; unique in the page. */
  id: string
  /** The anchor of the section whose details the button opens. */
  folds: string
  /** How many entries the list has. */
  entries: number
  /** What the list has, and the boxes count. */
  counts: keyof typeof CONTROLS.counts
  kinds: readonly (readonly [legend: string, choices: readonly Choice[]])[]
  orders?: Readonly<Record<string, string>>
}

/**
 * The filter of a list inside an element with `data-filtered`, if the list is long enough. The boxes work with the style
 * sheet alone; search, order and the button appear with the script.
 */
export function renderFilter({ id, folds, entries, counts, kinds, orders }: Filter): Markup | undefined {
  if (entries < FILTER_FROM) return undefined
  const shown = CONTROLS.shown[counts]
  return html`<div class="filter" role="group" aria-label="${CONTROLS.filter}">
${kinds.map(
  ([legend, choices]) =>
    choices.length > 1 &&
    html`<fieldset><legend>${legend}</legend>${choices.map(
      ({ shows, words, count }) =>
        html`<label><input type="checkbox" class="show-${shows}" data-shows="${shows}" checked> ${words} <span class="soft number">${count}<span class="unseen"> ${CONTROLS.counts[counts]}</span></span></label>`,
    )}</fieldset>`,
)}
<p class="tools" data-scripted hidden><label for="${id}">${CONTROLS.search}</label> <input type="search" id="${id}" placeholder="${CONTROLS.searchHint}"> <output for="${id}" data-some="${shown.some}" data-all="${shown.all}"></output>${
    orders && renderOrders(id, orders)
  }<button type="button" class="tool" data-folds="${folds}" data-other="${CONTROLS.close}">${CONTROLS.open}</button></p>
</div>`
}

const renderOrders = (id: string, orders: Readonly<Record<string, string>>): Markup =>
  html`<label for="${id}-order">${CONTROLS.order}</label> <select id="${id}-order">${Object.entries(orders).map(
    ([value, words]) => html`<option value="${value}">${words}</option>`,
  )}</select>`

/** A button that copies what stands after it, or the action that it stands in. */
export const copyButton = (copies: 'code' | 'action', words: string): Markup =>
  html`<button type="button" class="tool" hidden data-copies="${copies}" data-done="${CONTROLS.copied}" aria-live="polite">${words}</button>`
