import { readTimeZone } from '../../shared/dates/datetime.ts'
import { type Locale, readLocale } from '../../shared/dates/locales.ts'
import { Problem } from '../../shared/problem.ts'
import { isPlainLine } from '../../shared/text/plain-line.ts'
import { imageTypeOf } from './logos/image.ts'
import { fingerprint, hasCheckedLogo, type Logo } from './logos/rules.ts'

/** How customers reach a partner. */
export interface Contact {
  email?: string
  phone?: string
  /** An address that begins with `https:`. */
  website?: string
}

/** The look of what a partner shows its customers, and how it writes dates and times. */
export interface Brand {
  /** Its name for customers; by default that of its company. */
  name?: string
  /** `#` and six hexadecimal digits; absent if the partner chose none. */
  colour?: string
  logo?: Logo
  contact?: Contact
  /** Of the IANA database, as in `Australia/Sydney`; absent for UTC. */
  timeZone?: string
  /** How dates and times are written; absent for British English. */
  locale?: Locale
}

const COLOUR = /^#[0-9a-f]{6}$/

/** The colour in lower case. INVALID_FIELD for anything but `#` and six hexadecimal digits. */
export function readColour(given: string): string {
  const colour = given.toLowerCase()
  if (!COLOUR.test(colour)) {
    const message = 'colour must have the form #rrggbb, for example #0c5a63.'
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
    const message = 'timeZone must be an IANA time zone, for example Australia/Sydney.'
    throw new Problem('INVALID_FIELD', { message, details: [{ field: 'timeZone', code: 'INVALID_FIELD', message }] })
  }
  return timeZone
}

const EMAIL = /^[^\s@,;<>"]{1,64}@[^\s@,;<>"]+\.[^\s@,;<>".]{2,}$/
const PHONE = /^\+?[0-9][0-9 ()./-]{2,38}$/
const WEBSITE_MAX = 200

/**
 * How customers can reach the partner, without empty texts; undefined if all are empty. INVALID_FIELD for a value that
 * is not valid.
 */
export function readContact(given: Readonly<Partial<Record<keyof Contact, string>>>): Contact | undefined {
  // Nothing else of it is read: unknown fields are ignored, and may hold anything.
  const [email, phone, website] = [trim(given.email), trim(given.phone), trim(given.website)]
  if (email !== '' && !EMAIL.test(email)) throw invalid('contact.email', 'must be an email address.')
  if (phone !== '' && !PHONE.test(phone))
    throw invalid('contact.phone', 'must be a telephone number, as in +61 2 5550 1234.')
  if (website !== '' && !isWebsite(website))
    throw invalid('contact.website', 'must be an address that begins with https://, as in https://contour.example.')
  const contact: Contact = { ...(email && { email }), ...(phone && { phone }), ...(website && { website }) }
  return Object.keys(contact).length === 0 ? undefined : contact
}

const trim = (text = ''): string => text.trim()

function isWebsite(text: string): boolean {
  const url = URL.parse(text)
  return (
    text.length <= WEBSITE_MAX &&
    /^[\x21-\x7e]+$/.test(text) &&
    url?.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    url.hostname.includes('.')
  )
}

function invalid(field: string, words: string): Problem {
  const message = `${field} ${words}`
  return new Problem('INVALID_FIELD', { message, details: [{ field, code: 'INVALID_FIELD', message }] })
}

interface StoredBrand {
  name: string | null
  colour: string | null
  logo: Buffer | null
  logo_sha256: Buffer | null
  contact_email: string | null
  contact_phone: string | null
  contact_website: string | null
  time_zone: string | null
  locale: string | null
}

/** A stored brand, without a logo that we did not encode. */
export function toBrand(row: StoredBrand | undefined): Brand {
  const { name, colour, logo: bytes, time_zone: timeZone } = row ?? {}
  const locale = readLocale(row?.locale)
  const type = bytes && row && hasCheckedLogo(row) && imageTypeOf(bytes)
  const contact = row && toContact(row)
  return {
    ...(name && { name }),
    ...(colour && { colour }),
    ...(bytes && type && { logo: { type, bytes } }),
    ...(contact && { contact }),
    ...(timeZone && { timeZone }),
    ...(locale && { locale }),
  }
}

function toContact({ contact_email, contact_phone, contact_website }: StoredBrand): Contact | undefined {
  if (contact_email === null && contact_phone === null && contact_website === null) return undefined
  return {
    ...(contact_email && { email: contact_email }),
    ...(contact_phone && { phone: contact_phone }),
    ...(contact_website && { website: contact_website }),
  }
}

/** A brand as the audit trail stores it, with a fingerprint of the logo. */
export function toAudit({ name, colour, logo, contact, timeZone, locale }: Brand): Record<string, unknown> {
  return {
    ...(name && { name }),
    colour: colour ?? null,
    logo: logo ? fingerprint(logo) : null,
    ...(contact && { contact }),
    ...(timeZone && { timeZone }),
    ...(locale && { locale }),
  }
}

/** Whether two brands look the same. */
export function isSameBrand(one: Brand, other: Brand): boolean {
  return JSON.stringify(toAudit(one)) === JSON.stringify(toAudit(other))
}

/** What has a brand, as it comes to a thread, where the Buffer of its logo arrives as a Uint8Array. */
export function withLogoBuffer<Branded extends { brand: Brand }>(branded: Branded): Branded {
  const { logo } = branded.brand
  return logo ? { ...branded, brand: { ...branded.brand, logo: { ...logo, bytes: Buffer.from(logo.bytes) } } } : branded
}
