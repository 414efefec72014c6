import type { App } from '../../../app.ts'
import type { Principal } from '../../../shared/actor.ts'
import type { IdempotencyContext } from '../../../shared/idempotency.ts'
import { isId, newId } from '../../../shared/ids.ts'
import { Problem } from '../../../shared/problem.ts'
import { recordChanges } from '../../audit/service.ts'
import { withIdempotency } from '../../idempotency/service.ts'
import { type DeliveryQuery, requireDelivery, toFilter } from '../deliveries/service.ts'
import { insertDelivery } from '../deliveries/store.ts'
import { invalid } from '../endpoints/input.ts'
import { lockAccount } from '../endpoints/store.ts'
import { toReasonText, type WebhookAccount } from '../rules.ts'
import type { Replay, ReplayPreview } from '../schema.ts'
import {
  countByState,
  countReplays,
  countSelected,
  countUnfinishedReplays,
  findReplayRow,
  insertReplay,
  insertReplays,
  listReplayRows,
  type ReplayRow,
  type Selection,
  updateReplayCanceled,
  updateReplayStopped,
} from './store.ts'

/** What to send again, and how fast. */
export type ReplayOrder = DeliveryQuery & {
  /** Events of the account that an endpoint has no delivery of, instead of deliveries; without `state` and `reason`. */
  neverSent?: boolean
  /** To each endpoint. */
  perSecond?: number
}

/** One replay is one transaction, so it is bounded; at the default pace this many take 42 minutes. */
const MAX_DELIVERIES = 50_000
const MAX_UNFINISHED = 3
const MAX_LISTED = 50

/** Deliveries a second to each endpoint, so that new events are not delayed. */
const DEFAULT_PER_SECOND = 20

/** Sends the event of a delivery to its endpoint again; returns the new delivery's id. */
export async function replayDelivery(
  app: App,
  author: Principal,
  account: WebhookAccount,
  id: number,
  idempotency?: IdempotencyContext,
): Promise<{ id: number }> {
  const { eventId, endpointId, type } = await requireDelivery(app, account, id)
  return await withIdempotency(app, idempotency, async (tx) => {
    const made = await insertDelivery(tx, { eventId, endpointId, type, cause: 'replay' })
    await recordChanges(tx, author, app.now(), [
      { action: 'webhook.replayed', subject: endpointId, owner: account.owner, after: { eventId, deliveryId: made } },
    ])
    return { id: made }
  })
}

/** What a replay of all selected deliveries would send, and how long that takes. TOO_MANY if it selects too many. */
export async function previewReplay(
  app: App,
  account: WebhookAccount,
  { perSecond = DEFAULT_PER_SECOND, ...query }: ReplayOrder,
): Promise<ReplayPreview> {
  const selection = await toSelection(app, account, query)
  await requireBounded(app, selection)
  const deliveries = await countReplays(app.db, selection, MAX_DELIVERIES)
  return { deliveries, seconds: Math.ceil(deliveries / perSecond) }
}

/**
 * Sends the events of all selected deliveries again, each once per endpoint, except those with a pending delivery, and, of
 * those that failed or were canceled, except those that were delivered since; or, with `neverSent`, events that were never
 * sent to the account's endpoints. TOO_MANY if it selects too many, LIMIT_REACHED
 * while too many replays of the account are under way.
 */
export async function startReplay(
  app: App,
  author: Principal,
  account: WebhookAccount,
  { perSecond = DEFAULT_PER_SECOND, ...query }: ReplayOrder,
  idempotency?: IdempotencyContext,
): Promise<Replay> {
  const selection = await toSelection(app, account, query)
  await requireBounded(app, selection)
  const asked = toStored(query)
  const at = app.now()
  return await withIdempotency(app, idempotency, async (tx) => {
    await lockAccount(tx, account.id)
    if ((await countUnfinishedReplays(tx, account)) >= MAX_UNFINISHED) {
      const message = `${MAX_UNFINISHED} replays are in progress: wait for one to end, or stop it.`
      throw new Problem('LIMIT_REACHED', { message })
    }
    const id = newId('rpl')
    const deliveries = await insertReplays(tx, selection, { replayId: id, perSecond, max: MAX_DELIVERIES })
    const row: ReplayRow = { id, filter: asked, perSecond, deliveries, createdAt: at, stoppedAt: null }
    await insertReplay(tx, account, row)
    await recordChanges(tx, author, at, [
      { action: 'webhook.replayed', subject: id, owner: account.owner, after: { ...asked, perSecond, deliveries } },
    ])
    return toReplay(row, new Map([['pending', deliveries]]))
  })
}

/** The newest replays of the account, each with its progress. */
export async function listReplays(app: App, account: WebhookAccount): Promise<Replay[]> {
  return await toReplays(app, await listReplayRows(app.db, account, MAX_LISTED))
}

/** One replay of the account; NOT_FOUND if it has none of this id. */
export async function getReplay(app: App, account: WebhookAccount, id: string): Promise<Replay> {
  const row = isId('rpl', id) ? await findReplayRow(app.db, account, id) : undefined
  const [replay] = await toReplays(app, row ? [row] : [])
  if (!replay) throw new Problem('NOT_FOUND', { message: 'The account has no such replay.' })
  return replay
}

/** Cancels what a replay has not sent yet; one that has ended or was stopped stays as it is. */
export async function cancelReplay(
  app: App,
  author: Principal,
  account: WebhookAccount,
  id: string,
  idempotency?: IdempotencyContext,
): Promise<Replay> {
  const { pending } = await getReplay(app, account, id)
  const at = app.now()
  await withIdempotency(app, idempotency, async (tx) => {
    if (pending === 0 || !(await updateReplayStopped(tx, id, at))) return
    const canceled = await updateReplayCanceled(tx, id)
    await recordChanges(tx, author, at, [
      { action: 'webhook.replay_stopped', subject: id, owner: account.owner, after: { canceled } },
    ])
  })
  return await getReplay(app, account, id)
}

async function toSelection(
  app: App,
  account: WebhookAccount,
  { neverSent = false, ...query }: Omit<ReplayOrder, 'perSecond'>,
): Promise<Selection> {
  if (!neverSent) return await toFilter(app, account, query)
  if (query.state !== undefined || query.reason !== undefined) {
    throw invalid('neverSent', 'Events that were never sent have no state or reason: leave these filters out.')
  }
  return { ...(await toFilter(app, account, query)), neverSentTo: account }
}

async function requireBounded(app: App, selection: Selection): Promise<void> {
  if ((await countSelected(app.db, selection, MAX_DELIVERIES + 1)) <= MAX_DELIVERIES) return
  const what = 'neverSentTo' in selection ? 'events' : 'deliveries'
  const message = `The filter selects more than ${MAX_DELIVERIES} ${what}: narrow it by time, webhook or event type.`
  throw new Problem('TOO_MANY', { message })
}

/** The query as JSON, which the audit shows as well. */
const toStored = ({ reason, since, until, beforeId: _, ...rest }: Omit<ReplayOrder, 'perSecond'>) => ({
  ...rest,
  ...(reason && { reason: toReasonText(reason) }),
  ...(since && { since: since.toISOString() }),
  ...(until && { until: until.toISOString() }),
})

async function toReplays(app: App, rows: readonly ReplayRow[]): Promise<Replay[]> {
  if (rows.length === 0) return []
  const counts = await countByState(
    app.db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const own = counts.filter(({ replayId }) => replayId === row.id)
    return toReplay(row, new Map(own.map(({ state, n }) => [state, n])))
  })
}

function toReplay(row: ReplayRow, counts: ReadonlyMap<string, number>): Replay {
  const [pending = 0, delivered = 0, failed = 0, canceled = 0] = ['pending', 'delivered', 'failed', 'canceled'].map(
    (state) => counts.get(state),
  )
  const { id, deliveries, perSecond, createdAt, stoppedAt } = row
  const status = stoppedAt ? 'stopped' : pending > 0 ? 'running' : 'ended'
  return {
    id,
    status,
    filter: { ...Object(row.filter) },
    perSecond,
    deliveries,
    pending,
    delivered,
    failed,
    canceled,
    createdAt,
    ...(stoppedAt && { stoppedAt }),
  }
}
