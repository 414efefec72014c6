import { SOFT } from './colors.ts'
import { fontOf } from './fonts/fonts.ts'
import { type Face, UNITS } from './fonts/weights.ts'
import { widthOfPieces } from './fonts/word-layout.ts'
import type { Paper } from './paper.ts'
import { graphemesOf, toDrawable } from './scripts/drawable.ts'
import { runsOf, widthOfRuns } from './scripts/runs.ts'

/** Text styles and line breaking. */

export interface Style {
  size: number
  weight?: Face
  ink?: string
  /** Height of a line as a multiple of the size. */
  leading?: number
}

export const STYLES = {
  heading: { size: 19, weight: 'bold', leading: 1.25 },
  subheading: { size: 13, weight: 'bold', leading: 1.3 },
  label: { size: 10, weight: 'bold', leading: 1.4 },
  lead: { size: 10, ink: SOFT, leading: 1.5 },
  body: { size: 10, leading: 1.5 },
  row: { size: 9, leading: 1.42 },
  rowTitle: { size: 9, weight: 'bold', leading: 1.42 },
  rowSoft: { size: 9, ink: SOFT, leading: 1.42 },
  small: { size: 8, leading: 1.4 },
  smallSoft: { size: 8, ink: SOFT, leading: 1.4 },
  smallBold: { size: 8, weight: 'bold', leading: 1.4 },
  code: { size: 7.5, weight: 'code', leading: 1.5 },
} as const satisfies Record<string, Style>

const LEADING = 1.4
/** Ascender and descender of the font together, as a multiple of the size. */
const LETTER_HEIGHT = 1.3

export const lineHeight = ({ size, leading = LEADING }: Style): number => size * leading

/** Offset of a text from the top of its line that centres it vertically. */
export const liftOf = ({ size, leading = LEADING }: Style): number => (leading - LETTER_HEIGHT) * size * 0.5

/** As many texts as one part of a document has. */
const MAX_BROKEN = 400

/** Widths of words at size 1. Documents share them, because the fonts are the same. */
const WIDTHS: Readonly<Record<Face, Map<string, number>>> = {
  regular: new Map(),
  medium: new Map(),
  bold: new Map(),
  code: new Map(),
}
const MAX_WIDTHS = 20_000

/** Measures text in the fonts of a document. */
export class Typesetter {
  readonly doc: Paper
  private readonly broken = new Map<string, Map<string, readonly string[]>>()

  constructor(doc: Paper) {
    this.doc = doc
  }

  /** Selects a font, which is read when a document first uses it. */
  protected useFont(face: Face): Paper {
    return this.doc.selectFont({ name: face, font: fontOf(face).font })
  }

  /** The lines that a text breaks into. Remembered, because most texts are measured before they are written. */
  lines(text: string, style: Style, width: number): readonly string[] {
    const { size, weight = 'regular' } = style
    const form = `${weight} ${size} ${width}`
    const alike = this.broken.get(form) ?? new Map<string, readonly string[]>()
    this.broken.set(form, alike)
    const lines = alike.get(text) ?? this.breakLines(text, style, width)
    if (alike.size >= MAX_BROKEN) alike.clear()
    alike.set(text, lines)
    return lines
  }

  private breakLines(text: string, style: Style, width: number): string[] {
    const { size, weight = 'regular' } = style
    const space = this.wordWidth('', weight) * size
    const lines: string[] = []
    let line: string[] = []
    let taken = 0
    const end = (): void => {
      lines.push(line.join(' '))
      line = []
      taken = 0
    }
    for (const word of toDrawable(text).split(' ')) {
      const fits = this.wordWidth(word, weight) * size - space <= width
      const pieces = fits ? [word] : this.cut(word, style, width)
      for (const [index, piece] of pieces.entries()) {
        const wide = this.wordWidth(piece, weight) * size
        if (line.length > 0 && (index > 0 || taken + wide - space > width)) end()
        line.push(piece)
        taken += wide
      }
    }
    if (line.length > 0) end()
    return lines
  }

  /** Splits a word into pieces that fit, preferably after a mark such as a slash. */
  private cut(word: string, style: Style, width: number): string[] {
    const pieces: string[] = []
    let rest = graphemesOf(word)
    while (rest.length > 1 && this.widthOf(rest.join(''), style) > width) {
      const fits = Math.max(
        1,
        maxThat(rest.length, (count) => this.widthOf(rest.slice(0, count).join(''), style) <= width),
      )
      const mark = rest.slice(0, fits).findLastIndex((grapheme) => /^[/._@#,:-]/.test(grapheme)) + 1
      const at = mark > fits / 2 ? mark : fits
      pieces.push(rest.slice(0, at).join(''))
      rest = rest.slice(at)
    }
    return [...pieces, rest.join('')]
  }

  widthOf(text: string, { size, weight = 'regular' }: Style): number {
    let width = -this.wordWidth('', weight)
    for (const word of text.split(' ')) width += this.wordWidth(word, weight)
    return width * size
  }

  /** Width of a word with the space after it, at size 1, as words are drawn. */
  private wordWidth(word: string, weight: Face): number {
    const widths = WIDTHS[weight]
    const known = widths.get(word)
    if (known !== undefined) return known
    const pieces = fontOf(weight).divide(`${word} `)
    const width = (pieces ? widthOfPieces(pieces) : widthOfRuns(runsOf(`${word} `, weight))) / UNITS
    if (widths.size >= MAX_WIDTHS) widths.clear()
    widths.set(word, width)
    return width
  }

  heightOf(text: string, style: Style, width: number): number {
    return text === '' ? 0 : this.lines(text, style, width).length * lineHeight(style)
  }

  /** The text on one line, shortened with an ellipsis if it is too long. */
  shorten(text: string, style: Style, width: number): string {
    const plain = toDrawable(text)
    if (this.widthOf(plain, style) <= width) return plain
    const all = graphemesOf(plain)
    const start = (count: number): string => all.slice(0, count).join('')
    const length = maxThat(all.length - 1, (count) => this.widthOf(`${start(count)}…`, style) <= width)
    // Between words, unless that would cut off much more.
    const space = all.slice(0, length + 1).lastIndexOf(' ')
    return `${start(space > length * 0.7 ? space : length).trimEnd()}…`
  }
}

/** The greatest number up to a limit for which something holds, as it does for all smaller ones; 0 if for none. */
function maxThat(limit: number, holds: (count: number) => boolean): number {
  let [low, high] = [0, limit]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}
