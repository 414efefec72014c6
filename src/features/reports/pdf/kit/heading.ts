import type { Canvas } from './canvas.ts'
import { lineHeight, STYLES } from './typesetter.ts'

/** A section title, never alone at the bottom of a page. */
export function drawHeading(canvas: Canvas, title: string, roomAfter = 90): void {
  canvas.room(lineHeight(STYLES.heading) + roomAfter)
  canvas.bookmark(title)
  canvas.write(title, STYLES.heading, { tag: 'H2' })
  canvas.skip(8)
}
