/** The declaration of one setting of the service. */
export interface Setting<T> {
  env: string
  doc: string
  /** As text in the environment; undefined if the setting is optional. */
  default: string | undefined
  /** Returns the value, or throws an error whose message continues the sentence "NAME …". */
  parse: (text: string) => T
}

/** A setting that has a default. */
export const withDefault = <T>(
  env: string,
  defaultText: string,
  doc: string,
  parse: (text: string) => T,
): Setting<T> => ({ env, doc, default: defaultText, parse })

/** A setting that may be absent. */
export const optional = <T>(env: string, doc: string, parse: (text: string) => T): Setting<T | undefined> => ({
  env,
  doc,
  default: undefined,
  parse,
})
