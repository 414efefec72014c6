import type { Locale } from '../../../shared/dates/locales.ts'
import type { Logo } from './logos/rules.ts'

/** How a partner's reports look, and how they write dates and times. */
export interface Brand {
  /** What they call the partner; absent for its company. */
  name?: string
  /** `#` and six hexadecimal digits; absent if the partner chose none. */
  colour?: string
  logo?: Logo
  /** Of the IANA database, as in `Australia/Sydney`; absent for UTC. */
  timeZone?: string
  /** How dates and times are written; absent for British English. */
  locale?: Locale
}
