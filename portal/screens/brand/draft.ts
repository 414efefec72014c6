import { type Locale, readLocale } from '../../../src/shared/dates/locales.ts'
import type { Changes, Reads } from '../../endpoints.ts'

export type Brand = Reads['/partner/brand']
export type Logo = NonNullable<Brand['logo']>
type Change = Changes['PUT /partner/brand']['body']

/** The look as the form has it: empty texts are not chosen. */
export interface Draft {
  name: string
  colour: string
  logo: Logo | undefined
  email: string
  phone: string
  website: string
  timeZone: string
  locale: Locale | ''
}

export const toDraft = ({ name = '', colour = '', logo, contact = {}, timeZone = '', locale }: Brand): Draft => ({
  name,
  colour,
  logo,
  email: contact.email ?? '',
  phone: contact.phone ?? '',
  website: contact.website ?? '',
  timeZone,
  locale: readLocale(locale) ?? '',
})

/** What differs from the stored look, as the service takes it; undefined if nothing does. */
export function toChange(stored: Brand, draft: Draft): Change | undefined {
  const before = toDraft(stored)
  const name = draft.name.trim()
  const isOther = (['email', 'phone', 'website'] as const).some((field) => draft[field].trim() !== before[field])
  const change: Change = {
    ...(name !== before.name && { name: name || null }),
    ...(draft.colour !== before.colour && { colour: draft.colour || null }),
    ...(draft.logo?.data !== before.logo?.data && { logo: draft.logo ?? null }),
    ...(isOther && { contact: { email: draft.email, phone: draft.phone, website: draft.website } }),
    ...(draft.timeZone !== before.timeZone && { timeZone: draft.timeZone || null }),
    ...(draft.locale !== before.locale && { locale: draft.locale || null }),
  }
  return Object.keys(change).length === 0 ? undefined : change
}

const COLOUR = /^#[0-9a-f]{6}$/i

/** Whether the colour can be shown, or is not chosen. */
export const isColour = (text: string): boolean => text === '' || COLOUR.test(text)

const MAX_BYTES = 200_000
const TYPES = ['image/png', 'image/jpeg'] as const

/** A file in the form of the service, or why it cannot be a logo. The service looks at the picture itself. */
export async function readLogo(file: File): Promise<Logo | { refused: string }> {
  const type = TYPES.find((each) => each === file.type)
  if (!type) return { refused: `${file.name} is neither a PNG nor a JPEG image.` }
  if (file.size > MAX_BYTES) {
    const size = Math.ceil(file.size / 1000)
    return { refused: `${file.name} has ${size} kB. A logo has at most ${MAX_BYTES / 1000} kB.` }
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { type, data: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) }
}
