import type { Font, Glyph, Layout } from 'fontkit'
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

/** A character as a font draws it, or a ligature. */
export interface Piece {
  /** The letters that it stands for. */
  text: string
  glyph: Glyph
}

/** A piece of a word, and by how many units of the font the next one stands further away. */
export interface PlacedPiece {
  piece: Piece
  distance: number
}

/** Divides a word into pieces; undefined if it has characters that are not in the table. */
export type DivideWord = (word: string) => readonly PlacedPiece[] | undefined

interface KnownPiece extends Piece {
  /** The line of the table: distances, and the characters that stand so far away. */
  line: readonly (readonly [distance: string, characters: string])[]
  /** To the characters that have followed it so far. */
  distances: Map<string, number>
}

/** Places the characters of words by a table of how far apart any two of them stand. */
export function dividerOf(font: Font, face: Face): DivideWord {
  const table = face === 'code' ? [] : Object.entries(KERNING[face])
  const known = new Map<string, KnownPiece>()
  const pieceOf = (character: string): KnownPiece => {
    const [, line = {}] = table.find(([firsts]) => firsts.includes(character)) ?? []
    const piece = {
      text: character === LIGATURE[1] ? LIGATURE[0] : character,
      glyph: font.glyphForCodePoint(character.charCodeAt(0)),
      line: Object.entries(line),
      distances: new Map([['', 0]]),
    }
    known.set(character, piece)
    return piece
  }
  return (word) => {
    if (!PLAIN.test(word)) return undefined
    const characters = face === 'code' ? word : word.replaceAll(...LIGATURE)
    const pieces: PlacedPiece[] = []
    for (let at = 0; at < characters.length; at++) {
      const piece = known.get(characters.charAt(at)) ?? pieceOf(characters.charAt(at))
      pieces.push({ piece, distance: distanceBetween(piece, characters.charAt(at + 1)) })
    }
    return pieces
  }
}

function distanceBetween({ line, distances }: KnownPiece, next: string): number {
  const known = distances.get(next)
  if (known !== undefined) return known
  const distance = Number(line.find(([, characters]) => characters.includes(next))?.[0] ?? 0)
  distances.set(next, distance)
  return distance
}

/** The width of a word in units of the font. */
export const widthOfPieces = (pieces: readonly PlacedPiece[]): number =>
  pieces.reduce((sum, { piece, distance }) => sum + piece.glyph.advanceWidth + distance, 0)

/**
 * Lays out words by the table. The result is that of fontkit, which decodes and applies the tables of the font; that took half
 * of the time of the first document of a thread. Words with other characters are left to fontkit.
 */
export function layoutByTable(font: Font, divide: DivideWord): (text: string) => Layout {
  const layout = font.layout.bind(font)
  return (text) => {
    const pieces = divide(text)
    if (!pieces) return layout(text)
    return {
      glyphs: pieces.map(({ piece }) => piece.glyph),
      positions: pieces.map(({ piece, distance }) => ({
        xAdvance: piece.glyph.advanceWidth + distance,
        yAdvance: 0,
        xOffset: 0,
        yOffset: 0,
      })),
      advanceWidth: widthOfPieces(pieces),
    }
  }
}

function charactersBetween(first: string, last: string): string[] {
  const from = first.charCodeAt(0)
  return Array.from({ length: last.charCodeAt(0) - from + 1 }, (_, index) => String.fromCharCode(from + index))
}
