import { isAnswer, isLevelAnswer, isOutlived } from '../../../engine/evaluation/answers.ts'
import type { Answer, Answers, Framework, LevelAnswer } from '../../../engine/model/model.ts'
import type { Author } from '../../../shared/actor.ts'
import type { ProblemDetail } from '../../../shared/problem.ts'

export type AnyAnswer = Answer | LevelAnswer

export const isAnyAnswer = (value: unknown): value is AnyAnswer => isAnswer(value) || isLevelAnswer(value)

/** What a question asks for: whether something is there at all, how far it is done, or at which level. */
export type QuestionKind = 'scope' | 'degree' | 'level'

export interface Choice {
  answer: AnyAnswer
  label: string
}

export interface AskedQuestion {
  id: string
  text: string
  help: string
  kind: QuestionKind
  choices: readonly Choice[]
}

export interface AskedSection {
  id: string
  title: string
  questions: readonly AskedQuestion[]
}

/** Who answered: an account through its API, or a recipient of an invitation, who is known by an e-mail address. */
export type AnswerAuthor = Pick<Author, 'kind' | 'id'>

/** What somebody says to a question. */
export interface NewAnswer {
  id: string
  answer: AnyAnswer
  note?: string
  evidenceUrl?: string
}

export interface KeptAnswer extends NewAnswer {
  author: AnswerAuthor
  answeredAt: Date
}

/** The newest answer to each question, by its id. */
export type KeptAnswers = ReadonlyMap<string, KeptAnswer>

export const NOTE_MOST = 2_000
export const EVIDENCE_MOST = 2_000

const SCOPE_SECTION = { id: 'scope', title: 'What concerns you' }

const YES: Choice = { answer: 'yes', label: 'Yes' }
const NO: Choice = { answer: 'no', label: 'No' }
const NOT_APPLICABLE: Choice = { answer: 'not_applicable', label: 'Does not apply' }
const LEVELS = [1, 2, 3, 4, 5] as const

const DEGREES: readonly Choice[] = [YES, { answer: 'partly', label: 'Partly' }, NO, NOT_APPLICABLE]

/** All that is asked for a framework: scope questions first. */
export function sectionsOf({ questionnaire, scoring, levelMeanings = [] }: Framework): AskedSection[] {
  const levels = LEVELS.map((level, index) => ({ answer: level, label: levelMeanings[index] ?? `Level ${level}` }))
  const answered = scoring === 'maturity' ? 'level' : 'degree'
  const choices = scoring === 'maturity' ? [...levels, NOT_APPLICABLE] : DEGREES
  const sections = questionnaire.sections.map(({ id, title, questions }) => ({
    id,
    title,
    questions: questions.map((question) => ({ ...question, kind: answered, choices }) as const),
  }))
  if (questionnaire.scope.length === 0) return sections
  const scope = questionnaire.scope.map(({ covers: _, ...question }) => {
    return { ...question, kind: 'scope', choices: [YES, NO] } as const
  })
  return [{ ...SCOPE_SECTION, questions: scope }, ...sections]
}

/** Every question of a framework by its id. */
export const questionsOf = (framework: Framework): ReadonlyMap<string, AskedQuestion> =>
  new Map(
    sectionsOf(framework).flatMap(({ questions }) => questions.map((question) => [question.id, question] as const)),
  )

/** Ids of the requirements that scope answers take out: those with an answer of their own that counts stay in. */
export function outOfScope({ questionnaire }: Framework, kept: KeptAnswers, now: Date): ReadonlySet<string> {
  const none = questionnaire.scope.filter(({ id }) => standing(kept, id, now)?.answer === 'no')
  return new Set(none.flatMap(({ covers }) => covers).filter((id) => !standing(kept, id, now)))
}

/** The answer to a question, where it still counts. */
export function standing(kept: KeptAnswers, id: string, now: Date): KeptAnswer | undefined {
  const answer = kept.get(id)
  return answer && !isOutlived(answer.answeredAt, now) ? answer : undefined
}

export interface Progress {
  answered: number
  /** Questions that are in scope. */
  of: number
}

export function progressOf(framework: Framework, kept: KeptAnswers, now: Date): Progress {
  const out = outOfScope(framework, kept, now)
  const asked = [...questionsOf(framework).keys()].filter((id) => !out.has(id))
  return { answered: asked.filter((id) => standing(kept, id, now)).length, of: asked.length }
}

export const openCount = ({ answered, of }: Progress): number => of - answered

/** What the engine takes; it judges by itself what is out of scope and what is too old. */
export function toEngineAnswers(kept: KeptAnswers): Answers {
  return {
    format: 'plumbline-answers/1',
    answers: Object.fromEntries(
      [...kept.values()].map(({ id, answer, note, answeredAt }) => [
        id,
        { answer, ...(note !== undefined && { note }), answeredAt: answeredAt.toISOString() },
      ]),
    ),
  }
}

/** What is wrong with an answer to a question of the framework, in terms of its own fields; nothing where it can be kept. */
export function judgeAnswer(questions: ReadonlyMap<string, AskedQuestion>, input: NewAnswer): ProblemDetail[] {
  const question = questions.get(input.id)
  if (!question) return [{ field: 'id', code: 'INVALID_FIELD', message: 'is no question of this questionnaire' }]
  const wrong: ProblemDetail[] = []
  const allowed = question.choices.map(({ answer }) => answer)
  if (!allowed.includes(input.answer))
    wrong.push({ field: 'answer', code: 'INVALID_FIELD', message: `must be one of ${allowed.join(', ')}` })
  if (input.answer === 'not_applicable' && (input.note ?? '').trim() === '')
    wrong.push({ field: 'note', code: 'MISSING_FIELD', message: 'is required: it says why this does not apply' })
  if ([...(input.note ?? '')].length > NOTE_MOST)
    wrong.push({ field: 'note', code: 'INVALID_FIELD', message: `must have at most ${NOTE_MOST} characters` })
  if (input.evidenceUrl !== undefined && input.evidenceUrl !== '' && !isEvidenceUrl(input.evidenceUrl)) {
    const message = `must be an https address of at most ${EVIDENCE_MOST} characters`
    wrong.push({ field: 'evidenceUrl', code: 'INVALID_FIELD', message })
  }
  return wrong
}

/** A link that is safe to be shown as one. */
function isEvidenceUrl(text: string): boolean {
  const url = text.length <= EVIDENCE_MOST && /^[\x21-\x7e\u{a0}-\u{10ffff}]+$/u.test(text) ? URL.parse(text) : null
  return url?.protocol === 'https:' && url.username === '' && url.password === ''
}

/** The answer as it is kept: without blanks around its texts, and without those that are empty. */
export function tidy({ id, answer, note, evidenceUrl }: NewAnswer): NewAnswer {
  const [said, link] = [note?.trim().toWellFormed(), evidenceUrl?.trim()]
  return { id, answer, ...(said && { note: said }), ...(link && { evidenceUrl: link }) }
}

/** Whether the same was said before and still counts, so that there is nothing new to keep. */
export function isRepeated(input: NewAnswer, kept: KeptAnswers, now: Date): boolean {
  const before = standing(kept, input.id, now)
  return before?.answer === input.answer && before.note === input.note && before.evidenceUrl === input.evidenceUrl
}
