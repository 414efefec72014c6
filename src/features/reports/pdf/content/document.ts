import { dayText } from '../../../../shared/datetime.ts'
import type { Edition } from '../../content/edition.ts'
import type { ReportInput } from '../../content/input.ts'
import { COMMON } from '../../content/words/every-edition.ts'
import { Canvas, LEFT, PAGE, WIDTH } from '../kit/canvas.ts'
import { accentOf } from '../kit/colors.ts'
import { STYLES } from '../kit/typesetter.ts'
import { drawFirstPage } from './first-page.ts'
import { drawFull } from './full-edition.ts'
import { drawOwner } from './owner-edition.ts'
import { drawTechnical } from './technical-edition.ts'

const EDITIONS: Readonly<Record<Edition, (canvas: Canvas, input: ReportInput) => void | Promise<void>>> = {
  owner: drawOwner,
  technical: drawTechnical,
  full: drawFull,
}

/** The report of a completed run as a PDF; the same input gives the same bytes. */
export async function renderPdf(input: ReportInput): Promise<Buffer> {
  const { customerName, partnerName, productName, result, edition = 'full' } = input
  const canvas = new Canvas({
    title: `${productName} assessment of ${customerName}`,
    author: partnerName,
    subject: `Security assessment against ${productName} ${result.framework.version}, completed ${dayText(input.completedAt, input.brand.timeZone)}`,
    at: new Date(input.completedAt),
    accent: accentOf(input.brand.colour),
    ...(input.brand.timeZone && { timeZone: input.brand.timeZone }),
  })
  drawFirstPage(canvas, input)
  await EDITIONS[edition](canvas, input)
  return await canvas.finish((page, pages) => drawHeaderAndFooter(canvas, input, page, pages))
}

function drawHeaderAndFooter(
  canvas: Canvas,
  { customerName, partnerName, productName }: ReportInput,
  page: number,
  pages: number,
): void {
  const y = PAGE.height - 46
  const sides = { width: WIDTH - 90, y } as const
  canvas.put(COMMON.confidential(partnerName, customerName), STYLES.smallSoft, sides)
  canvas.put(`Page ${page} of ${pages}`, STYLES.smallSoft, { x: LEFT + WIDTH - 80, width: 80, align: 'right', y })
  // The first page has a head of its own.
  if (page === 1) return
  const half = { width: WIDTH * 0.62 }
  canvas.put(`${customerName} · ${productName}`, STYLES.smallSoft, { ...half, y: 40 })
  const right = { x: LEFT + half.width, width: WIDTH - half.width, align: 'right' } as const
  canvas.put(partnerName, { ...STYLES.smallBold, ink: canvas.accent.text }, { ...right, y: 40 })
  canvas.shape((doc) => doc.rect(LEFT, 56, WIDTH, 1.4).fill(canvas.accent.fill))
}
