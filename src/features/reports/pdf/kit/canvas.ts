import { LINE } from './colors.ts'
import { strokeLine } from './lines.ts'
import { toDrawable } from './scripts/drawable.ts'
import { type LineBox, TaggedDocument } from './tagged.ts'
import { segmentsOf, type TextLink } from './text-links.ts'
import { lineHeight, STYLES, type Style } from './typesetter.ts'

/** A4 in points, from the top left. */
export const PAGE = { width: 595.28, height: 841.89 } as const
export const LEFT = 56
export const WIDTH = PAGE.width - 2 * LEFT
const TOP = 82
const BOTTOM = 772
/** Where a page says what goes on from the page before it. */
const AGAIN = 62
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
  /** The parts of the text that lead to another place. */
  links?: readonly TextLink[]
}

/** What a page may break within. */
interface Begun {
  name: string
  again: (name: string) => string
}

/** A tagged PDF that is written from top to bottom, page by page. */
export class Canvas extends TaggedDocument {
  /** Where the next line begins. */
  y = TOP
  private outline: PDFKit.PDFOutline | undefined
  /** What goes on at the top of the next page. */
  private begun: Begun | undefined
  /** The pages of named places, the first being 1. */
  private readonly pagesOf = new Map<string, number>()
  private readonly references: { name: string; style: Style; page: number; box: LineBox }[] = []

  /** Writes a text at the current height, continues on further pages if needed, and moves below it. */
  write(text: string, style: Style, place: TextBox = {}): void {
    const { x = LEFT, width = WIDTH, align = 'left', tag = 'P', scope, actual, hang = 0, label, links = [] } = place
    if (text === '') return
    const lines = this.lines(text, style, width - hang)
    const height = lineHeight(style)
    this.room(Math.min(lines.length, UNBROKEN_LINES) * height)
    const breakAt = this.breakAt(lines.length, height)
    const contents = this.contentsOf(tag)
    if (label) this.drawLine(label.text, style, { x: x - label.indent, width, align: 'left', y: this.y })
    for (const [index, line] of segmentsOf(text, lines, links).entries()) {
      if (index === breakAt || this.y + height > BOTTOM) {
        contents.end()
        this.newPage()
      }
      contents.draw(line, style, { x: index > 0 ? x + hang : x, width, align, y: this.y })
      this.y += height
    }
    contents.end()
    this.addStructure(tag, contents.all, { scope, actual: actual ?? this.spokenOf(text) })
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

  /** Starts the next page unless this one has enough room left. */
  room(height: number): void {
    if (this.y + height > BOTTOM && this.y > TOP) this.newPage()
  }

  /** Height that is left on the page. */
  get left(): number {
    return BOTTOM - this.y
  }

  get isAtTop(): boolean {
    return this.y === TOP
  }

  newPage(): void {
    this.doc.addPage()
    this.y = TOP
    if (this.begun) this.writeAgain(this.begun)
  }

  /** Draws something; each further page that it takes says so at the top, with its name in the words of `again`. */
  continuing(name: string, again: (name: string) => string, draw: () => void): void {
    this.begin(name, again)
    draw()
    this.end()
  }

  /** From here until `end`, each further page says at the top what it continues. */
  begin(name: string, again: (name: string) => string): void {
    this.begun = { name, again }
  }

  end(): void {
    this.begun = undefined
  }

  /** Between the head of a page and its text, which stands where it would without it. */
  private writeAgain({ name, again }: Begun): void {
    const style = STYLES.smallBold
    const words = again(this.shorten(name, style, WIDTH - this.widthOf(again(''), style)))
    this.doc.markContent('Artifact', { type: 'Pagination' })
    this.drawLine(words, { ...style, ink: STYLES.smallSoft.ink }, { x: LEFT, width: WIDTH, align: 'left', y: AGAIN })
    this.doc.endMarkedContent()
  }

  skip(height: number): void {
    this.y += height
  }

  /** Draws a thin line across, except at the top of a page, which has one already. */
  rule(): void {
    const { y } = this
    if (this.isAtTop) return
    this.shape((doc) => strokeLine(doc, { x: LEFT, y, width: WIDTH, weight: 0.75, color: LINE }))
  }

  /** Names the current height, so that links can lead here. */
  place(name: string): void {
    this.doc.addNamedDestination(name, 'XYZ', 0, this.y, 0)
    this.pagesOf.set(name, this.page)
  }

  /** Writes the page of a place at the right of a box, once that is known. */
  pageOf(name: string, style: Style, box: Omit<LineBox, 'align'>): void {
    this.references.push({ name, style, page: this.page, box: { ...box, align: 'right' } })
  }

  private get page(): number {
    return this.doc.bufferedPageRange().count
  }

  /** Calls `onEachPage` for every page and writes the pages of places, ends the document and returns its bytes. */
  override async finish(onEachPage: (page: number, pages: number) => void): Promise<Buffer> {
    const byPage = Map.groupBy(this.references, ({ page }) => page)
    return await super.finish((page, pages) => {
      onEachPage(page, pages)
      for (const { name, style, box } of byPage.get(page) ?? []) {
        const found = this.pagesOf.get(name)
        if (found === undefined) throw new Error(`no place ${name}`)
        this.drawLine(String(found), style, box)
      }
    })
  }

  /** Adds an entry to the outline; level 2 goes under the last entry of level 1. */
  bookmark(title: string, level: 1 | 2 = 1): void {
    const parent = level === 2 ? this.outline : undefined
    const item = (parent ?? this.doc.outline).addItem(toDrawable(title))
    if (level === 1) this.outline = item
  }
}
