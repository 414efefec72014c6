/** Whom a report is for: the owner of the business, technicians, or auditors. */
export const EDITIONS = ['owner', 'technical', 'full'] as const
export type Edition = (typeof EDITIONS)[number]

export const isEdition = (value: unknown): value is Edition => EDITIONS.some((edition) => edition === value)
