import type { Locale } from '../../../src/shared/dates/locales.ts'
import { createFormats } from '../../format.ts'

const NAMES = new Intl.DisplayNames('en-GB', { type: 'language' })

/** `German (Germany)`. */
export const localeName = (locale: Locale): string => NAMES.of(locale) ?? locale

const AT = new Date('2026-05-08T14:03:00Z')
const NUMBER = 12_345.5

/** A time and a number as they would be written. */
export function exampleOf(locale: Locale, timeZone: string): string {
  const { date, number } = createFormats({ locale, timeZone: timeZone === '' ? undefined : timeZone })
  return `${date.format(AT)} · ${number.format(NUMBER)}`
}
