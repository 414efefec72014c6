import { isAnswer, isAnswerExpired, isLevelAnswer } from '../../../engine/evaluation/answers.ts'
import type { Framework } from '../../../engine/model/framework.ts'
import type { Answer, Answers, LevelAnswer } from '../../../engine/model/questionnaire.ts'
import type { Principal } from '../../../shared/actor.ts'
import type { ProblemDetail } from '../../../shared/problem.ts'

export type AnyAnswer = Answer | LevelAnswer

export const isAnyAnswer = (value: unknown): value is AnyAnswer => isAnswer(value) || isLevelAnswer(value)

/** What a question asks for: whether something exists at all (scope), how far it is done (degree), or its level. */
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

/** Who answered: an account through the API, or a recipient of an invitation, identified by an email address. */
export type AnswerAuthor = Pick<Principal, 'kind' | 'id'>

/** An answer to a question, before it is stored. */
export interface NewAnswer {
  id: string
  answer: AnyAnswer
  note?: string
  evidenceUrl?: string
}

export interface StoredAnswer extends NewAnswer {
  author: AnswerAuthor
  answeredAt: Date
}

/** The newest answer to each question, by its id. */
export type StoredAnswers = ReadonlyMap<string, StoredAnswer>

export const MAX_NOTE_CHARACTERS = 2_000
export const MAX_EVIDENCE_URL_CHARACTERS = 2_000

const SCOPE_SECTION = { id: 'scope', title: 'What applies to you' }

const YES: Choice = { answer: 'yes', label: 'Yes' }
const NO: Choice = { answer: 'no', label: 'No' }
const NOT_APPLICABLE: Choice = { answer: 'not_applicable', label: 'Does not apply' }
const LEVELS = [1, 2, 3, 4, 5] as const

const DEGREES: readonly Choice[] = [YES, { answer: 'partly', label: 'Partly' }, NO, NOT_APPLICABLE]

/** All questions of a framework by section, scope questions first. */
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

/** Ids of the requirements that scope answers exclude. A requirement with an active answer of its own stays in scope. */
export function outOfScope({ questionnaire }: Framework, stored: StoredAnswers, now: Date): ReadonlySet<string> {
  const none = questionnaire.scope.filter(({ id }) => activeAnswer(stored, id, now)?.answer === 'no')
  return new Set(none.flatMap(({ covers }) => covers).filter((id) => !activeAnswer(stored, id, now)))
}

/** The answer to a question; undefined if there is none or it has expired. */
export function activeAnswer(stored: StoredAnswers, id: string, now: Date): StoredAnswer | undefined {
  const answer = stored.get(id)
  return answer && !isAnswerExpired(answer.answeredAt, now) ? answer : undefined
}

export interface Progress {
  answered: number
  /** Questions that are asked: in scope, and not decided by the tenant. */
  of: number
}

/** `decided`: ids of the requirements that the tenant decides alone. */
export function progressOf(
  framework: Framework,
  stored: StoredAnswers,
  now: Date,
  decided: ReadonlySet<string>,
): Progress {
  const out = outOfScope(framework, stored, now)
  const asked = [...questionsOf(framework).keys()].filter((id) => !out.has(id) && !decided.has(id))
  return { answered: asked.filter((id) => activeAnswer(stored, id, now)).length, of: asked.length }
}

export const openCount = ({ answered, of }: Progress): number => of - answered

/**
 * Answers in the form that the engine reads, with how many files are attached to each. It decides itself what is out of scope
 * or expired. `names` are those of the people who signed in, by their ids.
 */
export function toEngineAnswers(
  stored: StoredAnswers,
  attached: ReadonlyMap<string, number>,
  names: ReadonlyMap<string, string>,
): Answers {
  return {
    format: 'plumbline-answers/1',
    answers: Object.fromEntries(
      [...stored.values()].map(({ id, answer, note, answeredAt, author }) => {
        const attachments = attached.get(id) ?? 0
        const answeredBy = author.kind === 'recipient' ? author.id : names.get(author.id)
        return [
          id,
          {
            answer,
            ...(note !== undefined && { note }),
            answeredAt: answeredAt.toISOString(),
            ...(answeredBy !== undefined && { answeredBy }),
            ...(attachments > 0 && { attachments }),
          },
        ]
      }),
    ),
  }
}

/** What is wrong with an answer, by its fields; empty if it is valid. */
export function validateAnswer(questions: ReadonlyMap<string, AskedQuestion>, input: NewAnswer): ProblemDetail[] {
  const question = questions.get(input.id)
  if (!question) return [{ field: 'id', code: 'INVALID_FIELD', message: 'is not a question of this questionnaire' }]
  const wrong: ProblemDetail[] = []
  const allowed = question.choices.map(({ answer }) => answer)
  if (!allowed.includes(input.answer))
    wrong.push({ field: 'answer', code: 'INVALID_FIELD', message: `must be one of ${allowed.join(', ')}` })
  if (input.answer === 'not_applicable' && (input.note ?? '').trim() === '')
    wrong.push({ field: 'note', code: 'MISSING_FIELD', message: 'is required: say why this does not apply' })
  if ([...(input.note ?? '')].length > MAX_NOTE_CHARACTERS)
    wrong.push({ field: 'note', code: 'INVALID_FIELD', message: `must have at most ${MAX_NOTE_CHARACTERS} characters` })
  if (input.evidenceUrl !== undefined && input.evidenceUrl !== '' && !isEvidenceUrl(input.evidenceUrl)) {
    const message = `must be an https address of at most ${MAX_EVIDENCE_URL_CHARACTERS} characters`
    wrong.push({ field: 'evidenceUrl', code: 'INVALID_FIELD', message })
  }
  return wrong
}

/** Whether the text is an https address that is safe to show as a link. */
function isEvidenceUrl(text: string): boolean {
  const url =
    text.length <= MAX_EVIDENCE_URL_CHARACTERS && /^[\x21-\x7e\u{a0}-\u{10ffff}]+$/u.test(text) ? URL.parse(text) : null
  return url?.protocol === 'https:' && url.username === '' && url.password === ''
}

/** The answer as it is stored, with trimmed texts and without empty ones. */
export function normalizeAnswer({ id, answer, note, evidenceUrl }: NewAnswer): NewAnswer {
  const [trimmedNote, link] = [note?.trim().toWellFormed(), evidenceUrl?.trim()]
  return { id, answer, ...(trimmedNote && { note: trimmedNote }), ...(link && { evidenceUrl: link }) }
}

/** Whether the active answer says the same already, so that there is nothing to store. */
export function isRepeated(input: NewAnswer, stored: StoredAnswers, now: Date): boolean {
  const before = activeAnswer(stored, input.id, now)
  return before?.answer === input.answer && before.note === input.note && before.evidenceUrl === input.evidenceUrl
}
