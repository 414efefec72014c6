import { sentencesOf } from '../../shared/text/sentences.ts'
import type { CheckResult } from '../model/check.ts'
import { isOpen, kindOf } from './evidence.ts'
import { hasFailed, shareOf } from './outcome.ts'
import { isUnknown, VERDICT_PRECEDENCE } from './unknowns.ts'

/** One result for all checks of a requirement, which must all hold; undefined if there are none. */
export function combineChecks(results: readonly CheckResult[]): CheckResult | undefined {
  const [first, ...others] = results
  if (!first || others.length === 0) return first
  const verdict =
    VERDICT_PRECEDENCE.find((candidate) => results.some((result) => result.verdict === candidate)) ?? first.verdict
  // If the verdict is unknown, known shortfalls are still reported.
  const reported = results.filter(
    (result) => result.verdict === verdict || (isUnknown(verdict) && hasFailed(result.verdict)),
  )
  const decisive = results.filter((result) => result.verdict === verdict)
  const worst = decisive.reduce((low, result) => (coverageShare(result) < coverageShare(low) ? result : low))
  const critical = results.find((result) => hasFailed(result.verdict) && result.critical !== undefined)?.critical
  return {
    verdict,
    kind: kindOf(decisive.find((result) => !isOpen(result)) ?? worst),
    ...(worst.coverage && { coverage: worst.coverage }),
    ...allAffected(reported),
    ...(critical && { critical }),
    observed: joinTexts(distinct(reported.map((result) => result.observed))),
    ...expectedOf(results, !isUnknown(verdict)),
    evidence: distinctEvidence(results),
  }
}

/**
 * What should be the case. If the row is known, it leaves out what a missing licence kept from being read, which the
 * limitations name: the row was decided without it.
 */
export function expectedOf(
  results: readonly CheckResult[],
  isKnown: boolean,
): Pick<CheckResult, 'expected' | 'limitations'> {
  const isUnread = ({ verdict }: CheckResult): boolean => isKnown && verdict === 'not_licensed'
  const read = results.filter((result) => !isUnread(result))
  const expected = distinct(read.flatMap((result) => sentencesOf(result.expected)))
  const unread = (result: CheckResult): string[] => (isUnread(result) ? sentencesOf(result.expected) : [])
  const limitations = results.flatMap((result) => [
    ...result.limitations,
    ...unread(result)
      .filter((sentence) => !expected.includes(sentence))
      .map((sentence) => `Not evaluated, because a licence is missing: “${sentence.replace(/\.$/, '')}”.`),
  ])
  return { expected: expected.join(' '), limitations: distinct(limitations) }
}

/**
 * What fails in any of them, each once with all of its details, as in `PC-1 (Windows 10 22H2; flash_player)`. If a list is
 * cut, the total is the least that it can be, because two lists may have the same names.
 */
export function allAffected(results: readonly Pick<CheckResult, 'affected'>[]): Pick<CheckResult, 'affected'> {
  const lists = results.flatMap(({ affected }) => (affected ? [affected] : []))
  const details = new Map<string, Set<string>>()
  for (const item of lists.flatMap(({ items }) => items)) {
    const [, name = item, detail] = /^(.+) \(([^()]*)\)$/.exec(item) ?? []
    const known = details.get(name) ?? new Set()
    details.set(name, detail === undefined ? known : known.add(detail))
  }
  if (details.size === 0) return {}
  const items = [...details].map(([name, its]) => (its.size > 0 ? `${name} (${[...its].join('; ')})` : name))
  const total = Math.max(items.length, ...lists.map((list) => list.total))
  return { affected: { items: items.slice(0, MAX_NAMES), total } }
}

/** As many as a check lists. */
const MAX_NAMES = 100

/** Begins the text of a check that could not read the tenant. */
const UNREAD = 'This could not be evaluated. '
const PARTLY_UNREAD = 'A part of this could not be evaluated. '

/** Several checks may have read the same. */
const distinctEvidence = (results: readonly CheckResult[]): CheckResult['evidence'] => [
  ...new Map(
    results.flatMap(({ evidence }) => evidence).map((item) => [`${item.dataset}#${item.pointer}`, item]),
  ).values(),
]

/** One text of several, without a sentence that one ends and the next begins with. What was not read comes first. */
function joinTexts(texts: readonly string[]): string {
  const unread = texts.filter((text) => text.startsWith(UNREAD))
  const rest = texts.filter((text) => !text.startsWith(UNREAD))
  // Several checks may lack the same reading.
  const reasons = distinct(unread.flatMap((text) => sentencesOf(text.slice(UNREAD.length))))
  const joined = joinSentences([reasons.join(' '), ...rest])
  if (unread.length === 0) return joined
  return `${rest.length > 0 ? PARTLY_UNREAD : UNREAD}${joined}`
}

/** One text of several about the same requirement. Texts that end alike stand together, and their end is said once. */
export function joinSentences(texts: readonly string[]): string {
  const joined: string[][] = []
  for (const text of texts) {
    const sentences = sentencesOf(text)
    const [first = ''] = sentences
    // If another text is about the same, its details are the same too.
    const same = joined.findIndex((its) => its.includes(first))
    const like = same >= 0 ? same : joined.findIndex((its) => sharedEnd(its, sentences) > 0)
    const its = joined[like]
    if (!its) joined.push(sentences)
    else if (same >= 0) its.push(...sentences.filter((sentence) => !joined.flat().includes(sentence)))
    else joined[like] = [...its.slice(0, its.length - sharedEnd(its, sentences)), ...sentences]
  }
  return joined.flat().join(' ')
}

/** How many sentences both end with, apart from the first of each, which says what the others are about. */
function sharedEnd(one: readonly string[], other: readonly string[]): number {
  const max = Math.min(one.length, other.length) - 1
  for (let n = 0; n < max; n++) if (one.at(-1 - n) !== other.at(-1 - n)) return n
  return Math.max(max, 0)
}

const coverageShare = ({ coverage }: CheckResult): number => (coverage ? shareOf(coverage) : 1)

const distinct = (sentences: readonly string[]): string[] => [...new Set(sentences)]
