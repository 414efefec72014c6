/**
 * How dates, times and numbers are written, by language and country. Texts are English: for other languages, months are
 * written as numbers.
 */
export const LOCALES = [
  'en-GB',
  'en-US',
  'en-AU',
  'en-CA',
  'en-IE',
  'en-NZ',
  'en-SG',
  'en-ZA',
  'da-DK',
  'de-AT',
  'de-CH',
  'de-DE',
  'es-ES',
  'fi-FI',
  'fr-BE',
  'fr-FR',
  'it-IT',
  'nb-NO',
  'nl-BE',
  'nl-NL',
  'pl-PL',
  'pt-PT',
  'sv-SE',
] as const

export type Locale = (typeof LOCALES)[number]

export const DEFAULT_LOCALE: Locale = 'en-GB'

/** The locale of this name; undefined for a name that is not one of ours, such as one that an older version stored. */
export const readLocale = (name: string | null | undefined): Locale | undefined =>
  LOCALES.find((locale) => locale === name)

/** How an hour is written: `4:03 PM`, but `04:03`. */
export const hourIn = (locale: Locale): 'numeric' | '2-digit' =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 ? 'numeric' : '2-digit'
