import { type OwnerContent, ownerContent, type PlannedQuarter } from '../../content/editions/owner.ts'
import type { ReportInput } from '../../content/input.ts'
import { ACTION_WORDS } from '../../content/words/actions.ts'
import { EFFORT_WORDS } from '../../content/words/every-edition.ts'
import { FULL } from '../../content/words/full.ts'
import { OWNER } from '../../content/words/owner.ts'
import { type Canvas, LEFT, WIDTH } from '../kit/canvas.ts'
import { SOFT } from '../kit/colors.ts'
import { drawHeading } from '../kit/heading.ts'
import { drawPill } from '../kit/pills.ts'
import { drawTable } from '../kit/table.ts'
import { STYLES } from '../kit/typesetter.ts'
import { SEVERITY_LOOKS } from './looks.ts'

/** For the business, on three or four pages. The areas are drawn on the first. */
export function drawOwner(canvas: Canvas, input: ReportInput): void {
  const content = ownerContent(input)
  canvas.newPage()
  drawMeaning(canvas, content)
  drawCosts(canvas, content)
  drawPlan(canvas, content)
  drawNeeds(canvas, content)
  drawNext(canvas, input.partnerName)
  if (canvas.lacksGlyphs) canvas.write(FULL.lacksGlyphs, STYLES.smallSoft)
}

function drawMeaning(canvas: Canvas, { meaning, areas }: OwnerContent): void {
  canvas.part('Sect', () => {
    drawHeading(canvas, OWNER.meaning)
    for (const sentence of meaning) {
      canvas.write(sentence, STYLES.body)
      canvas.skip(3)
    }
    canvas.skip(8)
    drawTable(
      canvas,
      [
        { title: OWNER.area, share: 0.3 },
        { title: OWNER.purpose, share: 0.51 },
        { title: OWNER.state, share: 0.19 },
      ],
      areas.map(({ name, purpose, state }) => [name, purpose, state]),
    )
  })
  canvas.skip(24)
}

function drawCosts(canvas: Canvas, { costs }: OwnerContent): void {
  canvas.part('Sect', () => {
    drawHeading(canvas, OWNER.costs)
    canvas.write(costs.lead, STYLES.lead)
    for (const { area, says } of costs.entries) {
      canvas.skip(8)
      canvas.room(48)
      canvas.write(area, STYLES.label, { tag: 'H3' })
      canvas.write(says, STYLES.body)
    }
  })
  canvas.skip(26)
}

function drawPlan(canvas: Canvas, { quarters }: OwnerContent): void {
  canvas.part('Sect', () => {
    drawHeading(canvas, OWNER.plan, 120)
    canvas.write(quarters.length > 0 ? OWNER.planLead : OWNER.noPlan, STYLES.lead)
    for (const quarter of quarters) drawQuarter(canvas, quarter)
  })
  canvas.skip(26)
}

function drawQuarter(canvas: Canvas, { title, actions, more }: PlannedQuarter): void {
  canvas.skip(14)
  canvas.room(80)
  canvas.write(title, STYLES.subheading, { tag: 'H3' })
  canvas.skip(4)
  for (const { title: what, effort, isCritical } of actions) {
    canvas.room(canvas.heightOf(what, STYLES.body, WIDTH - 140) + 10)
    canvas.rule()
    canvas.skip(5)
    const { y } = canvas
    const words = effort ? `${ACTION_WORDS.effort}: ${EFFORT_WORDS[effort].toLowerCase()}` : ''
    if (isCritical) drawPill(canvas, SEVERITY_LOOKS.critical, 'Critical', LEFT + WIDTH - 138, y)
    canvas.put(words, STYLES.smallSoft, { x: LEFT + WIDTH - 80, width: 80, align: 'right', y: y + 1.9 })
    canvas.write(what, STYLES.body, { width: WIDTH - 140 })
    canvas.skip(5)
  }
  if (more > 0) canvas.write(OWNER.more(more), STYLES.rowSoft)
}

function drawNeeds(canvas: Canvas, { needs }: OwnerContent): void {
  canvas.part('Sect', () => {
    drawHeading(canvas, OWNER.needs, 110)
    canvas.write(needs.length > 0 ? OWNER.needsLead : OWNER.noNeeds, STYLES.lead)
    canvas.skip(4)
    for (const [index, { title, how }] of needs.entries()) {
      canvas.room(52)
      canvas.skip(6)
      canvas.put(`${index + 1}.`, STYLES.label, { width: 18, y: canvas.y, tag: 'Lbl' })
      canvas.write(title, STYLES.label, { x: LEFT + 20, width: WIDTH - 20 })
      canvas.write(how, STYLES.row, { x: LEFT + 20, width: WIDTH - 20 })
    }
  })
  canvas.skip(26)
}

/** Points: the box for the partner's words, and a line to write on. */
const BOX = 110
const BLANK = 26

/** Space for the partner's words and the next meeting, all on one page. */
function drawNext(canvas: Canvas, partnerName: string): void {
  const blanks = [OWNER.when, OWNER.where, OWNER.who]
  canvas.room(BOX + blanks.length * BLANK + 110)
  canvas.part('Sect', () => {
    drawHeading(canvas, OWNER.next)
    canvas.write(OWNER.words(partnerName), STYLES.label, { tag: 'H3' })
    canvas.skip(6)
    const top = canvas.y
    canvas.shape((doc) =>
      doc
        .roundedRect(LEFT, top, WIDTH, BOX, 4)
        .lineWidth(0.75)
        .dash(3, { space: 3 })
        .strokeColor(SOFT)
        .stroke()
        .undash(),
    )
    canvas.skip(BOX + 16)
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
}
