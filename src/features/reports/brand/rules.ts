import { createHash } from 'node:crypto'
import { Problem } from '../../../ground/problem.ts'
import type { Brand } from '../input.ts'
import { type ImageType, imageSizeOf, imageTypeOf } from './image.ts'

export { imageTypeOf } from './image.ts'

const BYTES_MOST = 200_000
const PIXELS_MOST = 2000
const COLOUR = /^#[0-9a-f]{6}$/
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
/** Far more than the largest picture needs; what is longer is not even decoded. */
const TEXT_MOST = 2 * BYTES_MOST

export type Logo = NonNullable<Brand['logo']>

/** A colour as it is kept: `#` and six hexadecimal digits, lower case. INVALID_FIELD for anything else. */
export function readColour(given: string): string {
  const colour = given.toLowerCase()
  if (!COLOUR.test(colour)) throw invalid('colour', 'colour must be written #rrggbb, as in #0c5a63.')
  return colour
}

/** A picture from base64. INVALID_FIELD, with the reason, where it is not what its type says, or too large. */
export function readLogo({ type, data }: { type: ImageType; data: string }): Logo {
  if (data.length > TEXT_MOST) throw tooLarge()
  if (data === '' || !BASE64.test(data)) throw invalid('logo.data', 'logo.data must be base64.')
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length > BYTES_MOST) throw tooLarge()
  if (imageTypeOf(bytes) !== type) throw invalid('logo.data', `logo.data must be a picture of the type ${type}.`)
  const size = imageSizeOf(bytes)
  if (!size) throw invalid('logo.data', 'logo.data must be a whole picture: its header tells no size.')
  const { width, height } = size
  if (Math.min(width, height) < 1 || Math.max(width, height) > PIXELS_MOST) {
    const message = `The logo must measure at most ${PIXELS_MOST} × ${PIXELS_MOST} pixels; this one has ${width} × ${height}.`
    throw invalid('logo.data', message)
  }
  return { type, bytes }
}

/** A brand as the audit keeps it: the picture by its fingerprint. */
export function toAudit({ colour, logo }: Brand): Record<string, unknown> {
  const sha256 = logo && createHash('sha256').update(logo.bytes).digest('hex')
  return { colour: colour ?? null, logo: logo ? { type: logo.type, bytes: logo.bytes.length, sha256 } : null }
}

/** Whether two brands look the same. */
export function isSameBrand(one: Brand, other: Brand): boolean {
  return JSON.stringify(toAudit(one)) === JSON.stringify(toAudit(other))
}

const tooLarge = (): Problem => invalid('logo.data', `The logo must have at most ${BYTES_MOST / 1000} kB.`)

const invalid = (field: string, message: string): Problem =>
  new Problem('INVALID_FIELD', { message, details: [{ field, code: 'INVALID_FIELD', message }] })
