import type { Parts } from '../../content/combined.ts'
import { costsLead, type OwnerPart, type OwnerPlan, ownerPart, ownerPlan } from '../../content/editions/owner.ts'
import { drawTrend } from '../../content/figures/charts.ts'
import { Once } from '../../content/once.ts'
import { type Place, placesOf } from '../../content/place.ts'
import { SPAN_WORDS, spanMeanings, trendSentence } from '../../content/trend.ts'
import { FULL } from '../../content/words/full.ts'
import { OWNER } from '../../content/words/owner.ts'
import { type Canvas, LEFT, PAGE_ROOM, WIDTH } from '../kit/canvas.ts'
import { LINE, SOFT } from '../kit/colors.ts'
import { drawDrawing } from '../kit/drawing.ts'
import { drawHeading } from '../kit/heading.ts'
import { drawKey, KEY_HEIGHT } from '../kit/key.ts'
import { drawTable } from '../kit/table.ts'
import { lineHeight, STYLES } from '../kit/typesetter.ts'
import { drawPlan } from './owner-plan.ts'

/**
 * For the business, on three or four pages; with several frameworks, the plan for all of them comes first. The areas of a
 * single one are drawn on the first page.
 */
export function drawOwner(canvas: Canvas, about: Parts): void {
  const { parts } = about
  const plan = ownerPlan(about)
  const isJoint = parts.length > 1
  canvas.newPage()
  if (isJoint) drawPlanAndMeeting(canvas, plan, about)
  for (const [{ result }, place] of placesOf(parts, new Once())) {
    const part = ownerPart(result)
    drawMeaning(canvas, part, place)
    drawCosts(canvas, part, place)
  }
  if (!isJoint) drawPlanAndMeeting(canvas, plan, about)
}

/**
 * The plan, then the topics of a meeting on one page: what is needed, the trend of a single framework, and what comes
 * next.
 */
function drawPlanAndMeeting(canvas: Canvas, plan: OwnerPlan, { parts, newest }: Parts): void {
  const rest = needsHeight(canvas, plan) + nextHeight(canvas)
  drawPlan(canvas, plan, rest)
  drawNeeds(canvas, plan, rest)
  if (parts.length === 1) drawScoreSoFar(canvas, newest)
  drawNext(canvas, newest.partnerName)
}

/** Points. */
const TREND = { size: 8.5, heading: 84 } as const

/** The trend, if there is room for it before the next part. */
function drawScoreSoFar(canvas: Canvas, { trend }: Parts['newest']): void {
  if (trend.length < 2) return
  const drawing = drawTrend(trend, WIDTH, TREND.size)
  if (canvas.left < drawing.height + TREND.heading + KEY_HEIGHT + nextHeight(canvas)) return
  canvas.part('Sect', () => {
    drawHeading(canvas, OWNER.trend)
    canvas.write(trendSentence(trend, canvas.times), STYLES.lead)
    canvas.skip(8)
    drawKey(
      canvas,
      spanMeanings(trend).map((meaning) => [meaning, SPAN_WORDS[meaning]] as const),
    )
    canvas.skip(KEY_HEIGHT)
    drawDrawing(canvas, drawing, { x: LEFT, y: canvas.y })
    canvas.skip(drawing.height + 24)
  })
}

/** Points: about what an area takes in the table, which is not divided where it is short. */
const AREA = 28

function drawMeaning(canvas: Canvas, { meaning, areas }: OwnerPart, { title, fresh }: Place): void {
  canvas.part('Sect', () => {
    const rows = areas.length * AREA
    drawHeading(canvas, title(OWNER.meaning), Math.min(rows + 100, PAGE_ROOM / 2))
    for (const sentence of meaning) {
      canvas.write(fresh(sentence), STYLES.body)
      canvas.skip(3)
    }
    canvas.skip(8)
    drawTable(
      canvas,
      [
        { title: OWNER.area, share: 0.3 },
        { title: OWNER.purpose, share: 0.48 },
        { title: OWNER.state, share: 0.22, marks: areas.map((area) => area.meaning) },
      ],
      areas.map(({ name, purpose, state }) => [name, purpose, state]),
    )
  })
  canvas.skip(24)
}

function drawCosts(canvas: Canvas, { costs }: OwnerPart, { title, fresh }: Place): void {
  canvas.part('Sect', () => {
    drawHeading(canvas, title(OWNER.costs))
    canvas.write(costsLead(costs, fresh), STYLES.lead)
    for (const { area, says } of costs.entries) {
      canvas.skip(8)
      canvas.room(48)
      canvas.write(area, STYLES.label, { tag: 'H3' })
      canvas.write(says, STYLES.body)
    }
  })
  canvas.skip(26)
}

const NEED = { width: WIDTH - 20, space: 6 } as const

/** The height of what is needed, with its title. */
const needsHeight = (canvas: Canvas, { needs }: OwnerPlan): number =>
  needs.reduce(
    (sum, { how }) => sum + NEED.space + lineHeight(STYLES.label) + canvas.heightOf(how, STYLES.row, NEED.width),
    lineHeight(STYLES.lead) + 34,
  )

/** Keeps everything on one page, with this height. */
function drawNeeds(canvas: Canvas, { needs }: OwnerPlan, height: number): void {
  canvas.part('Sect', () => {
    drawHeading(canvas, OWNER.needs, height)
    canvas.write(needs.length > 0 ? OWNER.needsLead(needs.length) : OWNER.noNeeds, STYLES.lead)
    canvas.skip(4)
    for (const [index, { title, how }] of needs.entries()) {
      canvas.skip(NEED.space)
      canvas.put(`${index + 1}.`, STYLES.label, { width: 18, y: canvas.y, tag: 'Lbl' })
      canvas.write(title, STYLES.label, { x: LEFT + 20, width: WIDTH - 20 })
      canvas.write(how, STYLES.row, { x: LEFT + 20, width: WIDTH - 20 })
    }
  })
  canvas.skip(26)
}

/** Points: the minimum height of the box for the partner's notes, of a line to write on, and of what surrounds them. */
const BOX = 56
const BLANK = 26
const TITLES = lineHeight(STYLES.heading) + 2 * lineHeight(STYLES.label) + 30

const BLANKS = 3

const noteHeight = (canvas: Canvas): number =>
  canvas.lacksGlyphs ? canvas.heightOf(FULL.lacksGlyphs, STYLES.smallSoft, WIDTH) + 10 : 0

/** The least height of what comes next. */
const nextHeight = (canvas: Canvas): number => BOX + TITLES + BLANKS * BLANK + noteHeight(canvas)

/** Space for the partner's notes and the next meeting on one page; the box fills the rest of it. */
function drawNext(canvas: Canvas, partnerName: string): void {
  const blanks = [OWNER.when, OWNER.where, OWNER.who]
  const note = noteHeight(canvas)
  canvas.room(nextHeight(canvas))
  canvas.part('Sect', () => {
    drawHeading(canvas, OWNER.next)
    canvas.write(OWNER.words(partnerName), STYLES.label, { tag: 'H3' })
    canvas.skip(6)
    const top = canvas.y
    const height = Math.max(BOX, canvas.left - blanks.length * BLANK - lineHeight(STYLES.label) - 22 - note)
    canvas.shape((doc) =>
      doc
        .roundedRect(LEFT, top, WIDTH, height, 4)
        .lineWidth(0.75)
        .dash(3, { space: 3 })
        .strokeColor(SOFT)
        .stroke()
        .undash(),
    )
    drawLines(canvas, top, height)
    canvas.skip(height + 16)
    canvas.write(OWNER.meeting, STYLES.label, { tag: 'H3' })
    for (const term of blanks) {
      const { y } = canvas
      canvas.put(term, STYLES.rowSoft, { y: y + 10, width: 100 })
      canvas.shape((doc) =>
        doc
          .moveTo(LEFT + 104, y + 22)
          .lineTo(LEFT + WIDTH, y + 22)
          .lineWidth(0.6)
          .strokeColor(SOFT)
          .stroke(),
      )
      canvas.y = y + BLANK
    }
  })
  if (note > 0) {
    canvas.skip(8)
    canvas.write(FULL.lacksGlyphs, STYLES.smallSoft)
  }
}

/** Lines to write on, so that a tall box does not look empty by mistake. */
function drawLines(canvas: Canvas, top: number, height: number): void {
  canvas.shape((doc) => {
    for (let y = top + BLANK; y < top + height - BLANK / 2; y += BLANK)
      doc.moveTo(LEFT + 12, y).lineTo(LEFT + WIDTH - 12, y)
    doc.lineWidth(0.5).strokeColor(LINE).stroke()
  })
}
