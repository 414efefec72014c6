import type { CheckResult } from '../model/check.ts'
import type { Requirement } from '../model/framework.ts'
import type { LevelAnswer } from '../model/questionnaire.ts'
import type { StandingAnswer } from './answers.ts'
import { combineChecks } from './combine.ts'
import { isUnknown, type LevelRange, type Outcome } from './outcome.ts'

type Counting = Extract<StandingAnswer<LevelAnswer>, { counts: true }>

/** What one source says of the level, which is that of the lowest. Infinite where an unknown could be anything. */
interface Part {
  least: number
  most: number
  /** Whether it settles its part; if not, it keeps the row open unless another is below the target. */
  known: boolean
}

/**
 * What a reading can show. A setting that holds throughout is level 3, done by a rule; that it is measured and improved
 * (4 and 5) is the work of people, which no reading sees. What holds for a part is level 2, what does not hold level 1.
 */
const READ = { throughout: 3, partly: 2, hardly: 1 } as const

const LOWEST = 1

const STILL_OPEN = 'The tenant shows only a part of this: people must still answer for the rest.'
const READ_AT_MOST = `A reading shows level ${READ.throughout} at most; that something is measured and improved it cannot show.`
const UNREAD = "The tenant's part could not be read, and an answer does not stand in for it."

/**
 * Joins what the checks show with the level that people gave, for a requirement with a level of its own. `results` is
 * empty where no check reads it. The reading alone settles the mode `automatic`, the answer alone `questionnaire`, and
 * the lower of the two `partial`. A row counts with the level it has even if all that is unknown turns out badly, and with
 * nothing where nothing is known: so neither losing a permission nor doing worse ever raises a score.
 *
 * Verdicts: `effective` from the target on; below it `partial` from level 2, else `ineffective`. A reading that failed,
 * or that gives a critical reason, is never effective, not even where the target asks for no more than it found.
 */
export function settleLevel(
  requirement: Requirement,
  results: readonly CheckResult[],
  standing: StandingAnswer<LevelAnswer> | undefined,
  target: number,
): Outcome {
  const answer = standing?.counts ? standing : undefined
  const tenant = combineForLevel(results)
  const outcome = tenant
    ? withTenant(requirement, tenant, results, answer, target)
    : withoutTenant(requirement, answer, target)
  if (standing && !standing.counts && isUnknown(outcome.verdict)) return noting(outcome, standing.reason)
  return outcome
}

function withoutTenant({ mode, statement }: Requirement, answer: Counting | undefined, target: number): Outcome {
  const unread = { expected: statement, evidence: [], limitations: [] }
  if (!answer) {
    const observed = mode === 'questionnaire' ? 'Nobody has answered this yet.' : 'No check reads this yet.'
    return { ...unread, observed, verdict: 'not_assessed', level: rangeOf([answeredAs(undefined)], target) }
  }
  const told: Outcome = { ...unread, observed: tell(answer), verdict: 'not_applicable' }
  const outcome =
    answer.answer === 'not_applicable' ? told : judged(told, rangeOf([exactly(answer.answer)], target), target)
  return mode === 'questionnaire'
    ? outcome
    : noting(outcome, 'No check reads this yet, so it rests on an answer alone.')
}

function withTenant(
  { mode }: Requirement,
  tenant: CheckResult,
  results: readonly CheckResult[],
  answer: Counting | undefined,
  target: number,
): Outcome {
  const given = answer?.answer
  const people = mode === 'automatic' || given === 'not_applicable' ? undefined : answeredAs(given)
  const reading = tenant.verdict === 'not_applicable' ? undefined : readingOf(tenant, results)
  const parts = [reading, people].filter((part) => part !== undefined)
  if (parts.length === 0) return tenant
  const counted = people?.known ? people : undefined
  const shown = counted && reading?.known && counted.least < reading.least ? withoutCounts(tenant) : tenant
  const capped = reading?.known && reading.least === READ.throughout && target > READ.throughout
  const outcome: Outcome = {
    ...shown,
    observed: counted && answer ? `${tenant.observed} ${tell(answer)}` : tenant.observed,
    limitations: [
      ...tenant.limitations,
      ...(capped ? [READ_AT_MOST] : []),
      ...answerNotes(mode, tenant, reading, answer),
    ],
  }
  const contradiction = answer && reading && contradictionOf(mode, reading, answer)
  return judged({ ...outcome, ...(contradiction && { contradiction }) }, rangeOf(parts, target), target, reading)
}

/**
 * That a reading was made and overruled the answer. No level above what a reading can show is contradicted by it, and of
 * a row that people and tenant settle together, only an answer that claims more.
 */
function contradictionOf(mode: Requirement['mode'], reading: Part, answer: Counting): string | undefined {
  const answered = answer.answer === 'not_applicable' ? READ.throughout : Math.min(answer.answer, READ.throughout)
  const overruled = answered > reading.least || (mode === 'automatic' && answered < reading.least)
  if (!reading.known || !overruled) return undefined
  return `${phrase(answer)}, but the tenant shows level ${reading.least}.`
}

/**
 * One result for all checks. Where one of them holds for a part, the level is 2 whatever those would show that could not
 * be read: so what was seen to fall short stays a failure, with its numbers.
 */
function combineForLevel(results: readonly CheckResult[]): CheckResult | undefined {
  const all = combineChecks(results)
  const short = combineChecks(results.filter(({ verdict }) => verdict === 'partial'))
  if (!all || !short || !isUnknown(all.verdict)) return all
  const { verdict, coverage, affected } = short
  return { ...all, verdict, ...(coverage && { coverage }), ...(affected && { affected }) }
}

/** What the checks stand for together: 3 where all hold, 2 where some do, 1 where none does. */
function readingOf({ verdict }: CheckResult, results: readonly CheckResult[]): Part {
  if (verdict === 'effective') return exactly(READ.throughout)
  if (verdict === 'partial') return exactly(READ.partly)
  const least = results.some(holdsInPart) ? READ.partly : READ.hardly
  if (verdict === 'ineffective') {
    const most = results.some((result) => isUnknown(result.verdict)) ? READ.partly : least
    return { least, most, known: true }
  }
  // Where nothing was seen, it may turn out not to apply, and then the reading sets no bound.
  return { least, most: least === READ.hardly ? Number.POSITIVE_INFINITY : READ.throughout, known: false }
}

const holdsInPart = ({ verdict }: CheckResult): boolean => verdict === 'effective' || verdict === 'partial'

const exactly = (level: number): Part => ({ least: level, most: level, known: true })

const answeredAs = (level: number | undefined): Part =>
  level === undefined ? { least: LOWEST, most: Number.POSITIVE_INFINITY, known: false } : exactly(level)

/** The lower of the parts, at least one; an unknown that nothing limits is taken to reach the target at best. */
function rangeOf(parts: readonly Part[], target: number): LevelRange {
  const least = Math.min(...parts.map((part) => part.least))
  const most = Math.min(...parts.map((part) => part.most))
  const known = parts.filter((part) => part.known)
  const dark = parts.every((part) => !part.known && part.least === LOWEST)
  return {
    least: dark ? 0 : least,
    most: most === Number.POSITIVE_INFINITY ? Math.max(least, target) : most,
    ...(known.length > 0 && { seen: Math.min(...known.map((part) => part.least)) }),
  }
}

function judged(outcome: Outcome, level: LevelRange, target: number, reading?: Part): Outcome {
  const { least, seen } = level
  const failed = reading?.known === true && (reading.least === READ.hardly || outcome.critical !== undefined)
  if (seen !== undefined && least >= target && !failed) return { ...outcome, verdict: 'effective', level }
  if (seen !== undefined && (seen < target || failed)) {
    return { ...outcome, verdict: seen >= READ.partly ? 'partial' : 'ineffective', level }
  }
  return { ...outcome, verdict: isUnknown(outcome.verdict) ? outcome.verdict : 'not_assessed', level }
}

/** The tenant's n of N would speak for a level that is not its own. */
function withoutCounts({ coverage: _, affected: __, ...shown }: CheckResult): CheckResult {
  return shown
}

/** What an answer, or the lack of one, did to a row that the tenant shows as well. */
function answerNotes(mode: Requirement['mode'], tenant: CheckResult, reading: Part | undefined, answer?: Counting) {
  const unread = isUnknown(tenant.verdict)
  if (!answer) return mode === 'automatic' || unread ? [] : [STILL_OPEN]
  if (unread) return [mode === 'automatic' || answer.answer === 'not_applicable' ? `${tell(answer)} ${UNREAD}` : UNREAD]
  if (answer.answer === 'not_applicable') return [`The reading counts alone. ${tell(answer)}`]
  return mode === 'automatic' && answer.answer !== reading?.least ? [`The reading is what counts. ${tell(answer)}`] : []
}

function noting(outcome: Outcome, limitation: string): Outcome {
  return { ...outcome, limitations: [...outcome.limitations, limitation] }
}

function tell(answer: Counting): string {
  return `${phrase(answer)}.${answer.note ? ` Their note: ${answer.note}` : ''}`
}

function phrase({ answer, because }: Counting): string {
  return (
    because ?? (answer === 'not_applicable' ? 'People answered “not applicable”' : `People put this at level ${answer}`)
  )
}
