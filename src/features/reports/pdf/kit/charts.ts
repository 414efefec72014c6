import { dayText } from '../../../../shared/datetime.ts'
import { type Canvas, LEFT, WIDTH } from './canvas.ts'
import { HATCH, INK, LINE, type Look, PAPER, type Shape, SOFT, TRACK } from './colors.ts'
import { STYLES } from './typesetter.ts'

/** Badges, bars and charts. Text beside each of them says the same. */

type Doc = PDFKit.PDFDocument

const SIZE = 16

/** Draws a shape of 16 by 16 units. */
const SHAPES: Readonly<Record<Shape, (doc: Doc, ink: string) => void>> = {
  check: (doc, ink) => stroke(doc.moveTo(2, 8.5).lineTo(6, 12.5).lineTo(14, 3.5), ink),
  cross: (doc, ink) => stroke(doc.moveTo(3, 3).lineTo(13, 13).moveTo(13, 3).lineTo(3, 13), ink),
  none: (doc, ink) => stroke(doc.moveTo(3, 8).lineTo(13, 8), ink),
  half: (doc, ink) => {
    stroke(doc.circle(8, 8, 6.2), ink)
    doc.path('M8 1.8a6.2 6.2 0 0 1 0 12.4z').fill(ink)
  },
  unknown: (doc, ink) => {
    stroke(doc.path('M5 5.2a3 3 0 1 1 4.4 2.7c-.9.5-1.4 1-1.4 2.2'), ink)
    doc.circle(8, 13.4, 1.5).fill(ink)
  },
  octagon: (doc, ink) => doc.polygon([5, 1], [11, 1], [15, 5], [15, 11], [11, 15], [5, 15], [1, 11], [1, 5]).fill(ink),
  triangle: (doc, ink) => doc.polygon([8, 1.5], [15, 14.5], [1, 14.5]).fill(ink),
  diamond: (doc, ink) => doc.polygon([8, 1], [15, 8], [8, 15], [1, 8]).fill(ink),
  ring: (doc, ink) => stroke(doc.circle(8, 8, 6), ink),
}

function stroke(doc: Doc, ink: string): void {
  doc.lineWidth(2.4).lineCap('round').lineJoin('round').strokeColor(ink).stroke()
}

function drawShape(doc: Doc, { shape, ink }: Look, { x, y, size }: { x: number; y: number; size: number }): void {
  doc
    .save()
    .translate(x, y)
    .scale(size / SIZE)
  SHAPES[shape](doc, ink)
  doc.restore()
}

const PILL = { height: 15, inset: 7, icon: 7.5, gap: 4 } as const

/** Draws a verdict or severity as a small label: shape, colour and words say the same. Returns its width. */
export function drawPill(canvas: Canvas, look: Look, words: string, x: number, y: number): number {
  const style = { ...STYLES.smallBold, ink: look.ink }
  const before = PILL.inset + PILL.icon + PILL.gap
  const width = before + canvas.widthOf(words, style) + PILL.inset
  canvas.shape((doc) => {
    doc.roundedRect(x, y, width, PILL.height, PILL.height / 2).fill(look.tint)
    drawShape(doc, look, { x: x + PILL.inset, y: y + (PILL.height - PILL.icon) / 2, size: PILL.icon })
  })
  canvas.put(words, style, { x: x + before, y: y + 1.9, width: width - before, tag: 'Span' })
  return width
}

/** A bar from 0 to 100: what is earned, and hatched after it what is still unknown. */
export function drawBar(
  canvas: Canvas,
  area: { x: number; y: number; width: number; height: number },
  got: number,
  could = got,
): void {
  const { x, y, width, height } = area
  const to = (percent: number): number => (width * Math.min(100, Math.max(0, percent))) / 100
  canvas.shape((doc) => {
    doc
      .save()
      .roundedRect(x, y, width, height, Math.min(3, height / 2))
      .clip()
    doc.rect(x, y, width, height).fill(TRACK)
    if (could > got) drawHatch(doc, x + to(got), y, to(could) - to(got), height)
    doc.rect(x, y, to(got), height).fill(canvas.accent.fill)
    doc.restore()
  })
}

function drawHatch(doc: Doc, x: number, y: number, width: number, height: number): void {
  doc.save().rect(x, y, width, height).clip()
  for (let at = x - height; at < x + width; at += 3.6) doc.moveTo(at, y + height).lineTo(at + height, y)
  doc.lineWidth(1.1).lineCap('butt').strokeColor(HATCH).stroke().restore()
}

/** The legend of bars. */
export function drawBarKey(canvas: Canvas): void {
  const { y } = canvas
  let x: number = LEFT
  for (const [words, got, could] of [
    ['In place', 100, 100],
    ['Still unknown', 0, 100],
    ['Missing', 0, 0],
  ] as const) {
    drawBar(canvas, { x, y: y + 2.4, width: 18, height: 7 }, got, could)
    canvas.put(words, STYLES.smallSoft, { x: x + 23, y, width: 80 })
    x += 23 + canvas.widthOf(words, STYLES.smallSoft) + 18
  }
  canvas.skip(18)
}

/** Centre and radius of a half circle, in points. */
interface Centre {
  x: number
  y: number
  radius: number
}

/** The score and its ceiling on a half circle; `alt` says the same. */
export function drawGauge(canvas: Canvas, centre: Centre, score: number, could: number, alt: string): void {
  const { x, y, radius } = centre
  const thick = radius * 0.2
  canvas.figure(alt, (doc) => {
    drawArc(doc, centre, { from: 0, to: 100 }, { thick, ink: TRACK })
    if (could > score) {
      drawArc(doc, centre, { from: score, to: could }, { thick, ink: PAPER })
      for (let at = score + 0.6; at < could; at += 1.5) drawTick(doc, centre, Math.min(at, could), thick)
    }
    if (score > 0) drawArc(doc, centre, { from: 0, to: score }, { thick, ink: canvas.accent.fill })
    const number = { size: radius * 0.62, weight: 'bold', ink: INK, leading: 1.2 } as const
    canvas.put(String(score), number, { x: x - radius, width: 2 * radius, align: 'center', y: y - radius * 0.66 })
    const soft = { size: 10, ink: SOFT } as const
    canvas.put('of 100', soft, { x: x - radius, width: 2 * radius, align: 'center', y: y + 4 })
  })
}

const pointAt = ({ x, y }: { x: number; y: number }, percent: number, radius: number): readonly [number, number] => {
  const angle = Math.PI * (1 + percent / 100)
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
}

function drawArc(
  doc: Doc,
  centre: Centre,
  { from, to }: { from: number; to: number },
  { thick, ink }: { thick: number; ink: string },
): void {
  const radius = centre.radius - thick / 2
  const [x1, y1] = pointAt(centre, from, radius)
  const [x2, y2] = pointAt(centre, to, radius)
  doc
    .path(`M${x1} ${y1}A${radius} ${radius} 0 0 1 ${x2} ${y2}`)
    .lineWidth(thick)
    .lineCap('butt')
    .strokeColor(ink)
    .stroke()
}

function drawTick(doc: Doc, centre: Centre, percent: number, thick: number): void {
  doc.moveTo(...pointAt(centre, percent, centre.radius - thick)).lineTo(...pointAt(centre, percent, centre.radius))
  doc.lineWidth(1.3).lineCap('butt').strokeColor(HATCH).stroke()
}

const CHART = { height: 108, below: 18, left: 26 } as const

export interface TrendPoint {
  /** ISO 8601 UTC. */
  completedAt: string
  score: number
}

/** The scores of runs as a line; the table below it has the same numbers. */
export function drawTrendLine(canvas: Canvas, runs: readonly TrendPoint[], alt: string): void {
  const top = canvas.y + 4
  const width = WIDTH - CHART.left - 14
  const xOf = (index: number): number =>
    LEFT + CHART.left + (runs.length > 1 ? (width * index) / (runs.length - 1) : width / 2)
  const yOf = (score: number): number => top + CHART.height * (1 - score / 100)
  canvas.figure(alt, (doc) => {
    for (const level of [0, 50, 100]) {
      doc
        .moveTo(LEFT + CHART.left, yOf(level))
        .lineTo(LEFT + WIDTH, yOf(level))
        .lineWidth(0.6)
        .strokeColor(LINE)
        .stroke()
      canvas.put(String(level), STYLES.smallSoft, { x: LEFT, width: CHART.left - 6, align: 'right', y: yOf(level) - 6 })
    }
    for (const [index, run] of runs.entries()) {
      if (index === 0) doc.moveTo(xOf(0), yOf(run.score))
      else doc.lineTo(xOf(index), yOf(run.score))
    }
    doc.lineWidth(2).lineCap('round').lineJoin('round').strokeColor(canvas.accent.fill).stroke()
    for (const [index, run] of runs.entries()) {
      const [x, y] = [xOf(index), yOf(run.score)]
      doc.circle(x, y, 3.4).fillAndStroke(PAPER, canvas.accent.fill)
      const above = run.score < 88 ? y - 16 : y + 5
      canvas.put(String(run.score), STYLES.smallBold, { x: x - 20, width: 40, align: 'center', y: above })
      const isEnd = index === 0 || index === runs.length - 1
      if (isEnd) {
        const under = { width: 90, align: 'center', y: yOf(0) + 5 } as const
        const from = index === 0 ? Math.max(LEFT, x - 45) : Math.min(LEFT + WIDTH - 90, x - 45)
        canvas.put(dayText(run.completedAt), STYLES.smallSoft, { ...under, x: from })
      }
    }
  })
  canvas.skip(CHART.height + CHART.below + 10)
}
