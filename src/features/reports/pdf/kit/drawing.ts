import type { Area, Box, Drawing, Ink, Label, Line, Shape } from '../../../../shared/charts/drawing.ts'
import { LIGHT } from '../../../../shared/charts/palette.ts'
import type { Canvas } from './canvas.ts'
import { INK, LINE, PAPER, SOFT } from './colors.ts'
import type { Style } from './typesetter.ts'

/** Draws charts of `shared/charts` on paper. */

type Doc = PDFKit.PDFDocument

/** How far a line of the font reaches above its baseline, as a multiple of its size. */
const ASCENT = 1.025

/** Draws a chart at a place, as a figure with its words for screen readers. */
export function drawDrawing(
  canvas: Canvas,
  { alt, shapes, width, height }: Drawing,
  at: { x: number; y: number },
): void {
  canvas.figure(alt, { ...at, width, height }, (doc) => drawShapes(canvas, doc, shapes, at))
}

/** Like `drawDrawing`, for a drawing that text beside it repeats. */
export function drawDecoration(canvas: Canvas, shapes: readonly Shape[], at: { x: number; y: number }): void {
  canvas.shape((doc) => drawShapes(canvas, doc, shapes, at))
}

function drawShapes(canvas: Canvas, doc: Doc, shapes: readonly Shape[], at: { x: number; y: number }): void {
  for (const shape of shapes) {
    if (shape.kind === 'label') drawLabel(canvas, shape, at)
    else drawPath(doc, shape, at)
  }
}

function drawPath(doc: Doc, shape: Area | Line, { x, y }: { x: number; y: number }): void {
  doc.save().translate(x, y)
  if (shape.kind === 'line') {
    doc.path(shape.path).lineWidth(shape.width).lineCap('butt').lineJoin('miter')
    if (shape.dash !== undefined) doc.dash(shape.dash, { space: shape.dash })
    doc.strokeColor(inkOf(shape.ink)).stroke()
  } else if (shape.fill === 'unknown') {
    doc.path(shape.path).fill(PAPER)
    doc.path(shape.path).clip()
    drawHatch(doc, shape.box)
  } else {
    doc.path(shape.path)
    if (shape.fill === 'partly') doc.lineWidth(0.6).fillAndStroke(LIGHT.partly.fill, LIGHT.partly.ink)
    else doc.fill(LIGHT[shape.fill].fill)
  }
  doc.restore()
}

function drawHatch(doc: Doc, { x, y, width, height }: Box): void {
  for (let at = x - height; at < x + width; at += 3.6) doc.moveTo(at, y + height).lineTo(at + height, y)
  doc.lineWidth(1.1).lineCap('butt').strokeColor(LIGHT.unknown.fill).stroke()
}

function drawLabel(canvas: Canvas, label: Label, at: { x: number; y: number }): void {
  const { text, size, ink, weight = 'regular', anchor = 'start' } = label
  const style: Style = { size, weight, ink: inkOf(ink), leading: 1.3 }
  const width = canvas.widthOf(text, style) + 2
  const x = at.x + label.x - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0)
  const y = at.y + label.y - ASCENT * size
  if (ink === 'on-unknown')
    canvas.shape((doc) => doc.roundedRect(x - 1, y + 0.5, width + 2, size * 1.3 - 1, 2).fill(PAPER))
  canvas.put(text, style, { x, y, width: width + 1, align: 'center' })
}

function inkOf(ink: Ink): string {
  switch (ink) {
    case 'ink':
      return INK
    case 'soft':
      return SOFT
    case 'line':
      return LINE
    case 'paper':
      return PAPER
    case 'on-in-place':
      return LIGHT['in-place'].on
    case 'on-partly':
      return LIGHT.partly.on
    case 'on-missing':
      return LIGHT.missing.on
    case 'on-unknown':
      return LIGHT.unknown.on
    case 'on-not-applicable':
      return LIGHT['not-applicable'].on
    case 'on-known':
      return LIGHT.known.on
    default:
      return LIGHT[ink].ink
  }
}
