/** Kinds of pictures that every browser and every maker of PDF files can show. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

export interface ImageSize {
  /** Pixels. */
  width: number
  height: number
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const PNG_HEADER_BYTES = 24

const JPEG_START = Buffer.from([0xff, 0xd8, 0xff])
/** Frame headers, which tell the size; the three left out are tables, an extension and arithmetic conditioning. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
/** Markers without a length after them. */
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
const END_OF_IMAGE = 0xd9
const START_OF_SCAN = 0xda

/** What the first bytes of a file say that it is; undefined for anything but a PNG or JPEG picture. */
export function imageTypeOf(bytes: Buffer): ImageType | undefined {
  if (bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return 'image/png'
  if (bytes.subarray(0, JPEG_START.length).equals(JPEG_START)) return 'image/jpeg'
  return undefined
}

/** The size that the header of a PNG or JPEG picture tells; undefined where it has none. */
export function imageSizeOf(bytes: Buffer): ImageSize | undefined {
  const type = imageTypeOf(bytes)
  return type === 'image/png' ? pngSizeOf(bytes) : type === 'image/jpeg' ? jpegSizeOf(bytes) : undefined
}

/** Its first chunk is the header, which begins with width and height. */
function pngSizeOf(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < PNG_HEADER_BYTES || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Goes from segment to segment up to the frame header: length, precision, height, width. */
function jpegSizeOf(bytes: Buffer): ImageSize | undefined {
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? END_OF_IMAGE
    if (marker === END_OF_IMAGE || marker === START_OF_SCAN) return undefined
    if (isFrame(marker)) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    if (marker === 0xff) at += 1
    else at += 2 + (isBare(marker) ? 0 : bytes.readUInt16BE(at + 2))
  }
  return undefined
}
