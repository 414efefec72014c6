import { drawGauge, spanParts, spanText } from '../../../../../shared/charts/gauge.ts'
import { drawSteps } from '../../../../../shared/charts/level-steps.ts'
import { drawBar } from '../../../../../shared/charts/stacked-bars.ts'
import type { Parts } from '../../../content/combined.ts'
import { barsKey, drawGroupBars, groupBars } from '../../../content/figures/charts.ts'
import { type Glance, glanceOf } from '../../../content/figures/glance.ts'
import { groupTable, tableInWords } from '../../../content/figures/tables.ts'
import type { ReportInput } from '../../../content/input.ts'
import { groupNoun, SEVERITY_WORDS } from '../../../content/rules.ts'
import { COMMON } from '../../../content/words/every-edition.ts'
import { type Canvas, LEFT, WIDTH } from '../../kit/canvas.ts'
import { drawDecoration, drawDrawing } from '../../kit/drawing.ts'
import { drawKey, drawKeyed } from '../../kit/layout/key.ts'
import { SEVERITY_LOOKS } from '../../kit/looks.ts'
import { drawShape } from '../../kit/pills.ts'
import { STYLES, type Style } from '../../kit/typesetter.ts'
import { drawFirstStep } from './first-step.ts'

/** Draws what the first screen of the page shows, and the groups below it. */
export function drawGlance(canvas: Canvas, about: Parts): void {
  const input = about.newest
  const glance = glanceOf(input.result, input.customerName)
  canvas.skip(18)
  const top = canvas.y
  drawScore(canvas, glance, top)
  drawFacts(canvas, glance, top)
  canvas.y = top + GAUGE.height
  canvas.rule()
  canvas.skip(12)
  canvas.write(glance.conclusion, { size: 15, weight: 'bold', leading: 1.35 })
  canvas.skip(12)
  drawFirstStep(canvas, about)
  if (glance.pointsNote !== '') {
    canvas.skip(10)
    canvas.write(glance.pointsNote, STYLES.smallSoft)
  }
  canvas.skip(22)
  drawGroups(canvas, input)
}

const GAUGE = { width: 184, height: 186 } as const
const FACTS = { x: LEFT + GAUGE.width + 28, width: WIDTH - GAUGE.width - 28 } as const

/** How much of two equal halves the level takes. */
const LEVEL_SHARE = 0.78

function drawScore(canvas: Canvas, { span }: Glance, y: number): void {
  const alt = COMMON.gaugeAlt(spanText(span))
  const gauge = drawGauge(span, GAUGE.width, { alt, unit: COMMON.ofHundred })
  drawDrawing(canvas, gauge, { x: LEFT, y: y + 14 })
  const under = y + gauge.height + 24
  for (const [index, [meaning, from, to]] of spanParts(span).entries())
    drawKey(canvas, [[meaning, `${to - from} ${COMMON.spanKey[meaning]}`]], { x: LEFT + 52, y: under + index * 13 })
}

function drawFacts(
  canvas: Canvas,
  { steps, level, stepsAlt, levelNote, coverage, known, severities }: Glance,
  y: number,
): void {
  const half = (FACTS.width - 18) / 2
  const [left, right] = [
    { x: FACTS.x, width: half * LEVEL_SHARE },
    { x: FACTS.x + half * LEVEL_SHARE + 18, width: half * (2 - LEVEL_SHARE) },
  ]
  const big: Style = { size: 10, weight: 'bold', leading: 1.3 }
  canvas.put(COMMON.level, STYLES.smallSoft, { ...left, y })
  canvas.put(level, big, { ...left, y: y + 11 })
  const stairs = drawSteps(steps, {
    width: left.width,
    height: 54,
    alt: stepsAlt,
    size: 8.5,
  })
  drawDrawing(canvas, stairs, { x: left.x, y: y + 28 })
  canvas.put(levelNote, STYLES.smallSoft, { ...left, y: y + 87 })
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
  if (groupBars(result).length === 0) return
  canvas.write(COMMON.byGroup(groupNoun(result.product, 1)), STYLES.subheading, { tag: 'H2' })
  canvas.skip(4)
  drawKeyed(canvas, { ...drawGroupBars(result, WIDTH, 9), alt: tableInWords(groupTable(result)) }, barsKey(result))
  canvas.skip(20)
}
