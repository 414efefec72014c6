import { deflateSync } from 'node:zlib'
import { afterStart, canvas, chunk, jpeg, noise, PNG_END, png, pngHeader, pngOf, segment } from './pictures.ts'

/** Pictures that attack decoders. */

type Refused = [says: string, file: Buffer, reason: RegExp]
type Taken = [says: string, file: Buffer]

const FOUR = pngHeader(4, 4)
const PIXELS = deflateSync(Buffer.alloc(4 * (1 + 4 * 4)))
const IDAT = chunk('IDAT', PIXELS)

const photo = await jpeg(60, 40)
const noisy = await noise(200, 150).jpeg().toBuffer()

/** Where the pixels of a JPEG begin. */
const scanAt = noisy.indexOf(Buffer.from('ffda', 'hex'))

export const REFUSED_PNG: readonly Refused[] = [
  ['pixels that are not compressed', pngOf(FOUR, chunk('IDAT', Buffer.alloc(29, 'x')), PNG_END), /cannot be decoded/],
  [
    'a filter that does not exist',
    pngOf(FOUR, chunk('IDAT', deflateSync(Buffer.alloc(4 * 17, 9))), PNG_END),
    /cannot be decoded/,
  ],
  ['a part that refers to itself', pngOf(FOUR, chunk('oops', PIXELS, 0xfffffff4), IDAT, PNG_END), /longer than/],
  ['pixels of two gigabytes', pngOf(FOUR, chunk('IDAT', PIXELS, 0x7fffffff), PNG_END), /longer than the file/],
  ['an animation', pngOf(FOUR, chunk('acTL', Buffer.alloc(8)), IDAT, PNG_END), /animation/],
  ['no width', pngOf(pngHeader(0, 4), IDAT, PNG_END), /0 × 4/],
  ['no height', pngOf(pngHeader(4, 0), IDAT, PNG_END), /4 × 0/],
  ['four gigapixels', pngOf(pngHeader(65_535, 65_535), IDAT, PNG_END), /65535 × 65535/],
  ['no end', pngOf(FOUR, IDAT), /ends in the middle/],
  ['half of its pixels', pngOf(pngHeader(40, 40), IDAT, PNG_END), /cannot be decoded/],
  ['no pixels', pngOf(FOUR, PNG_END), /has no pixels/],
  ['no header', pngOf(IDAT, PNG_END), /begin with a header/],
  ['two headers', pngOf(FOUR, FOUR, IDAT, PNG_END), /begin with a header/],
  ['a header that is too short', pngOf(chunk('IHDR', Buffer.alloc(8)), IDAT, PNG_END), /begin with a header/],
  ['a depth that does not exist', pngOf(pngHeader(4, 4, { depth: 7 }), IDAT, PNG_END), /cannot be decoded/],
  ['a part that only other programs know', pngOf(FOUR, chunk('CgBI', Buffer.alloc(4)), IDAT, PNG_END), /CgBI/],
  ['a part without a name', pngOf(FOUR, chunk('\0\0\0\0', Buffer.alloc(4)), IDAT, PNG_END), /no name/],
  ['a wrong checksum', withLastByteChanged(png(9, 9)), /checksum of its part IEND/],
  [
    'thousands of parts',
    pngOf(FOUR, ...Array<Buffer>(1000).fill(chunk('tEXt', Buffer.alloc(1))), IDAT, PNG_END),
    /more than 1000 parts/,
  ],
]

export const REFUSED_JPEG: readonly Refused[] = [
  ['nothing but a start marker', Buffer.from('ffd8ff', 'hex'), /ends in the middle/],
  [
    'nothing but fill bytes',
    Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(9_000, 0xff)]),
    /ends in the middle/,
  ],
  ['no frame header', Buffer.from('ffd8ffe000040000ffd9', 'hex'), /has no pixels/],
  ['parts that run on past its end', Buffer.from('ffd8ffe0ffff0000', 'hex'), /longer than the file/],
  ['a part without a length', afterStart(photo, Buffer.from('ffe00000', 'hex')), /no length/],
  ['two frame headers', afterStart(photo, frame(10, 10)), /one header/],
  ['a frame header that is too short', afterStart(photo, segment(0xc0, Buffer.alloc(2))), /one header/],
  ['a second picture inside', afterStart(photo, Buffer.from('ffd8', 'hex')), /do not match/],
  ['no height', withSize(photo, 60, 0), /60 × 0/],
  ['more pixels than it has', withSize(noisy, 2000, 2000), /cannot be decoded/],
  ['half of its pixels', noisy.subarray(0, noisy.length / 2), /ends in the middle|has no pixels|cannot be decoded/],
  [
    'garbage among its pixels',
    Buffer.concat([noisy.subarray(0, scanAt + 400), Buffer.from('ffc8ffdc', 'hex'), noisy.subarray(scanAt + 404)]),
    /is damaged|longer than the file/,
  ],
  [
    'a hundred and one scans',
    Buffer.concat([
      photo.subarray(0, -2),
      ...Array<Buffer>(100).fill(segment(0xda, Buffer.alloc(10))),
      photo.subarray(-2),
    ]),
    /more than 100 scans/,
  ],
  [
    'thousands of parts',
    afterStart(photo, ...Array<Buffer>(1000).fill(segment(0xfe, Buffer.alloc(1)))),
    /more than 1000 parts/,
  ],
]

const BOMB = deflateSync(Buffer.alloc(190_000_000), { level: 9 })

/** Pictures that are unusual, large when decoded, or contain more than a picture: only the picture is used. */
export const TAKEN_PNG: readonly Taken[] = [
  ['190 MB of pixels for 4 × 4', pngOf(FOUR, chunk('IDAT', BOMB), PNG_END)],
  ['190 MB of text', pngOf(FOUR, chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), BOMB])), IDAT, PNG_END)],
  ['190 MB of colour profile', pngOf(FOUR, chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), BOMB])), IDAT, PNG_END)],
  ['interlaced lines', await canvas(50, 40, 0.5).png({ progressive: true }).toBuffer()],
  ['16 bits', await canvas(50, 40).toColourspace('rgb16').png().toBuffer()],
  ['a palette', await canvas(50, 40, 0.5).png({ palette: true }).toBuffer()],
  ['grey alone', await canvas(50, 40).greyscale().png().toBuffer()],
  ['another colour space', await canvas(50, 40).withIccProfile('p3').png().toBuffer()],
  [
    'an archive behind it',
    Buffer.concat([png(9, 9), Buffer.from('PK\x03\x04 and a script: <script>alert(1)</script>')]),
  ],
  ['a script in its text', pngOf(FOUR, chunk('tEXt', Buffer.from('a\0<script>alert(1)</script>')), IDAT, PNG_END)],
]

export const TAKEN_JPEG: readonly Taken[] = [
  ['the colours of print', await canvas(50, 40).toColourspace('cmyk').jpeg().toBuffer()],
  ['progressive scans', await noise(50, 40).jpeg({ progressive: true }).toBuffer()],
  ['grey alone', await canvas(50, 40).greyscale().jpeg().toBuffer()],
  ['another colour space', await canvas(50, 40).withIccProfile('p3').jpeg().toBuffer()],
  [
    'where it was taken',
    await canvas(50, 40)
      .withExif({ IFD0: { Artist: 'Ada at 51.5, -0.1' } })
      .jpeg()
      .toBuffer(),
  ],
  ['an archive behind it', Buffer.concat([photo, Buffer.from('PK\x03\x04')])],
  [
    'a preview inside, and filling between its parts',
    afterStart(photo, segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), frame(1, 1)])), Buffer.from([0xff])),
  ],
  ['a script in its comment', afterStart(photo, segment(0xfe, Buffer.from('<script>alert(1)</script>')))],
]

function frame(width: number, height: number): Buffer {
  const data = Buffer.alloc(15)
  data.writeUInt8(8)
  data.writeUInt16BE(height, 1)
  data.writeUInt16BE(width, 3)
  return segment(0xc0, data)
}

/** The same file with another size in its frame header. */
function withSize(file: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(file)
  const at = copy.indexOf(Buffer.from('ffc0', 'hex'))
  copy.writeUInt16BE(height, at + 5)
  copy.writeUInt16BE(width, at + 7)
  return copy
}

function withLastByteChanged(file: Buffer): Buffer {
  const copy = Buffer.from(file)
  copy.writeUInt8(copy.readUInt8(copy.length - 1) ^ 1, copy.length - 1)
  return copy
}
