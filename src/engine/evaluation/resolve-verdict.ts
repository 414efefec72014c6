import type { CheckResult } from '../model/check.ts'
import type { Requirement } from '../model/framework.ts'
import {
  addLimitation,
  answerClause,
  type CountedAnswer,
  formatAnswer,
  fromAnswerAlone,
  STILL_OPEN,
  unanswered,
} from './answer-notes.ts'
import { ANSWER_VERDICTS, type CurrentAnswer } from './answers.ts'
import { type Outcome, shareOf } from './outcome.ts'
import { decidesWithoutReading, isUnknown } from './unknowns.ts'

const UNREAD = "The tenant's part could not be read, so the answer alone does not count as done."

/** The share of a “partly”, which counts nothing. */
const HALF = { n: 1, of: 2 }

/** What the tenant shows, to finish a sentence; unknowns show nothing. */
const SHOWN: Readonly<Partial<Record<CheckResult['verdict'], string>>> = {
  effective: 'it is in place',
  partial: 'it is only partly in place',
  ineffective: 'it is not in place',
  not_applicable: 'it does not apply',
}

/**
 * Joins the tenant's reading with people's answer, if the scoring is `levels-reached`. `tenant` is undefined if no check
 * reads the requirement. The reading alone decides the mode `automatic`, the answer alone `questionnaire`, and the lower
 * of the two `partial`. If one of the two is unknown, the requirement is unknown unless the other one failed. If the
 * reading overrules the answer, the outcome says so.
 */
export function resolveVerdict(
  requirement: Requirement,
  tenant: CheckResult | undefined,
  current: CurrentAnswer | undefined,
): Outcome {
  const answer = current?.counts ? current : undefined
  const outcome = tenant ? withTenant(requirement, tenant, answer) : withoutTenant(requirement, answer)
  if (current && !current.counts && isUnknown(outcome.verdict)) return addLimitation(outcome, current.reason)
  const contradiction = tenant && answer && contradictionOf(requirement, tenant, answer)
  return contradiction ? { ...outcome, contradiction } : outcome
}

/** In mode `partial`, a reading contradicts only an answer that claims more. */
function contradictionOf({ mode }: Requirement, tenant: CheckResult, answer: CountedAnswer): string | undefined {
  const shown = SHOWN[tenant.verdict]
  const answered = ANSWER_VERDICTS[answer.answer]
  const claimsMore = shortfallOf(answered) < shortfallOf(tenant.verdict)
  if (!shown || !(claimsMore || (mode === 'automatic' && answered !== tenant.verdict))) return undefined
  return `${answerClause(answer)}, but the tenant shows that ${shown}.`
}

const shortfallOf = (verdict: CheckResult['verdict']): number =>
  verdict === 'ineffective' ? 2 : verdict === 'partial' ? 1 : 0

function withoutTenant({ mode, statement }: Requirement, answer: CountedAnswer | undefined): Outcome {
  const unread = { expected: statement, evidence: [], limitations: [] }
  if (!answer) return { ...unread, verdict: 'not_assessed', observed: unanswered(mode) }
  return fromAnswerAlone(mode, {
    ...unread,
    verdict: ANSWER_VERDICTS[answer.answer],
    observed: formatAnswer(answer),
  })
}

function withTenant({ mode }: Requirement, tenant: CheckResult, answer: CountedAnswer | undefined): Outcome {
  if (answer && decidesWithoutReading(mode, answer.answer)) return fromPeople(tenant, answer)
  if (isUnknown(tenant.verdict)) return answer ? addLimitation(tenant, `${formatAnswer(answer)} ${UNREAD}`) : tenant
  if (mode === 'automatic' || tenant.verdict === 'ineffective') return fromReading(tenant, answer)
  if (!answer) return addLimitation({ ...tenant, verdict: 'not_assessed' }, STILL_OPEN)
  if (answer.answer === 'not_applicable')
    return addLimitation(tenant, `This covers the tenant's part alone. ${formatAnswer(answer)}`)
  if (answer.answer === 'yes' && tenant.verdict !== 'not_applicable') return addLimitation(tenant, formatAnswer(answer))
  return tenant.verdict === 'partial' ? withLowerShare(tenant, answer) : fromPeople(tenant, answer)
}

/** The reading decides; an answer that differs is mentioned. */
function fromReading(tenant: CheckResult, answer: CountedAnswer | undefined): Outcome {
  if (!answer || ANSWER_VERDICTS[answer.answer] === tenant.verdict) return tenant
  return addLimitation(
    tenant,
    `The tenant shows otherwise than the answer, and that is what counts. ${formatAnswer(answer)}`,
  )
}

/** The answer decides. The tenant's n of N belongs to another verdict, and is left out. */
function fromPeople(
  { coverage: _, affected: __, critical: ___, ...shown }: CheckResult,
  answer: CountedAnswer,
): Outcome {
  return { ...shown, verdict: ANSWER_VERDICTS[answer.answer], observed: `${shown.observed} ${formatAnswer(answer)}` }
}

/** The reading and the answer are both partial: the lower share counts. */
function withLowerShare(tenant: CheckResult, answer: CountedAnswer): Outcome {
  const lower = !tenant.coverage || shareOf(tenant.coverage) > shareOf(HALF) ? fromPeople(tenant, answer) : tenant
  return addLimitation(lower, `For the part that the tenant cannot show: ${formatAnswer(answer)}`)
}
