import { type AddJobsJobSpec, type ParsedCronItem, parseCronItems } from 'graphile-worker'
import { sql } from 'kysely'
import type { App } from '../app.ts'
import { deleteOldNotices } from '../features/approvals/service.ts'
import { deleteOrphans, deleteQueuedObjects, moveResults } from '../features/assessments/storage/upkeep/service.ts'
import { saveOldFindings } from '../features/assessments/tracking/service.ts'
import { reconcilePlanChanges } from '../features/billing/changes/pending/service.ts'
import { renewSubscriptions } from '../features/billing/embedded/jobs.ts'
import { reconcileProcessors } from '../features/billing/moves/service.ts'
import { reconcileMissedEvents, reconcileSubscriptions } from '../features/billing/stripe/repairs/service.ts'
import { deleteOldStripeEvents } from '../features/billing/stripe/webhooks/service.ts'
import { deleteExpiredConsentLinks } from '../features/customers/consent/service.ts'
import { deleteOldSignIns } from '../features/customers/consent/sign-in/service.ts'
import { notifyOfExpiringExceptions } from '../features/exceptions/service.ts'
import { deleteOldOutcomes } from '../features/idempotency/service.ts'
import { endExpiredKeys } from '../features/keys/service.ts'
import { createAccountDigests } from '../features/mail/digests/accounts/service.ts'
import { queueWeeklyDigests } from '../features/mail/digests/service.ts'
import { RELEASE_TASK } from '../features/mail/outbox/rules.ts'
import { releaseWaitingMails } from '../features/mail/release/service.ts'
import { deleteOldMails } from '../features/mail/sending/service.ts'
import { deleteExpiredActivationLinks } from '../features/partners/activation/service.ts'
import { deleteOldSignInAttempts } from '../features/people/attempts/service.ts'
import { deleteOldInvitations } from '../features/people/invitations/service.ts'
import { deleteOldChallenges } from '../features/people/passkeys/service.ts'
import { deleteOldRecoveries } from '../features/people/recovery/service.ts'
import { deleteEndedSessions } from '../features/people/sessions/service.ts'
import { deleteOldTries } from '../features/people/sign-in/retention/service.ts'
import { endOverdueVisits } from '../features/people/visits/service.ts'
import { deleteOldAttachments } from '../features/questionnaires/attachments/service.ts'
import { notifyOfQuietAnswers, remindRecipients } from '../features/questionnaires/invitations/service.ts'
import { deleteExpiredVisits } from '../features/questionnaires/visits/service.ts'
import {
  deleteEnded,
  deleteOldDeliveries,
  deleteOldEvents,
  deleteOldRuns,
  eraseDeletedCustomers,
} from '../features/retention/service.ts'
import { startScheduledRuns } from '../features/schedules/occurrences/jobs.ts'
import { deleteOldOccurrences } from '../features/schedules/occurrences/service.ts'
import { closeSettlements } from '../features/settlement/closing/jobs.ts'
import { reconcileBillers } from '../features/settlement/terms/service.ts'
import { alertFailingEndpoints, reconcileDeliveries } from '../features/webhooks/health/service.ts'
import { deleteOldAttempts } from '../features/webhooks/sending/service.ts'
import { addPartitions } from '../platform/database/partitions.ts'
import { deleteOldRateLeases } from '../platform/rates/leases.ts'
import type { Jobs } from './jobs.ts'

/** Twice the longest window of a rate limit, to allow for clock differences between machines. */
const RATES_STORED_MS = 120_000

type PeriodicTask = (app: App) => Promise<unknown>

/**
 * By the names of their jobs. They are stored in the database, so renaming a task would leave its jobs behind at an
 * upgrade.
 */
type PeriodicTasks = Readonly<Record<string, PeriodicTask>>

export const EVERY_MINUTE: PeriodicTasks = {
  renewSubscriptions,
  reconcileBillers,
  reconcileProcessors,
  closeSettlements: (app) => closeSettlements(app),
  endExpiredKeys,
  forgetOldOutcomes: deleteOldOutcomes,
  forgetExpiredLinks: deleteExpiredActivationLinks,
  forgetExpiredConsentLinks: deleteExpiredConsentLinks,
  forgetExpiredSignIns: deleteOldSignIns,
  forgetOldChallenges: deleteOldChallenges,
  forgetOldMicrosoftSignIns: deleteOldSignInAttempts,
  forgetOldNotices: deleteOldNotices,
  forgetOldRates: deleteOldRates,
  [RELEASE_TASK]: releaseWaitingMails,
  eraseDeletedCustomers,
  remindRecipients,
  notifyOfQuietAnswers,
  forgetExpiredVisits: deleteExpiredVisits,
  startScheduledRuns,
  saveOldFindings,
  endOverdueVisits,
}

export const EVERY_HOUR: PeriodicTasks = {
  reconcileDeliveries,
  alertFailingEndpoints,
  notifyOfExpiringExceptions,
  queueWeeklyDigests,
  createAccountDigests,
  clearOldAttempts: deleteOldAttempts,
  clearOldMails: deleteOldMails,
  deleteOldEvents,
  deleteOldDeliveries,
  deleteOldRuns,
  addPartitions: (app) => addPartitions(app.db),
  deleteOldAttachments,
  deleteEnded,
  deleteEndedSessions,
  deleteOldTries,
  deleteOldInvitations,
  deleteOldRecoveries,
  deleteOldStripeEvents,
  deleteOldOccurrences,
}

// These wait for the payment processor, which may not respond: no other task may wait for them.
export const EVERY_MINUTE_AT_PROCESSOR: PeriodicTasks = { reconcilePlanChanges }
export const EVERY_HOUR_AT_PROCESSOR: PeriodicTasks = { reconcileMissedEvents }
/** Reads every subscription. */
export const EVERY_DAY_AT_PROCESSOR: PeriodicTasks = { reconcileStripeSubscriptions: reconcileSubscriptions }

// These wait for the object store, which may not respond: no other task may wait for them.
export const EVERY_MINUTE_AT_STORE: PeriodicTasks = {
  deleteQueuedObjects,
  moveResults: (app) => moveResults(app),
}
export const EVERY_HOUR_AT_STORE: PeriodicTasks = { deleteOrphans: (app) => deleteOrphans(app) }

const SCHEDULES = [
  { match: '* * * * *', queueName: 'periodic-store', tasks: EVERY_MINUTE_AT_STORE },
  { match: '40 * * * *', queueName: 'periodic-store', tasks: EVERY_HOUR_AT_STORE },
  { match: '20 * * * *', queueName: 'periodic-processor', tasks: EVERY_HOUR_AT_PROCESSOR },
  { match: '40 3 * * *', queueName: 'periodic-processor', tasks: EVERY_DAY_AT_PROCESSOR },
  { match: '* * * * *', queueName: 'periodic-processor', tasks: EVERY_MINUTE_AT_PROCESSOR },
  { match: '* * * * *', queueName: 'periodic-minutely', tasks: EVERY_MINUTE },
  { match: '0 * * * *', queueName: 'periodic-hourly', tasks: EVERY_HOUR },
] as const

/**
 * The times at which graphile-worker adds each job, once for all workers of a database. The tasks of one schedule run
 * one after the other. A failed task is not retried before its next time; until then its job shows the error.
 */
export const periodicSchedule = (): ParsedCronItem[] =>
  parseCronItems(
    SCHEDULES.flatMap(({ match, queueName, tasks }) =>
      Object.keys(tasks).map((task) => ({ task, match, options: { queueName, jobKey: task, maxAttempts: 1 } })),
    ),
  )

/**
 * Jobs that run every task once now, so that tasks that became due while no worker was running do not wait for the next
 * hour.
 */
export const periodicJobs = (): AddJobsJobSpec[] =>
  SCHEDULES.flatMap(({ queueName, tasks }) =>
    Object.keys(tasks).map((identifier) => ({
      identifier,
      payload: {},
      queueName,
      jobKey: identifier,
      maxAttempts: 1,
    })),
  )

/** The handlers of these jobs, by task name. */
export const PERIODIC_JOBS: Jobs = Object.fromEntries(
  SCHEDULES.flatMap(({ tasks }) => Object.entries<PeriodicTask>(tasks)).map(([task, carryOut]) => [
    task,
    async (app: App) => {
      try {
        await carryOut(app)
      } catch (error) {
        app.log.warn({ event: 'periodic-task.failed', error, task }, 'a periodic task failed')
        throw error
      }
    },
  ]),
)

/** Skips rows locked by a request. */
async function deleteOldRates(app: App): Promise<void> {
  const before = app.now().getTime() - RATES_STORED_MS
  await sql`delete from rate_windows where key = any(array(
    select key from rate_windows where newest < ${before} for update skip locked))`.execute(app.db)
  await deleteOldRateLeases(app.db)
}
