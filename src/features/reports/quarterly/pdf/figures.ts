import { type Canvas, LEFT, WIDTH } from '../../pdf/kit/canvas.ts'
import { VERDICT_LOOKS } from '../../pdf/kit/looks.ts'
import type { Figure } from '../content/shapes.ts'

/** Points. */
const GAP = 8
const HEIGHT = 54

const LOOKS = {
  good: VERDICT_LOOKS.effective,
  warn: VERDICT_LOOKS.partial,
  bad: VERDICT_LOOKS.ineffective,
  dim: VERDICT_LOOKS.not_applicable,
} as const satisfies Record<Figure['tone'], unknown>

/** The numbers of the quarter, side by side. */
export function drawFigures(canvas: Canvas, figures: readonly Figure[]): void {
  const width = (WIDTH - GAP * (figures.length - 1)) / figures.length
  const top = canvas.y
  for (const [index, { label, count, note, tone }] of figures.entries()) {
    const x = LEFT + index * (width + GAP)
    const { tint, ink } = LOOKS[tone]
    canvas.shape((doc) => doc.roundedRect(x, top, width, HEIGHT, 4).fill(tint))
    const inside = { x: x + 9, width: width - 12 }
    canvas.part('Sect', () => {
      canvas.put(String(count), { size: 21, weight: 'bold', ink, leading: 1.2 }, { ...inside, y: top + 3 })
      canvas.put(label, { size: 9.5, weight: 'bold', ink, leading: 1.3 }, { ...inside, y: top + 28 })
      canvas.put(note, { size: 8, ink, leading: 1.3 }, { ...inside, y: top + 40 })
    })
  }
  canvas.y = top + HEIGHT
}
