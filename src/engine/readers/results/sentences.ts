import { formatCount } from '../../../shared/text/numbers.ts'
import type { Coverage } from '../../model/check.ts'

/** `1 user`, `2 users`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${formatCount(n)} ${n === 1 ? one : many}`
}

/** `1 of 4 users`. */
export function share({ n, of }: Coverage, one: string, many = `${one}s`): string {
  return `${formatCount(n)} of ${count(of, one, many)}`
}

/** `share` followed by a predicate, which begins with a verb in the plural: `1 of 4 users has no mailbox`. */
export function shareThat(coverage: Coverage, one: string, predicate: string): string {
  const [verb = '', ...rest] = predicate.split(' ')
  const isOne = coverage.n === 1 || coverage.of === 1
  return [share(coverage, one), isOne ? (SINGULAR.get(verb) ?? verb) : verb, ...rest].join(' ')
}

/** Other verbs that we use, such as `must` and `can`, have one form. */
const SINGULAR: ReadonlyMap<string, string> = new Map([
  ['are', 'is'],
  ['get', 'gets'],
  ['have', 'has'],
  ['hold', 'holds'],
  ['report', 'reports'],
  ['run', 'runs'],
  ['send', 'sends'],
  ['were', 'was'],
])

/** The first few names for a sentence: `a, b, c and 4 more`. */
export function some(names: readonly string[], max = 3): string {
  if (names.length <= max) return names.join(', ')
  return `${names.slice(0, max).join(', ')} and ${formatCount(names.length - max)} more`
}

/** The names of a few policies in quotation marks. */
export function quoted(policies: readonly { name: string }[]): string {
  return some(
    policies.map((policy) => `‘${policy.name}’`),
    2,
  )
}

/** Used for devices that only Intune's policies configure; what devices report may show the opposite. */
export const NOTHING_ELSE = ', and we know of nothing else that'
