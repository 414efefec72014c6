import { html, type Markup } from '../../../../shared/html/html.ts'

/** Between the words of a name or address without spaces: after a dot and what separates the parts of an address, and before a capital. */
const BETWEEN = /(?<=[./?&=_@-])(?=[A-Za-z0-9])|(?<=[a-z])(?=[A-Z])/
/** Letters and digits; fewer are never alone on a line. */
const SHORT = 3
/** Characters; a shorter name fits beside anything on a phone. */
const LONG = 18
const HAS_LONG = new RegExp(`\\S{${LONG + 1}}`)

/** A text in which a long name, such as that of a permission, or an address can break between its words; names of up to `fits` characters stay whole. */
export function breakable(text: string, fits = LONG): Markup {
  if (text.length <= fits || !HAS_LONG.test(text)) return html`${text}`
  const parts = text.split(' ').flatMap((word, index) => {
    const before = index > 0 ? [' '] : []
    const pieces = word.length > fits ? joinShort(word.split(BETWEEN)) : [word]
    return [...before, ...pieces.map((piece, at) => (at > 0 ? html`<wbr>${piece}` : piece))]
  })
  return html`${parts}`
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
