import type { Priority } from '../../../../engine/results/priorities.ts'
import { explanation, headline } from '../../content/executive-summary.ts'
import { effortText, firstThings, gainText, knownGains } from '../../content/first-things.ts'
import type { ReportInput } from '../../content/input.ts'
import { groupNames } from '../../content/requirements.ts'
import {
  countAccepted,
  countKnown,
  levelText,
  percentText,
  plural,
  reachesTarget,
  SEVERITIES,
  SEVERITY_WORDS,
} from '../../content/rules.ts'
import { type Canvas, LEFT, PAGE_ROOM, WIDTH } from '../kit/canvas.ts'
import { drawBar, drawPill } from '../kit/charts.ts'
import { PANEL, SOFT } from '../kit/colors.ts'
import { drawHeading } from '../kit/heading.ts'
import { STYLES } from '../kit/typesetter.ts'
import { SEVERITY_LOOKS } from './looks.ts'

/** What the result means for the business, in words and in four figures. */
export function drawSummary(canvas: Canvas, { result, customerName }: ReportInput): void {
  canvas.newPage()
  canvas.part('Sect', () => {
    drawHeading(canvas, 'What this means')
    canvas.write(headline(result, customerName), { size: 14, weight: 'medium', leading: 1.4 })
    canvas.skip(8)
    for (const sentence of explanation(result)) {
      canvas.write(sentence, STYLES.body)
      canvas.skip(4)
    }
    canvas.skip(14)
    drawFigures(canvas, figuresOf(result))
    canvas.skip(22)
    canvas.write('Findings by severity', STYLES.subheading, { tag: 'H3' })
    canvas.skip(8)
    drawSeverities(canvas, result)
  })
}

interface Figure {
  term: string
  value: string
  beside: string
  words: string
  got?: number
  could?: number
}

function figuresOf(result: ReportInput['result']): Figure[] {
  const { score, scoreCeiling, maturityAchieved, target, coverage, findings } = result
  const known = countKnown(result)
  const accepted = countAccepted(result)
  return [
    {
      term: 'Score',
      value: String(score),
      beside: 'of 100',
      words:
        scoreCeiling > score
          ? `Could be up to ${scoreCeiling}, depending on what is still unknown`
          : 'Nothing unknown could raise it',
      got: score,
      could: scoreCeiling,
    },
    {
      term: 'Maturity level',
      value: levelText(maturityAchieved),
      beside: `target ${levelText(target)}`,
      words: reachesTarget(result) ? 'Target reached' : 'Target not reached yet',
      got: target > 0 ? (100 * maturityAchieved) / target : 0,
    },
    {
      term: 'Checks known',
      value: percentText(coverage),
      beside: `of ${known.inScope}`,
      words: `${known.fromTenant} from the tenant itself, ${known.fromPeople} from answers, ${known.unknown} unknown`,
      got: 100 * coverage,
    },
    {
      term: 'Findings',
      value: String(findings),
      beside: '',
      words:
        findings === 0 && accepted === 0
          ? 'Nothing that is known falls short of the target'
          : `Requirements of the target that are missing or incomplete${accepted > 0 ? `, without ${plural(accepted, 'accepted risk')}` : ''}`,
    },
  ]
}

const TILE = { gap: 10, pad: 11, height: 108 } as const

function drawFigures(canvas: Canvas, figures: readonly Figure[]): void {
  const top = canvas.y
  const width = (WIDTH - (figures.length - 1) * TILE.gap) / figures.length
  const big = { size: 23, weight: 'bold', leading: 1.25 } as const
  for (const [index, { term, value, beside, words, got, could }] of figures.entries()) {
    const x = LEFT + index * (width + TILE.gap)
    const inner = { x: x + TILE.pad, width: width - 2 * TILE.pad }
    canvas.shape((doc) => doc.roundedRect(x, top, width, TILE.height, 5).fill(PANEL))
    canvas.put(term, STYLES.smallSoft, { ...inner, y: top + 9 })
    canvas.put(value, big, { ...inner, y: top + 21 })
    const after = canvas.widthOf(value, big) + 5
    if (beside !== '')
      canvas.put(beside, STYLES.smallSoft, { x: inner.x + after, width: inner.width - after, y: top + 34.5 })
    if (got !== undefined) drawBar(canvas, { ...inner, y: top + 54, height: 6 }, got, could)
    canvas.y = top + 65
    canvas.write(words, { size: 7.5, ink: SOFT, leading: 1.35 }, inner)
  }
  canvas.y = top + TILE.height
}

function drawSeverities(canvas: Canvas, result: ReportInput['result']): void {
  const max = Math.max(1, ...SEVERITIES.map((severity) => result[severity]))
  for (const severity of SEVERITIES) {
    const { y } = canvas
    const count = result[severity]
    drawPill(canvas, SEVERITY_LOOKS[severity], SEVERITY_WORDS[severity], LEFT, y)
    drawBar(canvas, { x: LEFT + 82, y: y + 3.5, width: WIDTH - 122, height: 8 }, (100 * count) / max)
    canvas.put(String(count), STYLES.label, { x: LEFT + WIDTH - 30, width: 30, align: 'right', y: y + 0.5 })
    canvas.y = y + 22
  }
}

/** The one list of what to do first. */
export function drawFirstThings(canvas: Canvas, { result }: ReportInput): void {
  const { lead, things, rest } = firstThings(result)
  const nameOf = groupNames(result)
  const gains = knownGains(result)
  if (things.length > 0) canvas.newPage()
  else canvas.skip(26)
  canvas.part('Sect', () => {
    drawHeading(canvas, 'What to do first')
    canvas.write(lead, STYLES.lead)
    canvas.skip(10)
    canvas.part('L', () => {
      for (const [index, thing] of things.entries()) {
        drawThing(canvas, thing, index + 1, nameOf, gainText(thing, nameOf, gains.get(thing.id)))
      }
    })
    if (rest !== undefined) canvas.write(rest, STYLES.lead)
  })
}

const NUMBER = 32

function drawThing(canvas: Canvas, thing: Priority, place: number, nameOf: (id: string) => string, gain: string): void {
  const { remedy, observed, severity, id, groups } = thing
  const column = { x: LEFT + NUMBER, width: WIDTH - NUMBER }
  const remedyStyle = { size: 10.5, weight: 'bold', leading: 1.42 } as const
  const effort = effortText(thing)
  const height =
    canvas.heightOf(remedy, remedyStyle, column.width) + canvas.heightOf(observed, STYLES.rowSoft, column.width) + 62
  canvas.room(Math.min(height, PAGE_ROOM / 2))
  canvas.part('LI', () => {
    canvas.rule()
    canvas.skip(9)
    const top = canvas.y
    const { fill, onFill } = canvas.accent
    canvas.shape((doc) => doc.circle(LEFT + 10, top + 9, 10).fill(fill))
    const number = { size: 9.5, weight: 'bold', ink: onFill } as const
    canvas.put(String(place), number, { x: LEFT, width: 20, align: 'center', y: top + 2.4, tag: 'Lbl' })
    canvas.write(remedy, remedyStyle, { ...column, tag: 'LBody' })
    canvas.skip(1)
    canvas.write(observed, STYLES.rowSoft, column)
    canvas.skip(3)
    canvas.write(`Gain: ${gain}`, { ...STYLES.rowTitle, ink: canvas.accent.text }, column)
    canvas.skip(4)
    const { y } = canvas
    const end =
      column.x + drawPill(canvas, SEVERITY_LOOKS[severity], `${SEVERITY_WORDS[severity]} severity`, column.x, y) + 9
    canvas.y = y + 1.9
    const done = effort === undefined ? '' : ` · Effort: ${effort}`
    const where = `${id} · ${groups.map(nameOf).join(', ')}${done}`
    canvas.write(where, STYLES.smallSoft, { x: end, width: LEFT + WIDTH - end })
    canvas.y = Math.max(canvas.y, y + 15) + 8
  })
}
