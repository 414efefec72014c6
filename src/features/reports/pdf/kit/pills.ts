import type { Canvas } from './canvas.ts'
import { type Look, PAPER, type Shape } from './colors.ts'
import { lineHeight, STYLES } from './typesetter.ts'

/** Badges. The words of each say the same. */

type Doc = PDFKit.PDFDocument

const SIZE = 16

/** Draws a shape of 16 by 16 units. */
const SHAPES: Readonly<Record<Shape, (doc: Doc, ink: string) => void>> = {
  check: (doc, ink) => stroke(doc.moveTo(2, 8.5).lineTo(6, 12.5).lineTo(14, 3.5), ink),
  cross: (doc, ink) => stroke(doc.moveTo(3, 3).lineTo(13, 13).moveTo(13, 3).lineTo(3, 13), ink),
  none: (doc, ink) => stroke(doc.moveTo(3, 8).lineTo(13, 8), ink),
  down: (doc, ink) => stroke(doc.moveTo(8, 2).lineTo(8, 14).moveTo(2.5, 8.5).lineTo(8, 14).lineTo(13.5, 8.5), ink),
  half: (doc, ink) => {
    stroke(doc.circle(8, 8, 6.2), ink)
    doc.path('M8 1.8a6.2 6.2 0 0 1 0 12.4z').fill(ink)
  },
  unknown: (doc, ink) => {
    stroke(doc.path('M4.4 5a3.6 3.6 0 1 1 5.3 3.17c-1.1.6-1.7 1.1-1.7 2.2'), ink)
    doc.circle(8, 14, 1.6).fill(ink)
  },
  locked: (doc, ink) => {
    stroke(doc.path('M5 7.5V5a3 3 0 0 1 6 0v2.5'), ink)
    doc.roundedRect(2.5, 7, 11, 8, 1.2).fill(ink)
  },
  blocked: (doc, ink) => stroke(doc.circle(8, 8, 6.2).moveTo(3.6, 12.4).lineTo(12.4, 3.6), ink),
  octagon: (doc, ink) => doc.polygon([5, 1], [11, 1], [15, 5], [15, 11], [11, 15], [5, 15], [1, 11], [1, 5]).fill(ink),
  triangle: (doc, ink) => doc.polygon([8, 1.5], [15, 14.5], [1, 14.5]).fill(ink),
  diamond: (doc, ink) => doc.polygon([8, 1], [15, 8], [8, 15], [1, 8]).fill(ink),
  ring: (doc, ink) => stroke(doc.circle(8, 8, 6), ink),
}

function stroke(doc: Doc, ink: string): void {
  doc.lineWidth(2.4).lineCap('round').lineJoin('round').strokeColor(ink).stroke()
}

export function drawShape(
  doc: Doc,
  { shape, ink }: Look,
  { x, y, size }: { x: number; y: number; size: number },
): void {
  doc
    .save()
    .translate(x, y)
    .scale(size / SIZE)
  SHAPES[shape](doc, ink)
  doc.restore()
}

const PILL = { height: 15, inset: 7, icon: 7.5, gap: 4 } as const

const BEFORE = PILL.inset + PILL.icon + PILL.gap

export const pillWidth = (canvas: Canvas, words: string): number =>
  BEFORE + canvas.widthOf(words, STYLES.smallBold) + PILL.inset

/** Draws a verdict or severity as a small label: shape, colour and words say the same. Returns its width. */
export function drawPill(canvas: Canvas, look: Look, words: string, x: number, y: number): number {
  const style = { ...STYLES.smallBold, ink: look.ink }
  const width = pillWidth(canvas, words)
  canvas.shape((doc) => {
    doc.roundedRect(x, y, width, PILL.height, PILL.height / 2).fill(look.tint)
    drawShape(doc, look, { x: x + PILL.inset, y: y + (PILL.height - PILL.icon) / 2, size: PILL.icon })
  })
  canvas.put(words, style, { x: x + BEFORE, y: y + 1.9, width: width - BEFORE, tag: 'Span' })
  return width
}

/** Like `drawPill` without its ground, within a text of small letters. */
export function drawMark(canvas: Canvas, { shape, ink, tint }: Look, words: string, x: number, y: number): void {
  // On a dark ground, words are white.
  const look = { shape, tint, ink: ink === PAPER ? tint : ink }
  const size = MARK.icon
  canvas.shape((doc) => drawShape(doc, look, { x, y: y + (lineHeight(STYLES.small) - size) / 2, size }))
  const style = { ...STYLES.small, ink: look.ink }
  canvas.put(words, style, { x: x + MARK.width, y, width: canvas.widthOf(words, style) + 2, tag: 'TD' })
}

/** Points: a shape, and the space that it takes. */
const MARK = { icon: 6.5, width: 11 } as const
