import type { Changes, Reads } from '../../endpoints.ts'
import type { Tone } from '../../parts/tone.ts'

export type Customer = Reads['/partner/approvals']['customers'][number]

/** The filter of the list, for what is done with all that match. */
export type Matching = Changes['POST /partner/approvals/matching/mails']['body']

/** The tabs; the first is the default. */
export const STATES = [
  { value: 'missing', label: 'Not approved' },
  { value: 'open', label: 'Link active' },
  { value: 'none', label: 'No link' },
  { value: 'approved', label: 'Approved' },
] as const

const BY_OPERATOR = 'the operator of this service'

export interface State {
  tone: Tone | 'dim'
  words: string
  /** What is known of it, and no more. */
  reason?: string
}

/** What is known of a customer's approval. That a page was fetched does not say that a person saw it. */
export function stateOf({ approved, refusedAt, link, mail }: Customer, now: Date): State {
  if (approved)
    return {
      tone: 'good',
      words: 'Approved',
      reason: `By ${approved.by ?? (approved.how === 'sign-in' ? 'an administrator' : BY_OPERATOR)}.`,
    }
  if (mail?.isWaiting)
    return {
      tone: 'warn',
      words: 'Email waits',
      reason: 'The daily mail limit is reached. The email will be sent tomorrow.',
    }
  if (mail?.status === 'failed' && (!link?.createdAt || mail.at >= link.createdAt))
    return { tone: 'bad', words: 'Email failed', reason: 'The email could not be delivered. Check the address.' }
  if (refusedAt && (!link?.createdAt || refusedAt > link.createdAt))
    return {
      tone: 'warn',
      words: 'Not allowed',
      reason: 'Somebody signed in without the required role, such as Global Administrator.',
    }
  if (!link) return { tone: 'dim', words: 'No link' }
  if (Date.parse(link.expiresAt) <= now.getTime())
    return { tone: 'warn', words: 'Link expired', reason: seenWords(link) }
  if (link.startedAt)
    return { tone: 'info', words: 'Sign-in started', reason: 'Somebody continued from the page but has not finished.' }
  return { tone: 'info', words: 'Link active', reason: seenWords(link) }
}

function seenWords({ fetchedAt, startedAt }: NonNullable<Customer['link']>): string {
  if (startedAt) return 'Somebody started the sign-in but did not finish it.'
  return fetchedAt ? 'Its page was fetched, possibly by a mail filter.' : 'Nobody has opened it.'
}
