/**
 * Names that users choose, as they may stand in a mail: on one line, at most 80 characters, and with nothing in them that a
 * mail program turns into a link or that turns the direction of the text around.
 */

const CHARACTERS_MAX = 80

/** Joiners shape letters of some scripts; every other invisible format character is of no use in a name. */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}/gu
const SPACES = /[\s\p{Cc}]+/gu

/** "://" in all its spellings; what is left of it is a colon and a space. */
const SCHEME = /:(?:[\\/]\s*)+/gu

/** A full stop, also an ideographic one, that something other than a space or punctuation follows: "evil.example". */
const INNER_STOP = /(?<=\S)[.\u3002\uff0e\uff61](?=[^\s\p{P}])/gu

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The name in plain text. "visit http://evil.example" becomes "visit http: evil[.]example". */
export function plainName(name: string): string {
  const harmless = name.toWellFormed().replace(INVISIBLE, '').replace(SCHEME, ': ').replace(INNER_STOP, '[.]')
  return truncate(harmless.replace(SPACES, ' ').trim())
}

/** At most 80 code points, cut between two characters as people see them. */
function truncate(text: string): string {
  if ([...text].length <= CHARACTERS_MAX) return text
  let [shortened, length] = ['', 0]
  for (const { segment } of graphemes.segment(text)) {
    length += [...segment].length
    if (length >= CHARACTERS_MAX) break
    shortened += segment
  }
  // One character with a hundred accents is cut like any other text.
  const shown = shortened === '' ? [...text].slice(0, CHARACTERS_MAX - 1).join('') : shortened
  return `${shown.trimEnd()}…`
}
