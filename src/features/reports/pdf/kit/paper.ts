import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { fontOf } from './fonts/fonts.ts'
import { type Face, UNITS } from './fonts/weights.ts'
import type { Piece, PlacedPiece } from './fonts/word-layout.ts'
import { runsInOrder } from './scripts/order.ts'
import { type NamedFont, type Run, widthOfRuns } from './scripts/runs.ts'

/**
 * A document of PDFKit that takes half of the processor time for the same bytes. PDFKit makes an array of bytes of each instruction
 * and of each line of the file, and looks up every character again whenever it is drawn.
 */
export class Paper extends PDFDocument {
  /** Instructions that are not yet part of the page. Like `lines`, used before this class has set its fields. */
  declare private instructions: string[] | undefined
  /** Lines that are not yet part of the file. */
  declare private lines: string[] | undefined
  /** How the document names the glyphs of words and of pieces of words. */
  private readonly words: Record<Face, Map<string, string | undefined>> = {
    regular: new Map(),
    medium: new Map(),
    bold: new Map(),
    code: new Map(),
  }
  private readonly pieces = new Map<Piece, string>()
  private readonly known = new Set<NamedFont['name']>()

  /** Writes one line in a face, which is the current font, with its top at this place. A space follows each word. */
  line(words: readonly string[], face: Face, x: number, y: number): void {
    const codes = words.map((word) => this.codesOf(word, face))
    if (codes.includes(undefined)) {
      this.lineOfRuns(runsInOrder(`${words.join(' ')} `, face), face, x, y)
      return
    }
    const font = this._font
    this.page.fonts[font.id] ??= font.ref()
    const { height } = this.page
    const baseline = height - y - (font.ascender / 1000) * this._fontSize
    this.addContent(`q
1 0 0 -1 0 ${toNumber(height)} cm
BT
1 0 0 1 ${toNumber(x)} ${toNumber(baseline)} Tm
/${font.id} ${toNumber(this._fontSize)} Tf
[<${codes.join('')}> 0] TJ
ET
Q`)
  }

  /** Writes a line in several fonts, or with characters that are not simply next to each other. The face is the current font. */
  private lineOfRuns(runs: readonly Run[], face: Face, x: number, y: number): void {
    const [only, ...others] = runs
    if (only && others.length === 0) {
      this.text(only.text, x, y, { lineBreak: false })
      return
    }
    const baseline = y + (this._font.ascender / 1000) * this._fontSize
    let left = x
    for (const run of runs) {
      this.selectFont(run.font)
      this.text(run.text, left, baseline, { lineBreak: false, baseline: 'alphabetic' })
      left += (widthOfRuns([run]) / UNITS) * this._fontSize
    }
    this.font(face)
  }

  selectFont({ name, font }: NamedFont): this {
    if (!this.known.has(name)) this.registerFont(name, font)
    this.known.add(name)
    return this.font(name)
  }

  /** A word and the space after it; undefined if some of its glyphs are not simply next to each other. */
  private codesOf(word: string, face: Face): string | undefined {
    const known = this.words[face]
    if (!known.has(word)) {
      const pieces = fontOf(face).divide(`${word} `)
      known.set(word, pieces?.map((placed) => this.codeOf(placed)).join(''))
    }
    return known.get(word)
  }

  private codeOf({ piece, distance }: PlacedPiece): string {
    let code = this.pieces.get(piece)
    if (code === undefined) {
      const [glyphs] = this._font.encode(piece.text)
      code = glyphs.join('')
      this.pieces.set(piece, code)
    }
    return distance === 0 ? code : `${code}> ${-distance} <`
  }

  override addContent(instruction: string): this {
    this.instructions ??= []
    this.instructions.push(instruction)
    return this
  }

  override addPage(): this {
    this.endInstructions()
    super.addPage()
    return this
  }

  override switchToPage(page: number): PDFKit.PDFPage {
    this.endInstructions()
    return super.switchToPage(page)
  }

  override flushPages(): void {
    this.endInstructions()
    const { start, count } = this.bufferedPageRange()
    for (let page = start; page < start + count; page++) compress(super.switchToPage(page).content)
    super.flushPages()
  }

  private endInstructions(): void {
    if (this.instructions) this.page.write(toBytes(this.instructions))
    this.instructions = undefined
  }

  override _write(part: string | Uint8Array): void {
    if (typeof part !== 'string') {
      super._write(part)
      return
    }
    this.lines ??= []
    this.lines.push(part)
    this._offset += part.length + 1
  }

  override push(part: Uint8Array | null): boolean {
    this.endLines()
    return super.push(part)
  }

  private endLines(): void {
    const { lines } = this
    this.lines = undefined
    if (lines) super.push(toBytes(lines))
  }
}

/** PDFKit compresses by zlib's default, 6, which takes twice as long to make a file 5 % smaller. */
const LEVEL = 3

function compress(content: PDFKit.PDFKitReference): void {
  if (!content.compress) return
  content.buffer = [deflateSync(Buffer.concat(content.buffer), { level: LEVEL })]
  content.compress = false
}

const toBytes = (lines: readonly string[]): Buffer => Buffer.from(`${lines.join('\n')}\n`, 'latin1')

/** As PDFKit rounds. */
const toNumber = (value: number): number => Math.round(value * 1e6) / 1e6
