import type { CheckResult } from '../model/check.ts'
import type { Requirement } from '../model/framework.ts'
import { ANSWER_VERDICTS, type StandingAnswer } from './answers.ts'
import { isUnknown, type Outcome, shareOf } from './outcome.ts'

type Counting = Extract<StandingAnswer, { counts: true }>

const STILL_OPEN = 'The tenant shows only a part of this: people must still answer for the rest.'

const UNREAD = "The tenant's part could not be read, so the answer alone does not count as done."

/** What stands for “partly” where nothing was counted. */
const HALF = { n: 1, of: 2 }

/** What the tenant shows, to finish a sentence; unknowns show nothing. */
const SHOWN: Readonly<Partial<Record<CheckResult['verdict'], string>>> = {
  effective: 'it is in place',
  partial: 'it is only partly in place',
  ineffective: 'it is not in place',
  not_applicable: 'it does not apply',
}

/**
 * Joins what the tenant shows with what people said. `tenant` is undefined where no check reads the requirement.
 * What only people can tell is settled by their answer; what only the tenant shows, by its reading; what needs both, by
 * the lower of the two. A half that is unknown leaves the whole unknown unless the other half failed: so neither losing
 * a permission nor doing worse ever raises a score. Where the reading overrules the answer, the outcome says so.
 */
export function settle(
  requirement: Requirement,
  tenant: CheckResult | undefined,
  standing: StandingAnswer | undefined,
): Outcome {
  const answer = standing?.counts ? standing : undefined
  const outcome = tenant ? withTenant(requirement, tenant, answer) : withoutTenant(requirement, answer)
  if (standing && !standing.counts && isUnknown(outcome.verdict)) return noting(outcome, standing.reason)
  const contradiction = tenant && answer && contradictionOf(requirement, tenant, answer)
  return contradiction ? { ...outcome, contradiction } : outcome
}

/** Of a row that people and tenant settle together, a reading overrules only an answer that claims more. */
function contradictionOf({ mode }: Requirement, tenant: CheckResult, answer: Counting): string | undefined {
  const shown = SHOWN[tenant.verdict]
  const answered = ANSWER_VERDICTS[answer.answer]
  const claimsMore = fallsShortBy(answered) < fallsShortBy(tenant.verdict)
  if (!shown || !(claimsMore || (mode === 'automatic' && answered !== tenant.verdict))) return undefined
  return `${phrase(answer)}, but the tenant shows that ${shown}.`
}

const fallsShortBy = (verdict: CheckResult['verdict']): number =>
  verdict === 'ineffective' ? 2 : verdict === 'partial' ? 1 : 0

function withoutTenant({ mode, statement }: Requirement, answer: Counting | undefined): Outcome {
  const unread = { expected: statement, evidence: [], limitations: [] }
  if (!answer) {
    const observed = mode === 'questionnaire' ? 'Nobody has answered this yet.' : 'No check reads this yet.'
    return { ...unread, verdict: 'not_assessed', observed }
  }
  const outcome: Outcome = { ...unread, verdict: ANSWER_VERDICTS[answer.answer], observed: told(answer) }
  if (mode === 'questionnaire') return outcome
  return noting(outcome, 'No check reads this yet, so it rests on an answer alone.')
}

function withTenant({ mode }: Requirement, tenant: CheckResult, answer: Counting | undefined): Outcome {
  if (mode === 'partial' && answer?.answer === 'no') return fromPeople(tenant, answer)
  if (isUnknown(tenant.verdict)) return answer ? noting(tenant, `${told(answer)} ${UNREAD}`) : tenant
  if (mode === 'automatic' || tenant.verdict === 'ineffective') return unlessContradicted(tenant, answer)
  if (!answer) return noting({ ...tenant, verdict: 'not_assessed' }, STILL_OPEN)
  if (answer.answer === 'not_applicable') return noting(tenant, `This covers the tenant's part alone. ${told(answer)}`)
  if (answer.answer === 'yes' && tenant.verdict !== 'not_applicable') return noting(tenant, told(answer))
  return tenant.verdict === 'partial' ? withLowerHalf(tenant, answer) : fromPeople(tenant, answer)
}

function unlessContradicted(tenant: CheckResult, answer: Counting | undefined): Outcome {
  if (!answer || ANSWER_VERDICTS[answer.answer] === tenant.verdict) return tenant
  return noting(tenant, `The tenant shows otherwise than the answer, and that is what counts. ${told(answer)}`)
}

/** People's half decides. The tenant's n of N would speak for a verdict that is not its own, and is left out. */
function fromPeople({ coverage: _, affected: __, critical: ___, ...shown }: CheckResult, answer: Counting): Outcome {
  return { ...shown, verdict: ANSWER_VERDICTS[answer.answer], observed: `${shown.observed} ${told(answer)}` }
}

/** Both halves are partly done: the lower share counts. */
function withLowerHalf(tenant: CheckResult, answer: Counting): Outcome {
  const lower = !tenant.coverage || shareOf(tenant.coverage) > shareOf(HALF) ? fromPeople(tenant, answer) : tenant
  return noting(lower, `For the part that the tenant cannot show: ${told(answer)}`)
}

function noting(outcome: Outcome, limitation: string): Outcome {
  return { ...outcome, limitations: [...outcome.limitations, limitation] }
}

function told(answer: Counting): string {
  return `${phrase(answer)}.${answer.note ? ` Their note: ${answer.note}` : ''}`
}

const phrase = ({ answer, because }: Counting): string =>
  because ?? `People answered “${answer === 'not_applicable' ? 'not applicable' : answer}”`
