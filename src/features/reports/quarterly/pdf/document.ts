import { contactText } from '../../../../shared/html/partner-look.ts'
import { COMMON } from '../../content/words/every-edition.ts'
import { drawHead } from '../../pdf/content/first-page/head.ts'
import { Canvas, PAGE, WIDTH } from '../../pdf/kit/canvas.ts'
import { accentOf } from '../../pdf/kit/colors.ts'
import { STYLES, type Style } from '../../pdf/kit/typesetter.ts'
import type { Sheet } from '../content/input.ts'
import { SHEET } from '../content/words.ts'
import { drawCourses } from './courses.ts'
import { drawFigures } from './figures.ts'
import { drawLists } from './lists.ts'

/** Quarterly sheets of one partner, at least one, each on a page of its own; the same input gives the same bytes. */
export async function renderSheetPdf(sheets: readonly Sheet[]): Promise<Buffer> {
  const [first] = sheets
  if (!first) throw new Error('no sheet to draw')
  const { customerName, partnerName, brand, quarter, until } = first
  const canvas = new Canvas({
    title: sheets.length === 1 ? SHEET.title(customerName, quarter) : SHEET.titleOfMany(quarter),
    author: partnerName,
    subject: SHEET.kind,
    at: new Date(until),
    accent: accentOf(brand.colour),
    times: brand,
  })
  const customerOfPage: string[] = []
  for (const [index, sheet] of sheets.entries()) {
    if (index > 0) canvas.newPage()
    canvas.part('Sect', () => drawSheet(canvas, sheet))
    while (customerOfPage.length < canvas.doc.bufferedPageRange().count) customerOfPage.push(sheet.customerName)
    await canvas.breathe()
  }
  return await canvas.finish((page) => {
    const confidential = COMMON.confidential(partnerName, customerOfPage[page - 1] ?? '')
    canvas.put(confidential, STYLES.smallSoft, { width: WIDTH, y: PAGE.height - 46 })
    if (brand.contact)
      canvas.put(COMMON.contact(partnerName, contactText(brand.contact)), STYLES.smallSoft, { y: PAGE.height - 58 })
    if (canvas.lacksGlyphs) canvas.put(SHEET.lacksGlyphs, STYLES.smallSoft, { y: PAGE.height - 34 })
  })
}

const CONCLUSION: Style = { size: 14, weight: 'bold', leading: 1.35 }

function drawSheet(canvas: Canvas, { content, ...head }: Sheet): void {
  const { about, conclusion, figures, courses } = content
  drawHead(canvas, head, about, { bookmark: head.customerName, kind: SHEET.kind })
  canvas.skip(10)
  canvas.write(conclusion, CONCLUSION)
  canvas.skip(10)
  drawFigures(canvas, figures)
  canvas.skip(12)
  drawCourses(canvas, courses)
  drawLists(canvas, content)
}
