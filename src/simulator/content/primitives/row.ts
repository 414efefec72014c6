/** One object of a tenant as the API writes it. */
export type Row = Readonly<Record<string, unknown>>

/** A list of objects, or the one object that a path stands for. */
export type Answerable = readonly Row[] | Row

export const isList = (value: Answerable): value is readonly Row[] => Array.isArray(value)
