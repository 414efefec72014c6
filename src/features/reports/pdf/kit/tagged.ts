import { setImmediate } from 'node:timers/promises'
import type { Box } from '../../../../shared/charts/drawing.ts'
import type { TimeStyle } from '../../../../shared/dates/datetime.ts'
import { isRightToLeft } from '../../../../shared/text/right-to-left.ts'
import { type Accent, INK } from './colors.ts'
import { Paper } from './paper.ts'
import { forgetAsianCharacters } from './scripts/asian-font.ts'
import { NO_GLYPH, toDrawable } from './scripts/drawable.ts'
import type { Segment, Target } from './text-links.ts'
import { liftOf, lineHeight, type Style, Typesetter } from './typesetter.ts'

/** Points. */
export interface LineBox {
  x: number
  y: number
  width: number
  align: 'left' | 'right' | 'center'
}

type Content = PDFKit.PDFStructureContent | PDFKit.PDFStructureElement

/** What is drawn, and the element of the structure that it belongs to. */
export class TaggedDocument extends Typesetter {
  readonly accent: Accent
  /** In which times are written; of the IANA database. */
  readonly times: TimeStyle
  /** Whether anything written so far has a character without a glyph. */
  lacksGlyphs = false
  protected inFigure = false
  private readonly bytes: Promise<Buffer>
  protected readonly parents: PDFKit.PDFStructureElement[] = []
  private readonly pictures: PDFKit.Mixins.OpenImage[] = []

  constructor(about: { title: string; author: string; subject: string; at: Date; accent: Accent; times?: TimeStyle }) {
    super(
      new Paper({
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
    forgetAsianCharacters()
    this.accent = about.accent
    this.times = about.times ?? {}
    const root = this.doc.struct('Document')
    this.doc.addStructure(root)
    this.parents.push(root)
    this.bytes = collect(this.doc)
  }

  protected drawLine(line: string, style: Style, { x, width, align, y }: LineBox): void {
    const spare = align === 'left' ? 0 : width - this.widthOf(line, style)
    const from = align === 'center' ? x + spare / 2 : x + spare
    const { weight = 'regular', size, ink = INK } = style
    this.useFont(weight).fontSize(size).fillColor(ink)
    this.doc.line(line.split(' '), weight, from, y + liftOf(style))
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

  /** The text for screen readers, if some of its characters have no glyph or are not drawn in the order in which they are read. */
  protected spokenOf(text: string): string | undefined {
    const lacksGlyphs = toDrawable(text).includes(NO_GLYPH)
    this.lacksGlyphs ||= lacksGlyphs
    return lacksGlyphs || isRightToLeft(text) ? text : undefined
  }

  protected open(tag: string): PDFKit.PDFStructureContent {
    return this.doc.markStructureContent(tag)
  }

  protected close(): void {
    this.doc.endMarkedContent()
  }

  /** The contents of one element: they end with each page, and a link among them is an element of its own. */
  protected contentsOf(tag: string): {
    all: Content[]
    draw: (line: readonly Segment[], style: Style, box: LineBox) => void
    end: () => void
  } {
    const all: Content[] = [this.open(tag)]
    let isOpen = true
    const end = (): void => {
      if (isOpen) this.close()
      isOpen = false
    }
    const begin = (): void => {
      if (!isOpen) all.push(this.open(tag))
      isOpen = true
    }
    const draw = (line: readonly Segment[], style: Style, box: LineBox): void => {
      let { x } = box
      for (const { text, target } of line) {
        const place = { ...box, x }
        if (target === undefined) {
          begin()
          this.drawLine(line.length > 1 ? text.trimEnd() : text, style, place)
        } else {
          end()
          all.push(this.linkTo(target, text, style, place))
        }
        if (line.length > 1) x += this.widthOf(text, style)
      }
    }
    return { all, draw, end }
  }

  /** Draws a text that leads somewhere. */
  private linkTo(target: Target, text: string, style: Style, box: LineBox): PDFKit.PDFStructureElement {
    const element = this.doc.struct('Link')
    const content = this.open('Link')
    this.drawLine(text, { ...style, ink: this.accent.text }, box)
    this.close()
    element.add(content)
    // A primitive string would become a name of the PDF.
    const about = { structParent: element, Contents: Object(text) }
    const [width, height] = [this.widthOf(text, style), lineHeight(style)]
    if ('url' in target) this.doc.link(box.x, box.y, width, height, target.url, about)
    else this.doc.goTo(box.x, box.y, width, height, target.place, about)
    return element
  }

  protected addStructure(
    tag: string,
    contents: Content[],
    { actual, scope }: { actual: string | undefined; scope?: string | undefined },
  ): void {
    const about = { ...(actual !== undefined && { actual }), ...(scope !== undefined && { scope }) }
    this.parents.at(-1)?.add(this.doc.struct(tag, about, contents))
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
