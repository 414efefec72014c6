import type { MailStatus } from '../../ground/tables.ts'
import type { Owner } from '../events/rules.ts'

export type MailKind =
  | 'activation'
  | 'report-ready'
  | 'approval-missing'
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
export interface NewMail extends MailContent {
  kind: MailKind
  /** One address: each recipient gets a mail of its own and sees no other. */
  to: string
  /** The account that it belongs to; one of both. */
  owner: Owner
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
}

/**
 * Times that sending is tried. With the job engine's back-off, which grows from 3 seconds to 6 hours, this is more than
 * two and a half days.
 */
export const MAIL_TRIES = 20

/** Mails on their way at once, in all workers together: more would occupy workers while a mail server is dead. */
export const MAIL_LANES = 2

const DAY_MS = 86_400_000

/** Bodies may hold links that open something; by now every one has been read, given up, or has expired. */
export const BODY_KEPT_MS = 7 * DAY_MS

/** How long the outbox knows that there was a mail. */
export const MAIL_KEPT_MS = 90 * DAY_MS
