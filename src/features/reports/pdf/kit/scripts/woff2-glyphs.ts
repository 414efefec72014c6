import { type Contours, joinGlyphs, type Point, writeGlyph } from './truetype.ts'

/** Reads bytes one after another. */
interface Stream {
  byte: () => number
  word: () => number
  /** A number in one to three bytes. */
  packed: () => number
}

function openStream(bytes: Buffer): Stream {
  let at = 0
  const byte = (): number => bytes.readUInt8(at++)
  const word = (): number => byte() * 256 + byte()
  const packed = (): number => {
    const first = byte()
    if (first === 253) return word()
    if (first === 254) return byte() + 2 * 253
    return first === 255 ? byte() + 253 : first
  }
  return { byte, word, packed }
}

interface Streams {
  /** Of each glyph: how many contours it has. */
  contours: Stream
  /** Of each contour: how many points it has. */
  points: Stream
  /** Of each point: how its coordinates are packed. */
  flags: Stream
  coordinates: Stream
}

/** Bytes of the head of the table: version, number of glyphs, and the lengths of its streams. */
const HEADER = 36
const LENGTHS_AT = 8
/** Made of other glyphs. */
const COMPOSITE = 0xffff

/**
 * The outlines of a WOFF2 file, in which like things of all glyphs stand together, as tables of a TrueType font. Instructions for
 * screens of few pixels are left out. Throws if a glyph is made of others, which none is in our packages.
 * https://www.w3.org/TR/WOFF2/#glyf_table_format
 */
export function unpackGlyphs(table: Buffer): { glyf: Buffer; loca: Buffer } {
  let at = HEADER
  const stream = (index: number): Stream => {
    const length = table.readUInt32BE(LENGTHS_AT + 4 * index)
    at += length
    return openStream(table.subarray(at - length, at))
  }
  const streams: Streams = { contours: stream(0), points: stream(1), flags: stream(2), coordinates: stream(3) }
  return joinGlyphs(Array.from({ length: table.readUInt16BE(4) }, () => writeGlyph(readContours(streams))))
}

function readContours({ contours, points, flags, coordinates }: Streams): Contours {
  const count = contours.word()
  if (count === COMPOSITE) throw new Error('a glyph is made of others')
  const lengths = Array.from({ length: count }, () => points.packed())
  let [x, y] = [0, 0]
  const outline = lengths.map((length) =>
    Array.from({ length }, (): Point => {
      const flag = flags.byte()
      const [dx, dy] = readStep(flag & 0x7f, coordinates)
      x += dx
      y += dy
      return { x, y, isOnCurve: flag < 0x80 }
    }),
  )
  // The length of the instructions.
  if (count > 0) coordinates.packed()
  return outline
}

/** How far a point is from the one before it. The flag says how many bits of which bytes that takes, and in which direction it is. */
function readStep(flag: number, bytes: Stream): [x: number, y: number] {
  const towards = (sign: number, distance: number): number => ((sign & 1) === 1 ? distance : -distance)
  if (flag < 10) return [0, towards(flag, ((flag & 14) << 7) + bytes.byte())]
  if (flag < 20) return [towards(flag, (((flag - 10) & 14) << 7) + bytes.byte()), 0]
  if (flag < 84) {
    const [high, both] = [flag - 20, bytes.byte()]
    const x = 1 + (high & 0x30) + (both >> 4)
    return [towards(flag, x), towards(flag >> 1, 1 + ((high & 0x0c) << 2) + (both & 0x0f))]
  }
  if (flag < 120) {
    const high = flag - 84
    const x = 1 + (Math.floor(high / 12) << 8) + bytes.byte()
    return [towards(flag, x), towards(flag >> 1, 1 + (((high % 12) >> 2) << 8) + bytes.byte())]
  }
  if (flag < 124) {
    const [first, second, third] = [bytes.byte(), bytes.byte(), bytes.byte()]
    return [towards(flag, (first << 4) + (second >> 4)), towards(flag >> 1, ((second & 0x0f) << 8) + third)]
  }
  return [towards(flag, bytes.word()), towards(flag >> 1, bytes.word())]
}
