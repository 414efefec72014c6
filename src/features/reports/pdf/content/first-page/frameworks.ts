import { drawGauge, spanText } from '../../../../../shared/charts/gauge.ts'
import { drawSteps } from '../../../../../shared/charts/level-steps.ts'
import { timeText } from '../../../../../shared/dates/datetime.ts'
import { conclusionsOf, isOtherDay, jointConclusion, jointWork, type Parts } from '../../../content/combined.ts'
import { glanceOf } from '../../../content/figures/glance.ts'
import type { ReportInput } from '../../../content/input.ts'
import { SEVERITY_WORDS } from '../../../content/rules.ts'
import { spanKey } from '../../../content/trend.ts'
import { COMMON } from '../../../content/words/every-edition.ts'
import { PARTS } from '../../../content/words/several-frameworks.ts'
import { type Canvas, LEFT, WIDTH } from '../../kit/canvas.ts'
import { drawDrawing } from '../../kit/drawing.ts'
import { drawKey, KEY_HEIGHT } from '../../kit/layout/key.ts'
import { SEVERITY_LOOKS } from '../../kit/looks.ts'
import { drawPill } from '../../kit/pills.ts'
import { lineHeight, STYLES, type Style } from '../../kit/typesetter.ts'
import { drawFirstStep } from './first-step.ts'

/** Points. */
const GAUGE = 124
/** Of a card: above its name, below its version, the beginning of its conclusion, what is below that, and its least height below the version. */
const CARD = { above: 10, top: 6, conclusion: 40, below: 10, min: 90 } as const

/** The result of all frameworks, then a card for each: gauge, level, how much is known, findings, and conclusion. */
export function drawFrameworks(canvas: Canvas, about: Parts, missing: readonly string[]): void {
  const { parts } = about
  canvas.skip(14)
  canvas.write(jointConclusion(about), {
    size: 14,
    weight: 'bold',
    leading: 1.35,
  })
  canvas.skip(10)
  drawFirstStep(canvas, about)
  canvas.skip(8)
  canvas.write(jointWork(about.actions), STYLES.smallSoft)
  canvas.skip(10)
  const key = spanKey(parts.map(({ result, customerName }) => glanceOf(result, customerName).span))
  drawKey(canvas, key)
  canvas.skip(KEY_HEIGHT)
  for (const [part, conclusion] of conclusionsOf(parts)) drawCard(canvas, part, conclusion, isOtherDay(part, about))
  for (const name of missing) {
    canvas.room(34)
    canvas.rule()
    canvas.skip(9)
    canvas.write(name, STYLES.label, { tag: 'H2' })
    canvas.write(PARTS.missing, STYLES.rowSoft)
    canvas.skip(6)
  }
}

const NAME: Style = { size: 12, weight: 'bold', leading: 1.3 }

function drawCard(
  canvas: Canvas,
  { result, customerName, productName, completedAt }: ReportInput,
  conclusion: string,
  hasDay: boolean,
): void {
  const {
    span,
    pointsNote,
    steps,
    level: levelWords,
    stepsAlt,
    levelNote,
    coverage,
    known,
    severities,
  } = glanceOf(result, customerName)
  const when = hasDay ? ` · ${timeText(completedAt, canvas.times)}` : ''
  const level = { x: LEFT + GAUGE + 26, width: 112 }
  const right = { x: level.x + level.width + 22, width: WIDTH - GAUGE - level.width - 48 }
  const words =
    canvas.heightOf(conclusion, STYLES.row, right.width) + canvas.heightOf(pointsNote, STYLES.smallSoft, right.width)
  const height = Math.max(CARD.conclusion + words + CARD.below, CARD.min)
  canvas.room(CARD.above + lineHeight(NAME) + lineHeight(STYLES.smallSoft) + CARD.top + height)
  canvas.part('Sect', () => {
    canvas.rule()
    canvas.skip(CARD.above)
    canvas.write(productName, NAME, { tag: 'H2' })
    canvas.write(`${result.framework.version}${when}`, STYLES.smallSoft)
    canvas.skip(CARD.top)
    const top = canvas.y
    const alt = COMMON.gaugeAlt(spanText(span))
    drawDrawing(canvas, drawGauge(span, GAUGE, { alt, unit: COMMON.ofHundred }), { x: LEFT, y: top + 4 })
    canvas.put(levelWords, STYLES.label, { ...level, y: top })
    drawDrawing(canvas, drawSteps(steps, { width: level.width, height: 46, alt: stepsAlt, size: 8 }), {
      x: level.x,
      y: top + 16,
    })
    canvas.put(levelNote, STYLES.smallSoft, { ...level, y: top + 66 })
    canvas.put(COMMON.knownOf(coverage, known.inScope), STYLES.label, { ...right, y: top })
    drawFound(canvas, severities, { x: right.x, y: top + 19 })
    canvas.y = top + CARD.conclusion
    canvas.write(conclusion, STYLES.row, right)
    canvas.write(pointsNote, STYLES.smallSoft, right)
    canvas.y = top + height
  })
}

/** The findings by severity on one line. */
function drawFound(
  canvas: Canvas,
  severities: ReturnType<typeof glanceOf>['severities'],
  { x, y }: { x: number; y: number },
): void {
  const found = severities.filter(({ count }) => count > 0)
  if (found.length === 0) canvas.put(COMMON.noFindings, STYLES.smallSoft, { x, y })
  let at = x
  for (const { severity, count } of found)
    at += drawPill(canvas, SEVERITY_LOOKS[severity], `${count} ${SEVERITY_WORDS[severity].toLowerCase()}`, at, y) + 4
}
