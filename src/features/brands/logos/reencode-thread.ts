import sharp, { type Sharp } from 'sharp'
import { type ImageType, MAX_LOGO_BYTES, MAX_LOGO_PIXELS } from './image.ts'

// Each picture is decoded once, so disable the cache and use one thread.
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] })

/** The decoder must stop by itself before the deadline of the task: a thread inside native code cannot be terminated. */
const DECODE_SECONDS = 5

/** Longest sides to try, in pixels, until the file is small enough. The first prints at 300 dpi at the largest size. */
const SIDES = [1000, 700, 500, 350, 200] as const

const ENCODERS: Readonly<Record<ImageType, (picture: Sharp) => Sharp>> = {
  'image/png': (picture) => picture.png({ compressionLevel: 9, palette: false, progressive: false }),
  'image/jpeg': (picture) => picture.jpeg({ quality: 90, chromaSubsampling: '4:4:4', progressive: false }),
}

/**
 * Runs in a thread of the isolated pool: decodes a picture and writes its pixels to a new file of the same type, 8-bit, not
 * interlaced and without metadata. Returns undefined if the picture cannot be decoded.
 */
export default async function reencodeInThread({ type, bytes }: { type: ImageType; bytes: Uint8Array }) {
  for (const side of SIDES) {
    const picture = sharp(bytes, { failOn: 'warning', limitInputPixels: MAX_LOGO_PIXELS ** 2, sequentialRead: true })
      .timeout({ seconds: DECODE_SECONDS })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
    const file = await ENCODERS[type](picture)
      .toBuffer()
      .catch(() => undefined)
    if (!file || file.length <= MAX_LOGO_BYTES) return file
  }
  throw new Error('the picture is too large even at the smallest size')
}
