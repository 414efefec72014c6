import type { Logo } from './logos/rules.ts'

/** How a partner's reports look, and in which time zone they are printed. */
export interface Brand {
  /** `#` and six hexadecimal digits; absent if the partner chose none. */
  colour?: string
  logo?: Logo
  /** Of the IANA database, as in `Australia/Sydney`; absent for UTC. */
  timeZone?: string
}
