/** One object of a tenant in the API's format. */
export type Row = Readonly<Record<string, unknown>>

/** The list of objects, or the single object, at a path. */
export type Answerable = readonly Row[] | Row

export const isList = (value: Answerable): value is readonly Row[] => Array.isArray(value)
