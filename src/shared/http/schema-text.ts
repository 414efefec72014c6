const texts = new WeakMap<object, string>()

/**
 * A schema as text: schemas with the same text compile to the same code. Many routes declare equal schemas, and the
 * portal repeats every route of both APIs.
 */
export function schemaText(schema: object): string {
  const known = texts.get(schema) ?? JSON.stringify(schema)
  texts.set(schema, known)
  return known
}
