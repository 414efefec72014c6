import type { Font, Glyph, Layout } from 'fontkit'
import { readFontFile } from '../fonts/font-file.ts'
import type { Weight } from '../fonts/weights.ts'

/** IBM Plex Sans in Hebrew and Arabic, whose letters fontkit joins and whose marks it places. */

const FILES = {
  hebrew: {
    regular: () =>
      import.meta.resolve('@expo-google-fonts/ibm-plex-sans-hebrew/400Regular/IBMPlexSansHebrew_400Regular.ttf'),
    medium: () =>
      import.meta.resolve('@expo-google-fonts/ibm-plex-sans-hebrew/500Medium/IBMPlexSansHebrew_500Medium.ttf'),
    bold: () =>
      import.meta.resolve('@expo-google-fonts/ibm-plex-sans-hebrew/600SemiBold/IBMPlexSansHebrew_600SemiBold.ttf'),
  },
  arabic: {
    regular: () =>
      import.meta.resolve('@expo-google-fonts/ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf'),
    medium: () =>
      import.meta.resolve('@expo-google-fonts/ibm-plex-sans-arabic/500Medium/IBMPlexSansArabic_500Medium.ttf'),
    bold: () =>
      import.meta.resolve('@expo-google-fonts/ibm-plex-sans-arabic/600SemiBold/IBMPlexSansArabic_600SemiBold.ttf'),
  },
} as const satisfies Record<string, Record<Weight, () => string>>

type ShapedScript = keyof typeof FILES

const LETTER = /\p{L}/u

/** Read once per process. */
const fonts = new Map<string, Font>()
const characters = new Map<ShapedScript, ReadonlySet<number>>()

export function hasShapedCharacter(script: ShapedScript, character: string): boolean {
  const known = characters.get(script) ?? new Set(shapedFontOf(script, 'regular').characterSet)
  characters.set(script, known)
  return known.has(character.codePointAt(0) ?? 0)
}

export function shapedFontOf(script: ShapedScript, weight: Weight): Font {
  const path = FILES[script][weight]()
  const known = fonts.get(path)
  if (known) return known
  const font = readFontFile(path)
  // A glyph keeps the first text that fontkit gives it: none, if a document first needs it as a part of another glyph.
  const outlines = readFontFile(path)
  font.createSubset = () => outlines.createSubset()
  const layout = font.layout.bind(font)
  font.layout = (text): Layout => {
    // Without letters, fontkit would take the direction of digits for that of their script.
    const direction = LETTER.test(text) ? 'rtl' : 'ltr'
    const { glyphs, positions, advanceWidth } = layout(text, undefined, undefined, undefined, direction)
    return { glyphs: glyphs.map(readBackwards), positions, advanceWidth }
  }
  fonts.set(path, font)
  return font
}

/**
 * The letters of a ligature from left to right: who copies or searches a text gets its characters in the opposite order of that in
 * which they are drawn.
 */
const readBackwards = ({ id, advanceWidth, codePoints }: Glyph): Glyph => ({
  id,
  advanceWidth,
  codePoints: codePoints.length > 1 ? codePoints.toReversed() : codePoints,
})
