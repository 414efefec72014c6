import type { Framework } from '../../../engine/model/model.ts'
import { isRepeated, judgeAnswer, type KeptAnswers, type NewAnswer, questionsOf, tidy } from '../answers/rules.ts'
import type { QuestionnaireView } from '../schema.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export const CODE_MINUTES = 15
const CODE_MS = CODE_MINUTES * MINUTE_MS

/** Wrong tries after which a code is dead. */
export const CODE_TRIES = 5

/** Codes that a recipient may ask for within an hour. */
export const CODES_AN_HOUR = 5

/** How long a browser that showed the code may go on. */
export const SESSION_S = 12 * 3600

export const codeExpiry = (now: Date): Date => new Date(now.getTime() + CODE_MS)
export const sessionExpiry = (now: Date): Date => new Date(now.getTime() + SESSION_S * 1000)
/** After too many codes: when the next may be asked for at the latest, in seconds. */
export const CODE_RETRY_S = HOUR_MS / 1000

export const anHourBefore = (now: Date): Date => new Date(now.getTime() - HOUR_MS)

/** Whether a code that was asked for then may still arrive or be used. */
export const isCodeAwaited = (askedAt: Date | null, now: Date): boolean =>
  askedAt !== null && now.getTime() - askedAt.getTime() < CODE_MS

/** `s•••@bellbird.example`: enough to know one's own address by. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}•••${email.slice(at)}`
}

/** What was typed, by the names of the form's fields. */
export type Typed = Readonly<Record<string, string>>

export type AnswerField = 'answer' | 'note' | 'evidenceUrl'

/** The name of a field of the form. */
export const fieldName = (field: AnswerField, questionId: string): string => `${field}.${questionId}`

/** What keeps an answer from being saved; a sentence for the person who typed it. */
export interface FormProblem {
  id: string
  field: AnswerField
  message: string
}

const SENTENCES: Readonly<Record<AnswerField, string>> = {
  answer: 'Choose one of the answers.',
  note: 'Say in a few words why this does not apply.',
  evidenceUrl: 'The link must be a whole address that begins with https://.',
}

/** The answers of a form that are new, and what is wrong with others; those that say nothing new are left out. */
export function readForm(
  framework: Framework,
  kept: KeptAnswers,
  typed: Typed,
  now: Date,
): { inputs: NewAnswer[]; problems: FormProblem[] } {
  const questions = questionsOf(framework)
  const inputs: NewAnswer[] = []
  const problems: FormProblem[] = []
  for (const { id, choices } of questions.values()) {
    const [word, note, evidenceUrl] = [
      typed[fieldName('answer', id)],
      typed[fieldName('note', id)] ?? '',
      typed[fieldName('evidenceUrl', id)] ?? '',
    ]
    const before = kept.get(id)
    const isTouched = note.trim() !== (before?.note ?? '') || evidenceUrl.trim() !== (before?.evidenceUrl ?? '')
    const chosen = choices.find(({ answer }) => String(answer) === word)
    if (!chosen) {
      if (word !== undefined || (isTouched && note + evidenceUrl !== ''))
        problems.push({ id, field: 'answer', message: SENTENCES.answer })
      continue
    }
    const input = tidy({ id, answer: chosen.answer, note, evidenceUrl })
    const wrong = judgeAnswer(questions, input)
    for (const { field, code } of wrong) problems.push(toProblem(id, field, code))
    if (wrong.length === 0 && !isRepeated(input, kept, now)) inputs.push(input)
  }
  return { inputs, problems }
}

function toProblem(id: string, field: string, code: string): FormProblem {
  if (field === 'evidenceUrl') return { id, field, message: SENTENCES.evidenceUrl }
  const isLong = code === 'INVALID_FIELD'
  return { id, field: 'note', message: isLong ? 'The note is longer than 2,000 characters.' : SENTENCES.note }
}

type Question = QuestionnaireView['sections'][number]['questions'][number]

/** Whether a question waits for an answer, and the tenant suggests one. */
export const isToTakeOver = ({ outOfScope, current, suggestion }: Question): boolean =>
  !outOfScope && (!current || current.expired) && suggestion?.answer !== undefined

/** The button of a section by which its suggestions become answers. */
const TAKE_OVER = 'take-over:'

export const takeOverValue = (section: string): string => `${TAKE_OVER}${section}`

/** The section whose suggestions a form asks to take over. */
export const sectionToTakeOver = ({ next = '' }: Typed): string | undefined =>
  next.startsWith(TAKE_OVER) ? next.slice(TAKE_OVER.length) : undefined

/** The suggestions of a section as answers to what is still open in it, with what stands in the form beside them. */
export function takeOver(
  { sections }: QuestionnaireView,
  section: string,
  typed: Typed,
  problems: readonly FormProblem[],
): NewAnswer[] {
  const questions = sections.find(({ id }) => id === section)?.questions ?? []
  return questions.filter(isToTakeOver).flatMap(({ id, suggestion }) => {
    if (suggestion?.answer === undefined || problems.some((problem) => problem.id === id)) return []
    const [note, evidenceUrl] = [typed[fieldName('note', id)] ?? '', typed[fieldName('evidenceUrl', id)] ?? '']
    return [tidy({ id, answer: suggestion.answer, note, evidenceUrl })]
  })
}
