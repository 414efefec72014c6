import { dayText } from '../../../../shared/datetime.ts'
import { headline } from '../../content/executive-summary.ts'
import type { ReportInput } from '../../content/input.ts'
import { countKnown, levelText, percentText, plural, SEVERITIES, SEVERITY_WORDS } from '../../content/rules.ts'
import { type Canvas, LEFT, PAGE, WIDTH } from '../kit/canvas.ts'
import { drawGauge } from '../kit/charts.ts'
import { INK, LINE, SOFT } from '../kit/colors.ts'
import { lineHeight, STYLES, type Style } from '../kit/typesetter.ts'

const LOGO = { x: LEFT, y: 48, width: 190, height: 54 } as const
const FIELD = { y: 132, height: 268, inset: 40 } as const

/** The first page: partner, customer and score. */
export function drawCover(canvas: Canvas, input: ReportInput): void {
  const { customerName, partnerName, productName, result } = input
  canvas.bookmark('Cover')
  canvas.part('Sect', () => {
    drawSender(canvas, input)
    drawField(canvas, input)
    drawScore(canvas, input)
    const y = PAGE.height - 84
    canvas.put(`Prepared by ${partnerName} for ${customerName}`, { ...STYLES.label, size: 9.5 }, { y })
    const terms = `${productName} ${result.framework.version}, evaluated against maturity level ${levelText(result.target)}. Confidential.`
    canvas.put(terms, STYLES.rowSoft, { y: y + 15 })
  })
}

function drawSender(canvas: Canvas, { brand, partnerName }: ReportInput): void {
  const { logo } = brand
  if (logo && drawLogo(canvas, logo.bytes, partnerName)) return
  canvas.put(partnerName, { size: 17, weight: 'bold', ink: canvas.accent.text }, { y: LOGO.y + 14 })
}

/** Whether the picture could be drawn. A broken file must not prevent the report. */
function drawLogo(canvas: Canvas, bytes: Buffer, alt: string): boolean {
  const { x, y, width, height } = LOGO
  try {
    canvas.figure(alt, (doc) => doc.image(bytes, x, y, { fit: [width, height], valign: 'center' }))
    return true
  } catch {
    return false
  }
}

function drawField(canvas: Canvas, { customerName, productName, completedAt, result, brand }: ReportInput): void {
  const { fill, onFill } = canvas.accent
  canvas.shape((doc) => doc.rect(0, FIELD.y, PAGE.width, FIELD.height).fill(fill))
  const soft: Style = { size: 12, weight: 'medium', ink: onFill, leading: 1.4 }
  canvas.y = FIELD.y + FIELD.inset
  canvas.write(`${productName} security assessment`, soft)
  canvas.skip(10)
  const name = fitName(canvas, customerName, onFill)
  canvas.write(name.text, name.style, { tag: 'H1', actual: customerName })
  const bottom = FIELD.y + FIELD.height - FIELD.inset
  canvas.put(dayText(completedAt, brand.timeZone), soft, { y: bottom - 17 })
  const target = `Target: maturity level ${levelText(result.target)}`
  canvas.put(target, soft, { y: bottom - 17, align: 'right' })
}

const NAME_SIZES = [36, 30, 25, 21] as const
const NAME_LINES = 3

/** The name in the largest size that fits on three lines, with an ellipsis if none does. */
function fitName(canvas: Canvas, name: string, ink: string): { text: string; style: Style } {
  const styles = NAME_SIZES.map((size): Style => ({ size, weight: 'bold', ink, leading: 1.18 }))
  const fits = (text: string, style: Style): boolean => canvas.lines(text, style, WIDTH).length <= NAME_LINES
  const last: Style = styles.at(-1) ?? STYLES.heading
  const style = styles.find((candidate) => fits(name, candidate)) ?? last
  return { text: fits(name, style) ? name : canvas.shorten(name, style, WIDTH * (NAME_LINES - 0.3)), style }
}

function drawScore(canvas: Canvas, input: ReportInput): void {
  const { result, customerName } = input
  const { score, scoreCeiling } = result
  const top = FIELD.y + FIELD.height + 48
  const radius = 88
  const could = scoreCeiling > score ? `Could be up to ${scoreCeiling}` : 'Nothing unknown could raise it'
  const alt = `Score ${score} of 100. ${could}.`
  drawGauge(canvas, { x: LEFT + radius, y: top + radius, radius }, score, scoreCeiling, alt)
  const under = { x: LEFT, width: 2 * radius, align: 'center' } as const
  canvas.put('Score', STYLES.label, { ...under, y: top + radius + 22 })
  canvas.put(could, STYLES.smallSoft, { ...under, y: top + radius + 37 })

  const x = LEFT + 2 * radius + 40
  const width = LEFT + WIDTH - x
  const words: Style = { size: 14.5, weight: 'medium', ink: INK, leading: 1.38 }
  canvas.y = top - 6
  canvas.write(headline(result, customerName), words, { x, width })
  canvas.y = Math.max(canvas.y + 14, top + radius + 10)
  for (const [term, value] of keyFacts(input)) {
    const { y } = canvas
    canvas.shape((doc) =>
      doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.6)
        .strokeColor(LINE)
        .stroke(),
    )
    canvas.put(term, { size: 9.5, ink: SOFT }, { x, width: 110, y: y + 6 })
    canvas.y = y + 6
    canvas.write(value, { size: 9.5, weight: 'medium' }, { x: x + 112, width: width - 112 })
    canvas.skip(6)
  }
  canvas.y = Math.max(canvas.y, top + radius + lineHeight(STYLES.lead))
}

function keyFacts({ result }: ReportInput): (readonly [term: string, value: string])[] {
  const { maturityAchieved, target, coverage, findings } = result
  const { inScope } = countKnown(result)
  const severities = SEVERITIES.filter((severity) => result[severity] > 0).map(
    (severity) => `${result[severity]} ${SEVERITY_WORDS[severity].toLowerCase()}`,
  )
  return [
    ['Maturity level', `${levelText(maturityAchieved)}, target ${levelText(target)}`],
    ['Findings', findings === 0 ? 'None' : `${findings}: ${severities.join(', ')}`],
    ['Checks known', `${percentText(coverage)} of ${plural(inScope, 'check')}`],
  ]
}
