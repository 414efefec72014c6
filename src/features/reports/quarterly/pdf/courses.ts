import { drawGauge, spanText } from '../../../../shared/charts/gauge.ts'
import { COMMON } from '../../content/words/every-edition.ts'
import { type Canvas, LEFT, WIDTH } from '../../pdf/kit/canvas.ts'
import { SOFT } from '../../pdf/kit/colors.ts'
import { drawDrawing } from '../../pdf/kit/drawing.ts'
import { STYLES, type Style } from '../../pdf/kit/typesetter.ts'
import type { CourseShown, SpanShown } from '../content/shapes.ts'
import { drawCourse, hasTrend } from '../content/trend.ts'

/** Widths of the two gauges, in points: of a single framework, and of several, which must all fit. */
const GAUGES = { one: { start: 70, end: 104 }, many: { start: 50, end: 68 } } as const

/** The least width of a gauge with its words below it. */
const CAPTION = 98
const ARROW = 26
const TREND = { x: LEFT + WIDTH - 128, width: 128 } as const

const CAPTION_STYLE: Style = { ...STYLES.smallSoft, size: 7.8 }
const NAME: Style = { size: 11, weight: 'bold', leading: 1.3 }
const CHANGE: Style = { size: 11, weight: 'bold', leading: 1.3 }

/** Then and now by each framework, and the runs between. */
export function drawCourses(canvas: Canvas, courses: readonly CourseShown[]): void {
  const isOnly = courses.length === 1
  if (!isOnly && courses.every(({ start }) => !start)) drawBeside(canvas, courses)
  else for (const course of courses) canvas.part('Sect', () => drawOne(canvas, course, isOnly))
}

function drawOne(canvas: Canvas, course: CourseShown, isOnly: boolean): void {
  const { name, note, start, end, pointsNote } = course
  const sizes = isOnly ? GAUGES.one : GAUGES.many
  canvas.rule()
  const top = canvas.y + 5
  canvas.put(name, NAME, { y: top, width: WIDTH * 0.4, tag: 'H2' })
  const beside = LEFT + Math.min(canvas.widthOf(name, NAME), WIDTH * 0.4) + 8
  canvas.put(note, STYLES.smallSoft, { x: beside, width: TREND.x - beside - 4, y: top + 2.5 })
  const floor = top + 16 + heightOf(sizes.end)
  const after = start ? drawArrow(canvas, drawSpan(canvas, start, { x: LEFT, width: sizes.start, floor }), floor) : LEFT
  const x = drawSpan(canvas, end, { x: after, width: sizes.end, floor }) + 14
  drawWords(canvas, course, { x, y: top + 15, width: TREND.x - x - 10 })
  canvas.y = Math.max(floor + 15, canvas.y + 2)
  canvas.write(pointsNote, STYLES.smallSoft, { width: TREND.x - LEFT - 10 })
  if (!hasTrend(course)) return
  const place = { width: TREND.width, height: floor + 9 - top, size: 7, isDense: true }
  drawDrawing(canvas, drawCourse(course, place), { x: TREND.x, y: top + 3 })
}

/** Points between frameworks side by side. */
const GAP = 16

/** Frameworks with nothing to compare, side by side. */
function drawBeside(canvas: Canvas, courses: readonly CourseShown[]): void {
  canvas.rule()
  const top = canvas.y + 5
  const width = (WIDTH - GAP * (courses.length - 1)) / courses.length
  const size = GAUGES.one.start + 20
  const names = Math.max(...courses.map(({ name }) => canvas.heightOf(name, NAME, width)))
  const floor = top + names + 6 + heightOf(size)
  let bottom = floor + 58
  for (const [index, course] of courses.entries()) {
    const x = LEFT + index * (width + GAP)
    canvas.part('Sect', () => {
      canvas.y = top
      canvas.write(course.name, NAME, { x, width, tag: 'H2' })
      drawSpan(canvas, course.end, { x, width: size, floor })
      drawWords(canvas, course, { x, y: floor + 16, width })
      for (const text of [course.note, course.pointsNote]) canvas.write(text, STYLES.smallSoft, { x, width })
    })
    bottom = Math.max(bottom, canvas.y)
  }
  canvas.y = bottom + 6
}

const heightOf = (width: number): number => width * 0.57

/** A gauge with its words below; returns where it ends. */
function drawSpan(
  canvas: Canvas,
  { words, ...span }: SpanShown,
  { x, width, floor }: { x: number; width: number; floor: number },
): number {
  const room = Math.max(CAPTION, width)
  const alt = `${words}. ${COMMON.gaugeAlt(spanText(span))}`
  const gauge = drawGauge(span, width, { alt, unit: COMMON.ofHundred })
  drawDrawing(canvas, gauge, { x: x + (room - width) / 2, y: floor - heightOf(width) })
  canvas.put(words, CAPTION_STYLE, { x, width: room, align: 'center', y: floor + 1 })
  return x + room
}

function drawArrow(canvas: Canvas, x: number, floor: number): number {
  const [from, to, y] = [x + 6, x + ARROW - 8, floor - 16]
  canvas.shape((doc) =>
    doc
      .moveTo(from, y)
      .lineTo(to, y)
      .moveTo(to - 5, y - 4)
      .lineTo(to, y)
      .lineTo(to - 5, y + 4)
      .lineWidth(1.4)
      .strokeColor(SOFT)
      .stroke(),
  )
  return x + ARROW
}

/** The words beside or below a gauge; the canvas then stands below them. */
function drawWords(
  canvas: Canvas,
  { change, level, levelBefore, levelNote }: CourseShown,
  { x, y, width }: { x: number; y: number; width: number },
): void {
  canvas.y = y
  canvas.write(change, CHANGE, { x, width })
  canvas.write(level, STYLES.rowTitle, { x, width })
  for (const text of [levelBefore, levelNote]) canvas.write(text, STYLES.smallSoft, { x, width })
}
