/** The keys of a record whose type lists them all; the declared type of `Object.keys` is any text. */
export const keysOf = <K extends string>(record: Readonly<Partial<Record<K, unknown>>>): K[] =>
  Object.keys(record) as K[]
