import { besideAnswer, splitAnswer } from '../evaluation/answer-notes.ts'
import { allAffected, joinSentences } from '../evaluation/combine.ts'
import { hasFailed, shareOf } from '../evaluation/outcome.ts'
import type { Remedy } from '../model/remedy.ts'
import type { RequirementResult, RowCheck } from '../model/result.ts'
import { decisiveChecks, isWay } from './causes.ts'
import type { Priority } from './priorities.ts'

/** From this share on, a policy that exists is worth extending. */
const MANY = 0.4

/** Whether many devices already have what an action fixes of a row; undefined if that is not known. */
export function isOnMany(row: RequirementResult, { checks }: Part): boolean | undefined {
  const decisive = decisiveChecks(row)
  const shares = decisive
    .filter((check) => checks.has(check.id))
    .map(({ found }) => found?.coverage ?? (decisive.length === 1 ? row.coverage : undefined))
    .flatMap((coverage) => (coverage && coverage.of > 0 ? [shareOf(coverage)] : []))
  return shares.length > 0 ? shares.every((share) => share >= MANY) : undefined
}

/** What an action fixes of a row. */
export interface Part {
  /** Ids of the checks that pass once it is done. */
  checks: ReadonlySet<string>
  /** Whether people can then answer better. */
  isAnswer: boolean
}

/**
 * A finding as an action sees it that fixes only a part of it: with what its own checks found and the names that they list,
 * and with people's answer. Unchanged if it fixes everything that the finding states, or if the result does not say what each
 * check found, as in results of earlier versions.
 */
export function narrowTo(finding: Priority, row: RequirementResult, { checks, isAnswer }: Part): Priority {
  const decisive = decisiveChecks(row)
  const own = decisive.filter(({ id }) => checks.has(id))
  const found = own.flatMap(({ found: one }) => {
    if (!one || row.answer === undefined) return one ?? []
    return { ...one, observed: besideAnswer(one.observed) }
  })
  // A counted answer replaces what the tenant lacks, so the finding states only what the tenant has.
  const isStated = found.every((one) => finding.observed.includes(one.observed))
  const isAll = isStated && decisive.every((check) => !fallsShort(check) || checks.has(check.id))
  if (isAll || found.length < own.length || (own.length === 0 && !isAnswer)) return finding
  const { affected: _, coverage: __, invites: all = [], ...rest } = finding
  const listed = found.length > 0 ? affectedIn(found) : {}
  const observed = [joinSentences(found.map((one) => one.observed)), answerIn(row)]
    .filter((text) => text !== '')
    .join(' ')
  if (observed === '') return finding
  const invites = all.filter(({ text }) => observed.includes(text))
  return { ...rest, ...listed, ...(invites.length > 0 && { invites }), observed }
}

/**
 * A finding as an action sees it that does what people's answer lacks: without what hints show, unless it changes that itself. Others
 * are about another part of the requirement.
 */
export function withOwnHint(
  finding: Priority,
  { checks = [] }: RequirementResult,
  remedy: Remedy | undefined,
): Priority {
  const changed = new Set([...(remedy?.checks ?? []), ...(remedy?.hints ?? [])])
  const isOwn = !remedy || checks.some(({ id, proves }) => proves === 'hint' && changed.has(id))
  if (isOwn) return finding
  const { hint: _, ...rest } = finding
  return rest
}

const fallsShort = (check: RowCheck): boolean => hasFailed(check.verdict) || isWay(check)

function affectedIn(found: readonly NonNullable<RowCheck['found']>[]): Pick<Priority, 'affected'> {
  const [only, ...others] = found
  return others.length > 0 ? allAffected(found) : { ...(only?.affected && { affected: only.affected }) }
}

/** The sentence about people's answer, with their note; empty if the row has none. */
function answerIn({ observed, limitations }: RequirementResult): string {
  const answers = [observed, ...limitations].map((text) => text.slice(splitAnswer(text).text.length).trim())
  return answers.find((text) => text !== '') ?? ''
}
