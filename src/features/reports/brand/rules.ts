import { Problem } from '../../../shared/problem.ts'
import type { Brand } from './brand.ts'
import { imageTypeOf } from './logos/image.ts'
import { fingerprint, hasCheckedLogo } from './logos/rules.ts'

const COLOUR = /^#[0-9a-f]{6}$/

/** The colour in lower case. INVALID_FIELD for anything but `#` and six hexadecimal digits. */
export function readColour(given: string): string {
  const colour = given.toLowerCase()
  if (!COLOUR.test(colour)) {
    const message = 'colour must be written #rrggbb, as in #0c5a63.'
    throw new Problem('INVALID_FIELD', { message, details: [{ field: 'colour', code: 'INVALID_FIELD', message }] })
  }
  return colour
}

interface StoredBrand {
  colour: string | null
  logo: Buffer | null
  logo_sha256: Buffer | null
}

/** A stored brand, without a logo that we did not encode. */
export function toBrand(row: StoredBrand | undefined): Brand {
  const { colour, logo: bytes } = row ?? {}
  const type = bytes && row && hasCheckedLogo(row) && imageTypeOf(bytes)
  return { ...(colour && { colour }), ...(bytes && type && { logo: { type, bytes } }) }
}

/** A brand as the audit trail stores it, with a fingerprint of the logo. */
export function toAudit({ colour, logo }: Brand): Record<string, unknown> {
  return { colour: colour ?? null, logo: logo ? fingerprint(logo) : null }
}

/** Whether two brands look the same. */
export function isSameBrand(one: Brand, other: Brand): boolean {
  return JSON.stringify(toAudit(one)) === JSON.stringify(toAudit(other))
}
