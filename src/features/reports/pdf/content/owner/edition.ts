import type { Parts } from '../../../content/combined.ts'
import { ownerPart } from '../../../content/editions/owner.ts'
import { type Costs, ownerCosts } from '../../../content/editions/owner-costs.ts'
import { type Need, type OwnerPlan, ownerPlan } from '../../../content/editions/owner-plan.ts'
import { drawTrend } from '../../../content/figures/charts.ts'
import { tableInWords, trendTable } from '../../../content/figures/tables.ts'
import type { ReportInput } from '../../../content/input.ts'
import { trendKey, trendSentence } from '../../../content/trend.ts'
import { OWNER } from '../../../content/words/owner.ts'
import { type Canvas, LEFT, PAGE_ROOM, WIDTH } from '../../kit/canvas.ts'
import { paragraph, space, stack } from '../../kit/layout/blocks.ts'
import { drawHeading } from '../../kit/layout/heading.ts'
import { drawKeyed, KEY_HEIGHT } from '../../kit/layout/key.ts'
import { drawTable, heightOfTable } from '../../kit/layout/table.ts'
import { lineHeight, STYLES } from '../../kit/typesetter.ts'
import { drawJointAreas } from './areas.ts'
import { drawNext, nextHeight } from './next.ts'
import { drawPlan } from './plan.ts'

/** For the business, on at most four pages, whether of one framework or several. The areas of a single one are on the first page as well. */
export function drawOwner(canvas: Canvas, about: Parts): void {
  const { parts, newest } = about
  const plan = ownerPlan(about)
  const [single, ...others] = parts
  const costs = ownerCosts(about)
  canvas.newPage()
  if (single && others.length === 0) drawMeaning(canvas, single)
  else drawJointAreas(canvas, parts)
  canvas.skip(20)
  if (costs.costs.length > 0) drawCosts(canvas, costs)
  if (plan.quarters.length > 0) drawPlanAndNeeds(canvas, plan)
  else drawNeeds(canvas, plan.title, plan.lead, plan.needs)
  if (others.length === 0) drawScoreSoFar(canvas, newest, plan.quarters.length > 0)
  drawNext(canvas, newest.partnerName)
}

/**
 * The plan, then what is needed for it, which is on one page with what comes next, unless it fills one that would be half
 * empty.
 */
function drawPlanAndNeeds(canvas: Canvas, plan: OwnerPlan): void {
  const { needs, needsLead: lead } = plan
  const height = needs.length > 0 ? needsHeight(canvas, lead, needs) : 0
  const rest = height + nextHeight(canvas)
  drawPlan(canvas, plan, rest)
  if (needs.length > 0) drawNeeds(canvas, OWNER.needs, lead, needs, canvas.left > EMPTY ? height : rest)
}

/** Points that a page may leave empty. */
const EMPTY = 0.2 * PAGE_ROOM

/** Points. */
const TREND = { size: 8.5, heading: 84, low: 150 } as const

/** The trend, lower if need be, on the page of what comes next if there is room for both; without a plan, there are pages enough for both. */
function drawScoreSoFar(canvas: Canvas, { trend, result: { product } }: Parts['newest'], hasPlan: boolean): void {
  if (trend.length < 2) return
  const drawn = (height?: number) =>
    drawTrend(trend, product, canvas.times, { width: WIDTH, size: TREND.size, ...(height !== undefined && { height }) })
  const around = TREND.heading + KEY_HEIGHT
  canvas.room(hasPlan ? nextHeight(canvas) : drawn().height + around)
  const room = hasPlan ? canvas.left - nextHeight(canvas) - around : canvas.left
  const drawing = [drawn(), drawn(TREND.low)].find(({ height }) => height <= room)
  if (!drawing) return
  canvas.part('Sect', () => {
    drawHeading(canvas, OWNER.trend)
    canvas.write(trendSentence(trend, canvas.times), STYLES.lead)
    canvas.skip(8)
    const alt = tableInWords(trendTable(trend, canvas.times))
    drawKeyed(canvas, { ...drawing, alt }, trendKey(trend, product))
    canvas.skip(24)
  })
}

function drawMeaning(canvas: Canvas, { result }: ReportInput): void {
  const { meaning, areas } = ownerPart(result)
  const columns = [
    { title: OWNER.area, share: 0.3 },
    { title: OWNER.purpose, share: 0.48 },
    { title: OWNER.state, share: 0.22, marks: areas.map((area) => area.meaning) },
  ]
  const rows = areas.map(({ name, purpose, state }) => [name, purpose, state])
  const above = stack([
    ...meaning.flatMap((sentence) => [paragraph(canvas, sentence, STYLES.body), space(canvas, 3)]),
    space(canvas, 8),
  ])
  canvas.part('Sect', () => {
    const table = heightOfTable(canvas, columns, rows, { isWhole: true })
    drawHeading(canvas, OWNER.meaning, Math.min(above.height + table, PAGE_ROOM / 2))
    above.draw()
    drawTable(canvas, columns, rows)
  })
}

/** Points above an area and what its gaps can lead to. */
const COST = 8

function drawCosts(canvas: Canvas, { lead, costs }: Costs): void {
  canvas.part('Sect', () => {
    drawHeading(canvas, OWNER.costs)
    canvas.write(lead, STYLES.lead)
    const heights = costs.map(({ says }) => COST + lineHeight(STYLES.label) + canvas.heightOf(says, STYLES.body, WIDTH))
    for (const [index, { area, says }] of costs.entries()) {
      // The last area is not alone on the next page.
      const together = index === costs.length - 2 ? heights.slice(index) : heights.slice(index, index + 1)
      canvas.room(together.reduce((sum, height) => sum + height, 0))
      canvas.skip(COST)
      canvas.write(area, STYLES.label, { tag: 'H3' })
      canvas.write(says, STYLES.body)
    }
  })
  canvas.skip(20)
}

const NEED = { width: WIDTH - 20, space: 6 } as const

/** The height of what is needed, with the text above it. */
const needsHeight = (canvas: Canvas, lead: string, needs: readonly Need[]): number =>
  needs.reduce(
    (sum, { how }) => sum + NEED.space + lineHeight(STYLES.label) + canvas.heightOf(how, STYLES.row, NEED.width),
    canvas.heightOf(lead, STYLES.lead, WIDTH) + 34,
  )

/** Keeps everything on one page, with this height. */
function drawNeeds(
  canvas: Canvas,
  title: string,
  lead: string,
  needs: readonly Need[],
  height = needsHeight(canvas, lead, needs),
): void {
  canvas.part('Sect', () => {
    drawHeading(canvas, title, height)
    canvas.write(lead, STYLES.lead)
    canvas.skip(4)
    for (const [index, need] of needs.entries()) {
      canvas.skip(NEED.space)
      canvas.put(`${index + 1}.`, STYLES.label, { width: 18, y: canvas.y, tag: 'Lbl' })
      canvas.write(need.title, STYLES.label, { x: LEFT + 20, width: NEED.width })
      canvas.write(need.how, STYLES.row, { x: LEFT + 20, width: NEED.width })
    }
  })
  canvas.skip(26)
}
