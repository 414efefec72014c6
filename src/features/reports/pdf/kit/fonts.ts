import { readFileSync } from 'node:fs'
import { create, type Font, type Glyphs } from 'fontkit'

/** The font of the PDF: IBM Plex Sans, which covers Latin, Greek and Cyrillic. */

export type Weight = 'regular' | 'medium' | 'bold'

const FILES: Readonly<Record<Weight, string>> = {
  regular: import.meta.resolve('@expo-google-fonts/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf'),
  medium: import.meta.resolve('@expo-google-fonts/ibm-plex-sans/500Medium/IBMPlexSans_500Medium.ttf'),
  bold: import.meta.resolve('@expo-google-fonts/ibm-plex-sans/600SemiBold/IBMPlexSans_600SemiBold.ttf'),
}

const fonts = new Map<Weight, Font>()

/** The font, read once per process; documents share what it remembers. */
export function fontOf(weight: Weight): Font {
  const known = fonts.get(weight)
  if (known) return known
  const font = create(readFileSync(new URL(FILES[weight])))
  nameGlyphs(font)
  rememberLayouts(font)
  fonts.set(weight, font)
  return font
}

/**
 * Decides which text each glyph stands for, which otherwise the first document to use it would. A ligature that is also a
 * character of its own stands for its letters.
 */
function nameGlyphs(font: Font): void {
  const characters = font.characterSet.map((codePoint) => String.fromCodePoint(codePoint))
  for (const letters of characters.map((character) => character.normalize('NFKC')))
    if (letters.length > 1) font.layout(letters)
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint)
}

/** As many words as a few large reports have. */
const MAX_LAYOUTS = 20_000

/** Without this, a third of the time of a document is spent on the layout of words, most of which every report has. */
function rememberLayouts(font: Font): void {
  const layouts = new Map<string, Glyphs>()
  const layout = font.layout.bind(font)
  font.layout = (text, features) => {
    if (features !== undefined) return layout(text, features)
    const known = layouts.get(text) ?? layout(text)
    if (layouts.size >= MAX_LAYOUTS) layouts.clear()
    layouts.set(text, known)
    // PDFKit scales the positions in place.
    const positions = known.positions.map((position) => ({ ...position }))
    return Object.assign(Object.create(Object.getPrototypeOf(known)), known, { positions })
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
  characters ??= new Set(fontOf('regular').characterSet)
  const known = characters
  // Without combining characters each one stands alone, and dividing into graphemes is slow.
  if (!COMBINING.test(plain) && [...plain].every((character) => known.has(character.codePointAt(0) ?? 0))) return plain
  const draw = (grapheme: string): string =>
    [...grapheme].every((character) => known.has(character.codePointAt(0) ?? 0)) ? grapheme : NO_GLYPH
  return [...GRAPHEMES.segment(plain)].map(({ segment }) => draw(segment)).join('')
}
