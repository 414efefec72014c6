import { readFonts, readPdf, textOf } from './pdf-text.ts'

/** A text of a PDF: a paragraph, a title, or a label. */
export interface WrittenText {
  /** Its structure tag, as in `H2`; empty for the head and foot of a page and for labels of figures. */
  tag: string
  text: string
  /** Points from the top of the page to its first and its last baseline. */
  top: number
  bottom: number
}

const HEIGHT = 841.89

/** The texts of each page of a PDF with their positions; reads only PDFs that our library wrote. */
export function readLayout(pdf: Buffer): WrittenText[][] {
  const { objects } = readPdf(pdf)
  const fonts = readFonts(objects)
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\n/.test(body))
  return pages.map((page) => readTexts(objects.get(page.match(/\/Contents (\d+) 0 R/)?.[1] ?? '') ?? '', fonts))
}

const MARK =
  /\/(?<tag>\w+) <<(?<about>[^>]*)>> BDC|(?<end>EMC)|1 0 0 1 [\d.-]+ (?<y>[\d.-]+) Tm|\/(?<font>F\d+) [\d.]+ Tf|\[(?<shown>(?:<[0-9a-f]*>|[-\d. ])*)\] TJ/g

function readTexts(content: string, fonts: ReadonlyMap<string, string[]>): WrittenText[] {
  const texts: WrittenText[] = []
  let tag = ''
  let font: string[] = []
  let y = 0
  let open: WrittenText | undefined
  for (const { groups = {} } of content.matchAll(MARK)) {
    if (groups.tag !== undefined) tag = groups.about?.includes('/MCID') && groups.tag !== 'Figure' ? groups.tag : ''
    if (groups.tag !== undefined || groups.end !== undefined) open = undefined
    if (groups.end !== undefined) tag = ''
    if (groups.y !== undefined) y = HEIGHT - Number(groups.y)
    if (groups.font !== undefined) font = fonts.get(groups.font) ?? []
    if (groups.shown === undefined) continue
    const text = textOf(groups.shown, font).trim()
    if (open && tag !== '') {
      open.text += ` ${text}`
      open.bottom = y
    } else {
      open = { tag, text, top: y, bottom: y }
      texts.push(open)
    }
  }
  return texts
}
