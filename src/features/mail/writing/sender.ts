import { plainName } from '../../../shared/text/plain-name.ts'
import type { Brand } from '../../brands/rules.ts'
import type { LetterSender } from '../templates/letter.ts'

/** The partner in whose branding an email to customers is written. */
export const toSender = ({ name, colour, logo, contact }: Brand, company: string): LetterSender => ({
  name: plainName(name ?? company),
  ...(colour !== undefined && { colour }),
  hasLogo: logo !== undefined,
  ...(contact && { contact }),
})
