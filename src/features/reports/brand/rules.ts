import { readTimeZone } from '../../../shared/dates/datetime.ts'
import { readLocale } from '../../../shared/dates/locales.ts'
import { isPlainLine } from '../../../shared/plain-line.ts'
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

/** The name without spaces around it. INVALID_FIELD for one without text or with line breaks. */
export function requireName(given: string): string {
  const name = given.trim()
  if (name === '' || !isPlainLine(name)) {
    const message = 'name must be one line of text.'
    throw new Problem('INVALID_FIELD', { message, details: [{ field: 'name', code: 'INVALID_FIELD', message }] })
  }
  return name
}

/** The time zone. INVALID_FIELD for anything but a name of the IANA database. */
export function requireTimeZone(given: string): string {
  const timeZone = readTimeZone(given)
  if (timeZone === undefined) {
    const message = 'timeZone must be a name of the IANA time zone database, as in Australia/Sydney.'
    throw new Problem('INVALID_FIELD', { message, details: [{ field: 'timeZone', code: 'INVALID_FIELD', message }] })
  }
  return timeZone
}

interface StoredBrand {
  name: string | null
  colour: string | null
  logo: Buffer | null
  logo_sha256: Buffer | null
  time_zone: string | null
  locale: string | null
}

/** A stored brand, without a logo that we did not encode. */
export function toBrand(row: StoredBrand | undefined): Brand {
  const { name, colour, logo: bytes, time_zone: timeZone } = row ?? {}
  const locale = readLocale(row?.locale)
  const type = bytes && row && hasCheckedLogo(row) && imageTypeOf(bytes)
  return {
    ...(name && { name }),
    ...(colour && { colour }),
    ...(bytes && type && { logo: { type, bytes } }),
    ...(timeZone && { timeZone }),
    ...(locale && { locale }),
  }
}

/** A brand as the audit trail stores it, with a fingerprint of the logo. */
export function toAudit({ name, colour, logo, timeZone, locale }: Brand): Record<string, unknown> {
  return {
    ...(name && { name }),
    colour: colour ?? null,
    logo: logo ? fingerprint(logo) : null,
    ...(timeZone && { timeZone }),
    ...(locale && { locale }),
  }
}

/** Whether two brands look the same. */
export function isSameBrand(one: Brand, other: Brand): boolean {
  return JSON.stringify(toAudit(one)) === JSON.stringify(toAudit(other))
}
