import type { CheckResult } from '../model/check.ts'
import type { Requirement } from '../model/framework.ts'
import type { LevelAnswer } from '../model/questionnaire.ts'
import type { Verdict } from '../model/verdict.ts'
import {
  addLimitation,
  beforeAnswer,
  contradictedByHint,
  formatAnswer,
  fromAnswerAlone,
  overruled,
  STILL_OPEN,
  unanswered,
  withNote,
} from './answer-notes.ts'
import type { CountedAnswer, CurrentAnswer } from './answers.ts'
import { combineChecks, expectedOf } from './combine.ts'
import {
  asConfirmed,
  asReported,
  besideAnswer,
  fromReadings,
  isOpenTo,
  type Readings,
  whatIsMissing,
  whatToName,
} from './evidence.ts'
import { hasFailed, type LevelRange, type Outcome } from './outcome.ts'
import { holdsInPart, READ } from './reading-level.ts'
import { isUnknown, type LevelBounds, levelRangeOf, UNKNOWN_LEVEL } from './unknowns.ts'

type CountedLevel = CountedAnswer<LevelAnswer>

const READING_LIMIT = `A reading can show level ${READ.everywhere} at most; it cannot show that something is measured and improved.`

/**
 * Combines the readings with the level that people gave, if the scoring is `maturity`. A `seen` reading decides alone
 * in mode `automatic`; in mode `partial` it limits the answer only where something falls short. The answer decides where
 * readings are `absent` or `blind`, and where the requirement has no checks.
 *
 * Verdicts: `effective` at or above the target; below it `partial` from level 2, else `ineffective`. A row whose reading
 * failed, or has a critical reason, is never effective, even if the level found reaches the target. If part of a reading
 * is missing, the row fails only if the missing part could not bring it to the target.
 */
export function resolveLevel(
  requirement: Requirement,
  { decisive, hints }: Readings,
  current: CurrentAnswer<LevelAnswer> | undefined,
  target: number,
): Outcome {
  const answer = current?.counts ? current : undefined
  const all = combineForLevel(decisive)
  const resolved = all
    ? withTenant(requirement, { all, decisive, answer, target })
    : withoutTenant(requirement, answer, target)
  const isAgreed = all && isConfirmed(resolved, readLevel(all, decisive), all)
  const outcome = withNote(isAgreed ? asConfirmed(resolved) : resolved, answer)
  if (current && !current.counts && isUnknown(outcome.verdict)) return addLimitation(outcome, current.reason)
  const claimed = answer && readableLevel(answer)
  const hinted = claimed && contradictedByHint(hints, answer, (hint) => claimed > hintLevel(hint))
  return outcome.contradiction === undefined && hinted ? { ...outcome, contradiction: hinted } : outcome
}

/** Whether a row falls short at the very level that the readings alone show. */
const isConfirmed = ({ verdict, level }: Outcome, alone: LevelBounds, all: CheckResult): boolean =>
  hasFailed(verdict) &&
  hasFailed(all.verdict) &&
  alone.min === alone.max &&
  level?.min === alone.min &&
  level.max === alone.max

function withoutTenant({ mode, statement }: Requirement, answer: CountedLevel | undefined, target: number): Outcome {
  const unread = { expected: statement, evidence: [], limitations: [] }
  if (!answer) {
    const level = levelRangeOf([UNKNOWN_LEVEL], target)
    return { ...unread, observed: unanswered(mode), verdict: 'not_assessed', level }
  }
  return fromAnswerAlone(mode, fromPeople({ ...unread, observed: formatAnswer(answer) }, answer, target))
}

/** The answer decides. */
function fromPeople(shown: Omit<Outcome, 'verdict'>, answer: CountedLevel, target: number): Outcome {
  const outcome = asReported({ ...shown, verdict: 'not_applicable' }, answer)
  if (answer.answer === 'not_applicable') return outcome
  return atLevel(outcome, levelRangeOf([exactly(answer.answer)], target), target)
}

interface TenantSide {
  /** All readings as one. */
  all: CheckResult
  decisive: Readings['decisive']
  answer: CountedLevel | undefined
  target: number
}

function withTenant({ mode }: Requirement, { all, decisive, answer, target }: TenantSide): Outcome {
  const counted = answer ? besideAnswer(decisive, answer) : decisive
  const tenant = combineForLevel(counted)
  if (!tenant) {
    const observed = answer ? beforeAnswer(all.observed, answer) : all.observed
    if (!answer) return fromReadings(all)
    return fromPeople({ ...withOwnCounts(all, answer), observed }, answer, target)
  }
  const needsAnswer = mode === 'partial' || isReplacedBy(decisive, answer)
  const reading = tenant.verdict === 'not_applicable' ? undefined : readLevel(tenant, counted)
  const people = peopleLevel(needsAnswer, answer)
  // A setting that holds everywhere does not limit people’s level: readings cannot show levels 4 and 5.
  const limits = people?.isKnown && needsAnswer && tenant.verdict === 'effective' ? undefined : reading
  const sources = [limits, people].filter((source) => source !== undefined)
  const outcome = describeSides({ all, tenant, decisive, needsAnswer, reading, people, answer, target })
  if (sources.length === 0) return outcome
  const contradiction = answer && reading && contradictionOf(needsAnswer, reading, answer)
  const range = levelRangeOf(sources, target)
  const contradicted = contradiction && {
    ...contradiction,
    contradiction: `${contradiction.contradiction}${whatToName(decisive, answer)}`,
  }
  return atLevel({ ...outcome, ...contradicted }, range, target, reading)
}

/** Whether an answer stands for a reading that is missing. */
const isReplacedBy = (decisive: Readings['decisive'], answer: CountedLevel | undefined): boolean =>
  answer !== undefined && decisive.some((reading) => isOpenTo(reading, answer))

function peopleLevel(needsAnswer: boolean, answer: CountedLevel | undefined): LevelBounds | undefined {
  if (!needsAnswer || answer?.answer === 'not_applicable') return undefined
  return answer === undefined ? UNKNOWN_LEVEL : exactly(answer.answer)
}

interface Sides extends TenantSide {
  tenant: CheckResult
  needsAnswer: boolean
  reading: LevelBounds | undefined
  people: LevelBounds | undefined
}

/** The outcome with the text of both sides, before its level and verdict. */
function describeSides(sides: Sides): Outcome {
  const { all, tenant, decisive, needsAnswer, reading, people, answer, target } = sides
  const isPeopleLower = people?.isKnown === true && reading?.isKnown === true && people.min < reading.min
  const isCapped = !people?.isKnown && reading?.isKnown && reading.min === READ.everywhere && target > READ.everywhere
  const isReplaced = isReplacedBy(decisive, answer)
  const isShort = people?.isKnown === true && people.min < target
  const missing = answer && whatIsMissing(all, tenant, isReplaced && isShort)
  const shown = missing ? withOwnCounts(missing, answer) : tenant
  const base = fromReadings(isPeopleLower && shown.verdict !== 'ineffective' ? withoutCounts(shown) : shown)
  const isSilent = tenant.verdict === 'effective' || tenant.verdict === 'not_applicable'
  const isNeeded = isReplaced || (people?.isKnown === true && (isPeopleLower || isSilent))
  const outcome = isNeeded && answer ? asReported(base, answer) : base
  return {
    ...outcome,
    observed: people?.isKnown && answer ? beforeAnswer(shown.observed, answer) : shown.observed,
    limitations: [
      ...new Set([
        ...shown.limitations,
        ...(isReplaced ? all.limitations : []),
        ...(isCapped ? [READING_LIMIT] : []),
        ...answerNotes(needsAnswer, tenant, reading, answer),
      ]),
    ],
  }
}

/**
 * A known reading contradicts an answer that claims more, counted up to the highest level that readings can show. Where
 * the reading decides alone, it also contradicts one that claims less.
 */
function contradictionOf(
  needsAnswer: boolean,
  reading: LevelBounds,
  answer: CountedLevel,
): ReturnType<typeof overruled> | undefined {
  const answered = readableLevel(answer)
  const isOverruled = answered > reading.min || (!needsAnswer && answered < reading.min)
  if (!reading.isKnown || !isOverruled) return undefined
  return overruled(answer, `level ${reading.min}`)
}

/** The part of an answer's claim that a reading could show. */
const readableLevel = ({ answer }: CountedLevel): number =>
  answer === 'not_applicable' ? READ.everywhere : Math.min(answer, READ.everywhere)

/**
 * One result for all checks. If one of them holds in part, the level is 2 whatever the unread ones would show, so a known
 * shortfall remains a failure, with its numbers.
 */
function combineForLevel(results: readonly CheckResult[]): CheckResult | undefined {
  const all = combineChecks(results)
  const partial = combineChecks(results.filter(({ verdict }) => verdict === 'partial'))
  if (!all || !partial || !isUnknown(all.verdict)) return all
  const { verdict, coverage, affected } = partial
  return {
    ...all,
    verdict,
    ...(coverage && { coverage }),
    ...(affected && { affected }),
    ...expectedOf(results, true),
  }
}

/** The level of all checks together: 3 if all hold, 2 if some do or one of them in part, otherwise 1. */
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

/** A hint that holds for some says nothing against “in part”. */
const hintLevel = (hint: CheckResult): number =>
  hint.verdict === 'ineffective' && hint.coverage && hint.coverage.n > 0 ? READ.partly : readLevel(hint, [hint]).max

const exactly = (level: number): LevelBounds => ({ min: level, max: level, isKnown: true })

/** The outcome with its level, and the verdict that follows from the level. */
function atLevel(outcome: Outcome, level: LevelRange, target: number, reading?: LevelBounds): Outcome {
  const { min, known, knownAtBest } = level
  const hasReadingFailed = reading?.isKnown === true && (reading.max === READ.hardly || outcome.critical !== undefined)
  if (known === undefined || knownAtBest === undefined) return atUnknown(outcome, asUnknown(outcome.verdict), level)
  if (min >= target && !hasReadingFailed) return { ...outcome, verdict: 'effective', level }
  if (knownAtBest < target || hasReadingFailed) {
    return { ...outcome, verdict: known >= READ.partly ? 'partial' : 'ineffective', level }
  }
  return atUnknown(outcome, known < target ? 'no_visibility' : asUnknown(outcome.verdict), level)
}

/** An unknown row has no quality of evidence, and one that only waits for an answer has no basis yet. */
function atUnknown({ quality: _, basis, ...outcome }: Outcome, verdict: Verdict, level: LevelRange): Outcome {
  return { ...outcome, ...(basis && verdict !== 'not_assessed' && { basis }), verdict, level }
}

const asUnknown = (verdict: Verdict): Verdict => (isUnknown(verdict) ? verdict : 'not_assessed')

/** With the tenant's n of N only if both say that hardly anything is in place. */
const withOwnCounts = (shown: CheckResult, { answer }: CountedLevel): CheckResult =>
  shown.verdict === 'ineffective' && answer === READ.hardly ? shown : withoutCounts(shown)

/** The tenant's n of N belongs to another level than the row's. */
function withoutCounts({ coverage: _, affected: __, ...shown }: CheckResult): CheckResult {
  return shown
}

/** What an answer, or its absence, means for a row that the tenant shows as well. */
function answerNotes(
  needsAnswer: boolean,
  tenant: CheckResult,
  reading: LevelBounds | undefined,
  answer?: CountedLevel,
) {
  if (!answer) return needsAnswer && !isUnknown(tenant.verdict) ? [STILL_OPEN] : []
  const sentence = formatAnswer(answer)
  if (answer.answer === 'not_applicable') return reading ? [`Only the reading counts. ${sentence}`] : []
  return !needsAnswer && answer.answer !== reading?.min ? [`The reading counts, not the answer. ${sentence}`] : []
}
