import type { Parts } from '../../../content/combined.ts'
import { costsLead, type OwnerPart, ownerPart } from '../../../content/editions/owner.ts'
import { type OwnerPlan, ownerPlan } from '../../../content/editions/owner-plan.ts'
import { drawTrend } from '../../../content/figures/charts.ts'
import { Once } from '../../../content/once.ts'
import { type Place, placesOf } from '../../../content/place.ts'
import { spanKey, trendSentence } from '../../../content/trend.ts'
import { OWNER } from '../../../content/words/owner.ts'
import { type Canvas, LEFT, PAGE_ROOM, WIDTH } from '../../kit/canvas.ts'
import { paragraph, space, stack } from '../../kit/layout/blocks.ts'
import { drawHeading } from '../../kit/layout/heading.ts'
import { drawKeyed, KEY_HEIGHT } from '../../kit/layout/key.ts'
import { drawTable, heightOfTable } from '../../kit/layout/table.ts'
import { lineHeight, STYLES } from '../../kit/typesetter.ts'
import { drawNext, nextHeight } from './next.ts'
import { drawPlan } from './plan.ts'

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
    // Beside others, a framework without known gaps has no section about them.
    const hasCosts = !isJoint || part.costs.entries.length > 0
    drawMeaning(canvas, part, place, hasCosts ? '' : costsLead(part.costs, place.fresh))
    if (hasCosts) drawCosts(canvas, part, place)
  }
  if (!isJoint) drawPlanAndMeeting(canvas, plan, about)
}

/**
 * The plan, then the topics of a meeting: what is needed, the trend of a single framework, and what comes next. They are on one
 * page, unless what is needed fills one that would be half empty.
 */
function drawPlanAndMeeting(canvas: Canvas, plan: OwnerPlan, { parts, newest }: Parts): void {
  const needs = needsHeight(canvas, plan)
  const rest = needs + nextHeight(canvas)
  drawPlan(canvas, plan, rest)
  drawNeeds(canvas, plan, canvas.left > EMPTY ? needs : rest)
  if (parts.length === 1) drawScoreSoFar(canvas, newest)
  drawNext(canvas, newest.partnerName)
}

/** Points that a page may leave empty. */
const EMPTY = 0.2 * PAGE_ROOM

/** Points. */
const TREND = { size: 8.5, heading: 84 } as const

/** The trend, if there is room for it before what comes next, which may begin the next page. */
function drawScoreSoFar(canvas: Canvas, { trend }: Parts['newest']): void {
  if (trend.length < 2) return
  const drawing = drawTrend(trend, WIDTH, TREND.size)
  canvas.room(nextHeight(canvas))
  if (canvas.left < drawing.height + TREND.heading + KEY_HEIGHT + nextHeight(canvas)) return
  canvas.part('Sect', () => {
    drawHeading(canvas, OWNER.trend)
    canvas.write(trendSentence(trend, canvas.times), STYLES.lead)
    canvas.skip(8)
    drawKeyed(canvas, drawing, spanKey(trend))
    canvas.skip(24)
  })
}

/** `more` is a last sentence of what it means. */
function drawMeaning(canvas: Canvas, { meaning, areas }: OwnerPart, { title, fresh }: Place, more: string): void {
  const columns = [
    { title: OWNER.area, share: 0.3 },
    { title: OWNER.purpose, share: 0.48 },
    { title: OWNER.state, share: 0.22, marks: areas.map((area) => area.meaning) },
  ]
  const rows = areas.map(({ name, purpose, state }) => [name, purpose, state])
  const stated = meaning.map(fresh).filter((sentence) => sentence !== '')
  const sentences = [...stated.slice(0, -1), `${stated.at(-1) ?? ''} ${more}`.trim()]
  const above = stack([
    ...sentences.flatMap((sentence) => [paragraph(canvas, sentence, STYLES.body), space(canvas, 3)]),
    space(canvas, 8),
  ])
  canvas.part('Sect', () => {
    const table = heightOfTable(canvas, columns, rows, { isWhole: true })
    drawHeading(canvas, title(OWNER.meaning), Math.min(above.height + table, PAGE_ROOM / 2))
    above.draw()
    drawTable(canvas, columns, rows)
  })
  canvas.skip(20)
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
  canvas.skip(20)
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
