import { html, type Markup } from '../../../../shared/html/html.ts'

/** Between the words of a name or address without spaces: after a dot and what separates the parts of an address, and before a capital. */
const BETWEEN = /(?<=[./?&=_@-])(?=[A-Za-z0-9])|(?<=[a-z])(?=[A-Z])/
/** Where a line may break; no text has this character. */
const BREAK = '\u0000'
/** Letters and digits; fewer are never alone on a line. */
const SHORT = 3
/** Characters; a shorter name fits beside anything on a phone. */
const LONG = 18

/** A text in which a long name, such as that of a permission, or an address can break between its words; names of up to `fits` characters stay whole. */
export function breakable(text: string, fits = LONG): Markup {
  if (!hasLong(text, fits)) return html`${text}`
  const words = text.split(' ')
  const divided = words
    .map((word) => (word.length > fits ? joinShort(word.split(BETWEEN)).join(BREAK) : word))
    .join(' ')
  return html`${divided.split(BREAK).map((piece, index) => (index > 0 ? html`<wbr>${piece}` : piece))}`
}

/** Whether a word is longer than `fits`. Most texts have none, and a split of each would take longer than the search. */
function hasLong(text: string, fits: number): boolean {
  for (let start = 0; text.length - start > fits; ) {
    const space = text.indexOf(' ', start)
    if (space < 0 || space - start > fits) return true
    start = space + 1
  }
  return false
}

/** The pieces, with each short one joined to one beside it. */
function joinShort(pieces: readonly string[]): string[] {
  const joined: string[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (last !== undefined && (isShort(piece) || isShort(last))) joined[joined.length - 1] = last + piece
    else joined.push(piece)
  }
  return joined
}

const isShort = (piece: string): boolean => piece.replace(/[^A-Za-z0-9]/g, '').length <= SHORT
