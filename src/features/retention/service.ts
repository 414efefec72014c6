import type { App } from '../../app.ts'
import { BATCH_ROWS, deleteInBatches } from '../../platform/database/batches.ts'
import type { Connection } from '../../platform/database/database.ts'
import { dropExpired, type KeyRange } from '../../platform/database/partitions.ts'
import { DAY_MS } from '../../shared/dates/time-units.ts'
import { eraseOutcomes } from '../idempotency/service.ts'
import { deleteFailedNotices, eraseNotices } from '../notices/service.ts'
import {
  deleteClosedInvitations,
  deleteCustomerEvents,
  deleteDeletionEvents,
  deleteDeliveriesPage,
  deleteEndedLinks,
  deleteEventsPage,
  deleteFailedJobs,
  deleteOldReplays,
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

/** Maximum number of pages of one range in one round; the next round continues. */
const PAGES_MAX = 200

const daysBefore = (app: App, days: number): Date => new Date(app.now().getTime() - days * DAY_MS)

/**
 * Deletes events whose retention period is over, with their deliveries: whole partitions where they are large, and rows
 * elsewhere. The same for the other kinds.
 */
export async function deleteOldEvents(app: App, largeRows?: number): Promise<void> {
  const before = daysBefore(app, app.limits.keepEventsDays)
  await deletePartitioned(app, { table: 'events', kind: 'events', before, largeRows }, ({ from = '', until }) =>
    deletePages(app, 'events', from, (afterId) => deleteEventsPage(app.db, before, { afterId, until }, BATCH_ROWS)),
  )
}

/** Deletes deliveries whose retention period, which starts when they end, is over. */
export async function deleteOldDeliveries(app: App, largeRows?: number): Promise<void> {
  const before = daysBefore(app, app.limits.keepDeliveriesDays)
  await deletePartitioned(app, { table: 'deliveries', kind: 'deliveries', before, largeRows }, ({ from = 0, until }) =>
    deletePages(app, 'deliveries', Number(from) - 1, (afterId) =>
      deleteDeliveriesPage(app.db, before, { afterId, until }, BATCH_ROWS),
    ),
  )
}

/**
 * Deletes ended runs with their results, if the operator has set a retention period for runs. Results are nearly all of their
 * size, and alone in partitions: dropped results are followed by their runs.
 */
export async function deleteOldRuns(app: App, largeRows?: number): Promise<void> {
  const { keepRunsDays } = app.limits
  if (keepRunsDays === undefined) return
  const before = daysBefore(app, keepRunsDays)
  await deletePartitioned(
    app,
    { table: 'run_results', kind: 'run_results', before, largeRows },
    ({ from = '', until }) =>
      deletePages(app, 'runs', from, (afterId) => deleteRunsPage(app.db, before, { afterId, until }, BATCH_ROWS)),
  )
}

async function deletePartitioned(
  app: App,
  { table, kind, before, largeRows }: { table: string; kind: string; before: Date; largeRows: number | undefined },
  deleteRows: (range: KeyRange) => Promise<void>,
): Promise<void> {
  const { deleted, ranges } = await dropExpired(app.db, table, before, largeRows)
  app.metrics.retentionDeleted.inc({ kind }, deleted)
  for (const range of ranges) await deleteRows(range)
}

/** Deletes pages of a table, oldest first, until a page contains no old rows. */
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

/** Permanently failed jobs are stored this long, so that their errors can be investigated. */
const FAILED_JOBS_DAYS = 30

/** Deletes closed invitations, expired report links, removed exceptions and webhooks, revoked keys and failed jobs after their retention period. */
export async function deleteEnded(app: App): Promise<void> {
  const before = daysBefore(app, app.limits.keepEventsDays)
  const failed = daysBefore(app, FAILED_JOBS_DAYS)
  const kinds: [kind: string, deleteBatch: (db: Connection, max: number) => Promise<number>][] = [
    ['questionnaire_invitations', (db, max) => deleteClosedInvitations(db, before, max)],
    ['exceptions', (db, max) => deleteRemovedExceptions(db, before, max)],
    ['report_links', (db, max) => deleteEndedLinks(db, before, max)],
    ['api_keys', (db, max) => deleteRevokedKeys(db, before, max)],
    ['webhook_replays', (db, max) => deleteOldReplays(db, daysBefore(app, app.limits.keepDeliveriesDays), max)],
    ['webhook_endpoints', (db, max) => deleteRemovedEndpoints(db, before, max)],
    ['jobs', (db, max) => deleteFailedJobs(db, failed, max)],
    ['notices', (db, max) => deleteFailedNotices(db, failed, max)],
  ]
  for (const [kind, deleteBatch] of kinds) {
    app.metrics.retentionDeleted.inc({ kind }, await deleteInBatches((max) => deleteBatch(app.db, max)))
  }
}

/** Events about a deleted customer stay this long, so that clients that poll the list still find them. */
const EVENT_RETENTION_MS = 10 * 60_000

/**
 * Erases what still names deleted customers: outcomes stored under Idempotency-Keys, notices, quotes in audit rows, and
 * their events, after some minutes and once no webhook waits for them. The event customer.deleted is deleted last, after
 * some days: it notifies receivers, and it is our list of customers to erase. Safe to call from several workers at once, and
 * again after a crash.
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
      await eraseNotices(app.db, customerId)
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

/** Size and age of the growing tables, over all accounts. */
export const listRetentionFigures = (app: Pick<App, 'db'>): Promise<RetentionFigures[]> => listRetentionRows(app.db)
