import { dayText, timeText } from '../../../../shared/dates/datetime.ts'
import { contactText } from '../../../../shared/html/partner-look.ts'
import { type Parts, partsOf } from '../../content/combined.ts'
import type { Edition } from '../../content/edition.ts'
import type { CombinedInput, ReportInput } from '../../content/input.ts'
import { COMMON } from '../../content/words/every-edition.ts'
import { PARTS } from '../../content/words/several-frameworks.ts'
import { Canvas, LEFT, PAGE, WIDTH } from '../kit/canvas.ts'
import { accentOf } from '../kit/colors.ts'
import { STYLES } from '../kit/typesetter.ts'
import { drawFrameworks } from './first-page/frameworks.ts'
import { drawGlance } from './first-page/glance.ts'
import { drawHead } from './first-page/head.ts'
import { drawFull } from './full-edition.ts'
import { drawOwner } from './owner/edition.ts'
import { drawTechnical } from './technical-edition.ts'

const EDITIONS: Readonly<Record<Edition, (canvas: Canvas, parts: Parts) => void | Promise<void>>> = {
  owner: drawOwner,
  technical: drawTechnical,
  full: drawFull,
}

/** The report of a completed run as a PDF; the same input gives the same bytes. */
export async function renderPdf(input: ReportInput): Promise<Buffer> {
  const { productName, result, completedAt, edition = 'full' } = input
  const canvas = createCanvas(input, productName, `${productName} ${result.framework.version}`)
  const about = partsOf([input])
  canvas.part('Sect', () => {
    drawHead(canvas, input, `${productName} ${result.framework.version} · ${timeText(completedAt, canvas.times)}`)
    drawGlance(canvas, about)
  })
  await EDITIONS[edition](canvas, about)
  return await finish(canvas, input, productName)
}

/** Like `renderPdf`, for several frameworks of one customer. */
export async function renderCombinedPdf(input: CombinedInput): Promise<Buffer> {
  const { parts, missing, edition } = input
  const about = partsOf(parts)
  const { newest } = about
  const names = parts.map(({ productName, result }) => `${productName} ${result.framework.version}`)
  const canvas = createCanvas(newest, PARTS.security, names.join(', '))
  canvas.part('Sect', () => {
    drawHead(canvas, newest, `${PARTS.frameworks(parts.length)} · ${timeText(newest.completedAt, canvas.times)}`)
    drawFrameworks(canvas, about, missing)
  })
  await EDITIONS[edition](canvas, about)
  return await finish(canvas, newest, PARTS.security)
}

function createCanvas(
  { customerName, partnerName, completedAt, brand }: ReportInput,
  product: string,
  frameworks: string,
): Canvas {
  return new Canvas({
    title: COMMON.reportTitle(product, customerName),
    author: partnerName,
    subject: COMMON.subject(frameworks, dayText(completedAt, brand)),
    at: new Date(completedAt),
    accent: accentOf(brand.colour),
    times: brand,
  })
}

/** With head and foot on each page. */
function finish(canvas: Canvas, { customerName, partnerName, brand }: ReportInput, product: string): Promise<Buffer> {
  return canvas.finish((page, pages) => {
    const y = PAGE.height - 46
    const sides = { width: WIDTH - 90, y } as const
    canvas.put(COMMON.confidential(partnerName, customerName), STYLES.smallSoft, sides)
    const number = { x: LEFT + WIDTH - 80, width: 80, align: 'right', y } as const
    canvas.put(COMMON.page(page, pages), STYLES.smallSoft, number)
    // The first page has a head of its own, and says how to reach the partner.
    if (page === 1) {
      if (brand.contact)
        canvas.put(COMMON.contact(partnerName, contactText(brand.contact)), STYLES.smallSoft, { y: y - 13 })
      return
    }
    const half = { width: WIDTH * 0.62 }
    canvas.put(`${customerName} · ${product}`, STYLES.smallSoft, { ...half, y: 40 })
    const right = { x: LEFT + half.width, width: WIDTH - half.width, align: 'right' } as const
    canvas.put(partnerName, { ...STYLES.smallBold, ink: canvas.accent.text }, { ...right, y: 40 })
    canvas.shape((doc) => doc.rect(LEFT, 56, WIDTH, 1.4).fill(canvas.accent.fill))
  })
}
