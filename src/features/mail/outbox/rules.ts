import type { MailStatus, MailWait } from '../../../platform/database/tables.gen.ts'
import type { Limits } from '../../../platform/settings/settings.ts'
import { DAY_MS } from '../../../shared/datetime.ts'
import type { LogOwner } from '../../events/rules.ts'

/** The job that sends a mail; its payload is `{ mailId }`. */
export const MAIL_TASK = 'mail'

export type MailKind =
  | 'activation'
  | 'report-ready'
  | 'approval-missing'
  | 'report-digest'
  | 'key-created'
  | 'key-revoked'
  | 'plan-changed'
  | 'webhook-failing'
  | 'questionnaire-invitation'
  | 'questionnaire-reminder'
  | 'questionnaire-code'
  | 'questionnaire-answered'

/** What a template makes. */
export interface MailContent {
  subject: string
  text: string
  html: string
}

/** A mail to be queued. */
export interface NewMail {
  kind: MailKind
  /** One address: each recipient gets a mail of its own and sees no other. */
  to: string
  /** What it says; of a mail with a link that is made when it is released, the subject alone. */
  content: MailContent | Pick<MailContent, 'subject'>
  /** The account that it belongs to; one of both. */
  owner: LogOwner
  /** The customer that it tells of: the mail goes when the customer goes. */
  customerId?: string
}

/** A mail as the outbox shows it. */
export interface MailItem {
  id: string
  kind: string
  to: string
  subject: string
  status: MailStatus
  attempts: number
  createdAt: Date
  sentAt?: Date
  lastError?: string
  /** Of a waiting mail: the quota of its account or address, or a digest, and when it is looked at again. */
  waitsFor?: MailWait
  waitsUntil?: Date
}

/**
 * Times that sending is tried. With the job engine's back-off, which grows from 3 seconds to 6 hours, this is more than
 * two and a half days.
 */
export const MAIL_TRIES = 20

/** Mails on their way at once, in all workers together: more would occupy workers while a mail server is dead. */
export const MAIL_LANES = 2

/** Bodies may hold links that open something; by so long after the mail every one has been read or has expired. */
export const BODY_RETENTION_MS = 7 * DAY_MS

/** A report mail that follows another to the same address sooner than this waits, and is sent with those that join it. */
export const DIGEST_MS = 3_600_000

/** Reports in one digest; further ones come with the next. */
export const DIGEST_REPORTS_MAX = 200

/** Mails of one account that go first today have the first places in the queue; beyond this one all are equally late. */
export const LAST_PLACE = 1_000

/** Questionnaire mails of one kind to one address in a day: one person may be asked on behalf of many customers. */
const QUESTIONNAIRE_MAILS_PER_DAY = 100

/** A code works for minutes: it cannot wait, and each recipient gets at most five an hour. */
export const isExempt = (kind: MailKind): boolean => kind === 'questionnaire-code'

/** How many mails of a kind one address may get in a day; null: as many as there are. */
export function addressLimit(kind: string, limits: Limits): number | null {
  if (kind === 'activation') return limits.activationMailsPerDay
  return kind === 'questionnaire-invitation' || kind === 'questionnaire-reminder' ? QUESTIONNAIRE_MAILS_PER_DAY : null
}
