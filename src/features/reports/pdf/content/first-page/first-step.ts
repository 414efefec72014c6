import type { Parts } from '../../../content/combined.ts'
import { firstStepOf } from '../../../content/figures/first-step.ts'
import { COMMON } from '../../../content/words/every-edition.ts'
import { type Canvas, LEFT, WIDTH } from '../../kit/canvas.ts'
import { TINT } from '../../kit/colors.ts'
import { STYLES, type Style } from '../../kit/typesetter.ts'

const TITLE: Style = { size: 11, weight: 'bold', leading: 1.35 }
const INSET = 12
const TERM = 66

/** What to begin with, in a box below the conclusion. */
export function drawFirstStep(canvas: Canvas, about: Parts): void {
  const step = firstStepOf(about)
  if (!step) return
  const note = canvas.widthOf(step.note, STYLES.smallSoft) + 2
  const title = { x: LEFT + INSET + TERM, width: WIDTH - 2 * INSET - TERM - note - 10 }
  const top = canvas.y
  const height = canvas.heightOf(step.title, TITLE, title.width) + 18
  canvas.shape((doc) => doc.roundedRect(LEFT, top, WIDTH, height, 4).fill(TINT))
  canvas.put(COMMON.firstStep, STYLES.smallSoft, { x: LEFT + INSET, width: TERM, y: top + 11 })
  canvas.put(step.note, STYLES.smallSoft, { x: LEFT + WIDTH - INSET - note, width: note, align: 'right', y: top + 11 })
  canvas.y = top + 9
  canvas.write(step.title, TITLE, title)
  canvas.y = top + height
}
