import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import type { Face } from './weights.ts'
import { type DivideWord, dividerOf, layoutByTable } from './word-layout.ts'

/** The fonts of the PDF: IBM Plex Sans, which covers Latin, Greek and Cyrillic, and IBM Plex Mono for code. */

const FILES: Readonly<Record<Face, string>> = {
  regular: import.meta.resolve('@expo-google-fonts/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf'),
  medium: import.meta.resolve('@expo-google-fonts/ibm-plex-sans/500Medium/IBMPlexSans_500Medium.ttf'),
  bold: import.meta.resolve('@expo-google-fonts/ibm-plex-sans/600SemiBold/IBMPlexSans_600SemiBold.ttf'),
  code: import.meta.resolve('@expo-google-fonts/ibm-plex-mono/400Regular/IBMPlexMono_400Regular.ttf'),
}

/** Bytes: the head of a glyph. */
const HEAD = 10

/**
 * The font as fontkit reads it, which looks for the head of blanks as well. Those of the monospaced font are its last glyphs and
 * have none, and fontkit would read beyond the end of the file.
 */
export const readFont = (face: Face): Font =>
  create(Buffer.concat([readFileSync(new URL(FILES[face])), Buffer.alloc(HEAD)]))

/** A font, and how words are divided for it. */
interface KnownFont {
  font: Font
  divide: DivideWord
}

const fonts = new Map<Face, KnownFont>()

/** The font, read once per process; documents share what it remembers. */
export function fontOf(face: Face): KnownFont {
  const known = fonts.get(face)
  if (known) return known
  const font = readFont(face)
  nameGlyphs(font)
  const divide = dividerOf(font, face)
  font.layout = layoutByTable(font, divide)
  fonts.set(face, { font, divide })
  return { font, divide }
}

/** Ligatures that are characters of their own. */
const PRESENTATION_FORMS = /^[\ufb00-\ufb4f]$/

/**
 * Decides which text each glyph stands for, which otherwise the first document to use it would: its character, or the letters
 * of a ligature.
 */
function nameGlyphs(font: Font): void {
  for (const codePoint of font.characterSet) {
    const glyph = font.glyphForCodePoint(codePoint)
    const character = String.fromCodePoint(codePoint)
    if (PRESENTATION_FORMS.test(character))
      glyph.codePoints = [...character.normalize('NFKC')].map((letter) => letter.charCodeAt(0))
  }
}

/** Replaces a character that has no glyph in the font. */
export const NO_GLYPH = '\ufffd'

let characters: ReadonlySet<number> | undefined

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

// Control and format characters (such as direction marks) draw nothing but could hide or reorder text.
const UNSEEN = /[\p{Cc}\p{Cf}]/gu

/** Words of ASCII with single spaces. */
const PLAIN = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/
const COMBINING = /\p{M}/u

/**
 * The text as it can be drawn: on one line, without invisible characters, and with a replacement character for each one that
 * has no glyph in the font.
 */
export function toDrawable(text: string): string {
  if (PLAIN.test(text)) return text
  const plain = text.normalize('NFC').replace(/\s+/g, ' ').replace(UNSEEN, '')
  if (/^[\x20-\x7e]*$/.test(plain)) return plain
  characters ??= new Set(fontOf('regular').font.characterSet)
  const known = characters
  // Without combining characters each one stands alone, and dividing into graphemes is slow.
  if (!COMBINING.test(plain) && [...plain].every((character) => known.has(character.codePointAt(0) ?? 0))) return plain
  const draw = (grapheme: string): string =>
    [...grapheme].every((character) => known.has(character.codePointAt(0) ?? 0)) ? grapheme : NO_GLYPH
  return [...GRAPHEMES.segment(plain)].map(({ segment }) => draw(segment)).join('')
}
