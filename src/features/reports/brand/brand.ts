import type { Logo } from './logos/rules.ts'

/** How a partner's reports look. */
export interface Brand {
  /** `#` and six hexadecimal digits; absent if the partner chose none. */
  colour?: string
  logo?: Logo
}
