import type { Logo } from './logos/rules.ts'

/** How a partner's reports look. */
export interface Brand {
  /** `#` and six hexadecimal digits; left out where the partner chose none. */
  colour?: string
  logo?: Logo
}
