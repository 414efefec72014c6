import { html, type Markup, toText } from '../../../../shared/html/html.ts'
import { CONTROLS } from '../../content/words/controls.ts'
import { MAX_SEARCH, type ServedSearch } from '../frame/search.ts'

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

/** The entries of one list, by what the service was asked to search for; all of them in a page that it does not serve. */
export interface SearchedList {
  served: ServedSearch | undefined
  /** The attributes of an entry with this content. Render all entries before the filter, which counts them. */
  entry: (content: Markup) => Markup
  /** How many entries a search found; undefined without a search. */
  count: (words: { some: string; all: string }) => string | undefined
}

/** A list with this number of entries; one that is too short for a filter is shown whole. */
export function searchList(entries: number, served: ServedSearch | undefined): SearchedList {
  const words = entries < FILTER_FROM ? [] : (served?.text.toLowerCase().split(/\s+/).filter(Boolean) ?? [])
  const seen = { all: 0, shown: 0 }
  return {
    served,
    entry(content) {
      const text = words.length > 0 ? toText(content).toLowerCase() : ''
      const isShown = words.every((word) => text.includes(word))
      seen.all += 1
      if (isShown) seen.shown += 1
      return html`data-finding${!isShown && ' hidden'}`
    },
    count({ some, all }) {
      if (words.length === 0) return undefined
      const form = seen.shown === seen.all ? all : some
      return form.replace('{shown}', String(seen.shown)).replace('{all}', String(seen.all))
    },
  }
}

/**
 * The filter of a list inside an element with `data-filtered`, if the list is long enough. The boxes work with the style
 * sheet alone, and the search as a form where the service answers it; all else appears with the script.
 */
export function renderFilter(
  { id, folds, entries, counts, kinds, orders }: Filter,
  list: SearchedList,
): Markup | undefined {
  if (entries < FILTER_FROM) return undefined
  const { served } = list
  const shown = CONTROLS.shown[counts]
  const found = list.count(shown)
  const tools = html`<label for="${id}">${CONTROLS.search}</label> <input type="search"${served && html` name="q" value="${served.text}" maxlength="${MAX_SEARCH}"`} id="${id}" placeholder="${CONTROLS.searchHint}">${
    served && html` <button class="tool" data-scriptless>${CONTROLS.find}</button>`
  } <output for="${id}" data-some="${shown.some}" data-all="${shown.all}">${found}</output>${
    served &&
    found &&
    html` <a href="?${String(new URLSearchParams(served.address))}#${folds}" data-scriptless>${CONTROLS.everything}</a>`
  }${orders && renderOrders(id, orders)}<button type="button" class="tool" data-folds="${folds}" data-other="${CONTROLS.close}" hidden>${CONTROLS.open}</button>`
  return html`<div class="filter" role="group" aria-label="${CONTROLS.filter}">
${kinds.map(
  ([legend, choices]) =>
    choices.length > 1 &&
    html`<fieldset><legend>${legend}</legend>${choices.map(
      ({ shows, words, count }) =>
        html`<label><input type="checkbox" class="show-${shows}" data-shows="${shows}" checked> ${words} <span class="soft number">${count}<span class="unseen"> ${CONTROLS.counts[counts](count)}</span></span></label>`,
    )}</fieldset>`,
)}
${
  served
    ? html`<form class="tools" action="#${folds}">${Object.entries(served.address).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
      )}${tools}</form>`
    : html`<p class="tools" data-scripted hidden>${tools}</p>`
}
</div>`
}

const renderOrders = (id: string, orders: Readonly<Record<string, string>>): Markup =>
  html`<label for="${id}-order" data-scripted hidden>${CONTROLS.order}</label> <select id="${id}-order" data-scripted hidden>${Object.entries(
    orders,
  ).map(([value, words]) => html`<option value="${value}">${words}</option>`)}</select>`

/** A button that copies what stands after it, or the action that it stands in. */
export const copyButton = (copies: 'code' | 'action', words: string): Markup =>
  html`<button type="button" class="tool" hidden data-copies="${copies}" data-done="${CONTROLS.copied}" aria-live="polite">${words}</button>`
