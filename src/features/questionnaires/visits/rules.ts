import type { Framework } from '../../../engine/model/framework.ts'
import { HOUR_MS, MINUTE_MS } from '../../../shared/dates/time-units.ts'
import {
  isRepeated,
  type NewAnswer,
  normalizeAnswer,
  type Progress,
  questionsOf,
  type StoredAnswers,
  validateAnswer,
} from '../answers/rules.ts'
import type { QuestionnaireView } from '../schema.ts'

export const CODE_MINUTES = 15
const CODE_MS = CODE_MINUTES * MINUTE_MS

/** How many wrong tries invalidate a code. */
export const CODE_TRIES = 5

/** How many codes a recipient may request within an hour. */
export const CODES_AN_HOUR = 5

/** How long a browser stays signed in after entering the code. */
export const SESSION_S = 12 * 3600

export const codeExpiry = (now: Date): Date => new Date(now.getTime() + CODE_MS)
export const sessionExpiry = (now: Date): Date => new Date(now.getTime() + SESSION_S * 1000)
/** After too many codes: seconds until another one can be requested, at most. */
export const CODE_RETRY_S = HOUR_MS / 1000

export const anHourBefore = (now: Date): Date => new Date(now.getTime() - HOUR_MS)

/** Whether a code that was requested at that time can still arrive or be used. */
export const isCodeAwaited = (askedAt: Date | null, now: Date): boolean =>
  askedAt !== null && now.getTime() - askedAt.getTime() < CODE_MS

/** `s•••@bellbird.example`: enough for people to recognize their own address. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}•••${email.slice(at)}`
}

/** Of a form with a code or an address. */
export const MAX_SMALL_FORM_BYTES = 4096

/** Submitted values by the names of the form's fields. */
export type Typed = Readonly<Record<string, string>>

export type AnswerField = 'answer' | 'note' | 'evidenceUrl'

/** The name of a form field. */
export const fieldName = (field: AnswerField, questionId: string): string => `${field}.${questionId}`

/** Why an answer cannot be saved, for the person who typed it. */
export interface FormProblem {
  id: string
  field: AnswerField
  message: string
}

const SENTENCES: Readonly<Record<AnswerField, string>> = {
  answer: 'Choose one of the answers.',
  note: 'Explain briefly why this does not apply.',
  evidenceUrl: 'The link must be a full address that begins with https://.',
}

/** The new answers in a form and the problems of invalid ones. Leaves out answers that have not changed. */
export function readForm(
  framework: Framework,
  stored: StoredAnswers,
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
    const before = stored.get(id)
    const isTouched = note.trim() !== (before?.note ?? '') || evidenceUrl.trim() !== (before?.evidenceUrl ?? '')
    const chosen = choices.find(({ answer }) => String(answer) === word)
    if (!chosen) {
      if (word !== undefined || (isTouched && note + evidenceUrl !== ''))
        problems.push({ id, field: 'answer', message: SENTENCES.answer })
      continue
    }
    const input = normalizeAnswer({ id, answer: chosen.answer, note, evidenceUrl })
    const wrong = validateAnswer(questions, input)
    for (const { field, code } of wrong) problems.push(toProblem(id, field, code))
    if (wrong.length === 0 && !isRepeated(input, stored, now)) inputs.push(input)
  }
  return { inputs, problems }
}

function toProblem(id: string, field: string, code: string): FormProblem {
  if (field === 'evidenceUrl') return { id, field, message: SENTENCES.evidenceUrl }
  const isLong = code === 'INVALID_FIELD'
  return { id, field: 'note', message: isLong ? 'The note is longer than 2,000 characters.' : SENTENCES.note }
}

type Question = QuestionnaireView['sections'][number]['questions'][number]

/** Whether a question is open and the tenant suggests an answer. */
export const canAcceptSuggestion = ({ outOfScope, current, suggestion }: Question): boolean =>
  !outOfScope && (!current || current.expired) && suggestion?.answer !== undefined

/** What the pages call the partner. */
export const nameOfPartner = ({ name }: { name?: string }, company: string): string => name ?? company

/** A questionnaire of a visit with how far it is. */
export interface PartProgress extends Progress {
  product: string
  name: string
  dueAt: Date
}

/** The parameter of an address that names the product of the questionnaire. */
export const QUESTIONNAIRE = 'questionnaire'

/** What follows the path of a link in the address of one of its questionnaires. */
export const queryOf = (product: string): string => `?${new URLSearchParams({ [QUESTIONNAIRE]: product })}`

/** Prefix of the value of a button that saves and opens another questionnaire. */
const GO_ON = 'go-on:'

export const goOnValue = (product: string): string => `${GO_ON}${product}`

/** The product whose questionnaire the form opens next. */
export const productToOpen = ({ next = '' }: Typed): string | undefined =>
  next.startsWith(GO_ON) ? next.slice(GO_ON.length) : undefined

/** In place of a section: a colleague is asked about every questionnaire. */
export const EVERYTHING = '*'

/** The questionnaire of this product or, if the person is not asked about it, the one that the link was sent for. */
export function partOf<Part extends { product: string }>(
  { product, parts }: { product: string; parts: readonly Part[] },
  wanted: string | undefined,
): Part {
  const part = parts.find((one) => one.product === wanted) ?? parts.find((one) => one.product === product)
  if (!part) throw new Error('the questionnaire of the link is missing from the visit')
  return part
}

/** Prefix of the value of a section's button that accepts its suggestions. */
const TAKE_OVER = 'take-over:'

export const acceptValue = (section: string): string => `${TAKE_OVER}${section}`

/** The section whose suggestions the form accepts. */
export const sectionToAccept = ({ next = '' }: Typed): string | undefined =>
  next.startsWith(TAKE_OVER) ? next.slice(TAKE_OVER.length) : undefined

/** The suggestions of a section as answers to its open questions, with the notes and links from the form. */
export function acceptSuggestions(
  { sections }: QuestionnaireView,
  section: string,
  typed: Typed,
  problems: readonly FormProblem[],
): NewAnswer[] {
  const questions = sections.find(({ id }) => id === section)?.questions ?? []
  return questions.filter(canAcceptSuggestion).flatMap(({ id, suggestion }) => {
    if (suggestion?.answer === undefined || problems.some((problem) => problem.id === id)) return []
    const [note, evidenceUrl] = [typed[fieldName('note', id)] ?? '', typed[fieldName('evidenceUrl', id)] ?? '']
    return [normalizeAnswer({ id, answer: suggestion.answer, note, evidenceUrl })]
  })
}
