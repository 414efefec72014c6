import { ANSWER_VERDICTS, type StandingAnswer } from './answers.ts'
import type { Answer, CheckResult, Requirement } from './model.ts'
import { isUnknown, type Outcome, PARTIAL_UNCOUNTED, type Rest } from './outcome.ts'

type Counting = Extract<StandingAnswer, { counts: true }>

const STILL_OPEN = 'The tenant shows only a part of this: people must still answer for the rest.'

const REST_BY_ANSWER: Readonly<Record<Answer, Rest>> = {
  yes: { earns: 1, atBest: 1 },
  partly: { earns: PARTIAL_UNCOUNTED, atBest: PARTIAL_UNCOUNTED },
  no: { earns: 0, atBest: 0 },
  not_applicable: { earns: 1, atBest: 1 },
}
const REST_UNANSWERED: Rest = { earns: 0, atBest: 1 }

/**
 * Joins what the tenant shows with what people said. `tenant` is undefined where no check reads the requirement.
 * A known verdict of the tenant always wins over an answer; where the tenant shows nothing, the answer counts and the
 * result says that it rests on it alone.
 */
export function settle(
  requirement: Requirement,
  tenant: CheckResult | undefined,
  standing: StandingAnswer | undefined,
): Outcome {
  const answer = standing?.counts ? standing : undefined
  const outcome = tenant ? withTenant(requirement, tenant, answer) : withoutTenant(requirement, answer)
  if (standing && !standing.counts && isUnknown(outcome.verdict)) return noting(outcome, standing.reason)
  return outcome
}

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
  if (isUnknown(tenant.verdict)) return answer ? fromAnswerAlone(tenant, answer) : tenant
  if (mode === 'automatic' || tenant.verdict === 'ineffective') return unlessContradicted(tenant, answer)
  return tenant.verdict === 'partial' ? withShortfall(tenant, answer) : withRest(tenant, answer)
}

function unlessContradicted(tenant: CheckResult, answer: Counting | undefined): Outcome {
  if (!answer || ANSWER_VERDICTS[answer.answer] === tenant.verdict) return tenant
  return noting(tenant, `The tenant shows otherwise than the answer, and that is what counts. ${told(answer)}`)
}

/**
 * The tenant falls short in its part, whatever people say of the rest. The rest still limits what the row earns, or
 * one more exclusion, which turns the tenant's part from effective to partial, would raise the score.
 */
function withShortfall(tenant: CheckResult, answer: Counting | undefined): Outcome {
  if (!answer) return noting({ ...tenant, rest: REST_UNANSWERED }, STILL_OPEN)
  const limited = { ...tenant, rest: REST_BY_ANSWER[answer.answer] }
  if (answer.answer === 'yes') return { ...limited, ...unlessContradicted(tenant, answer) }
  return noting(limited, `For the part that the tenant cannot show: ${told(answer)}`)
}

/** The tenant could not be read: its reasons stay as limitations. */
function fromAnswerAlone(tenant: CheckResult, answer: Counting): Outcome {
  const reasons = tenant.limitations.length > 0 ? tenant.limitations : [tenant.observed]
  return {
    verdict: ANSWER_VERDICTS[answer.answer],
    observed: told(answer),
    expected: tenant.expected,
    evidence: tenant.evidence,
    limitations: [...reasons, 'The tenant could not be read for this, so it rests on an answer alone.'],
  }
}

/** The tenant does its part, or has none to do, and people tell the rest. */
function withRest(tenant: CheckResult, answer: Counting | undefined): Outcome {
  if (!answer) return noting({ ...tenant, verdict: 'not_assessed' }, STILL_OPEN)
  if (answer.answer === 'not_applicable') return noting(tenant, `This covers the tenant's part alone. ${told(answer)}`)
  // The tenant's n of N would speak for a verdict that is not its own.
  const { coverage, affected, critical, ...shown } = tenant
  const verdict = ANSWER_VERDICTS[answer.answer]
  const counted = verdict === 'effective' && tenant.verdict === 'effective'
  return {
    ...shown,
    ...(counted && coverage && { coverage }),
    ...(counted && affected && { affected }),
    verdict,
    observed: `${tenant.observed} ${told(answer)}`,
  }
}

function noting(outcome: Outcome, limitation: string): Outcome {
  return { ...outcome, limitations: [...outcome.limitations, limitation] }
}

function told({ answer, note }: Counting): string {
  const words = answer === 'not_applicable' ? 'not applicable' : answer
  return `People answered “${words}”.${note ? ` Their note: ${note}` : ''}`
}
