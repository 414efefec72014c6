/**
 * Makes names that users choose safe for mails: one line, at most 80 characters, without anything that an email program
 * turns into a link, and without characters that change the direction of the text.
 */

const CHARACTERS_MAX = 80

/** Invisible format characters, which names do not need, except for joiners, which shape letters of some scripts. */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}/gu
const SPACES = /[\s\p{Cc}]+/gu

/** "://" in all its spellings, which becomes a colon and a space. */
const SCHEME = /:(?:[\\/]\s*)+/gu

/** A full stop, also an ideographic one, that something other than a space or punctuation follows: "evil.example". */
const INNER_STOP = /(?<=\S)[.\u3002\uff0e\uff61](?=[^\s\p{P}])/gu

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The name in plain text. "visit http://evil.example" becomes "visit http: evil[.]example". */
export function plainName(name: string): string {
  const harmless = name.toWellFormed().replace(INVISIBLE, '').replace(SCHEME, ': ').replace(INNER_STOP, '[.]')
  return truncate(harmless.replace(SPACES, ' ').trim())
}

/** At most 80 code points, cut between two characters that people perceive as such. */
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
