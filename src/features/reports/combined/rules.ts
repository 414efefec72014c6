export const COMBINED_FORMATS = ['html', 'pdf'] as const
export type CombinedFormat = (typeof COMBINED_FORMATS)[number]

/** What the signature of a link to a combined report covers. */
export const signedSubject = (customerId: string, products: string | undefined): string =>
  products === undefined ? customerId : `${customerId} ${products}`
