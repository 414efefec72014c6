import { isTooLittleKnown } from '../../../../shared/portal/enough-known.ts'
import type { Parts } from '../../content/combined.ts'
import {
  actionsByGroup,
  actionsLead,
  declinesOf,
  isAllKnown,
  nothingUnknown,
  type UnknownLines,
  unknownLead,
  unknownLines,
} from '../../content/editions/technical.ts'
import { outsideNote } from '../../content/figures/levels.ts'
import { Once } from '../../content/once.ts'
import { type Place, placesOf } from '../../content/place.ts'
import { UNKNOWN_WORDS } from '../../content/words/actions.ts'
import { OVERVIEW } from '../../content/words/controls.ts'
import { numberIn } from '../../content/words/gains.ts'
import { TECHNICAL } from '../../content/words/technical.ts'
import { type Canvas, PAGE_ROOM, WIDTH } from '../kit/canvas.ts'
import { drawLastSections, drawSections, paragraph, space, stack } from '../kit/layout/blocks.ts'
import { drawHeading, headingHeight } from '../kit/layout/heading.ts'
import { drawTable, heightOfTable } from '../kit/layout/table.ts'
import { STYLES } from '../kit/typesetter.ts'
import { referenceBlocks } from './about-section.ts'
import { type ActionsContext, drawAction } from './actions/action.ts'
import { drawActionList } from './actions/list.ts'
import { drawNextSteps, drawRoadmap } from './actions/section.ts'
import { drawExceptions } from './exceptions-section.ts'
import { type OverviewTitle, overviewBlocks, withNote } from './overview-section.ts'

/** For technicians: everything that there is to do, by area, with how to do it. */
export async function drawTechnical(canvas: Canvas, { parts, actions }: Parts): Promise<void> {
  const results = parts.map(({ result }) => result)
  const once = new Once()
  const context: ActionsContext = {
    parts,
    once,
    findings: 'whole',
    declines: declinesOf(parts),
    numberOf: numberIn(actions),
  }
  const begins = actions.length > 0 || parts.length > 1
  // The summary of several frameworks may end at the top of a page.
  if (begins && canvas.left < PAGE_ROOM / 2) canvas.newPage()
  else canvas.skip(begins ? 24 : 12)
  const isLittle = results.some(isTooLittleKnown)
  drawHeading(canvas, TECHNICAL.todo, isLittle ? 130 : undefined)
  if (isLittle) {
    drawNextSteps(canvas, results)
    canvas.skip(14)
  }
  canvas.write(actionsLead(actions, results), STYLES.lead)
  canvas.skip(8)
  drawRoadmap(canvas, actions)
  drawActionList(canvas, actions)
  for (const { name, actions: its } of actionsByGroup(actions, parts)) {
    canvas.part('Sect', () => {
      canvas.skip(10)
      const title = { height: canvas.heightOf(name, STYLES.subheading, WIDTH) + 5, draw: () => drawArea(canvas, name) }
      for (const [index, [number, action]] of its.entries())
        drawAction(canvas, action, number, context, index === 0 ? title : undefined)
    })
    await canvas.breathe()
  }
  canvas.skip(18)
  const hasActions = actions.length > 0
  const allKnown = isAllKnown(results)
  if (allKnown) drawNothingUnknown(canvas)
  for (const [index, [part, place]] of placesOf(parts, once).entries()) {
    const { result } = part
    if (!allKnown) drawUnknowns(canvas, unknownLines(result, once), place)
    drawExceptions(canvas, part, place)
    const title = sectionTitle(canvas, place.title(OVERVIEW.title))
    const sections = [overviewBlocks(canvas, result, withNote(canvas, title, place.fresh(outsideNote(result))))]
    if (index < parts.length - 1) drawSections(canvas, sections)
    else drawLastSections(canvas, [...sections, referenceBlocks(canvas, parts, hasActions)])
    await canvas.breathe()
  }
}

const sectionTitle = (canvas: Canvas, words: string): OverviewTitle => ({
  name: words,
  height: headingHeight(canvas, words),
  draw: () => drawHeading(canvas, words, 0),
  tag: 'H3',
})

function drawArea(canvas: Canvas, name: string): void {
  canvas.bookmark(name, 2)
  canvas.write(name, STYLES.subheading, { tag: 'H3' })
  canvas.skip(5)
}

/** Of several frameworks, about all of which everything is known. */
function drawNothingUnknown(canvas: Canvas): void {
  canvas.part('Sect', () => {
    drawHeading(canvas, TECHNICAL.unknown, 40)
    canvas.write(UNKNOWN_WORDS.nothing, STYLES.lead)
  })
  canvas.skip(24)
}

function drawUnknowns(canvas: Canvas, kinds: readonly UnknownLines[], { title, fresh }: Place): void {
  const lead = kinds.length > 0 ? fresh(unknownLead(kinds)) : nothingUnknown(fresh)
  const above = stack([paragraph(canvas, lead, STYLES.lead), space(canvas, 8)])
  const tables = kinds.map(({ title: head, lines, together }) => ({
    columns: [
      { title: head, share: 0.82 },
      { title: TECHNICAL.checks, share: 0.18, align: 'right' },
    ] as const,
    rows: lines.map(({ id, name, effect }) => [id === '' ? name : `${id}: ${name}`, effect]),
    end: together === undefined ? {} : { sum: [TECHNICAL.together, together] },
  }))
  const [first] = tables
  const beginning = first ? heightOfTable(canvas, first.columns, first.rows, { ...first.end, isWhole: false }) : 0
  canvas.part('Sect', () => {
    drawHeading(canvas, title(TECHNICAL.unknown), above.height + beginning)
    above.draw()
    for (const [index, { columns, rows, end }] of tables.entries()) {
      if (index > 0) {
        canvas.skip(16)
        canvas.room(heightOfTable(canvas, columns, rows, { ...end, isWhole: false }))
      }
      drawTable(canvas, columns, rows, end)
    }
  })
  canvas.skip(24)
}
