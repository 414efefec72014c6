/** Kinds of pictures that every browser and every maker of PDF files can show. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

/** Of a file that is sent, and of one that is stored. */
export const MAX_LOGO_BYTES = 200_000
/** Of a picture that is sent, in each direction. */
export const MAX_LOGO_PIXELS = 2000

/** A picture whose parts fit together, reduced to those that a decoder needs. Its pixels have not been looked at. */
export interface Picture {
  type: ImageType
  /** Pixels, as the header says. */
  width: number
  height: number
  bytes: Buffer
}

/** Why a file is refused: the end of a sentence that begins with its name, as in `ends in the middle`. */
export interface Refusal {
  refused: string
}

export const refuse = (refused: string): Refusal => ({ refused })

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff])

/** What the first bytes of a file say that it is; undefined for anything but a PNG or JPEG picture. */
export function imageTypeOf(bytes: Buffer): ImageType | undefined {
  if (bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return 'image/png'
  if (bytes.subarray(0, JPEG_START.length).equals(JPEG_START)) return 'image/jpeg'
  return undefined
}
