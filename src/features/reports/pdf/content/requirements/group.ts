import type { AssessmentResult, GroupResult, RequirementResult } from '../../../../../engine/model/result.ts'
import { drawBar } from '../../../../../shared/charts/stacked-bars.ts'
import { barParts, countMeanings } from '../../../content/figures/charts.ts'
import { groupFigures, sortRows, stateTitle } from '../../../content/requirements.ts'
import { outsideTitle } from '../../../content/rows/levels.ts'
import { purpose } from '../../../content/words/purposes.ts'
import { ROW } from '../../../content/words/rows.ts'
import { type Canvas, LEFT, WIDTH } from '../../kit/canvas.ts'
import { drawDecoration } from '../../kit/drawing.ts'
import { type Block, paragraph, space, stack } from '../../kit/layout/blocks.ts'
import { drawKey, KEY_HEIGHT } from '../../kit/layout/key.ts'
import { STYLES, type Style } from '../../kit/typesetter.ts'
import type { RowsContext } from './lines.ts'
import { fullRow, type Row, shortRow } from './row.ts'

const TITLE: Style = { size: 15, weight: 'bold', leading: 1.3 }
const STATE: Style = { ...STYLES.label, ink: STYLES.lead.ink }
/** Points of a bar, and around it. */
const BAR = { above: 5, height: 8, below: 4 } as const
/** Points around the title of a state, and around the line on rows that are described above. */
const STATE_SPACE = { above: 14, below: 4 } as const
const KNOWN_SPACE = { above: 4, below: 5 } as const

/** One group: what to fix, what is unknown, what is in place, and what the target does not ask for. */
export function drawGroup(canvas: Canvas, group: GroupResult, context: RowsContext): void {
  const { result } = context
  const states = statesOf(group, context)
  canvas.part('Sect', () => {
    const head = groupHead(canvas, group, result)
    for (const [index, state] of states.entries()) {
      const rows = stateRows(canvas, state, context)
      canvas.room((index === 0 ? head.height : 0) + rows.beginning)
      if (index === 0) head.draw()
      rows.draw()
    }
  })
  canvas.skip(26)
}

/** Rows in the same state, with their title. */
interface State {
  title: string
  /** Where the reasons stand that several rows share. */
  reasons: string
  rows: readonly RequirementResult[]
  /** The target does not ask for them. */
  isOutside: boolean
  prepare: (canvas: Canvas, row: RequirementResult, context: RowsContext) => Row
}

/** The states that have rows. */
function statesOf(group: GroupResult, { result, once, known }: RowsContext): State[] {
  const { failed, accepted, unknown, inPlace, outside } = sortRows(group, result)
  const common = { reasons: '', isOutside: false, prepare: fullRow }
  const states: State[] = [
    { ...common, title: stateTitle('failed', failed), rows: failed },
    { ...common, title: stateTitle('accepted', accepted), rows: accepted },
    {
      ...common,
      title: stateTitle('unknown', unknown),
      reasons: unknown.length > 0 ? once.fresh(ROW.reasons(known), known) : '',
      rows: unknown,
      prepare: (canvas, row, context) => (hasDetails(row) ? fullRow : shortRow)(canvas, row, context),
    },
    { ...common, title: stateTitle('inPlace', inPlace), rows: inPlace },
    {
      ...common,
      title: outsideTitle(outside),
      rows: outside,
      isOutside: true,
      prepare: shortRow,
    },
  ]
  return states.filter(({ rows }) => rows.length > 0)
}

const hasDetails = ({ evidence, hint }: RequirementResult): boolean => evidence.length > 0 || hint !== undefined

/** The name of a group, its figures, and the checks that the target asks for as a bar with its key. */
function groupHead(canvas: Canvas, group: GroupResult, result: AssessmentResult): Block {
  const { failed, accepted, unknown, inPlace } = sortRows(group, result)
  const counts = countMeanings([...failed, ...accepted, ...unknown, ...inPlace])
  const key = barParts(counts)
  const bar: Block = {
    height: BAR.above + BAR.height + BAR.below + KEY_HEIGHT,
    draw: () => {
      canvas.skip(BAR.above)
      const shapes = drawBar(counts, { x: 0, y: 0, width: WIDTH, height: BAR.height }, 0)
      drawDecoration(canvas, shapes, { x: LEFT, y: canvas.y })
      canvas.skip(BAR.height + BAR.below)
      drawKey(canvas, key)
      canvas.skip(KEY_HEIGHT)
    },
  }
  const { height, draw } = stack([
    paragraph(canvas, group.name, TITLE, { tag: 'H3' }),
    space(canvas, 2),
    paragraph(canvas, groupFigures(group, result), STYLES.rowSoft),
    key.length > 0 ? bar : space(canvas, BAR.above + BAR.below),
    paragraph(canvas, purpose(group.name) ?? '', STYLES.lead),
  ])
  return {
    height,
    draw: () => {
      canvas.bookmark(group.name, 2)
      draw()
    },
  }
}

/** Rows with their title; those that an earlier group has described on one line, because they would say the same again. */
function stateRows(
  canvas: Canvas,
  { title, reasons, rows, isOutside, prepare }: State,
  context: RowsContext,
): { beginning: number; draw: () => void } {
  const { described } = context
  const isKnown = ({ id, verdict }: RequirementResult): boolean => {
    const before = described.get(id)
    return before?.verdict === verdict && (isOutside || !before.isOutside)
  }
  const [known, fresh] = [rows.filter(isKnown), rows.filter((row) => !isKnown(row))]
  const end = alsoCounted(canvas, known)
  const after = (index: number): number => (index === fresh.length - 1 ? end.height : 0)
  const [first, ...more] = fresh
  // What a row says depends on those before it, so only the first is prepared.
  const prepared = first && prepare(canvas, first, context)
  const head = stack([
    space(canvas, STATE_SPACE.above),
    paragraph(canvas, title, STATE, { tag: 'H4' }),
    paragraph(canvas, reasons, STYLES.smallSoft),
    space(canvas, STATE_SPACE.below),
  ])
  const draw = (): void => {
    head.draw()
    prepared?.draw(after(0))
    for (const [index, row] of more.entries()) {
      const next = prepare(canvas, row, context)
      canvas.room(next.beginning + after(index + 1))
      next.draw(after(index + 1))
    }
    for (const { id, verdict } of fresh) described.set(id, { isOutside, verdict })
    end.draw()
  }
  return { beginning: head.height + (prepared ? prepared.beginning + after(0) : end.height), draw }
}

/** The line about rows that an earlier group has described; nothing without any. */
function alsoCounted(canvas: Canvas, known: readonly RequirementResult[]): Block {
  if (known.length === 0) return stack([])
  const words = ROW.alsoCounted(known.map(({ id }) => id).join(', '))
  return stack([
    { height: 0, draw: () => canvas.rule() },
    space(canvas, KNOWN_SPACE.above),
    paragraph(canvas, words, STYLES.rowSoft),
    space(canvas, KNOWN_SPACE.below),
  ])
}
