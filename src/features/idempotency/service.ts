import type { App } from '../../app.ts'
import { deleteInBatches } from '../../platform/database/batches.ts'
import type { Connection } from '../../platform/database/database.ts'
import { openRow, sealRow } from '../../shared/crypto/seal.ts'
import { type RowIdentity, SEALED_COLUMNS } from '../../shared/crypto/sealed-columns.ts'
import { HOUR_MS } from '../../shared/datetime.ts'
import type { IdempotencyContext } from '../../shared/idempotency.ts'
import { fields, list, text } from '../../shared/json.ts'
import { isProblemCode, Problem, type ProblemDetail } from '../../shared/problem.ts'
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

/** The outcome of a call, or that of an earlier call with the same key. */
export interface IdempotentOutcome<T> {
  outcome: T
  replayed: boolean
}

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
  return (await changeIdempotently(app, idempotency, change)).outcome
}

/** Like `withIdempotency`, and returns whether the outcome is that of an earlier call. */
export async function changeIdempotently<T>(
  app: App,
  idempotency: IdempotencyContext | undefined,
  change: (tx: Connection) => Promise<T>,
): Promise<IdempotentOutcome<T>> {
  if (!idempotency) return { outcome: await app.db.transaction().execute(change), replayed: false }
  const { outcome, replayed } = await app.db.transaction().execute(async (tx) => {
    await lockKey(tx, idempotency)
    const stored = await findStored<T>(app, tx, idempotency)
    if (stored) return { outcome: stored, replayed: true }
    const fresh = await attempt(tx, change)
    await store(app, tx, idempotency, fresh)
    return { outcome: fresh, replayed: false }
  })
  if (replayed) idempotency.onReplay?.()
  return { outcome: resultOf(outcome), replayed }
}

/**
 * The outcome of an earlier call with the key, as a replay; undefined if there was none. Throws what `withIdempotency` throws
 * on a replay.
 */
export async function findOutcome<T>(app: App, idempotency: IdempotencyContext): Promise<T | undefined> {
  const outcome = await app.db.transaction().execute(async (tx) => {
    await lockKey(tx, idempotency)
    return await findStored<T>(app, tx, idempotency)
  })
  if (!outcome) return undefined
  idempotency.onReplay?.()
  return resultOf(outcome)
}

type Outcome<T> = { result: T } | { problem: Problem }

function resultOf<T>(outcome: Outcome<T>): T {
  if ('problem' in outcome) throw outcome.problem
  return outcome.result
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
export const outcomeCutoffOf = (app: App): Date =>
  new Date(app.now().getTime() - app.limits.keepIdempotencyHours * HOUR_MS)

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

/** Refusals because of stored data are outcomes; invalid input, limits and faults may end differently next time. */
const isFinal = ({ status, code }: Problem): boolean =>
  code === 'PLAN_CHANGE_FAILED' || (status > 400 && status < 500 && status !== 429)

async function store<T>(app: App, tx: Connection, idempotency: IdempotencyContext, outcome: Outcome<T>): Promise<void> {
  const plain = 'problem' in outcome ? { problem: toStored(outcome.problem) } : outcome
  await upsertOutcome(tx, idempotency, {
    request_hash: idempotency.requestHash,
    outcome: sealRow(app.secrets, OUTCOME, identify(idempotency), JSON.stringify(plain)),
    customer_ids: customersIn(plain),
    created_at: app.now(),
  })
}

const CUSTOMER_ID = /\bcust_[0-9a-z]{26}\b/g

/** The customers that an outcome names, at any depth. */
const customersIn = (outcome: unknown): string[] => [...new Set(JSON.stringify(outcome).match(CUSTOMER_ID) ?? [])]

const identify = ({ accountId, route, key }: KeyIdentity): RowIdentity => [accountId, route, key]

const toStored = ({ code, message, details }: Problem) => ({ code, message, details })

function parseOutcome<T>(stored: string): Outcome<T> {
  const outcome: { result: T; problem?: unknown } = JSON.parse(stored)
  if (outcome.problem === undefined) return outcome
  const { code, message, details } = fields(outcome.problem)
  if (!isProblemCode(code)) throw new Error('the stored outcome has an unknown problem code')
  const problem = new Problem(code, {
    message: text(message) ?? '',
    ...(details !== undefined && { details: list(details).map(toDetail) }),
  })
  return { problem }
}

function toDetail(value: unknown): ProblemDetail {
  const { field, code, message } = fields(value)
  return { field: text(field) ?? '', code: isProblemCode(code) ? code : 'INVALID_FIELD', message: text(message) ?? '' }
}
