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

/**
 * `shareThat` where some could not be determined, in one sentence without its full stop. If that is all of them, it has no
 * number, because 0 would look as if it had been counted.
 */
export function knownShare(coverage: Coverage, undetermined: number, one: string, predicate: string): string {
  const { n, of } = coverage
  if (undetermined === 0) return shareThat(coverage, one, predicate)
  if (undetermined >= of) return `It could not be determined ${anyOf(of, one, predicate)}`
  const isRest = undetermined === of - n
  const rest = isRest ? `the other ${undetermined === 1 ? 'one' : formatCount(undetermined)}` : count(undetermined, one)
  return `${shareThat(coverage, one, predicate)}; for ${rest}, it could not be determined`
}

/** `knownShare` where none is known to hold and most are undetermined, which a 0 at the beginning would hide. */
export function undeterminedShare({ of }: Coverage, undetermined: number, one: string, predicate: string): string {
  const them = undetermined === 1 ? predicateOfOne(predicate) : `they ${predicate}`
  const rest =
    of - undetermined === 1 ? 'the other one falls short' : `the other ${formatCount(of - undetermined)} fall short`
  return `For ${share({ n: undetermined, of }, one)}, it could not be determined whether ${them}; ${rest}`
}

function predicateOfOne(predicate: string): string {
  const [verb = '', ...rest] = predicate.split(' ')
  return ['it', SINGULAR.get(verb) ?? verb, ...rest].join(' ')
}

/** `how many of 4 users have no mailbox`, or of a single one, `whether the only user has no mailbox`. */
const anyOf = (of: number, one: string, predicate: string): string =>
  of === 1
    ? `whether the only ${shareThat({ n: 1, of }, one, predicate).slice('1 of 1 '.length)}`
    : `how many of ${shareThat({ n: of, of }, one, predicate).slice(`${formatCount(of)} of `.length)}`

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

/** More names are only counted. */
const FEW = 3

/** `some`, or nothing if the sentences before have given all names that it would give. */
export function unlessNamed(names: readonly string[], named: readonly string[]): string {
  const shown = new Set(named.slice(0, FEW))
  return names.slice(0, FEW).every((name) => shown.has(name)) ? '' : some(names)
}

/** The first few names for a sentence: `a, b, c and 4 more`. */
export function some(names: readonly string[], max = FEW, separator = ', '): string {
  if (names.length <= max) return names.join(separator)
  return `${names.slice(0, max).join(separator)} and ${formatCount(names.length - max)} more`
}

/** A sentence as a part of another one: `reading users was refused.` */
export const midSentence = (sentence: string): string => sentence.slice(0, 1).toLowerCase() + sentence.slice(1)

/** Names as a complete list: `a, b and c`. */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** The names of a few policies in quotation marks. */
export function quoted(policies: readonly { name: string }[]): string {
  return some(
    policies.map((policy) => `‘${policy.name}’`),
    2,
  )
}

/** Used for devices that only Intune's policies configure; what devices report may show the opposite. */
export const NOTHING_ELSE = ', and we know of nothing else that'
