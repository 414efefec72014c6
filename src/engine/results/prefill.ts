import { isLevelAnswer } from '../evaluation/answers.ts'
import { oldestOf } from '../evaluation/evidence.ts'
import type { Answer, LevelAnswer } from '../model/questionnaire.ts'
import type { AssessmentResult, RequirementResult } from '../model/result.ts'
import type { Verdict } from '../model/verdict.ts'

/** What the tenant shows about a question, for the person answering to confirm or correct. */
export interface Suggestion {
  /** Id of the requirement, and so of its question. */
  id: string
  /** Of the type that the question asks for; absent if the readings suggest none. */
  answer?: Answer | LevelAnswer
  /** One or more plain sentences: what was found. */
  because: string
  /** Time of the oldest evidence; ISO 8601 UTC. */
  collectedAt: string
}

const AS_ANSWER: Readonly<Partial<Record<Verdict, Answer>>> = { effective: 'yes', partial: 'partly', ineffective: 'no' }

/**
 * Answers that the readings of a result suggest, by requirement id. They are never based on people's answers, even if the
 * result counts those; levels are at most 3, because no reading shows more. A suggestion covers only the tenant's part of
 * a requirement, so it is never an answer by itself.
 */
export function suggestAnswers({
  requirements,
}: Pick<AssessmentResult, 'requirements'>): ReadonlyMap<string, Suggestion> {
  return new Map(
    requirements.flatMap(({ id, mode, shown, evidence }) => {
      const collectedAt = shown?.collectedAt ?? oldestOf(evidence)
      if (!shown || collectedAt === undefined) return []
      // Hints suggest no answer; they are only shown.
      const answer = mode === 'questionnaire' ? undefined : toAnswer(shown)
      return [[id, { id, ...(answer !== undefined && { answer }), because: shown.observed, collectedAt }] as const]
    }),
  )
}

function toAnswer({ verdict, level }: NonNullable<RequirementResult['shown']>): Answer | LevelAnswer | undefined {
  return isLevelAnswer(level) ? level : AS_ANSWER[verdict]
}
