import { setImmediate } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import type { Box } from '../../../../shared/charts/drawing.ts'
import type { TimeStyle } from '../../../../shared/dates/datetime.ts'
import { type Accent, INK, LINE } from './colors.ts'
import { NO_GLYPH, toDrawable } from './fonts.ts'
import { strokeLine } from './lines.ts'
import { liftOf, lineHeight, type Style, Typesetter } from './typesetter.ts'

/** A4 in points, from the top left. */
export const PAGE = { width: 595.28, height: 841.89 } as const
export const LEFT = 56
export const WIDTH = PAGE.width - 2 * LEFT
const TOP = 82
const BOTTOM = 772
/** Height of the text area of a page. */
export const PAGE_ROOM = BOTTOM - TOP

/** Texts of as many lines stay on one page; of longer ones at least two lines are on each. */
export const UNBROKEN_LINES = 3

export interface TextBox {
  x?: number
  width?: number
  align?: 'left' | 'right' | 'center'
  /** Structure tag of the text. */
  tag?: string
  /** Of the head of a table: what it names. */
  scope?: 'Row' | 'Column'
  /** Replacement text for screen readers. */
  actual?: string
  /** How far further lines begin to the right of the first. */
  hang?: number
  /** A number beside the first line, and how far left of it. */
  label?: { text: string; indent: number }
}

/** A tagged PDF that is written from top to bottom, page by page. */
export class Canvas extends Typesetter {
  readonly accent: Accent
  /** In which times are written; of the IANA database. */
  readonly times: TimeStyle
  /** Where the next line begins. */
  y = TOP
  /** Whether anything written so far has a character without a glyph. */
  lacksGlyphs = false
  private readonly bytes: Promise<Buffer>
  private readonly parents: PDFKit.PDFStructureElement[] = []
  private readonly pictures: PDFKit.Mixins.OpenImage[] = []
  private inFigure = false
  private outline: PDFKit.PDFOutline | undefined

  constructor(about: { title: string; author: string; subject: string; at: Date; accent: Accent; times?: TimeStyle }) {
    super(
      new PDFDocument({
        size: 'A4',
        margin: 0,
        // No default font: Helvetica is never used.
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
    this.times = about.times ?? {}
    const root = this.doc.struct('Document')
    this.doc.addStructure(root)
    this.parents.push(root)
    this.bytes = collect(this.doc)
  }

  /** Writes a text at the current height, continues on further pages if needed, and moves below it. */
  write(text: string, style: Style, place: TextBox = {}): void {
    const { x = LEFT, width = WIDTH, align = 'left', tag = 'P', scope, actual, hang = 0, label } = place
    if (text === '') return
    const lines = this.lines(text, style, width - hang)
    const height = lineHeight(style)
    this.room(Math.min(lines.length, UNBROKEN_LINES) * height)
    const breakAt = this.breakAt(lines.length, height)
    let content = this.open(tag)
    const contents = [content]
    if (label) this.drawLine(label.text, style, { x: x - label.indent, width, align: 'left', y: this.y })
    for (const [index, line] of lines.entries()) {
      if (index === breakAt || this.y + height > BOTTOM) {
        this.close()
        this.newPage()
        content = this.open(tag)
        contents.push(content)
      }
      this.drawLine(line, style, { x: index > 0 ? x + hang : x, width, align, y: this.y })
      this.y += height
    }
    this.close()
    this.addStructure(tag, contents, { scope, actual: actual ?? this.spokenOf(text) })
  }

  /** The height of the lines of a text that are not divided from its beginning. */
  beginningOf(text: string, style: Style, width = WIDTH): number {
    return text === '' ? 0 : Math.min(this.lines(text, style, width).length, UNBROKEN_LINES) * lineHeight(style)
  }

  /** The line with which a text continues on the next page: never a single one. Undefined if it fits. */
  private breakAt(lines: number, height: number): number | undefined {
    const fitting = Math.floor((BOTTOM - this.y) / height)
    return fitting >= lines ? undefined : Math.min(fitting, lines - 2)
  }

  /** Writes one line at a given height; shortens a longer text with an ellipsis. */
  put(text: string, style: Style, place: TextBox & { y: number }): void {
    const { x = LEFT, width = WIDTH, align = 'left', y, tag = 'P' } = place
    const content = this.inFigure ? undefined : this.open(tag)
    this.drawLine(this.shorten(text, style, width), style, { x, width, align, y })
    if (!content) return
    this.close()
    this.addStructure(tag, [content], { actual: this.spokenOf(text) })
  }

  private drawLine(
    line: string,
    style: Style,
    { x, width, align, y }: { x: number; width: number; align: 'left' | 'right' | 'center'; y: number },
  ): void {
    const spare = width - this.widthOf(line, style)
    const from = align === 'right' ? x + spare : align === 'center' ? x + spare / 2 : x
    this.useFont(style.weight ?? 'regular')
      .fontSize(style.size)
      .fillColor(style.ink ?? INK)
    this.doc.text(`${line} `, from, y + liftOf(style), { lineBreak: false })
  }

  /** Puts everything that `write` draws into one structure element. */
  part(tag: string, write: () => void): void {
    const element = this.doc.struct(tag)
    this.parents.at(-1)?.add(element)
    this.parents.push(element)
    write()
    this.parents.pop()
    element.end()
  }

  /** Draws decoration: something that text beside it repeats. */
  shape(draw: (doc: PDFKit.PDFDocument) => void): void {
    if (!this.inFigure) this.doc.markContent('Artifact', { type: 'Layout' })
    draw(this.doc)
    if (!this.inFigure) this.doc.endMarkedContent()
  }

  /** Draws a figure with its alternative text. */
  figure(alt: string, box: Box, draw: (doc: PDFKit.PDFDocument) => void): void {
    const content = this.doc.markStructureContent('Figure')
    this.inFigure = true
    draw(this.doc)
    this.inFigure = false
    this.doc.endMarkedContent()
    const { x, y, width, height } = box
    const about = { alt, bbox: [x, y, x + width, y + height] }
    this.parents.at(-1)?.add(this.doc.struct('Figure', about, [content]))
  }

  /** Draws a PNG or JPEG file as large as fits into the box, at its lower left. Throws if it is neither. */
  picture(bytes: Buffer, alt: string, box: Box): void {
    const { x, y, width, height } = box
    const picture = this.doc.openImage(bytes)
    this.pictures.push(picture)
    this.figure(alt, box, (doc) => doc.image(picture, x, y, { fit: [width, height], valign: 'bottom' }))
  }

  /** Writes a text that opens an address, all on one page: its lines and the areas to click are one link of the structure. */
  writeLink(url: string, text: string, style: Style, { x, width }: { x: number; width: number }): void {
    const lines = this.lines(text, style, width)
    const height = lineHeight(style)
    this.room(lines.length * height)
    const element = this.doc.struct('Link')
    this.parents.at(-1)?.add(element)
    const content = this.open('Link')
    for (const [index, line] of lines.entries())
      this.drawLine(line, style, { x, width, align: 'left', y: this.y + index * height })
    this.close()
    element.add(content)
    // A primitive string would become a name of the PDF.
    const about = { structParent: element, Contents: Object(toDrawable(text)) }
    for (const line of lines) {
      this.doc.link(x, this.y, this.widthOf(line, style), height, url, about)
      this.y += height
    }
    element.end()
  }

  /** The text for screen readers, if some of its characters have no glyph. */
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

  private addStructure(
    tag: string,
    contents: PDFKit.PDFStructureContent[],
    { actual, scope }: { actual: string | undefined; scope?: string | undefined },
  ): void {
    const about = { ...(actual !== undefined && { actual }), ...(scope !== undefined && { scope }) }
    this.parents.at(-1)?.add(this.doc.struct(tag, about, contents))
  }

  /** Starts the next page unless this one has enough room left. */
  room(height: number): void {
    if (this.y + height > BOTTOM && this.y > TOP) this.newPage()
  }

  /** Height that is left on the page. */
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

  /** Draws a thin line across, except at the top of a page, which has one already. */
  rule(): void {
    const { y } = this
    if (y === TOP) return
    this.shape((doc) => strokeLine(doc, { x: LEFT, y, width: WIDTH, weight: 0.75, color: LINE }))
  }

  /** Adds an entry to the outline; level 2 goes under the last entry of level 1. */
  bookmark(title: string, level: 1 | 2 = 1): void {
    const parent = level === 2 ? this.outline : undefined
    const item = (parent ?? this.doc.outline).addItem(toDrawable(title))
    if (level === 1) this.outline = item
  }

  /**
   * Yields to the event loop, and continues only when all pictures are decoded: PDFKit writes a transparent one at the
   * place that the document has reached by then, which must not depend on time.
   */
  async breathe(): Promise<void> {
    do await setImmediate()
    while (this.pictures.some(({ image }) => image))
  }

  /** Calls `onEachPage` for every page, ends the document and returns its bytes. */
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
