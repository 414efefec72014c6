import { setImmediate } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { type Accent, INK, LINE, SOFT } from './ink.ts'
import { drawable, fontFile, NO_LETTER, type Weight } from './letters.ts'

/** A4 in points, from the top left. */
export const PAGE = { width: 595.28, height: 841.89 } as const
export const LEFT = 56
export const WIDTH = PAGE.width - 2 * LEFT
const TOP = 82
const BOTTOM = 772
/** How much of a page its text can fill. */
export const PAGE_ROOM = BOTTOM - TOP

export interface Style {
  size: number
  weight?: Weight
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
} as const satisfies Record<string, Style>

export interface Place {
  x?: number
  width?: number
  align?: 'left' | 'right' | 'center'
  /** What the text is in the structure of the document. */
  tag?: string
  /** What readers that cannot see the page are told instead of what is drawn. */
  actual?: string
}

const LEADING = 1.4
/** Ascender and descender of the font together, as a multiple of the size. */
const LETTER_HEIGHT = 1.3

/** A document that is written from top to bottom, page after page, with its structure for readers that cannot see it. */
export class Sheet {
  readonly doc: PDFKit.PDFDocument
  readonly accent: Accent
  /** Where the next line begins. */
  y = TOP
  /** Whether anything that was written so far holds a character without a letter. */
  lacksLetters = false
  private readonly bytes: Promise<Buffer>
  private readonly widths = new Map<string, number>()
  private readonly parents: PDFKit.PDFStructureElement[] = []
  private inFigure = false
  private outline: PDFKit.PDFOutline | undefined

  constructor(about: { title: string; author: string; subject: string; at: Date; accent: Accent }) {
    this.accent = about.accent
    this.doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      // The start font is only set by path, and Helvetica is never used.
      font: '',
      bufferPages: true,
      pdfVersion: '1.7',
      tagged: true,
      lang: 'en-GB',
      displayTitle: true,
      info: {
        Title: about.title,
        Author: about.author,
        Subject: about.subject,
        Creator: 'Plumbline',
        Producer: 'Plumbline',
        CreationDate: about.at,
        ModDate: about.at,
      },
    })
    for (const weight of ['regular', 'medium', 'bold'] as const) this.doc.registerFont(weight, fontFile(weight))
    const root = this.doc.struct('Document')
    this.doc.addStructure(root)
    this.parents.push(root)
    this.bytes = collect(this.doc)
  }

  /** The lines that a text breaks into. */
  lines(text: string, style: Style, width: number): string[] {
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
    for (const word of drawable(text).split(' ')) {
      const pieces = this.widthOf(word, style) <= width ? [word] : this.cut(word, style, width)
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

  /** A word in pieces that fit, cut after a mark such as a slash where there is one. */
  private cut(word: string, style: Style, width: number): string[] {
    const pieces: string[] = []
    let rest = word
    while (this.widthOf(rest, style) > width && rest.length > 1) {
      let fits = 1
      while (fits < rest.length && this.widthOf(rest.slice(0, fits + 1), style) <= width) fits++
      const mark = rest.slice(0, fits).search(/[/._@#,:-][^/._@#,:-]*$/) + 1
      const at = mark > fits / 2 ? mark : fits
      pieces.push(rest.slice(0, at))
      rest = rest.slice(at)
    }
    return [...pieces, rest]
  }

  widthOf(text: string, { size, weight = 'regular' }: Style): number {
    const words = text.split(' ')
    const space = this.wordWidth('', weight)
    return (words.reduce((sum, word) => sum + this.wordWidth(word, weight), 0) - space) * size
  }

  /** With the space after it, at size 1: words are drawn like that too, and laying a word out is what takes time. */
  private wordWidth(word: string, weight: Weight): number {
    const key = `${weight} ${word}`
    const known = this.widths.get(key)
    if (known !== undefined) return known
    const width = this.doc.font(weight).fontSize(1).widthOfString(`${word} `)
    this.widths.set(key, width)
    return width
  }

  heightOf(text: string, style: Style, width: number): number {
    return text === '' ? 0 : this.lines(text, style, width).length * lineHeight(style)
  }

  /** Writes a text at the current height, on to further pages where it must, and moves below it. */
  write(text: string, style: Style, place: Place = {}): void {
    const { x = LEFT, width = WIDTH, align = 'left', tag = 'P', actual } = place
    if (text === '') return
    const lines = this.lines(text, style, width)
    const height = lineHeight(style)
    this.room(Math.min(lines.length, 2) * height)
    let content = this.open(tag)
    const contents = [content]
    for (const line of lines) {
      if (this.y + height > BOTTOM) {
        this.close()
        this.newPage()
        content = this.open(tag)
        contents.push(content)
      }
      this.drawLine(line, style, { x, width, align, y: this.y })
      this.y += height
    }
    this.close()
    this.keep(tag, contents, actual ?? this.spokenOf(text))
  }

  /** Writes one line at a height of its own; a text that is too long ends in an ellipsis. */
  put(text: string, style: Style, place: Place & { y: number }): void {
    const { x = LEFT, width = WIDTH, align = 'left', y, tag = 'P' } = place
    const content = this.inFigure ? undefined : this.open(tag)
    this.drawLine(this.shorten(text, style, width), style, { x, width, align, y })
    if (!content) return
    this.close()
    this.keep(tag, [content], this.spokenOf(text))
  }

  shorten(text: string, style: Style, width: number): string {
    const plain = drawable(text)
    if (this.widthOf(plain, style) <= width) return plain
    let length = plain.length - 1
    while (length > 0 && this.widthOf(`${plain.slice(0, length)}…`, style) > width) length--
    return `${plain.slice(0, length).trimEnd()}…`
  }

  private drawLine(
    line: string,
    style: Style,
    { x, width, align, y }: { x: number; width: number; align: 'left' | 'right' | 'center'; y: number },
  ): void {
    const spare = width - this.widthOf(line, style)
    const from = align === 'right' ? x + spare : align === 'center' ? x + spare / 2 : x
    const lift = ((style.leading ?? LEADING) - LETTER_HEIGHT) * style.size * 0.5
    this.doc
      .font(style.weight ?? 'regular')
      .fontSize(style.size)
      .fillColor(style.ink ?? INK)
    this.doc.text(`${line} `, from, y + lift, { lineBreak: false })
  }

  /** Everything that is written meanwhile belongs to one part of the document. */
  part(tag: string, write: () => void): void {
    const element = this.doc.struct(tag)
    this.parents.at(-1)?.add(element)
    this.parents.push(element)
    write()
    this.parents.pop()
    element.end()
  }

  /** Draws something that words beside it repeat. */
  shape(draw: (doc: PDFKit.PDFDocument) => void): void {
    if (!this.inFigure) this.doc.markContent('Artifact', { type: 'Layout' })
    draw(this.doc)
    if (!this.inFigure) this.doc.endMarkedContent()
  }

  /** Draws a picture with the words that stand for it. */
  figure(alt: string, draw: (doc: PDFKit.PDFDocument) => void): void {
    const content = this.doc.markStructureContent('Figure')
    this.inFigure = true
    draw(this.doc)
    this.inFigure = false
    this.doc.endMarkedContent()
    this.parents.at(-1)?.add(this.doc.struct('Figure', { alt }, [content]))
  }

  /** The text itself, for readers that cannot see the page, where letters of it could not be drawn. */
  private spokenOf(text: string): string | undefined {
    if (!drawable(text).includes(NO_LETTER)) return undefined
    this.lacksLetters = true
    return text
  }

  private open(tag: string): PDFKit.PDFStructureContent {
    return this.doc.markStructureContent(tag)
  }

  private close(): void {
    this.doc.endMarkedContent()
  }

  private keep(tag: string, contents: PDFKit.PDFStructureContent[], actual?: string): void {
    this.parents.at(-1)?.add(this.doc.struct(tag, actual === undefined ? {} : { actual }, contents))
  }

  /** Goes on to the next page unless there is as much room left on this one. */
  room(height: number): void {
    if (this.y + height > BOTTOM && this.y > TOP) this.newPage()
  }

  /** What is left of the page. */
  get left(): number {
    return BOTTOM - this.y
  }

  newPage(): void {
    this.doc.addPage()
    this.y = TOP
  }

  skip(height: number): void {
    this.y += height
  }

  /** A thin line across; none at the head of a page, where one stands above. */
  rule(): void {
    const { y } = this
    if (y === TOP) return
    this.shape((doc) =>
      doc
        .moveTo(LEFT, y)
        .lineTo(LEFT + WIDTH, y)
        .lineWidth(0.75)
        .strokeColor(LINE)
        .stroke(),
    )
  }

  /** A line in the list of contents that readers show beside the pages; the second level goes under the last of the first. */
  bookmark(title: string, level: 1 | 2 = 1): void {
    const parent = level === 2 ? this.outline : undefined
    const item = (parent ?? this.doc.outline).addItem(drawable(title))
    if (level === 1) this.outline = item
  }

  /** Lets other work of the process go on. */
  async breathe(): Promise<void> {
    await setImmediate()
  }

  /** Draws on every page but the first what stands on each, ends the document and gives its bytes. */
  async finish(onEachPage: (page: number, pages: number) => void): Promise<Buffer> {
    const { count } = this.doc.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      this.doc.switchToPage(page)
      this.doc.markContent('Artifact', { type: 'Pagination' })
      this.inFigure = true
      onEachPage(page + 1, count)
      this.inFigure = false
      this.doc.endMarkedContent()
    }
    for (const parent of this.parents) parent.end()
    this.doc.end()
    return await this.bytes
  }
}

export const lineHeight = ({ size, leading = LEADING }: Style): number => size * leading

function collect(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  doc.on('end', () => resolve(Buffer.concat(chunks)))
  doc.on('error', reject)
  return promise
}
