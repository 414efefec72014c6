/** Image types that every browser and PDF library supports. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

/** Maximum size of an uploaded and of a stored file. */
export const MAX_LOGO_BYTES = 200_000
/** Maximum width and height of an uploaded picture. */
export const MAX_LOGO_PIXELS = 2000

/** A structurally valid picture, reduced to the parts that a decoder needs. Its pixels have not been decoded. */
export interface Picture {
  type: ImageType
  /** Pixels, according to the header. */
  width: number
  height: number
  bytes: Buffer
}

/** Why a file is rejected: the end of a sentence that begins with its name, such as `ends in the middle`. */
export interface Refusal {
  refused: string
}

export const refuse = (refused: string): Refusal => ({ refused })

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff])

/** The type of a file by its first bytes; undefined for anything but PNG and JPEG. */
export function imageTypeOf(bytes: Buffer): ImageType | undefined {
  if (bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return 'image/png'
  if (bytes.subarray(0, JPEG_START.length).equals(JPEG_START)) return 'image/jpeg'
  return undefined
}
