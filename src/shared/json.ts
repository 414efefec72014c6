/** Reads values of unknown shape, such as responses of an API: a value of another type counts as absent. */

export type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object, or an empty one. */
export const fields = (value: unknown): Fields => (isFields(value) ? value : {})

/** The list, or an empty one. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The strings of a list. */
export const texts = (value: unknown): string[] => list(value).filter((item) => typeof item === 'string')

/** The number, or undefined. */
export const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** The string, or undefined. */
export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The parsed text, or undefined if it is not JSON. */
export function parseJson(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}
