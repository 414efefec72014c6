import type { Answer, LevelAnswer } from '../model/questionnaire.ts'
import type { AssessmentResult, RequirementResult } from '../model/result.ts'
import type { Evidence } from '../model/tenant-reading.ts'
import type { Verdict } from '../model/verdict.ts'
import { isLevelAnswer } from './answers.ts'

/** What the tenant shows beside a question, for the person who answers to confirm or correct. */
export interface Suggestion {
  /** Id of the requirement, which is that of its question. */
  id: string
  /** Of the kind that the question asks for; left out where the tenant has nothing of what it is about. */
  answer?: Answer | LevelAnswer
  /** One plain sentence or several: what was found. */
  because: string
  /** Nothing that it rests on is older; ISO 8601 UTC. */
  collectedAt: string
}

const AS_ANSWER: Readonly<Partial<Record<Verdict, Answer>>> = { effective: 'yes', partial: 'partly', ineffective: 'no' }

/**
 * What the readings of a result suggest as answers, by requirement id. Nothing of it comes from people, also where the
 * result counts their answers; a level is 3 at most, since no reading shows more. It speaks for the tenant's part of a
 * requirement: about the rest only people know, so a suggestion is never an answer by itself.
 */
export function suggestAnswers({
  requirements,
}: Pick<AssessmentResult, 'requirements'>): ReadonlyMap<string, Suggestion> {
  return new Map(
    requirements.flatMap(({ id, shown, evidence }) => {
      const collectedAt = oldest(evidence)
      if (!shown || collectedAt === undefined) return []
      const answer = toAnswer(shown)
      return [[id, { id, ...(answer !== undefined && { answer }), because: shown.observed, collectedAt }] as const]
    }),
  )
}

function toAnswer({ verdict, level }: NonNullable<RequirementResult['shown']>): Answer | LevelAnswer | undefined {
  return isLevelAnswer(level) ? level : AS_ANSWER[verdict]
}

/** Of moments in one form, the order of the texts is that of time. */
function oldest(evidence: readonly Evidence[]): string | undefined {
  return evidence.map(({ collectedAt }) => collectedAt).toSorted()[0]
}
