import type { PartnerLook } from '../../../../shared/html/partner-look.ts'

/** The names in a link's page. They come from outside. */
export interface Names {
  customerName: string
  partnerName: string
  /** How the pages of the partner look. */
  look: PartnerLook
}

/** What a page about a link says, in the look of its partner. An administrator approves a company, so it has the company's name. */
export function toNames({ customerName, partnerName }: Omit<Names, 'look'>, { name: _, ...look }: PartnerLook): Names {
  return { customerName, partnerName, look }
}
