import type { App } from '../app.ts'
import { assess } from '../features/assessments/execution/jobs.ts'
import { ASSESS_TASK } from '../features/assessments/service.ts'
import { sendContact } from '../features/billing/stripe/contacts/jobs.ts'
import { CONTACT_TASK } from '../features/billing/stripe/contacts/rules.ts'
import { copyDispute } from '../features/billing/stripe/disputes/jobs.ts'
import { DISPUTE_TASK } from '../features/billing/stripe/disputes/rules.ts'
import { completeCard } from '../features/billing/stripe/payment/jobs.ts'
import { CARD_TASK } from '../features/billing/stripe/payment/rules.ts'
import { endMoved, provision } from '../features/billing/stripe/provisioning/jobs.ts'
import { END_TASK, PROVISION_TASK } from '../features/billing/stripe/provisioning/rules.ts'
import { syncSubscription } from '../features/billing/stripe/sync/jobs.ts'
import { SYNC_TASK } from '../features/billing/stripe/sync/rules.ts'
import { notify, sendMail } from '../features/mail/jobs.ts'
import { MAIL_TASK } from '../features/mail/outbox/rules.ts'
import { NOTIFY_TASK } from '../features/notices/rules.ts'

export interface JobOptions {
  /** Longest time for reading one tenant. */
  deadlineMs: number
  signal: AbortSignal
}

/** The handler of each job, by the name under which jobs are queued. */
export type Jobs = Readonly<Record<string, (app: App, payload: unknown, options: JobOptions) => Promise<void>>>

/** Jobs that may take as long as a tenant takes to respond. */
export const RUN_JOBS: Jobs = { [ASSESS_TASK]: assess }

/** Jobs that must not wait for runs. */
export const MAIL_JOBS: Jobs = { [NOTIFY_TASK]: notify, [MAIL_TASK]: sendMail }

/** Jobs that wait for Stripe, for as long as it takes to respond. */
export const STRIPE_JOBS: Jobs = {
  [PROVISION_TASK]: provision,
  [END_TASK]: endMoved,
  [SYNC_TASK]: syncSubscription,
  [CARD_TASK]: completeCard,
  [DISPUTE_TASK]: copyDispute,
  [CONTACT_TASK]: sendContact,
}
