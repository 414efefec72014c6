import { drawGauge, spanParts, spanText } from '../../../../shared/charts/gauge.ts'
import { drawSteps } from '../../../../shared/charts/level-steps.ts'
import { drawBar } from '../../../../shared/charts/stacked-bars.ts'
import { timeText } from '../../../../shared/datetime.ts'
import { drawGroupBars, groupBars } from '../../content/figures/charts.ts'
import { type Glance, glanceOf } from '../../content/figures/glance.ts'
import type { ReportInput } from '../../content/input.ts'
import { groupNoun, SEVERITY_WORDS } from '../../content/rules.ts'
import { COMMON, MEANING_WORDS } from '../../content/words/every-edition.ts'
import { type Canvas, LEFT, WIDTH } from '../kit/canvas.ts'
import { drawDecoration, drawDrawing } from '../kit/drawing.ts'
import { drawKey, KEY_HEIGHT } from '../kit/key.ts'
import { drawShape } from '../kit/pills.ts'
import { STYLES, type Style } from '../kit/typesetter.ts'
import { SEVERITY_LOOKS } from './looks.ts'

const LOGO = { x: LEFT, y: 40, width: 170, height: 40 } as const
const TOP = 92

/** The first page: the same as the first screen of the page, and the groups below it. */
export function drawFirstPage(canvas: Canvas, input: ReportInput): void {
  const { result, customerName, productName, completedAt } = input
  const glance = glanceOf(result, customerName)
  canvas.bookmark(COMMON.glance)
  canvas.part('Sect', () => {
    drawSender(canvas, input)
    canvas.y = TOP + 14
    const name = fitName(canvas, customerName)
    canvas.write(name.text, name.style, { tag: 'H1', actual: customerName })
    canvas.write(`${productName} ${result.framework.version} · ${timeText(completedAt, canvas.timeZone)}`, {
      ...STYLES.lead,
      size: 11,
    })
    canvas.skip(18)
    const top = canvas.y
    drawScore(canvas, glance, top)
    drawFacts(canvas, glance, top)
    canvas.y = top + GAUGE.height
    canvas.rule()
    canvas.skip(12)
    canvas.write(glance.conclusion, { size: 15, weight: 'bold', leading: 1.35 })
    canvas.skip(24)
    drawGroups(canvas, input)
  })
}

function drawSender(canvas: Canvas, { brand, partnerName }: ReportInput): void {
  const { logo } = brand
  const isDrawn = logo !== undefined && drawLogo(canvas, logo.bytes, partnerName)
  const style = { size: 13, weight: 'bold', ink: canvas.accent.text } as const
  if (!isDrawn) canvas.put(partnerName, style, { y: LOGO.y + 20, width: WIDTH * 0.6 })
  const right = { x: LEFT + WIDTH * 0.6, width: WIDTH * 0.4, align: 'right', y: LOGO.y + 24 } as const
  canvas.put(COMMON.assessment, STYLES.smallSoft, right)
  canvas.shape((doc) => doc.rect(LEFT, TOP, WIDTH, 2.4).fill(canvas.accent.fill))
}

/** Whether the picture could be drawn. A broken file must not prevent the report. */
function drawLogo(canvas: Canvas, bytes: Buffer, alt: string): boolean {
  const { x, y, width, height } = LOGO
  try {
    canvas.figure(alt, (doc) => doc.image(bytes, x, y, { fit: [width, height], valign: 'bottom' }))
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

const GAUGE = { width: 184, height: 186 } as const
const FACTS = { x: LEFT + GAUGE.width + 28, width: WIDTH - GAUGE.width - 28 } as const

function drawScore(canvas: Canvas, { span }: Glance, y: number): void {
  const alt = COMMON.gaugeAlt(spanText(span))
  const gauge = drawGauge(span, GAUGE.width, { alt, unit: COMMON.ofHundred })
  drawDrawing(canvas, gauge, { x: LEFT, y: y + 14 })
  const under = y + gauge.height + 24
  for (const [index, [meaning, from, to]] of spanParts(span).entries())
    drawKey(canvas, [[meaning, `${to - from} ${COMMON.spanKey[meaning]}`]], { x: LEFT + 52, y: under + index * 13 })
}

function drawFacts(canvas: Canvas, { steps, isReached, coverage, known, severities }: Glance, y: number): void {
  const half = (FACTS.width - 18) / 2
  const [left, right] = [
    { x: FACTS.x, width: half * 0.68 },
    { x: FACTS.x + half * 0.68 + 18, width: half * 1.32 },
  ]
  const big: Style = { size: 10.5, weight: 'bold', leading: 1.3 }
  canvas.put(COMMON.level, STYLES.smallSoft, { ...left, y })
  canvas.put(COMMON.levelOf(steps.level, steps.target), big, { ...left, y: y + 11 })
  const stairs = drawSteps(steps, {
    width: left.width,
    height: 54,
    alt: COMMON.stepsAlt(steps.level, steps.target),
    size: 8.5,
  })
  drawDrawing(canvas, stairs, { x: left.x, y: y + 28 })
  canvas.put(COMMON.levelNote(isReached), STYLES.smallSoft, { ...left, y: y + 87 })
  canvas.put(COMMON.known, STYLES.smallSoft, { ...right, y })
  canvas.put(COMMON.knownOf(coverage, known.inScope), big, { ...right, y: y + 11 })
  const bar = { x: 0, y: 0, width: right.width, height: 11 }
  const counts = { known: known.fromTenant + known.fromPeople, unknown: known.unknown }
  drawDecoration(canvas, drawBar(counts, bar, 0), { x: right.x, y: y + 36 })
  canvas.y = y + 52
  canvas.write(COMMON.knownNote(known.fromTenant, known.fromPeople, known.unknown), STYLES.smallSoft, right)
  canvas.put(COMMON.findings, STYLES.smallSoft, { ...FACTS, y: y + 110 })
  drawSeverities(canvas, severities, y + 124)
}

function drawSeverities(canvas: Canvas, severities: Glance['severities'], y: number): void {
  const gap = 7
  const width = (FACTS.width - gap * (severities.length - 1)) / severities.length
  for (const [index, { severity, count }] of severities.entries()) {
    const x = FACTS.x + index * (width + gap)
    const look =
      count > 0
        ? SEVERITY_LOOKS[severity]
        : { ...SEVERITY_LOOKS.low, shape: SEVERITY_LOOKS[severity].shape, tint: '#f4f6f7' }
    canvas.shape((doc) => {
      doc.roundedRect(x, y, width, 44, 4).fill(look.tint)
      drawShape(doc, look, { x: x + 8, y: y + 9, size: 10 })
    })
    canvas.put(
      String(count),
      { size: 17, weight: 'bold', ink: look.ink, leading: 1.2 },
      { x: x + 23, y: y + 4, width: width - 24 },
    )
    canvas.put(
      SEVERITY_WORDS[severity],
      { ...STYLES.smallBold, ink: look.ink },
      { x: x + 8, y: y + 27, width: width - 10 },
    )
  }
}

function drawGroups(canvas: Canvas, { result }: ReportInput): void {
  const bars = groupBars(result)
  if (bars.length === 0) return
  canvas.write(COMMON.byGroup(groupNoun(result.product, 1)), STYLES.subheading, { tag: 'H2' })
  canvas.skip(4)
  const present = (['in-place', 'partly', 'missing', 'unknown', 'not-applicable'] as const).filter((meaning) =>
    bars.some(({ counts }) => (counts[meaning] ?? 0) > 0),
  )
  drawKey(
    canvas,
    present.map((meaning) => [meaning, MEANING_WORDS[meaning]]),
  )
  canvas.skip(KEY_HEIGHT)
  const drawing = drawGroupBars(result, WIDTH, 9)
  drawDrawing(canvas, drawing, { x: LEFT, y: canvas.y })
  canvas.skip(drawing.height + 20)
}
