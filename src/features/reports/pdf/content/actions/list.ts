import type { JointAction } from '../../../../../engine/results/joint-actions.ts'
import { ACTION_WORDS } from '../../../content/words/actions.ts'
import { EFFORT_WORDS, SEVERITY_WORDS } from '../../../content/words/every-edition.ts'
import { type Canvas, LEFT, WIDTH } from '../../kit/canvas.ts'
import { LINE } from '../../kit/colors.ts'
import { type Block, drawBlocks, paragraph, space, stack, titledList } from '../../kit/layout/blocks.ts'
import { strokeLine } from '../../kit/lines.ts'
import { SEVERITY_LOOKS } from '../../kit/looks.ts'
import { drawMark } from '../../kit/pills.ts'
import { lineHeight, STYLES } from '../../kit/typesetter.ts'
import { actionPlace } from './references.ts'

/** Fewer actions are found without a list. */
const MIN_LISTED = 6
/** Actions of the list that are on each page at least. */
const MIN_TOGETHER = 4

/** Points: the columns, from the left. */
const NUMBER = { x: LEFT, width: 20 } as const
const SEVERITY = { x: LEFT + 352, width: 60 } as const
const EFFORT = { x: LEFT + 412, width: 44 } as const
const PAGE = { x: LEFT + 456, width: WIDTH - 456 } as const
const TITLE = { x: LEFT + 26, width: SEVERITY.x - LEFT - 26 - 12 } as const
/** Points above and below a line. */
const PAD = 1.6

const HEAD = { ...STYLES.smallBold, ink: STYLES.smallSoft.ink }

/** The number, title, severity, effort and page of each action, on as little paper as possible. */
export function drawActionList(canvas: Canvas, actions: readonly JointAction[]): void {
  if (actions.length < MIN_LISTED) return
  const head = headOf(canvas)
  const all = actions.map((action, index) => lineOf(canvas, action, index + 1))
  const [first, ...lines] = titledList(head, all, MIN_TOGETHER)
  if (!first) return
  const title = stack([paragraph(canvas, ACTION_WORDS.list, STYLES.subheading, { tag: 'H3' }), space(canvas, 3)])
  canvas.room(title.height + first.height)
  title.draw()
  canvas.part('Table', () =>
    drawBlocks(canvas, [first, ...lines.map((line) => ({ ...line, continued: stack([head, line]) }))]),
  )
  canvas.skip(16)
}

const headOf = (canvas: Canvas): Block => {
  const { action, severity, effort, page } = ACTION_WORDS.columns
  return line(canvas, lineHeight(HEAD), (y) => {
    const about = { y, tag: 'TH', scope: 'Column' } as const
    canvas.put(action, HEAD, { ...NUMBER, width: TITLE.width, ...about })
    canvas.put(severity, HEAD, { ...SEVERITY, ...about })
    canvas.put(effort, HEAD, { ...EFFORT, ...about })
    canvas.put(page, HEAD, { ...PAGE, align: 'right', ...about })
  })
}

function lineOf(canvas: Canvas, { title, severity, effort }: JointAction, number: number): Block {
  const links = [{ from: 0, to: title.length, target: { place: actionPlace(number) } }]
  return line(canvas, canvas.heightOf(title, STYLES.small, TITLE.width), (y) => {
    canvas.put(String(number), STYLES.small, { ...NUMBER, y, align: 'right', tag: 'TD' })
    canvas.write(title, STYLES.small, { ...TITLE, tag: 'TH', scope: 'Row', links })
    drawMark(canvas, SEVERITY_LOOKS[severity], SEVERITY_WORDS[severity], SEVERITY.x, y)
    if (effort) canvas.put(EFFORT_WORDS[effort], STYLES.small, { ...EFFORT, y, tag: 'TD' })
    canvas.pageOf(actionPlace(number), STYLES.small, { ...PAGE, y })
  })
}

/** A line above a thin rule; `height` is that of its text. */
function line(canvas: Canvas, height: number, draw: (y: number) => void): Block {
  const whole = height + 2 * PAD
  return {
    height: whole,
    draw: () => {
      const top = canvas.y
      canvas.y = top + PAD
      canvas.part('TR', () => draw(top + PAD))
      canvas.y = top + whole
      canvas.shape((doc) => strokeLine(doc, { x: LEFT, y: canvas.y, width: WIDTH, weight: 0.5, color: LINE }))
    },
  }
}
