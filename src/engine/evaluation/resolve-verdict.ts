import type { CheckResult } from '../model/check.ts'
import type { Mode, Requirement } from '../model/framework.ts'
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
import { ANSWER_VERDICTS, type CountedAnswer, type CurrentAnswer } from './answers.ts'
import { combineChecks } from './combine.ts'
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
import { hasFailed, type Outcome, shareOf } from './outcome.ts'
import { isUnknown } from './unknowns.ts'

/** The share of the answer “partly”, which comes without numbers. */
const HALF = { n: 1, of: 2 }

/** What the tenant shows, as the end of a sentence; unknowns show nothing. */
const SHOWN: Readonly<Partial<Record<CheckResult['verdict'], string>>> = {
  effective: 'it is in place',
  partial: 'it is only partly in place',
  ineffective: 'it is not in place',
  not_applicable: 'it does not apply',
}

/** A failure may still hold for many, as for 6 of 7 administrators. */
const shownBy = ({ verdict, coverage }: CheckResult): string | undefined =>
  verdict === 'ineffective' && coverage && coverage.n > 0 ? 'it falls short' : SHOWN[verdict]

/**
 * Combines the tenant's readings with people's answer, if the scoring is `levels-reached`. A `seen` reading decides alone
 * in mode `automatic`; in mode `partial` the lower of the two counts. The answer decides where readings are `absent` or
 * `blind`, and where the requirement has no checks. If a reading overrules the answer, the outcome says so.
 */
export function resolveVerdict(
  requirement: Requirement,
  { decisive, hints }: Readings,
  current: CurrentAnswer | undefined,
): Outcome {
  const answer = current?.counts ? current : undefined
  const all = combineChecks(decisive)
  const resolved = all ? withTenant(requirement.mode, all, decisive, answer) : withoutTenant(requirement, answer)
  const isConfirmed = all?.verdict === 'ineffective' && resolved.verdict === all.verdict
  const outcome = withNote(isConfirmed ? asConfirmed(resolved) : resolved, answer)
  if (current && !current.counts && isUnknown(outcome.verdict)) return addLimitation(outcome, current.reason)
  const claimed = answer && ANSWER_VERDICTS[answer.answer]
  const hinted = claimed && contradictedByHint(hints, answer, (hint) => shortfallOf(claimed) < hintedShortfall(hint))
  return outcome.contradiction === undefined && hinted ? { ...outcome, contradiction: hinted } : outcome
}

function withoutTenant({ mode, statement }: Requirement, answer: CountedAnswer | undefined): Outcome {
  const unread = { expected: statement, evidence: [], limitations: [] }
  if (!answer) return { ...unread, verdict: 'not_assessed', observed: unanswered(mode) }
  const verdict = ANSWER_VERDICTS[answer.answer]
  return fromAnswerAlone(mode, asReported({ ...unread, verdict, observed: formatAnswer(answer) }, answer))
}

function withTenant(
  mode: Mode,
  all: CheckResult,
  decisive: Readings['decisive'],
  answer: CountedAnswer | undefined,
): Outcome {
  if (!answer) return unansweredRow(mode, all)
  const counted = besideAnswer(decisive, answer)
  const tenant = combineChecks(counted)
  if (!tenant) return fromPeople(all, answer)
  // Where a reading is missing, the answer replaces it, as it does for the part that no reading shows.
  const isReplaced = decisive.some((reading) => isOpenTo(reading, answer))
  const needsAnswer = mode === 'partial' || isReplaced
  const missing = whatIsMissing(all, tenant, isReplaced && hasFailed(ANSWER_VERDICTS[answer.answer]))
  const outcome = missing
    ? fromPeople(missing, answer)
    : needsAnswer
      ? lowerOf(tenant, answer)
      : fromReading(tenant, answer)
  const unread = isReplaced ? all.limitations : []
  const contradiction = contradictionOf(needsAnswer, tenant, answer)
  return {
    ...(isReplaced && outcome.verdict !== 'ineffective' ? asReported(outcome, answer) : outcome),
    limitations: [...new Set([...outcome.limitations, ...unread])],
    ...(contradiction && {
      ...contradiction,
      contradiction: `${contradiction.contradiction}${whatToName(decisive, answer)}`,
    }),
  }
}

function unansweredRow(mode: Mode, all: CheckResult): Outcome {
  const outcome = fromReadings(all)
  if (mode === 'automatic' || isUnknown(all.verdict) || all.verdict === 'ineffective') return outcome
  // A shortfall that was seen is a finding, whatever the answer will be.
  if (all.verdict === 'partial') return addLimitation({ ...outcome, awaitsAnswer: true }, STILL_OPEN)
  const { basis: _, quality: __, ...open } = outcome
  return addLimitation({ ...open, verdict: 'not_assessed' }, STILL_OPEN)
}

/** The reading and the answer are both needed: the lower one counts. */
function lowerOf(tenant: CheckResult, answer: CountedAnswer): Outcome {
  if (tenant.verdict === 'ineffective') {
    // A “no” agrees with the reading, which has the names, the numbers and the reason for being critical.
    return answer.answer === 'no'
      ? addLimitation(fromReadings(tenant), formatAnswer(answer))
      : fromReading(tenant, answer)
  }
  if (answer.answer === 'no') return fromPeople(tenant, answer)
  if (answer.answer === 'not_applicable')
    return addLimitation(fromReadings(tenant), `This covers only what the tenant shows. ${formatAnswer(answer)}`)
  if (answer.answer === 'yes' && tenant.verdict !== 'not_applicable') {
    const outcome = addLimitation(fromReadings(tenant), formatAnswer(answer))
    return tenant.verdict === 'effective' ? asReported(outcome, answer) : outcome
  }
  return tenant.verdict === 'partial' ? withLowerShare(tenant, answer) : fromPeople(tenant, answer)
}

/** The reading decides. That the answer differs is a contradiction; here it is mentioned with its note. */
function fromReading(tenant: CheckResult, answer: CountedAnswer): Outcome {
  const outcome = fromReadings(tenant)
  if (ANSWER_VERDICTS[answer.answer] === tenant.verdict) return outcome
  return addLimitation(outcome, `What the tenant shows counts. ${formatAnswer(answer)}`)
}

/**
 * The answer decides. If the tenant falls short as well, whom that affects and what makes it critical stay; its n of N stays only
 * if both say that it is not in place, because otherwise it belongs to another verdict.
 */
function fromPeople(tenant: CheckResult, answer: CountedAnswer): Outcome {
  const { coverage, affected, critical, allNamed: _, ...shown } = fromReadings(tenant)
  const verdict = ANSWER_VERDICTS[answer.answer]
  const isShort = hasFailed(verdict) && hasFailed(tenant.verdict)
  const outcome = {
    ...shown,
    verdict,
    observed: beforeAnswer(shown.observed, answer),
    ...(verdict === 'ineffective' && tenant.verdict === verdict && coverage && { coverage }),
    ...(isShort && affected && { affected }),
    ...(isShort && critical && { critical }),
  }
  return asReported(outcome, answer)
}

/** The reading and the answer are both partial: the lower share counts. */
function withLowerShare(tenant: CheckResult, answer: CountedAnswer): Outcome {
  const isAnswerLower = !tenant.coverage || shareOf(tenant.coverage) > shareOf(HALF)
  if (isAnswerLower) return fromPeople(tenant, answer)
  return addLimitation(fromReadings(tenant), `For the part that the tenant cannot show: ${formatAnswer(answer)}`)
}

/** Where both are needed, a reading contradicts only an answer that claims more. */
function contradictionOf(
  needsAnswer: boolean,
  tenant: CheckResult,
  answer: CountedAnswer,
): ReturnType<typeof overruled> | undefined {
  const shown = shownBy(tenant)
  const answered = ANSWER_VERDICTS[answer.answer]
  const claimsMore = shortfallOf(answered) < shortfallOf(tenant.verdict)
  if (!shown || !(claimsMore || (!needsAnswer && answered !== tenant.verdict))) return undefined
  return overruled(answer, shown)
}

/** A hint that holds for some says nothing against “partly”. */
const hintedShortfall = ({ verdict, coverage }: CheckResult): number =>
  coverage && coverage.n > 0 ? Math.min(shortfallOf(verdict), 1) : shortfallOf(verdict)

const shortfallOf = (verdict: CheckResult['verdict']): number =>
  verdict === 'ineffective' ? 2 : verdict === 'partial' ? 1 : 0
