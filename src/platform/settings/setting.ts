/** One setting of the service, as the table of settings declares it. */
export interface Setting<T> {
  env: string
  doc: string
  /** As it would stand in the environment; undefined: the setting may be absent. */
  standard: string | undefined
  /** Gives the value, or throws with the rest of the sentence "NAME …". */
  parse: (text: string) => T
}

/** Required setting with a standard value. */
export const set = <T>(env: string, standard: string, doc: string, parse: (text: string) => T): Setting<T> => ({
  env,
  doc,
  standard,
  parse,
})

/** Setting that may be absent. */
export const may = <T>(env: string, doc: string, parse: (text: string) => T): Setting<T | undefined> => ({
  env,
  doc,
  standard: undefined,
  parse,
})

export const asInteger =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new Error(`must be a whole number from ${least} to ${most}`)
    }
    return value
  }
