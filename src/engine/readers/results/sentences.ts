import type { Coverage } from '../../model/check.ts'

/** `1 user`, `2 users`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`
}

/** `1 of 4 users`. */
export function share({ n, of }: Coverage, one: string, many = `${one}s`): string {
  return `${n} of ${count(of, one, many)}`
}

/** The first few names for a sentence: `a, b, c and 4 more`. */
export function some(names: readonly string[], max = 3): string {
  if (names.length <= max) return names.join(', ')
  return `${names.slice(0, max).join(', ')} and ${names.length - max} more`
}

/** The names of a few policies in quotation marks. */
export function quoted(policies: readonly { name: string }[]): string {
  return some(
    policies.map((policy) => `‘${policy.name}’`),
    2,
  )
}
