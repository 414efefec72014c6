import { hasCharacter } from '../fonts/fonts.ts'
import { isDrawnInScript } from './runs.ts'

/** Replaces a character that no font has. */
export const NO_GLYPH = '\ufffd'

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

const ASCII = /^[\x20-\x7e]*$/

/** Characters as readers perceive them, such as a letter and its marks. */
export const graphemesOf = (text: string): string[] =>
  ASCII.test(text) ? text.split('') : [...GRAPHEMES.segment(text)].map(({ segment }) => segment)

// Control and format characters (such as direction marks) draw nothing but could hide or reorder text.
const UNSEEN = /[\p{Cc}\p{Cf}]/gu

/** Words of ASCII with single spaces. */
const PLAIN = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/
const COMBINING = /\p{M}/u

/** Letters of Hebrew and Arabic in a certain form, which fonts choose themselves. */
const PRESENTATION_FORMS = /[\ufb1d-\ufdff\ufe70-\ufefc]+/g
/** Choose a form of the Chinese character before them, which our fonts do not have. */
const VARIANTS = /(?<=\p{Script=Han})[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu

/**
 * The text as it can be drawn: on one line, without invisible characters, and with a replacement character for each one that no font
 * has.
 */
export function toDrawable(text: string): string {
  if (PLAIN.test(text)) return text
  const plain = text.normalize('NFC').replace(/\s+/g, ' ').replace(UNSEEN, '')
  if (ASCII.test(plain)) return plain
  // Without combining characters each one stands alone, and dividing into graphemes is slow.
  if (!COMBINING.test(plain) && [...plain].every(hasCharacter)) return plain
  const letters = plain.replace(PRESENTATION_FORMS, (forms) => forms.normalize('NFKC')).replace(VARIANTS, '')
  const isDrawn = (character: string): boolean => hasCharacter(character) || isDrawnInScript(character)
  return graphemesOf(letters)
    .map((grapheme) => ([...grapheme].every(isDrawn) ? grapheme : NO_GLYPH))
    .join('')
}
