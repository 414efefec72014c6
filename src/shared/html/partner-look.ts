import { readableShade } from './contrast.ts'
import { html, type Markup } from './html.ts'

/** The look of a partner's pages for its customers: reports, questionnaires, and the page of a consent link. */
export interface PartnerLook {
  /** Its name for customers; by default that of its company. */
  name?: string
  /** `#` and six hexadecimal digits. */
  colour?: string
  /** A file that we encoded ourselves. */
  logo?: { type: string; bytes: Buffer }
  contact?: PartnerContact
}

/** How customers reach a partner; at least one is set. */
export interface PartnerContact {
  email?: string
  phone?: string
  /** An address that begins with `https:`. */
  website?: string
}

/** The backgrounds of text in a partner's colour on all pages with such a look: page and paper, light and dark. */
const GROUNDS = { light: ['#f4f6f5', '#ffffff'], dark: ['#0f161b', '#172027'] } as const

/** The end of a style sheet: the partner's colour in readable shades. Empty for a partner without one. */
export function accentStyle({ colour }: PartnerLook): string {
  if (colour === undefined) return ''
  const shades = (grounds: readonly string[]): string => `:root { --accent: ${readableShade(colour, grounds)}; }`
  return `${shades(GROUNDS.light)}
@media screen and (prefers-color-scheme: dark) { ${shades(GROUNDS.dark)} }
`
}

/** The directives of a Content-Security-Policy that allow the logo. */
export const logoSource = ({ logo }: PartnerLook): Readonly<Record<string, string>> =>
  logo ? { 'img-src': 'data:' } : {}

/** Who sends a page: the logo, and the name beside it as text, so the picture needs no alternative text. */
export const renderSender = ({ logo, name }: PartnerLook, company: string): Markup =>
  html`<span class="who">${
    logo && html`<img class="logo" alt="" src="data:${logo.type};base64,${logo.bytes.toString('base64')}">`
  }<strong>${name ?? company}</strong></span>`

export const SENDER_STYLE = `.who { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.9rem; }
.logo { max-height: 2.75rem; max-width: 14rem; padding: 0.3rem 0.5rem; background: #ffffff; border-radius: 0.4rem; }
a[href^="tel:"] { white-space: nowrap; }
`

/** A web address without its scheme and `www.`. */
const websiteText = (website: string): string => website.replace(/^https:\/\/(www\.)?/, '').replace(/\/$/, '')

/** How to reach the partner, on one line of links. */
export function renderContact({ contact, name }: PartnerLook, company: string): Markup | undefined {
  if (!contact) return undefined
  const { email, phone, website } = contact
  const links = [
    email !== undefined && html`<a href="mailto:${email}">${email}</a>`,
    phone !== undefined && html`<a href="tel:${phone.replace(/[^+0-9]/g, '')}">${phone}</a>`,
    website !== undefined && html`<a href="${website}" rel="noreferrer">${websiteText(website)}</a>`,
  ].filter((link) => link !== false)
  return html`<p>${CONTACT(name ?? company)} ${links.map((link, index) => html`${index > 0 && '\u00a0· '}${link}`)}</p>`
}

/** Like `renderContact`, as text. */
export const contactText = ({ email, phone, website }: PartnerContact): string =>
  [email, phone, website && websiteText(website)].filter(Boolean).join(' · ')

const CONTACT = (name: string): string => `Questions? Contact ${name}:`
