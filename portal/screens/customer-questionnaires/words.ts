import type { Reads } from '../../endpoints.ts'
import type { Tone } from '../../parts/tone.ts'

export type Questionnaire = Reads['/partner/customers/:id/questionnaires/:product']
export type Question = Questionnaire['sections'][number]['questions'][number]
export type Asked = Reads['/partner/customers/:id/asked']['people'][number]

/** What was answered, in the words of the questionnaire. */
export const answerWords = ({ choices, current }: Question): string =>
  choices.find(({ answer }) => answer === current?.answer)?.label ?? String(current?.answer ?? '')

/** Whether a question still waits for somebody. */
export function stateOf({ current, outOfScope, contradiction }: Question): { tone: Tone | 'dim'; words: string } {
  if (outOfScope) return { tone: 'dim', words: 'Out of scope' }
  if (!current) return { tone: 'dim', words: 'Open' }
  if (current.expired) return { tone: 'warn', words: 'Expired' }
  return contradiction === undefined ? { tone: 'good', words: 'Answered' } : { tone: 'bad', words: 'Contradicted' }
}

/** What became of the last email to somebody who is asked. */
export function mailWords({ mail }: { mail?: Pick<NonNullable<Asked['mail']>, 'status'> }): {
  tone: Tone | 'dim'
  words: string
} {
  switch (mail?.status) {
    case undefined:
      return { tone: 'dim', words: 'No email yet' }
    case 'sent':
      return { tone: 'good', words: 'Sent' }
    case 'failed':
      return { tone: 'bad', words: 'Not delivered' }
    default:
      return { tone: 'info', words: 'On its way' }
  }
}
