import type { App } from '../../app.ts'
import { BATCH_ROWS, deleteInBatches } from '../../platform/database/batches.ts'
import type { Connection } from '../../platform/database/database.ts'
import { DAY_MS } from '../../shared/datetime.ts'
import { eraseOutcomes } from '../idempotency/service.ts'
import {
  deleteClosedInvitations,
  deleteCustomerEvents,
  deleteDeletionEvents,
  deleteDeliveriesPage,
  deleteEventsPage,
  deleteFailedJobs,
  deleteRemovedEndpoints,
  deleteRemovedExceptions,
  deleteRevokedKeys,
  deleteRunsPage,
  listDeletedCustomers,
  listRetentionRows,
  type RetentionFigures,
  updateAuditOfCustomer,
  updateErased,
} from './store.ts'

/** Pages of one round; what is left is for the next round. */
const PAGES_MAX = 200

const daysBefore = (app: App, days: number): Date => new Date(app.now().getTime() - days * DAY_MS)

/** Deletes events whose retention period is over, with their deliveries. */
export async function deleteOldEvents(app: App): Promise<void> {
  const before = daysBefore(app, app.limits.keepEventsDays)
  await deletePages(app, 'events', '', (afterId) => deleteEventsPage(app.db, before, afterId, BATCH_ROWS))
}

/** Deletes deliveries that ended so long ago that their retention period is over. */
export async function deleteOldDeliveries(app: App): Promise<void> {
  const before = daysBefore(app, app.limits.keepDeliveriesDays)
  await deletePages(app, 'deliveries', 0, (afterId) => deleteDeliveriesPage(app.db, before, afterId, BATCH_ROWS))
}

/** Deletes ended runs with their results, if the operator has set how long they are kept. */
export async function deleteOldRuns(app: App): Promise<void> {
  const { keepRunsDays } = app.limits
  if (keepRunsDays === undefined) return
  const before = daysBefore(app, keepRunsDays)
  await deletePages(app, 'runs', '', (afterId) => deleteRunsPage(app.db, before, afterId, BATCH_ROWS))
}

/** Goes through a table from its oldest row on, until a page holds nothing old. */
async function deletePages<Id>(
  app: App,
  kind: string,
  firstId: Id,
  deletePage: (afterId: Id) => Promise<{ deleted: number; lastId: Id | undefined; old: number }>,
): Promise<void> {
  let afterId = firstId
  for (let page = 0; page < PAGES_MAX; page++) {
    const { deleted, lastId, old } = await deletePage(afterId)
    app.metrics.retentionDeleted.inc({ kind }, deleted)
    if (lastId === undefined || old === 0) return
    afterId = lastId
  }
}

/** Jobs that failed for good are kept for as long as somebody may want to know why. */
const FAILED_JOBS_DAYS = 30

/** Deletes what was closed, removed, revoked or given up so long ago that nobody asks for it any more. */
export async function deleteEnded(app: App): Promise<void> {
  const before = daysBefore(app, app.limits.keepEventsDays)
  const failed = daysBefore(app, FAILED_JOBS_DAYS)
  const kinds: [kind: string, deleteBatch: (db: Connection, max: number) => Promise<number>][] = [
    ['questionnaire_invitations', (db, max) => deleteClosedInvitations(db, before, max)],
    ['exceptions', (db, max) => deleteRemovedExceptions(db, before, max)],
    ['api_keys', (db, max) => deleteRevokedKeys(db, before, max)],
    ['webhook_endpoints', (db, max) => deleteRemovedEndpoints(db, before, max)],
    ['jobs', (db, max) => deleteFailedJobs(db, failed, max)],
  ]
  for (const [kind, deleteBatch] of kinds) {
    app.metrics.retentionDeleted.inc({ kind }, await deleteInBatches((max) => deleteBatch(app.db, max)))
  }
}

/** How long clients that poll the list of events still find those about a deleted customer. */
const EVENT_RETENTION_MS = 10 * 60_000

/**
 * Erases what still names customers that were deleted: outcomes under Idempotency-Keys, what the audit quotes of them, and
 * their events, some minutes later and as soon as no webhook waits for them. The event customer.deleted tells others of
 * the deletion, and here what is to be erased: it goes last, after some days. May be called by several workers at once,
 * and again after a crash.
 */
export async function eraseDeletedCustomers(app: App): Promise<void> {
  let afterId = ''
  for (;;) {
    const deleted = await listDeletedCustomers(app.db, afterId, BATCH_ROWS)
    for (const customer of deleted) {
      const { customerId, partnerId, distributorId, deletedAt, eventId } = customer
      afterId = eventId
      await eraseOutcomes(
        app,
        [partnerId, distributorId].flatMap((id) => id ?? []),
        customerId,
      )
      await deleteInBatches(() => updateAuditOfCustomer(app.db, customerId))
      if (deletedAt.getTime() > app.now().getTime() - EVENT_RETENTION_MS) continue
      const gone = await deleteInBatches((max) => deleteCustomerEvents(app.db, customerId, max))
      app.metrics.retentionDeleted.inc({ kind: 'events' }, gone)
      await updateErased(app.db, customer)
    }
    if (deleted.length < BATCH_ROWS) break
  }
  const before = daysBefore(app, app.limits.keepDeletedDays)
  const last = await deleteInBatches((max) => deleteDeletionEvents(app.db, before, max))
  app.metrics.retentionDeleted.inc({ kind: 'events' }, last)
}

/** How much is kept of what grows, over all accounts. */
export const listRetentionFigures = (app: Pick<App, 'db'>): Promise<RetentionFigures[]> => listRetentionRows(app.db)
