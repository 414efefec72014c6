import type { ReportInput } from '../../../content/input.ts'
import { COMMON } from '../../../content/words/every-edition.ts'
import { type Canvas, LEFT, WIDTH } from '../../kit/canvas.ts'
import { STYLES, type Style } from '../../kit/typesetter.ts'

const LOGO = { x: LEFT, y: 40, width: 170, height: 40 } as const
const TOP = 92

/** Who sends a document about whom. */
type Sender = Pick<ReportInput, 'customerName' | 'partnerName' | 'brand'>

/** The head of the first page: who sends it, the customer, and what the report is about. */
export function drawHead(
  canvas: Canvas,
  input: Sender,
  about: string,
  { bookmark, kind }: { bookmark: string; kind: string } = { bookmark: COMMON.glance, kind: COMMON.assessment },
): void {
  const { customerName } = input
  canvas.bookmark(bookmark)
  drawSender(canvas, input, kind)
  canvas.y = TOP + 14
  const name = fitName(canvas, customerName)
  canvas.write(name.text, name.style, { tag: 'H1', actual: customerName })
  canvas.write(about, { ...STYLES.lead, size: 11 })
}

function drawSender(canvas: Canvas, { brand, partnerName }: Sender, kind: string): void {
  const { logo } = brand
  const isDrawn = logo !== undefined && drawLogo(canvas, logo.bytes, partnerName)
  const style = { size: 13, weight: 'bold', ink: canvas.accent.text } as const
  if (!isDrawn) canvas.put(partnerName, style, { y: LOGO.y + 20, width: WIDTH * 0.6 })
  const right = { x: LEFT + WIDTH * 0.6, width: WIDTH * 0.4, align: 'right', y: LOGO.y + 24 } as const
  canvas.put(kind, STYLES.smallSoft, right)
  canvas.shape((doc) => doc.rect(LEFT, TOP, WIDTH, 2.4).fill(canvas.accent.fill))
}

/** Whether the picture could be drawn. A broken file must not prevent the report. */
function drawLogo(canvas: Canvas, bytes: Buffer, alt: string): boolean {
  try {
    canvas.picture(bytes, alt, LOGO)
    return true
  } catch {
    return false
  }
}

const NAME_SIZES = [27, 22, 18, 15] as const
const NAME_LINES = 2

/** The name in the largest size that fits on two lines, with an ellipsis if none does. */
function fitName(canvas: Canvas, name: string): { text: string; style: Style } {
  const styles = NAME_SIZES.map((size): Style => ({ size, weight: 'bold', leading: 1.25 }))
  const fits = (text: string, style: Style): boolean => canvas.lines(text, style, WIDTH).length <= NAME_LINES
  const last: Style = styles.at(-1) ?? STYLES.heading
  const style = styles.find((candidate) => fits(name, candidate)) ?? last
  return { text: fits(name, style) ? name : canvas.shorten(name, style, WIDTH * (NAME_LINES - 0.3)), style }
}
