import { type Drawing, type Meaning, rectangle } from '../../../../../shared/charts/drawing.ts'
import { type Canvas, LEFT } from '../canvas.ts'
import { drawDecoration, drawDrawing } from '../drawing.ts'
import { STYLES } from '../typesetter.ts'

/** Height of a key. */
export const KEY_HEIGHT = 18

/** What the colours of a chart mean, side by side. Returns where it ends. */
export function drawKey(
  canvas: Canvas,
  entries: readonly (readonly [meaning: Meaning, words: string])[],
  { x = LEFT, y = canvas.y }: { x?: number; y?: number } = {},
): number {
  let at = x
  for (const [meaning, words] of entries) {
    drawDecoration(canvas, [rectangle({ x: 0, y: 0, width: 15, height: 7 }, meaning)], { x: at, y: y + 2.4 })
    const width = canvas.widthOf(words, STYLES.smallSoft)
    canvas.put(words, STYLES.smallSoft, { x: at + 20, y, width: width + 2 })
    at += 20 + width + 14
  }
  return at - 14
}

/** A chart below its key. */
export function drawKeyed(
  canvas: Canvas,
  drawing: Drawing,
  entries: readonly (readonly [meaning: Meaning, words: string])[],
): void {
  drawKey(canvas, entries)
  canvas.skip(KEY_HEIGHT)
  drawDrawing(canvas, drawing, { x: LEFT, y: canvas.y })
  canvas.skip(drawing.height)
}
