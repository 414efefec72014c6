import { isAnswerExpired } from '../../../engine/evaluation/answers.ts'
import { isUnknown } from '../../../engine/evaluation/unknowns.ts'
import type { Framework } from '../../../engine/model/framework.ts'
import type { Answers } from '../../../engine/model/questionnaire.ts'
import type { AssessmentResult, RequirementResult } from '../../../engine/model/result.ts'
import { type Suggestion, suggestAnswers } from '../../../engine/results/prefill.ts'
import { fields, list, text, texts } from '../../../shared/json.ts'
import { type AskedQuestion, activeAnswer, isAnyAnswer, type StoredAnswers } from '../answers/rules.ts'

/** An answer that the reading of the tenant overruled. */
interface Contradiction {
  /** The question that was answered: that of the requirement, or a scope question that covers it. */
  question: string
  /** When the answer was given, ISO 8601 UTC. A later answer is not contradicted. */
  answeredAt: string
  /** Says what people answered and what the tenant shows. */
  sentence: string
}

/** What a run found for the people who answer. */
export interface Findings {
  suggestions: readonly Suggestion[]
  contradictions: readonly Contradiction[]
  /** Ids of the requirements that readings decide alone as a rule, and did not decide in this run. */
  leftOpen: readonly string[]
}

export const NO_FINDINGS: Findings = { suggestions: [], contradictions: [], leftOpen: [] }

/** What is shown beside a question. */
export interface Hint {
  suggestion?: Omit<Suggestion, 'id' | 'collectedAt'> & { collectedAt: Date }
  contradiction?: string
}

/** What a run found that used these answers as of `now`. */
export function findingsOf(
  framework: Framework,
  result: Pick<AssessmentResult, 'requirements'>,
  answers: Answers,
  now: Date,
): Findings {
  const contradictions = result.requirements.flatMap(({ id, contradiction, shown, observed }): Contradiction[] => {
    if (contradiction === undefined) return []
    const own = answeredAt(answers, id, now)
    if (own !== undefined) return [{ question: id, answeredAt: own, sentence: contradiction }]
    return framework.questionnaire.scope.flatMap(({ id: question, covers }) => {
      const isNo = covers.includes(id) && answers.answers[question]?.answer === 'no'
      const at = isNo ? answeredAt(answers, question, now) : undefined
      const sentence = `People answered “no”, but the tenant shows that this is at least partly in place: ${shown?.observed ?? observed}`
      return at === undefined ? [] : [{ question, answeredAt: at, sentence }]
    })
  })
  const leftOpen = [...new Set(result.requirements.filter(isLeftOpen).map(({ id }) => id))]
  return { suggestions: [...suggestAnswers(result).values()], contradictions, leftOpen }
}

/** Whether people must answer for what readings decide as a rule: nothing was found or read, or an answer decided already. */
const isLeftOpen = ({ mode, verdict, basis }: RequirementResult): boolean =>
  mode === 'automatic' && (isUnknown(verdict) || basis === 'absent' || basis === 'reported')

/**
 * Ids of the requirements that nobody is asked about, because the tenant's readings decide them alone. Asked about are those
 * that the latest run left open, and those with an active answer, which can be changed.
 */
export function decidedByTenant(
  { requirements }: Framework,
  { leftOpen }: Findings,
  stored: StoredAnswers,
  now: Date,
): ReadonlySet<string> {
  const open = new Set(leftOpen)
  const ids = requirements.flatMap(({ id, mode }) => (mode === 'automatic' ? [id] : []))
  return new Set(ids.filter((id) => !open.has(id) && !activeAnswer(stored, id, now)))
}

/** When a question was answered; undefined if there is no active answer. */
function answeredAt({ answers }: Answers, id: string, now: Date): string | undefined {
  const at = answers[id]?.answeredAt
  return at === undefined || isAnswerExpired(new Date(at), now) ? undefined : at
}

export const packFindings = ({ suggestions, contradictions, leftOpen }: Findings): string =>
  JSON.stringify({ suggestions, contradictions, leftOpen })

/** Reads what `packFindings` wrote, perhaps in an earlier version: skips items of another form. */
export function unpackFindings(packed: string): Findings {
  const { suggestions, contradictions, leftOpen } = fields(JSON.parse(packed))
  return {
    suggestions: list(suggestions).flatMap((item) => {
      const { answer, ...rest } = fields(item)
      const [id, because, collectedAt] = [text(rest.id), text(rest.because), text(rest.collectedAt)]
      if (id === undefined || because === undefined || collectedAt === undefined) return []
      return [{ id, ...(isAnyAnswer(answer) && { answer }), because, collectedAt }]
    }),
    contradictions: list(contradictions).flatMap((item) => {
      const found = fields(item)
      const [question, answeredAt, sentence] = [text(found.question), text(found.answeredAt), text(found.sentence)]
      if (question === undefined || answeredAt === undefined || sentence === undefined) return []
      return [{ question, answeredAt, sentence }]
    }),
    leftOpen: texts(leftOpen),
  }
}

/** What to show beside a question. Leaves out a contradiction once its answer was replaced or has expired. */
export function hintFor({ id, choices }: AskedQuestion, findings: Findings, stored: StoredAnswers, now: Date): Hint {
  const found = findings.suggestions.find((suggestion) => suggestion.id === id)
  const choice = choices.find(({ answer }) => answer === found?.answer)
  const answered = activeAnswer(stored, id, now)?.answeredAt.toISOString()
  const overruled = findings.contradictions.find(
    ({ question, answeredAt }) => question === id && answeredAt === answered,
  )
  return {
    ...(found && {
      suggestion: {
        ...(choice && { answer: choice.answer }),
        because: found.because,
        collectedAt: new Date(found.collectedAt),
      },
    }),
    ...(overruled && { contradiction: overruled.sentence }),
  }
}
