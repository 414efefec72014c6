import type { Font, Glyph, Layout, Position } from 'fontkit'
import { KERNING } from './kerning.gen.ts'
import type { Face } from './weights.ts'

/** The only ligature of the font, and the character that stands for it. */
const LIGATURE = ['fi', '\ufb01'] as const

/** The characters of western languages, without the soft hyphen, which is not drawn, and the ligature. */
export const PIECES: readonly string[] = [
  ...charactersBetween(' ', '~'),
  ...charactersBetween('¡', '¬'),
  ...charactersBetween('®', 'ÿ'),
  ...'‘’“”–—…→',
  LIGATURE[1],
]

const PLAIN = /^[ -~¡-¬®-ÿ‘’“”–—…→]+$/

/** A character as a font draws it. */
interface Piece {
  glyph: Glyph
  /** In units of the font. */
  width: number
  /** By how many units the next character stands further away; those that are absent do not. */
  distances: ReadonlyMap<string, number>
}

/**
 * Lays out words from a table of how far apart any two characters stand. The result is that of fontkit, which decodes and
 * applies the tables of the font; that took half of the time of the first document of a thread. Words with other characters
 * are left to fontkit.
 */
export function layoutByTable(font: Font, face: Face): (text: string) => Layout {
  const layout = font.layout.bind(font)
  const distancesAfter = readKerning(face)
  const known = new Map<string, Piece>()
  const pieceOf = (character: string): Piece => {
    const piece = known.get(character) ?? readPiece(font, character, distancesAfter(character))
    known.set(character, piece)
    return piece
  }
  return (text) => {
    if (!PLAIN.test(text)) return layout(text)
    const pieces = face === 'code' ? text : text.replaceAll(...LIGATURE)
    const glyphs: Glyph[] = []
    const positions: Position[] = []
    for (let at = 0; at < pieces.length; at++) {
      const { glyph, width, distances } = pieceOf(pieces.charAt(at))
      const xAdvance = width + (distances.get(pieces.charAt(at + 1)) ?? 0)
      glyphs.push(glyph)
      positions.push({ xAdvance, yAdvance: 0, xOffset: 0, yOffset: 0 })
    }
    let advanceWidth: number | undefined
    return {
      glyphs,
      positions,
      // PDFKit scales the positions before it asks for their sum, more than once.
      get advanceWidth() {
        advanceWidth ??= positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
        return advanceWidth
      },
    }
  }
}

function readPiece(font: Font, character: string, distances: Piece['distances']): Piece {
  const glyph = font.glyphForCodePoint(character.charCodeAt(0))
  return { glyph, width: glyph.advanceWidth, distances }
}

/** The distances after a character. Each line of the table is read when a text first needs it: most texts need few. */
function readKerning(face: Face): (first: string) => Piece['distances'] {
  const lines = new Map(
    Object.entries(face === 'code' ? {} : KERNING[face]).flatMap(([firsts, values]) =>
      [...firsts].map((first) => [first, values]),
    ),
  )
  return (first) =>
    new Map(
      Object.entries(lines.get(first) ?? {}).flatMap(([value, seconds]) =>
        [...seconds].map((second) => [second, Number(value)]),
      ),
    )
}

function charactersBetween(first: string, last: string): string[] {
  const from = first.charCodeAt(0)
  return Array.from({ length: last.charCodeAt(0) - from + 1 }, (_, index) => String.fromCharCode(from + index))
}
