import { createHash } from 'node:crypto'
import { Problem } from '../../../shared/problem.ts'
import {
  type ImageType,
  imageTypeOf,
  MAX_LOGO_BYTES,
  MAX_LOGO_PIXELS,
  type Picture,
  type Refusal,
  refuse,
} from './image.ts'
import { readJpeg } from './jpeg.ts'
import { readPng } from './png.ts'

export { IMAGE_TYPES, imageTypeOf } from './image.ts'

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Far more than the largest picture needs. Longer texts are not decoded. */
const MAX_BASE64_CHARACTERS = 2 * MAX_LOGO_BYTES

export interface Logo {
  type: ImageType
  bytes: Buffer
}

/** Decodes a base64 file. INVALID_FIELD if it is too large or its first bytes do not match its type. */
export function readLogoFile({ type, data }: { type: ImageType; data: string }): Logo {
  if (data.length > MAX_BASE64_CHARACTERS) throw tooLarge()
  if (data === '' || !BASE64.test(data)) throw invalidLogo('must be base64')
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length > MAX_LOGO_BYTES) throw tooLarge()
  if (imageTypeOf(bytes) !== type) throw invalidLogo(`must be an image of the type ${type}`)
  return { type, bytes }
}

/**
 * Checks the structure of a picture and the size in its header, without decoding pixels. Never throws or loops, whatever the
 * bytes are.
 */
export function checkPicture(bytes: Buffer): Picture | Refusal {
  const type = imageTypeOf(bytes)
  if (type === undefined) return refuse('is neither a PNG nor a JPEG image')
  const picture = type === 'image/png' ? readPng(bytes) : readJpeg(bytes)
  if ('refused' in picture) return picture
  const { width, height } = picture
  if (Math.min(width, height) >= 1 && Math.max(width, height) <= MAX_LOGO_PIXELS) return picture
  return refuse(`must measure 1 to ${MAX_LOGO_PIXELS} pixels in each direction; this image has ${width} × ${height}`)
}

/** The problem for an invalid logo. The reason is the end of a sentence that begins with the field's name. */
export const invalidLogo = (reason: string): Problem => refuseLogo(`logo.data ${reason}.`)

interface StoredLogo {
  logo: Buffer | null
  logo_sha256: Buffer | null
}

/** Whether the stored logo is a file that we encoded. */
export const hasCheckedLogo = ({ logo, logo_sha256 }: StoredLogo): boolean =>
  logo !== null && logo_sha256 !== null && sha256(logo).equals(logo_sha256)

/** A logo as the audit trail stores it. */
export const fingerprint = ({ type, bytes }: { type: string | null; bytes: Buffer }): Record<string, unknown> => ({
  type,
  bytes: bytes.length,
  sha256: sha256(bytes).toString('hex'),
})

/** Stored beside a logo that we encoded, to recognize it. */
export const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

const tooLarge = (): Problem => refuseLogo(`The logo must have at most ${MAX_LOGO_BYTES / 1000} kB.`)

const refuseLogo = (message: string): Problem =>
  new Problem('INVALID_FIELD', { message, details: [{ field: 'logo.data', code: 'INVALID_FIELD', message }] })
