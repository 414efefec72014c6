import type { MailStatus, MailWait } from '../../../platform/database/tables.gen.ts'
import type { Limits } from '../../../platform/settings/settings.ts'
import { DAY_MS } from '../../../shared/dates/time-units.ts'
import type { LogOwner } from '../../events/rules.ts'

/** The job that releases the mails that are due. It also runs every minute. */
export const RELEASE_TASK = 'releaseWaitingMails'

/** The job that sends an email; its payload is `{ mailId }`. */
export const MAIL_TASK = 'mail'

export type MailKind =
  | 'activation'
  | 'report-ready'
  | 'approval-missing'
  | 'assessment-worsened'
  | 'assessment-failed'
  | 'report-finished'
  | 'weekly-digest'
  | 'approval-request'
  | 'report-digest'
  | 'key-created'
  | 'key-revoked'
  | 'plan-changed'
  | 'payment-problem'
  | 'partner-visited'
  | 'schedule-paused'
  | 'schedule-limit-reached'
  | 'settlement-statement'
  | 'webhook-failing'
  | 'questionnaire-invitation'
  | 'questionnaire-reminder'
  | 'questionnaire-code'
  | 'questionnaire-answered'
  | 'person-invitation'
  | 'password-recovery'
  | 'access-changed'

/** The text of an email, as templates return it. */
export interface MailContent {
  subject: string
  text: string
  html: string
}

/** An email to be queued. */
export interface NewMail {
  kind: MailKind
  /** One address: each recipient gets a separate mail and sees no other address. */
  to: string
  /** Only the subject if the text is written when the email is released. */
  content: MailContent | Pick<MailContent, 'subject'>
  /** The account that it belongs to: either the partner or the distributor. */
  owner: LogOwner
  /** The customer that it is about: the email is deleted with the customer. */
  customerId?: string
  /**
   * Id of the run, invitation or statement that the email is about; for a digest its reader, for a new password the
   * person.
   */
  aboutId?: string
  /** Milliseconds that it waits for other mails that it can be combined with; 0 by default. */
  waitMs?: number
}

/** An email as the outbox shows it. */
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
  /** Only waiting mails: what it waits for, and when it is due again. */
  waitsFor?: MailWait
  waitsUntil?: Date
}

/**
 * Attempts to send an email. With the job engine's back-off, which grows from 3 seconds to 6 hours, they take more than two and
 * a half days.
 */
export const MAIL_TRIES = 20

/** Mails that all workers together send at once: more would occupy the workers while a mail server does not answer. */
export const MAIL_LANES = 2

/** Bodies may contain links that grant access: these have expired, or the email has been read, after this time. */
export const BODY_RETENTION_MS = 7 * DAY_MS

/** A report mail waits if the address got one within this time, and is sent in a digest with others that wait. */
export const DIGEST_MS = 3_600_000

/** Maximum number of reports in a digest; the rest is sent in the next. */
export const DIGEST_REPORTS_MAX = 200

/** Each mail of an account on a day has a later place in the queue than the one before, up to this place. */
export const LAST_PLACE = 1_000

/** Questionnaire mails of one kind to one address in a day: one person may answer for many customers. */
const QUESTIONNAIRE_MAILS_PER_DAY = 100

/** Mails that are combined with others of their kind that wait for the same recipient and are about the same customer. */
export const isCombined = (kind: string): boolean =>
  kind === 'questionnaire-invitation' || kind === 'questionnaire-reminder'

/** Codes and new passwords expire within minutes, so they cannot wait; each recipient gets at most five an hour. */
export const isExempt = (kind: MailKind): boolean => kind === 'questionnaire-code' || kind === 'password-recovery'

/** How many mails of a kind one address may get in a day; null if there is no limit. */
export function addressLimit(kind: string, limits: Limits): number | null {
  if (kind === 'activation' || kind === 'person-invitation' || kind === 'approval-request')
    return limits.activationMailsPerDay
  return isCombined(kind) ? QUESTIONNAIRE_MAILS_PER_DAY : null
}

/** Where people choose which mails they get. */
export const settingsUrlOf = ({ appUrl }: { appUrl: string }): string => `${appUrl}/settings`
