const texts = new WeakMap<object, string>()

/**
 * A schema as text: schemas with the same text compile to the same code. Many routes declare equal ones, and the portal has
 * every route of both APIs again.
 */
export function schemaText(schema: object): string {
  const known = texts.get(schema) ?? JSON.stringify(schema)
  texts.set(schema, known)
  return known
}
