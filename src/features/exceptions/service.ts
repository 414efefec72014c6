import type { App } from '../../app.ts'
import { findFramework } from '../../engine/frameworks/catalogue.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Actor, Principal } from '../../shared/actor.ts'
import { DAY_MS } from '../../shared/dates/time-units.ts'
import type { IdempotencyContext } from '../../shared/idempotency.ts'
import { isId, newId } from '../../shared/ids.ts'
import { readList } from '../../shared/pagination.ts'
import { Problem } from '../../shared/problem.ts'
import { recordChanges } from '../audit/service.ts'
import { requireCustomer } from '../customers/service.ts'
import { ownerOf } from '../events/service.ts'
import { withIdempotency } from '../idempotency/service.ts'
import {
  type ActiveExceptions,
  applyChange,
  type ExceptionRow,
  type NewDecision,
  toActiveExceptions,
  toException,
  toExceptionEvent,
  toFields,
  validateNewException,
} from './rules.ts'
import type { ExceptionChange, ExceptionList, ExceptionQuery, NewException, RecordedException } from './schema.ts'
import {
  claimExpiringExceptions,
  countExceptions,
  findException,
  findSameException,
  insertException,
  listExceptionRows,
  lockExceptions,
  updateException,
} from './store.ts'

/** Maximum number per customer. */
const MAX_EXCEPTIONS = 500
/** Microsoft recommends two. More than a few would bypass the checks. */
const MAX_EMERGENCY_ACCOUNTS = 5

/** An exception is announced this long before it expires. */
const ANNOUNCED_BEFORE_MS = 30 * DAY_MS
/** Exceptions in one transaction. */
const ANNOUNCED_AT_ONCE = 500

const WORKER: Principal = { kind: 'system', id: 'worker' }

/** Records a decision of a customer: an accepted risk, a compensating control or an emergency account. */
export async function createException(
  app: App,
  actor: Actor,
  customerId: string,
  input: NewException,
  idempotency?: IdempotencyContext,
): Promise<RecordedException> {
  const at = app.now()
  return await withIdempotency(app, idempotency, async (tx) => {
    await requireCustomer(tx, actor, customerId)
    const decision = validateNewException(input, at)
    await lockExceptions(tx, customerId)
    await requireRoom(tx, actor, customerId, decision)
    const row: ExceptionRow = {
      id: newId('exc'),
      partner_id: actor.partnerId,
      customer_id: customerId,
      ...decision,
      created_at: at,
      updated_at: at,
      removed_at: null,
      removed_by: null,
      announced_end: null,
    }
    await insertException(tx, row)
    await recordChanges(tx, actor, at, [
      { action: 'exception.created', subject: row.id, owner: ownerOf(actor), after: toFields(row) },
    ])
    return toException(row, at)
  })
}

async function requireRoom(tx: Connection, actor: Actor, customerId: string, decision: NewDecision): Promise<void> {
  const same = await findSameException(tx, actor.partnerId, customerId, decision)
  if (same !== undefined) {
    throw new Problem('DUPLICATE_ITEM', { message: `${same} already covers the same object: change or remove it.` })
  }
  const { all, emergency } = await countExceptions(tx, actor.partnerId, customerId)
  if (all >= MAX_EXCEPTIONS) {
    const message = `A customer has at most ${MAX_EXCEPTIONS} exceptions, including expired ones: remove some first.`
    throw new Problem('LIMIT_REACHED', { message })
  }
  if (decision.kind === 'emergency-account' && emergency >= MAX_EMERGENCY_ACCOUNTS) {
    const message = `A customer has at most ${MAX_EMERGENCY_ACCOUNTS} emergency accounts, including expired ones.`
    throw new Problem('LIMIT_REACHED', { message })
  }
}

/** The exceptions of a customer, including expired ones, newest first, or one page of them. */
export async function listExceptions(
  app: App,
  actor: Actor,
  customerId: string,
  { product, ...request }: ExceptionQuery,
): Promise<ExceptionList> {
  await requireCustomer(app.db, actor, customerId)
  const { partnerId } = actor
  const at = app.now()
  const { items, ...more } = await readList(
    request,
    { list: 'exceptions', partnerId, customerId, product: product ?? null },
    async (page) => {
      if (product !== undefined && !findFramework(product)) return []
      const rows = await listExceptionRows(app.db, partnerId, customerId, product, page)
      return rows.map((row) => toException(row, at))
    },
    (item) => item,
  )
  return { exceptions: items, ...more }
}

/** Changes the given fields. Without a difference it records nothing. */
export async function changeException(
  app: App,
  actor: Actor,
  customerId: string,
  id: string,
  change: ExceptionChange,
): Promise<RecordedException> {
  const at = app.now()
  return await app.db.transaction().execute(async (tx) => {
    const before = await lockException(tx, actor, customerId, id)
    const { row, changedFields } = applyChange(before, change, at)
    if (changedFields.length === 0) return toException(before, at)
    const { reason, approver, approved_at, expires_at } = row
    await updateException(tx, actor.partnerId, id, { reason, approver, approved_at, expires_at, updated_at: at })
    await recordChanges(tx, actor, at, [
      {
        action: 'exception.updated',
        subject: id,
        owner: ownerOf(actor),
        before: toFields(before),
        after: { ...toFields(row), changedFields },
      },
    ])
    return toException({ ...row, updated_at: at }, at)
  })
}

/** Removes an exception. Later runs ignore it; earlier results stay. */
export async function deleteException(app: App, actor: Actor, customerId: string, id: string): Promise<void> {
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    const row = await lockException(tx, actor, customerId, id)
    await updateException(tx, actor.partnerId, id, { removed_at: at, removed_by: actor.id, updated_at: at })
    await recordChanges(tx, actor, at, [
      { action: 'exception.removed', subject: id, owner: ownerOf(actor), before: toFields(row) },
    ])
  })
}

async function lockException(tx: Connection, actor: Actor, customerId: string, id: string): Promise<ExceptionRow> {
  await requireCustomer(tx, actor, customerId)
  await lockExceptions(tx, customerId)
  const row = isId('exc', id) ? await findException(tx, actor.partnerId, customerId, id) : undefined
  if (!row) throw new Problem('NOT_FOUND', { message: 'Exception not found.' })
  return row
}

/** The exceptions that a run of the product takes into account at a time. */
export async function listActiveExceptions(
  db: Connection,
  run: { partner_id: string; customer_id: string; product: string },
  at: Date,
): Promise<ActiveExceptions> {
  return toActiveExceptions(await listExceptionRows(db, run.partner_id, run.customer_id, run.product, {}), at)
}

/** The exceptions of a customer of the partner that end in a period, the first to end first. */
export async function listEndingExceptions(
  app: App,
  partnerId: string,
  customerId: string,
  { from, until }: { from: Date; until: Date },
): Promise<ExceptionRow[]> {
  const rows = await listExceptionRows(app.db, partnerId, customerId, undefined, {})
  return rows
    .filter(({ expires_at: end }) => end >= from && end < until)
    .toSorted((one, other) => one.expires_at.getTime() - other.expires_at.getTime())
}

/** Emits one event for each exception that expires within 30 days, and another if it gets a new expiry date. */
export async function notifyOfExpiringExceptions(app: App): Promise<void> {
  while ((await notifyOfNext(app)) === ANNOUNCED_AT_ONCE);
}

async function notifyOfNext(app: App): Promise<number> {
  const at = app.now()
  const until = new Date(at.getTime() + ANNOUNCED_BEFORE_MS)
  return await app.db.transaction().execute(async (tx) => {
    const rows = await claimExpiringExceptions(tx, { at, until, max: ANNOUNCED_AT_ONCE })
    await recordChanges(
      tx,
      WORKER,
      at,
      rows.map((row) => {
        const data = toExceptionEvent(row)
        return {
          action: 'exception.expiring',
          subject: row.id,
          owner: { partnerId: row.partner_id, distributorId: row.distributorId },
          after: { customerId: row.customer_id, expiresAt: row.expires_at.toISOString() },
          event: { type: 'exception.expiring', data },
        }
      }),
    )
    return rows.length
  })
}
