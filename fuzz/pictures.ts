import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Random } from './random.ts'

/** A logo in a body of `PUT /v1/partner/brand`. */
export interface LogoInput {
  type: 'image/png' | 'image/jpeg'
  data: string
}

const toLogo = (type: LogoInput['type'], bytes: Buffer): LogoInput => ({ type, data: bytes.toString('base64') })

/** Valid pictures of several sizes and kinds. */
export async function makePictures(): Promise<LogoInput[]> {
  const sizes: readonly [width: number, height: number, channels: 3 | 4][] = [
    [1, 1, 3],
    [64, 16, 4],
    [300, 120, 4],
    [257, 255, 3],
  ]
  const made = sizes.map(async ([width, height, channels]) => {
    const background = { r: 12, g: 90, b: 99, alpha: 0.5 }
    const canvas = sharp({ create: { width, height, channels, background } })
    const [png, small, jpeg] = await Promise.all([
      canvas.clone().png().toBuffer(),
      canvas.clone().png({ palette: true, progressive: true }).toBuffer(),
      canvas
        .clone()
        .flatten()
        .jpeg({ progressive: channels === 4 })
        .toBuffer(),
    ])
    return [toLogo('image/png', png), toLogo('image/png', small), toLogo('image/jpeg', jpeg)]
  })
  return (await Promise.all(made)).flat()
}

/** A broken picture: a mutated valid one, or a known attack on decoders. */
export function breakPicture(random: Random, valid: LogoInput): LogoInput {
  const bytes = Buffer.from(valid.data, 'base64')
  const choice = random.between(0, 9)
  if (choice === 0) return toLogo(valid.type, poisonPng(random))
  if (choice === 1) return toLogo(valid.type, bytes.subarray(0, random.between(1, bytes.length)))
  if (choice === 2) return toLogo(valid.type === 'image/png' ? 'image/jpeg' : 'image/png', bytes)
  if (choice === 3) return { ...valid, data: `${valid.data}${random.pick(['=', '\u0000', '%', ' AAAA', '-_'])}` }
  if (choice === 4) return toLogo(valid.type, Buffer.concat([bytes, random.bytes(random.between(1, 300))]))
  if (choice === 5 && bytes.length > 40) {
    // A length or a size in the first chunk or segment.
    bytes.writeUInt32BE(random.pick([0, 0x7fff_ffff, 0xffff_fff4, 0xffff_ffff, 2001]), random.pick([8, 16, 20, 33]))
    return toLogo(valid.type, bytes)
  }
  for (let count = random.between(1, 8); count > 0; count--)
    bytes[random.between(0, bytes.length - 1)] = random.between(0, 255)
  return toLogo(valid.type, bytes)
}

/** Small PNG files with a valid header and invalid content. */
export const POISONS = {
  'IDAT is not compressed data': () => pngOf(8, 8, [['IDAT', Buffer.from('this is not a zlib stream')]]),
  'filter byte 9': () => pngOf(4, 4, [['IDAT', deflateSync(filled(4, 4, 9))]]),
  'chunk length that wraps': () => withLength(pngOf(4, 4, [['IDAT', deflateSync(filled(4, 4, 0))]]), 0xffff_fff4),
  'chunk length of 2 GiB': () => withLength(pngOf(4, 4, [['IDAT', deflateSync(filled(4, 4, 0))]]), 0x7fff_ffff),
  'inflates to 64 MiB': () => pngOf(2000, 2000, [['IDAT', deflateSync(Buffer.alloc(64 * 1024 * 1024))]]),
  'text inflates to 64 MiB': () =>
    pngOf(4, 4, [
      ['zTXt', Buffer.concat([Buffer.from('k\0\0', 'latin1'), deflateSync(Buffer.alloc(64 * 1024 * 1024))])],
      ['IDAT', deflateSync(filled(4, 4, 0))],
    ]),
  'ten thousand chunks': () =>
    pngOf(4, 4, [
      ...Array.from({ length: 10_000 }, (): Chunk => ['tEXt', Buffer.from('k\0v', 'latin1')]),
      ['IDAT', deflateSync(filled(4, 4, 0))],
    ]),
  'no image data': () => pngOf(4, 4, []),
  'image data that ends early': () => pngOf(200, 200, [['IDAT', deflateSync(filled(200, 200, 0)).subarray(0, 20)]]),
} as const satisfies Record<string, () => Buffer>

type Chunk = readonly [name: string, data: Buffer]

const poisonPng = (random: Random): Buffer => random.pick(Object.values(POISONS))()

/** Lines of RGBA pixels, each after its filter byte. */
const filled = (width: number, height: number, filter: number): Buffer => {
  const line = Buffer.alloc(1 + 4 * width, 0x5a)
  line[0] = filter
  return Buffer.concat(Array<Buffer>(height).fill(line))
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** Position of the length of the second chunk: after the signature and the header chunk. */
const SECOND_CHUNK = 33

function pngOf(width: number, height: number, chunks: readonly Chunk[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6], 8)
  const all: Chunk[] = [['IHDR', header], ...chunks, ['IEND', Buffer.alloc(0)]]
  return Buffer.concat([SIGNATURE, ...all.map(writeChunk)])
}

function writeChunk([name, data]: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

function withLength(png: Buffer, length: number): Buffer {
  png.writeUInt32BE(length, SECOND_CHUNK)
  return png
}
