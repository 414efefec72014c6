import type { Glyph, Layout } from 'fontkit'
import type { Weight } from '../fonts/weights.ts'
import { findSliced, type Language, outlinesOf, type SlicedCharacter } from './slices.ts'
import { type Contours, writeTrueType } from './truetype.ts'

/**
 * A font of all Chinese, Japanese and Korean characters for PDFKit, made of the files that a document needs. Each character stands
 * alone and is equally wide in every weight.
 */

/** As in CSS. */
const WEIGHTS: Readonly<Record<Weight, number>> = { regular: 400, medium: 500, bold: 600 }

/** In units of the font. */
const METRICS = {
  unitsPerEm: 1000,
  ascent: 880,
  descent: -120,
  lineGap: 0,
  capHeight: 733,
  xHeight: 543,
  bbox: { minX: -100, minY: -300, maxX: 1200, maxY: 1100 },
} as const

/** Of one document: as many as a person can read. */
const MAX_CHARACTERS = 2_000

type Character = Glyph & SlicedCharacter

/** What texts of this thread have had so far. The number of a character is its index plus 1. */
const characters: Character[] = []
const ids = new Map<string, number | undefined>()
/** What the document has. */
const admitted = new Set<string>()

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const HANGUL = /\p{Script=Hangul}/u

/** Whose forms the characters of a word have. */
const languageOf = (word: string): Language => (KANA.test(word) ? 'japanese' : HANGUL.test(word) ? 'korean' : 'chinese')

function findCharacter(character: string, language: Language): Character | undefined {
  const key = `${character} ${language}`
  if (!ids.has(key)) ids.set(key, addCharacter(character.codePointAt(0) ?? 0, language))
  return characters[(ids.get(key) ?? 0) - 1]
}

function addCharacter(codePoint: number, language: Language): number | undefined {
  const found = findSliced(codePoint, language)
  return found && characters.push({ ...found, id: characters.length + 1, codePoints: [codePoint] })
}

/** Whether the document may have a character. It has up to 2,000, so that a tenant with names of all there are cannot exhaust the heap. */
export function isAsianCharacter(character: string): boolean {
  if (admitted.has(character)) return true
  if (admitted.size >= MAX_CHARACTERS || !findCharacter(character, languageOf(character))) return false
  admitted.add(character)
  return true
}

/** A document begins: it may have as many characters as any. */
export const forgetAsianCharacters = (): void => admitted.clear()

function layOut(word: string): Layout {
  const language = languageOf(word)
  const glyphs = [...word].flatMap((character) => findCharacter(character, language) ?? [])
  return {
    glyphs,
    positions: glyphs.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 })),
    advanceWidth: glyphs.reduce((sum, glyph) => sum + glyph.advanceWidth, 0),
  }
}

export function createAsianFont(weight: Weight): PDFKit.FontLike {
  return {
    ...METRICS,
    // PDFKit takes fonts of one name for the same.
    postscriptName: `NotoSansAsian-${weight}`,
    italicAngle: 0,
    head: { macStyle: { italic: false } },
    post: { isFixedPitch: false },
    getGlyph: () => ({ advanceWidth: METRICS.unitsPerEm }),
    layout: layOut,
    createSubset: () => createSubset(WEIGHTS[weight]),
  }
}

/** The characters of one document. */
function createSubset(weight: number): PDFKit.FontSubset {
  const numbers = new Map<number, number>([[0, 0]])
  return {
    includeGlyph: (id) => {
      const number = numbers.get(id) ?? numbers.size
      numbers.set(id, number)
      return number
    },
    encode: () => {
      const used = [...numbers.keys()].flatMap((id) => characters[id - 1] ?? [])
      const outlines = new Map<Character, Contours>()
      for (const [slice, its] of Map.groupBy(used, (character) => character.slice)) {
        const contours = outlinesOf(slice, its, weight)
        for (const [index, character] of its.entries()) outlines.set(character, contours[index] ?? [])
      }
      const blank = { advance: METRICS.unitsPerEm, contours: [] }
      const glyphs = used.map((character) => ({
        advance: character.advanceWidth,
        contours: outlines.get(character) ?? [],
      }))
      return writeTrueType([blank, ...glyphs], METRICS)
    },
  }
}
