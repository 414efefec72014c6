import type { App } from '../../app.ts'
import { deleteInBatches } from '../../platform/database/batches.ts'
import type { Connection } from '../../platform/database/database.ts'
import { openRow, sealRow } from '../../shared/crypto/seal.ts'
import { type RowIdentity, SEALED_COLUMNS } from '../../shared/crypto/sealed-columns.ts'
import { HOUR_MS } from '../../shared/dates/time-units.ts'
import type { IdempotencyContext } from '../../shared/idempotency.ts'
import { Problem } from '../../shared/problem.ts'
import { formatOutcome, isFinal, type Outcome, parseOutcome, resultOf } from './rules.ts'
import {
  deleteOutcomesBefore,
  findOutcomeRow,
  type KeyIdentity,
  lockKeyIfFree,
  openSavepoint,
  returnToSavepoint,
  updateOutcomesOfCustomer,
  upsertOutcome,
} from './store.ts'

const OUTCOME = SEALED_COLUMNS.idempotencyOutcome

/** Replaces the outcome of a call whose customer was deleted; a sealed outcome is never empty. */
const ERASED = Buffer.alloc(0)
const ERASED_MESSAGE = 'The customer of the earlier call with this Idempotency-Key has been deleted: use another key.'

/**
 * Makes a change in one transaction. With an Idempotency-Key, stores its outcome in the same transaction, and another call
 * with the key returns that outcome and changes nothing. `change` must return the response as plain data: a replay returns
 * it from JSON, with dates as text.
 *
 * Throws the problem that the change throws, also on a replay; IDEMPOTENCY_IN_PROGRESS, IDEMPOTENCY_MISMATCH.
 */
export async function withIdempotency<T>(
  app: App,
  idempotency: IdempotencyContext | undefined,
  change: (tx: Connection) => Promise<T>,
): Promise<T> {
  if (!idempotency) return await app.db.transaction().execute(change)
  const { outcome, replayed } = await app.db.transaction().execute(async (tx) => {
    const stored = await findOutcome<T>(app, tx, idempotency)
    if (stored) return { outcome: stored, replayed: true }
    const fresh = await attempt(tx, change)
    await saveOutcome(app, tx, idempotency, fresh)
    return { outcome: fresh, replayed: false }
  })
  if (replayed) idempotency.onReplay?.()
  return resultOf(outcome)
}

/**
 * The outcome of an earlier call with the key; undefined if there was none. Locks the key until the transaction ends. Throws
 * IDEMPOTENCY_IN_PROGRESS, IDEMPOTENCY_MISMATCH. For a change that takes more than one transaction; others use
 * `withIdempotency`.
 */
export async function findOutcome<T>(
  app: App,
  tx: Connection,
  idempotency: IdempotencyContext,
): Promise<Outcome<T> | undefined> {
  await lockKey(tx, idempotency)
  return await findStored<T>(app, tx, idempotency)
}

/** Stores how a call with the key ended, for `findOutcome`; a problem that may not come again is not stored. */
export async function saveOutcome(
  app: App,
  tx: Connection,
  idempotency: IdempotencyContext,
  outcome: Outcome<unknown>,
): Promise<void> {
  if ('problem' in outcome && !isFinal(outcome.problem)) return
  const stored = formatOutcome(outcome)
  await upsertOutcome(tx, idempotency, {
    request_hash: idempotency.requestHash,
    outcome: sealRow(app.secrets, OUTCOME, identify(idempotency), stored),
    customer_ids: customersIn(stored),
    created_at: app.now(),
  })
}

async function lockKey(tx: Connection, idempotency: IdempotencyContext): Promise<void> {
  if (!(await lockKeyIfFree(tx, idempotency)))
    throw new Problem('IDEMPOTENCY_IN_PROGRESS', { headers: { 'Retry-After': '1' } })
}

async function findStored<T>(
  app: App,
  tx: Connection,
  idempotency: IdempotencyContext,
): Promise<Outcome<T> | undefined> {
  const row = await findOutcomeRow(tx, idempotency, outcomeCutoffOf(app))
  if (!row) return undefined
  if (!row.requestHash.equals(idempotency.requestHash)) throw new Problem('IDEMPOTENCY_MISMATCH')
  if (row.outcome.equals(ERASED)) throw new Problem('IDEMPOTENCY_MISMATCH', { message: ERASED_MESSAGE })
  return parseOutcome<T>(openRow(app.secrets, OUTCOME, identify(idempotency), row.outcome).toString('utf8'))
}

/**
 * On a Problem, rolls back to the savepoint, so that the refusal is stored before the key lock is released. Any other
 * error ends the transaction.
 */
async function attempt<T>(tx: Connection, change: (tx: Connection) => Promise<T>): Promise<Outcome<T>> {
  await openSavepoint(tx)
  try {
    return { result: await change(tx) }
  } catch (error) {
    if (!(error instanceof Problem) || !isFinal(error)) throw error
    await returnToSavepoint(tx)
    return { problem: error }
  }
}

/** Outcomes stored before this time have expired: by default, a key is valid for a day. */
const outcomeCutoffOf = (app: App): Date => new Date(app.now().getTime() - app.limits.keepIdempotencyHours * HOUR_MS)

/** Deletes expired outcomes. */
export async function deleteOldOutcomes(app: App): Promise<void> {
  const before = outcomeCutoffOf(app)
  const deleted = await deleteInBatches((limit) => deleteOutcomesBefore(app.db, before, limit))
  app.metrics.retentionDeleted.inc({ kind: 'idempotency_keys' }, deleted)
}

/**
 * Erases the outcomes of these accounts that name a deleted customer. The keys stay: another call with one of them is
 * refused, so that it does not create the customer again.
 */
export async function eraseOutcomes(app: App, accountIds: readonly string[], customerId: string): Promise<void> {
  await updateOutcomesOfCustomer(app.db, accountIds, customerId, ERASED)
}

const CUSTOMER_ID = /\bcust_[0-9a-z]{26}\b/g

/** The customers that a stored outcome names, at any depth. */
const customersIn = (stored: string): string[] => [...new Set(stored.match(CUSTOMER_ID) ?? [])]

const identify = ({ accountId, route, key }: KeyIdentity): RowIdentity => [accountId, route, key]
