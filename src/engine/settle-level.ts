import type { StandingAnswer } from './answers.ts'
import { combineChecks } from './combine.ts'
import type { CheckResult, LevelAnswer, Requirement } from './model.ts'
import { isUnknown, type LevelRange, type Outcome } from './outcome.ts'

type Counting = Extract<StandingAnswer<LevelAnswer>, { counts: true }>

/** What one source says of the level; undefined where it does not limit it. */
type Part = Pick<LevelRange, 'least' | 'most'>

/**
 * What a reading can show. A setting that holds throughout is level 3, done by a rule; that it is measured and improved
 * (4 and 5) is the work of people, which no reading sees. What holds for a part is level 2, what does not hold level 1.
 */
const READ = { throughout: 3, partly: 2, hardly: 1 } as const

/** What a row has as soon as anything is known of it, for it can have no less. */
const LOWEST = 1

const STILL_OPEN = 'The tenant shows only a part of this: people must still answer for the rest.'
const READ_AT_MOST = `A reading shows level ${READ.throughout} at most; that something is measured and improved it cannot show.`
const UNREAD = "The tenant's part could not be read, and an answer does not stand in for it."

/**
 * Joins what the checks show with the level that people gave, for a requirement with a level of its own. `results` is
 * empty where no check reads it. The reading alone settles the mode `automatic`, the answer alone `questionnaire`, and
 * the lower of the two `partial`. As long as a part of what is asked is unknown, the row counts with level 1 and no more,
 * and with nothing where all of it is: so neither losing a permission nor doing worse ever raises a score.
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
  const tenant = combineChecks(results)
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
    return { ...unread, observed, verdict: 'not_assessed', level: { least: 0, most: target } }
  }
  const told: Outcome = { ...unread, observed: tell(answer), verdict: 'not_applicable' }
  const outcome =
    answer.answer === 'not_applicable' ? told : judged(told, rangeOf([exactly(answer.answer)], false), target)
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
  const reading = readingOf(tenant, results)
  const told = answer && (answer.answer === 'not_applicable' ? 'not_applicable' : exactly(answer.answer))
  if (tenant.verdict === 'not_applicable' && (mode === 'automatic' || told === 'not_applicable')) return tenant
  const counted = mode === 'automatic' || told === 'not_applicable' ? undefined : told
  const known = [reading, counted].filter((part) => part !== undefined)
  const open = isUnknown(tenant.verdict) || (mode !== 'automatic' && !told)
  const level = known.length > 0 ? rangeOf(known, open) : { least: results.some(isSeen) ? LOWEST : 0, most: target }
  const shown = counted && reading && counted.least < reading.least ? withoutCounts(tenant) : tenant
  const capped = reading?.least === READ.throughout && target > READ.throughout
  const outcome: Outcome = {
    ...shown,
    observed: counted && answer ? `${tenant.observed} ${tell(answer)}` : tenant.observed,
    limitations: [
      ...tenant.limitations,
      ...(capped ? [READ_AT_MOST] : []),
      ...answerNotes(mode, tenant, reading, answer),
    ],
  }
  return judged(outcome, level, target, reading)
}

const isSeen = ({ verdict }: CheckResult): boolean => !isUnknown(verdict) && verdict !== 'not_applicable'

/** What the checks stand for together; undefined where they leave the level open. */
function readingOf({ verdict }: CheckResult, results: readonly CheckResult[]): Part | undefined {
  if (verdict === 'effective') return exactly(READ.throughout)
  if (verdict === 'partial') return exactly(READ.partly)
  if (verdict !== 'ineffective') return undefined
  const holdsInPart = results.some((result) => result.verdict === 'effective' || result.verdict === 'partial')
  if (holdsInPart) return exactly(READ.partly)
  return { least: READ.hardly, most: results.some((result) => isUnknown(result.verdict)) ? READ.partly : READ.hardly }
}

const exactly = (level: number): Part => ({ least: level, most: level })

/** The lower of the known parts, at least one; what is open could still turn out to be anything. */
function rangeOf(known: readonly Part[], open: boolean): LevelRange {
  const seen = Math.min(...known.map((part) => part.least))
  return { least: open ? LOWEST : seen, most: Math.min(...known.map((part) => part.most)), seen }
}

function judged(outcome: Outcome, level: LevelRange, target: number, reading?: Part): Outcome {
  const { least, seen } = level
  const failed = reading !== undefined && (reading.least === READ.hardly || outcome.critical !== undefined)
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

function tell({ answer, note }: Counting): string {
  const said = answer === 'not_applicable' ? 'People answered “not applicable”.' : `People put this at level ${answer}.`
  return `${said}${note ? ` Their note: ${note}` : ''}`
}
