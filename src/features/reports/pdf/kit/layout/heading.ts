import { type Canvas, WIDTH } from '../canvas.ts'
import { STYLES } from '../typesetter.ts'

/** Points below a section title. */
const BELOW = 8

export const headingHeight = (canvas: Canvas, title: string): number =>
  canvas.heightOf(title, STYLES.heading, WIDTH) + BELOW

/** A section title, never alone at the bottom of a page. */
export function drawHeading(canvas: Canvas, title: string, roomAfter = 90): void {
  canvas.room(headingHeight(canvas, title) + roomAfter)
  canvas.bookmark(title)
  canvas.write(title, STYLES.heading, { tag: 'H2' })
  canvas.skip(BELOW)
}
