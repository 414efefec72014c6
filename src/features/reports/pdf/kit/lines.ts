/** A horizontal line from its left end; all in points. */
export interface HorizontalLine {
  x: number
  y: number
  width: number
  /** Thickness. */
  weight: number
  color: string
}

/** Strokes a horizontal line. Call it in a shape of the canvas. */
export const strokeLine = (
  doc: PDFKit.PDFDocument,
  { x, y, width, weight, color }: HorizontalLine,
): PDFKit.PDFDocument =>
  doc
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(weight)
    .strokeColor(color)
    .stroke()
