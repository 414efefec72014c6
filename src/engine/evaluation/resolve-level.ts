import type { CheckResult } from '../model/check.ts'
import type { Mode, Requirement } from '../model/framework.ts'
import type { LevelAnswer } from '../model/questionnaire.ts'
import {
  addLimitation,
  answerClause,
  type CountedAnswer,
  formatAnswer,
  fromAnswerAlone,
  STILL_OPEN,
  unanswered,
} from './answer-notes.ts'
import type { CurrentAnswer } from './answers.ts'
import { combineChecks } from './combine.ts'
import type { LevelRange, Outcome } from './outcome.ts'
import { isUnknown, type LevelBounds, levelRangeOf, UNKNOWN_LEVEL } from './unknowns.ts'

type CountedLevel = CountedAnswer<LevelAnswer>

/**
 * The levels that readings can show. A setting that holds everywhere is level 3, enforced by a rule; levels 4 and 5 mean
 * that people measure and improve it, which no reading sees. A setting that holds in part is level 2, otherwise level 1.
 */
const READ = { everywhere: 3, partly: 2, hardly: 1 } as const

const READING_LIMIT = `A reading shows level ${READ.everywhere} at most; it cannot show that something is measured and improved.`
const UNREAD = "The tenant's part could not be read, and an answer does not replace it."

/**
 * Joins the checks with the level that people gave, if the scoring is `maturity`. `results` is empty if no check reads
 * the requirement. The reading alone decides the mode `automatic`, the answer alone `questionnaire`, and the lower of the
 * two `partial`.
 *
 * Verdicts: `effective` from the target on; below it `partial` from level 2, else `ineffective`. A reading that failed,
 * or that gives a critical reason, is never effective, even if the target asks for no more than it found.
 */
export function resolveLevel(
  requirement: Requirement,
  results: readonly CheckResult[],
  current: CurrentAnswer<LevelAnswer> | undefined,
  target: number,
): Outcome {
  const answer = current?.counts ? current : undefined
  const tenant = combineForLevel(results)
  const outcome = tenant
    ? withTenant(requirement, tenant, results, answer, target)
    : withoutTenant(requirement, answer, target)
  if (current && !current.counts && isUnknown(outcome.verdict)) return addLimitation(outcome, current.reason)
  return outcome
}

function withoutTenant({ mode, statement }: Requirement, answer: CountedLevel | undefined, target: number): Outcome {
  const unread = { expected: statement, evidence: [], limitations: [] }
  if (!answer) {
    const level = levelRangeOf([UNKNOWN_LEVEL], target)
    return { ...unread, observed: unanswered(mode), verdict: 'not_assessed', level }
  }
  const answered: Outcome = { ...unread, observed: formatAnswer(answer), verdict: 'not_applicable' }
  if (answer.answer === 'not_applicable') return fromAnswerAlone(mode, answered)
  return fromAnswerAlone(mode, atLevel(answered, levelRangeOf([exactly(answer.answer)], target), target))
}

function withTenant(
  { mode }: Requirement,
  tenant: CheckResult,
  results: readonly CheckResult[],
  answer: CountedLevel | undefined,
  target: number,
): Outcome {
  const given = answer?.answer
  const people = mode === 'automatic' || given === 'not_applicable' ? undefined : answeredLevel(given)
  const reading = tenant.verdict === 'not_applicable' ? undefined : readLevel(tenant, results)
  const sources = [reading, people].filter((source) => source !== undefined)
  if (sources.length === 0) return tenant
  const counted = people?.isKnown ? people : undefined
  const shown = counted && reading?.isKnown && counted.min < reading.min ? withoutCounts(tenant) : tenant
  const isCapped = reading?.isKnown && reading.min === READ.everywhere && target > READ.everywhere
  const outcome: Outcome = {
    ...shown,
    observed: counted && answer ? `${tenant.observed} ${formatAnswer(answer)}` : tenant.observed,
    limitations: [
      ...tenant.limitations,
      ...(isCapped ? [READING_LIMIT] : []),
      ...answerNotes(mode, tenant, reading, answer),
    ],
  }
  const contradiction = answer && reading && contradictionOf(mode, reading, answer)
  const range = levelRangeOf(sources, target)
  return atLevel({ ...outcome, ...(contradiction && { contradiction }) }, range, target, reading)
}

/**
 * A known reading contradicts an answer that claims more, up to the highest level that readings can show; in mode
 * `automatic` also one that claims less.
 */
function contradictionOf(mode: Mode, reading: LevelBounds, answer: CountedLevel): string | undefined {
  const answered = answer.answer === 'not_applicable' ? READ.everywhere : Math.min(answer.answer, READ.everywhere)
  const isOverruled = answered > reading.min || (mode === 'automatic' && answered < reading.min)
  if (!reading.isKnown || !isOverruled) return undefined
  return `${answerClause(answer)}, but the tenant shows level ${reading.min}.`
}

/**
 * One result for all checks. If one of them holds in part, the level is 2 whatever the unread ones would show: so a known
 * shortfall stays a failure, with its numbers.
 */
function combineForLevel(results: readonly CheckResult[]): CheckResult | undefined {
  const all = combineChecks(results)
  const partial = combineChecks(results.filter(({ verdict }) => verdict === 'partial'))
  if (!all || !partial || !isUnknown(all.verdict)) return all
  const { verdict, coverage, affected } = partial
  return { ...all, verdict, ...(coverage && { coverage }), ...(affected && { affected }) }
}

/** The level of all checks together: 3 if all hold, 2 if some do, 1 if none does. */
function readLevel({ verdict }: CheckResult, results: readonly CheckResult[]): LevelBounds {
  if (verdict === 'effective') return exactly(READ.everywhere)
  if (verdict === 'partial') return exactly(READ.partly)
  const min = results.some(holdsInPart) ? READ.partly : READ.hardly
  if (verdict === 'ineffective') {
    const max = results.some((result) => isUnknown(result.verdict)) ? READ.partly : min
    return { min, max, isKnown: true }
  }
  // If no check was readable, the requirement may turn out not to apply, and then the reading sets no bound.
  return { min, max: min === READ.hardly ? UNKNOWN_LEVEL.max : READ.everywhere, isKnown: false }
}

const holdsInPart = ({ verdict }: CheckResult): boolean => verdict === 'effective' || verdict === 'partial'

const exactly = (level: number): LevelBounds => ({ min: level, max: level, isKnown: true })

const answeredLevel = (level: number | undefined): LevelBounds => (level === undefined ? UNKNOWN_LEVEL : exactly(level))

/** The outcome with its level, and the verdict that follows from the level. */
function atLevel(outcome: Outcome, level: LevelRange, target: number, reading?: LevelBounds): Outcome {
  const { min, known } = level
  const hasReadingFailed = reading?.isKnown === true && (reading.min === READ.hardly || outcome.critical !== undefined)
  if (known !== undefined && min >= target && !hasReadingFailed) return { ...outcome, verdict: 'effective', level }
  if (known !== undefined && (known < target || hasReadingFailed)) {
    return { ...outcome, verdict: known >= READ.partly ? 'partial' : 'ineffective', level }
  }
  return { ...outcome, verdict: isUnknown(outcome.verdict) ? outcome.verdict : 'not_assessed', level }
}

/** The tenant's n of N belongs to another level than the row's. */
function withoutCounts({ coverage: _, affected: __, ...shown }: CheckResult): CheckResult {
  return shown
}

/** The effect of an answer, or of its absence, on a row that the tenant shows as well. */
function answerNotes(mode: Mode, tenant: CheckResult, reading: LevelBounds | undefined, answer?: CountedLevel) {
  const isUnread = isUnknown(tenant.verdict)
  if (!answer) return mode === 'automatic' || isUnread ? [] : [STILL_OPEN]
  const sentence = formatAnswer(answer)
  if (isUnread) return [mode === 'automatic' || answer.answer === 'not_applicable' ? `${sentence} ${UNREAD}` : UNREAD]
  if (answer.answer === 'not_applicable') return [`The reading counts alone. ${sentence}`]
  return mode === 'automatic' && answer.answer !== reading?.min ? [`The reading is what counts. ${sentence}`] : []
}
