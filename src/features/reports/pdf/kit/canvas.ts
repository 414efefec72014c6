import { setImmediate } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { type Accent, INK, LINE } from './colors.ts'
import { fontFile, NO_GLYPH, toDrawable } from './fonts.ts'
import { liftOf, lineHeight, type Style, Typesetter } from './typesetter.ts'

/** A4 in points, from the top left. */
export const PAGE = { width: 595.28, height: 841.89 } as const
export const LEFT = 56
export const WIDTH = PAGE.width - 2 * LEFT
const TOP = 82
const BOTTOM = 772
/** How much of a page its text can fill. */
export const PAGE_ROOM = BOTTOM - TOP

export interface TextBox {
  x?: number
  width?: number
  align?: 'left' | 'right' | 'center'
  /** What the text is in the structure of the document. */
  tag?: string
  /** What readers that cannot see the page are told instead of what is drawn. */
  actual?: string
}

/** A document that is written from top to bottom, page after page, with its structure for readers that cannot see it. */
export class Canvas extends Typesetter {
  readonly accent: Accent
  /** Where the next line begins. */
  y = TOP
  /** Whether anything that was written so far holds a character without a letter. */
  lacksGlyphs = false
  private readonly bytes: Promise<Buffer>
  private readonly parents: PDFKit.PDFStructureElement[] = []
  private inFigure = false
  private outline: PDFKit.PDFOutline | undefined

  constructor(about: { title: string; author: string; subject: string; at: Date; accent: Accent }) {
    super(
      new PDFDocument({
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
      }),
    )
    this.accent = about.accent
    for (const weight of ['regular', 'medium', 'bold'] as const) this.doc.registerFont(weight, fontFile(weight))
    const root = this.doc.struct('Document')
    this.doc.addStructure(root)
    this.parents.push(root)
    this.bytes = collect(this.doc)
  }

  /** Writes a text at the current height, on to further pages where it must, and moves below it. */
  write(text: string, style: Style, place: TextBox = {}): void {
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
  put(text: string, style: Style, place: TextBox & { y: number }): void {
    const { x = LEFT, width = WIDTH, align = 'left', y, tag = 'P' } = place
    const content = this.inFigure ? undefined : this.open(tag)
    this.drawLine(this.shorten(text, style, width), style, { x, width, align, y })
    if (!content) return
    this.close()
    this.keep(tag, [content], this.spokenOf(text))
  }

  private drawLine(
    line: string,
    style: Style,
    { x, width, align, y }: { x: number; width: number; align: 'left' | 'right' | 'center'; y: number },
  ): void {
    const spare = width - this.widthOf(line, style)
    const from = align === 'right' ? x + spare : align === 'center' ? x + spare / 2 : x
    this.doc
      .font(style.weight ?? 'regular')
      .fontSize(style.size)
      .fillColor(style.ink ?? INK)
    this.doc.text(`${line} `, from, y + liftOf(style), { lineBreak: false })
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
    if (!toDrawable(text).includes(NO_GLYPH)) return undefined
    this.lacksGlyphs = true
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
    const item = (parent ?? this.doc.outline).addItem(toDrawable(title))
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

function collect(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  doc.on('end', () => resolve(Buffer.concat(chunks)))
  doc.on('error', reject)
  return promise
}
