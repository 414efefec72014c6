import { crc32, deflateSync } from 'node:zlib'
import sharp, { type JpegOptions, type Sharp } from 'sharp'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** A real PNG picture of one colour. */
export function png(width: number, height: number): Buffer {
  const lines = Buffer.alloc(height * (1 + 3 * width), 0x5a)
  for (let y = 0; y < height; y++) lines[y * (1 + 3 * width)] = 0
  return pngOf(pngHeader(width, height, { colourType: 2 }), chunk('IDAT', deflateSync(lines)), PNG_END)
}

/** A PNG file of these chunks. */
export const pngOf = (...chunks: Buffer[]): Buffer => Buffer.concat([SIGNATURE, ...chunks])

/** By default 8 bits for each of red, green, blue and alpha. */
export function pngHeader(width: number, height: number, { depth = 8, colourType = 6 } = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colourType], 8)
  return chunk('IHDR', header)
}

/** A chunk, optionally with a wrong length. */
export function chunk(name: string, data: Buffer, claimedLength = data.length): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(claimedLength)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

export const PNG_END = chunk('IEND', Buffer.alloc(0))

/** The chunks of a valid PNG file. */
export function chunksOf(file: Buffer): { name: string; data: Buffer }[] {
  const chunks = []
  for (let at = SIGNATURE.length; at < file.length; ) {
    const length = file.readUInt32BE(at)
    chunks.push({ name: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  return chunks
}

/** A real JPEG picture of one colour. */
export async function jpeg(width: number, height: number, options: JpegOptions = {}): Promise<Buffer> {
  return await canvas(width, height).jpeg(options).toBuffer()
}

/** A picture of one colour, before encoding. */
export const canvas = (width: number, height: number, alpha = 1): Sharp =>
  sharp({ create: { width, height, channels: alpha === 1 ? 3 : 4, background: { r: 200, g: 60, b: 20, alpha } } })

/** A segment of a JPEG file. */
export function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/** A JPEG file with something inserted after its start. */
export const afterStart = (file: Buffer, ...segments: Buffer[]): Buffer =>
  Buffer.concat([file.subarray(0, 2), ...segments, file.subarray(2)])

/** A picture that does not compress well; the same in every run. */
export function noise(width: number, height: number): Sharp {
  const next = numbersFrom(7)
  const pixels = Uint8Array.from({ length: width * height * 3 }, () => 256 * next())
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** A random number generator from 0 to 1 with the same sequence in every run. */
export function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
