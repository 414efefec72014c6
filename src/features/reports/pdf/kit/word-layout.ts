import type { Font, Glyph, Layout, Position } from 'fontkit'
import { KERNING } from './kerning.gen.ts'
import type { Face } from './weights.ts'

/** The only ligature of the font, and the character that stands for it. */
const LIGATURE = ['fi', '\ufb01'] as const

/** The characters that most words consist of, and the ligature. */
export const PIECES: readonly string[] = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index)),
  ...'’“”–…·',
  LIGATURE[1],
]

const PLAIN = /^[\x20-\x7e’“”–…·]+$/

/**
 * Lays out words from a table of how far apart any two characters stand. The result is that of fontkit, which decodes and
 * applies the tables of the font; that took half of the time of the first document of a thread. Words with other characters
 * are left to fontkit.
 */
export function layoutByTable(font: Font, face: Face): (text: string) => Layout {
  const layout = font.layout.bind(font)
  const kerning = readKerning(face)
  return (text) => {
    if (!PLAIN.test(text)) return layout(text)
    const pieces = face === 'code' ? text : text.replaceAll(...LIGATURE)
    const glyphs: Glyph[] = []
    const positions: Position[] = []
    for (let at = 0; at < pieces.length; at++) {
      const glyph = font.glyphForCodePoint(pieces.charCodeAt(at))
      const xAdvance = glyph.advanceWidth + (kerning.get(pieces.slice(at, at + 2)) ?? 0)
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

/** By how much the distance of two pieces differs from the width of the first; pairs that are absent do not. */
function readKerning(face: Face): ReadonlyMap<string, number> {
  const pairs = new Map<string, number>()
  if (face === 'code') return pairs
  for (const [first, values] of Object.entries(KERNING[face]))
    for (const [value, seconds] of Object.entries(values))
      for (const second of seconds) pairs.set(first + second, Number(value))
  return pairs
}
