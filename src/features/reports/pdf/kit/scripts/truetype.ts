/** Writes TrueType fonts. https://learn.microsoft.com/typography/opentype/spec/ */

/** A point of an outline; those that are not on the curve are control points of a quadratic one. */
export interface Point {
  x: number
  y: number
  isOnCurve: boolean
}

export type Contours = readonly (readonly Point[])[]

/** In units of the font. */
export interface FontMetrics {
  unitsPerEm: number
  ascent: number
  descent: number
  bbox: { minX: number; minY: number; maxX: number; maxY: number }
}

const HEADER = 12
const ENTRY = 16

const TRUETYPE = 0x00010000

/** A file of these tables, without checksums: readers of PDF do not look at them, and fontkit writes none. */
export function joinTables(flavour: number, tables: readonly (readonly [tag: string, table: Buffer])[]): Buffer {
  const directory = Buffer.alloc(HEADER + ENTRY * tables.length)
  directory.writeUInt32BE(flavour, 0)
  directory.writeUInt16BE(tables.length, 4)
  const parts: Buffer[] = [directory]
  let offset = directory.length
  for (const [index, [tag, table]] of tables.entries()) {
    const at = HEADER + ENTRY * index
    directory.write(tag, at, 'latin1')
    directory.writeUInt32BE(offset, at + 8)
    directory.writeUInt32BE(table.length, at + 12)
    const padded = pad(table)
    parts.push(padded)
    offset += padded.length
  }
  return Buffer.concat(parts)
}

/** The tables `glyf` and `loca` of these glyphs, the latter with offsets of 4 bytes. */
export function joinGlyphs(glyphs: readonly Buffer[]): { glyf: Buffer; loca: Buffer } {
  const loca = Buffer.alloc(4 * (glyphs.length + 1))
  let offset = 0
  for (const [index, glyph] of glyphs.entries()) {
    offset += glyph.length
    loca.writeUInt32BE(offset, 4 * (index + 1))
  }
  return { glyf: Buffer.concat(glyphs), loca }
}

/** A glyph as it stands in the table `glyf`; empty if it draws nothing. */
export function writeGlyph(contours: Contours): Buffer {
  const points = contours.flat()
  if (points.length === 0) return Buffer.alloc(0)
  const ends: number[] = []
  for (const { length } of contours) ends.push((ends.at(-1) ?? -1) + length)
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const steps = (values: readonly number[]): Buffer =>
    words(values.map((value, index) => value - (values[index - 1] ?? 0)))
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  return pad(
    Buffer.concat([
      words([contours.length, ...box, ...ends, 0]),
      Buffer.from(points.map(({ isOnCurve }) => (isOnCurve ? 1 : 0))),
      steps(xs),
      steps(ys),
    ]),
  )
}

/** A font of these glyphs with the tables that PDF asks for. Glyph 0 stands for characters that it does not have. */
export function writeTrueType(
  glyphs: readonly { advance: number; contours: Contours }[],
  { unitsPerEm, ascent, descent, bbox }: FontMetrics,
): Buffer {
  const max = (of: (contours: Contours) => number): number => Math.max(...glyphs.map(({ contours }) => of(contours)))
  const box = [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY]
  const widest = Math.max(...glyphs.map(({ advance }) => advance))
  const head = Buffer.concat([
    longs([0x00010000, 0x00010000, 0, 0x5f0f3cf5]),
    words([0b11, unitsPerEm]),
    // When it was made and changed.
    Buffer.alloc(16),
    words([...box, 0, 8, 2, 1, 0]),
  ])
  const hhea = Buffer.concat([
    longs([0x00010000]),
    words([ascent, descent, 0, widest, bbox.minX, 0, bbox.maxX, 1, 0, 0, 0, 0, 0, 0, 0, glyphs.length]),
  ])
  const points = max((contours) => contours.flat().length)
  const maxp = Buffer.concat([
    longs([0x00010000]),
    words([glyphs.length, points, max(({ length }) => length), 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]),
  ])
  const left = (contours: Contours): number =>
    contours.flat().reduce((min, { x }, index) => (index === 0 ? x : Math.min(min, x)), 0)
  const hmtx = words(glyphs.flatMap(({ advance, contours }) => [advance, left(contours)]))
  const { glyf, loca } = joinGlyphs(glyphs.map(({ contours }) => writeGlyph(contours)))
  const tables = { glyf, head, hhea, hmtx, loca, maxp }
  return joinTables(TRUETYPE, Object.entries(tables))
}

/** To a multiple of 4 bytes, at which tables and glyphs begin. */
const pad = (part: Buffer): Buffer =>
  part.length % 4 === 0 ? part : Buffer.concat([part, Buffer.alloc(-part.length & 3)])

/** Numbers of 2 bytes. */
function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * index)
  return bytes
}

function longs(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}
