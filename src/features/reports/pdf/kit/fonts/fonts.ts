import type { Font } from 'fontkit'
import { readFontFile } from './font-file.ts'
import type { Face } from './weights.ts'
import { type DivideWord, dividerOf, layoutByTable } from './word-layout.ts'

/** The fonts of the PDF: IBM Plex Sans, which covers Latin, Greek and Cyrillic, and IBM Plex Mono for code. */

const FILES: Readonly<Record<Face, string>> = {
  regular: import.meta.resolve('@expo-google-fonts/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf'),
  medium: import.meta.resolve('@expo-google-fonts/ibm-plex-sans/500Medium/IBMPlexSans_500Medium.ttf'),
  bold: import.meta.resolve('@expo-google-fonts/ibm-plex-sans/600SemiBold/IBMPlexSans_600SemiBold.ttf'),
  code: import.meta.resolve('@expo-google-fonts/ibm-plex-mono/400Regular/IBMPlexMono_400Regular.ttf'),
}

export const readFont = (face: Face): Font => readFontFile(FILES[face])

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

let characters: ReadonlySet<number> | undefined

/** Whether the font has a character. */
export function hasCharacter(character: string): boolean {
  characters ??= new Set(fontOf('regular').font.characterSet)
  return characters.has(character.codePointAt(0) ?? 0)
}
