import { sql } from 'kysely'
import type { App } from '../app.ts'
import { forgetOldNotices } from '../features/approvals/service.ts'
import { renewSubscriptions } from '../features/billing/jobs.ts'
import { forgetExpiredConsentLinks } from '../features/customers/consent/service.ts'
import { forgetExpiredSignIns } from '../features/customers/consent/sign-in/service.ts'
import { forgetOldOutcomes } from '../features/idempotency/service.ts'
import { endExpiredKeys } from '../features/keys/service.ts'
import { releaseWaitingMails } from '../features/mail/release/service.ts'
import { clearOldMails } from '../features/mail/service.ts'
import { forgetExpiredLinks } from '../features/partners/activation/service.ts'
import { remindRecipients, tellOfQuietAnswers } from '../features/questionnaires/invitations/service.ts'
import { forgetExpiredVisits } from '../features/questionnaires/visits/service.ts'
import {
  deleteEnded,
  deleteOldDeliveries,
  deleteOldEvents,
  deleteOldRuns,
  eraseDeletedCustomers,
} from '../features/retention/service.ts'
import { alertFailingEndpoints, reconcileDeliveries } from '../features/webhooks/health/service.ts'
import { clearOldAttempts } from '../features/webhooks/sending/service.ts'

/** Twice the window of a rate limit: no limit looks so far back, whatever the clocks of machines say. */
const RATES_KEPT_MS = 120_000

type Chores = Readonly<Record<string, (app: App) => Promise<unknown>>>

/** What is to be done now and then, by whichever worker; each may be done by several at once. */
export const CHORES: Chores = {
  renewSubscriptions,
  endExpiredKeys,
  forgetOldOutcomes,
  forgetExpiredLinks,
  forgetExpiredConsentLinks,
  forgetExpiredSignIns,
  forgetOldNotices,
  forgetOldRates,
  releaseWaitingMails,
  eraseDeletedCustomers,
  remindRecipients,
  tellOfQuietAnswers,
  forgetExpiredVisits,
}

/** What is enough once an hour. */
export const HOURLY_CHORES: Chores = {
  reconcileDeliveries,
  alertFailingEndpoints,
  clearOldAttempts,
  clearOldMails,
  deleteOldEvents,
  deleteOldDeliveries,
  deleteOldRuns,
  deleteEnded,
}

/** Does every one of these chores once; one that fails keeps no other back. */
export async function doChores(app: App, chores: Chores, signal?: AbortSignal): Promise<void> {
  for (const [chore, carryOut] of Object.entries(chores)) {
    if (signal?.aborted) return
    try {
      await carryOut(app)
    } catch (error) {
      app.log.warn({ error, chore }, 'a chore was not done')
    }
  }
}

/** Rows that a request is just changing are left to it. */
async function forgetOldRates(app: App): Promise<void> {
  const before = app.now().getTime() - RATES_KEPT_MS
  await sql`delete from rate_windows where key = any(array(
    select key from rate_windows where newest < ${before} for update skip locked))`.execute(app.db)
}
