/** A search in the lists of a page that the service answers, for readers without JavaScript. */
export interface ServedSearch {
  /** What the reader searches for; empty for everything. */
  text: string
  /** What the page's own address carries besides the search. */
  address: Readonly<Record<string, string>>
}

/** Characters; also the limit of the field. */
export const MAX_SEARCH = 100

/** What an address asks for in one line, cut to the length of the field. */
export function toSearchText(asked = ''): string {
  const text = asked
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  return [...text].slice(0, MAX_SEARCH).join('')
}
