import type { App } from '../../app.ts'
import { deleteInBatches } from '../../platform/database/batches.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Author } from '../../shared/actor.ts'
import { openRow, sealRow } from '../../shared/crypto/seal.ts'
import { type RowIdentity, SEALED_COLUMNS } from '../../shared/crypto/sealed-columns.ts'
import { fields, list, text } from '../../shared/json.ts'
import { isProblemCode, Problem, type ProblemDetail } from '../../shared/problem.ts'
import {
  deleteOutcomesBefore,
  findOutcome,
  type OnceKey,
  openSavepoint,
  returnToSavepoint,
  tryLockKey,
  updateOutcomesOfCustomer,
  upsertOutcome,
} from './store.ts'

const HOUR_MS = 3_600_000
const OUTCOME = SEALED_COLUMNS.idempotencyOutcome

/** What stands in the place of an outcome whose customer was deleted; nothing that is sealed is empty. */
const ERASED = Buffer.alloc(0)
const ERASED_MESSAGE = 'What the call under this Idempotency-Key was about has been deleted since: use another key.'

/**
 * Carries a change out in one transaction. Where the caller sent an Idempotency-Key, its outcome is kept in that same
 * transaction, and a second call under the key gives that outcome and changes nothing. `change` must return what the
 * answer is made of, as plain data: a replay gives it back as JSON does, with dates as text.
 */
export async function changeOnce<T>(app: App, author: Author, change: (tx: Connection) => Promise<T>): Promise<T> {
  const { once } = author
  if (!once) return await app.db.transaction().execute(change)
  const key: OnceKey = { accountId: author.id, route: once.route, key: once.key }
  const outcome = await app.db.transaction().execute(async (tx): Promise<Outcome<T>> => {
    if (!(await tryLockKey(tx, key))) throw new Problem('IDEMPOTENCY_IN_PROGRESS', { headers: { 'Retry-After': '1' } })
    const found = await findOutcome(tx, key, keptSince(app))
    if (found) {
      if (!found.requestHash.equals(once.requestHash)) throw new Problem('IDEMPOTENCY_MISMATCH')
      if (found.outcome.equals(ERASED)) throw new Problem('IDEMPOTENCY_MISMATCH', { message: ERASED_MESSAGE })
      once.replayed = true
      return replay<T>(openRow(app.secrets, OUTCOME, identify(key), found.outcome).toString('utf8'))
    }
    const fresh = await attempt(tx, change)
    await keep(app, tx, key, once.requestHash, fresh)
    return fresh
  })
  if ('problem' in outcome) throw outcome.problem
  return outcome.result
}

type Outcome<T> = { result: T } | { problem: Problem }

/**
 * What the change comes to. A refusal takes back what the change wrote and leaves the transaction going, so that it is
 * kept before the lock on the key is let go; all else that is thrown ends the transaction.
 */
async function attempt<T>(tx: Connection, change: (tx: Connection) => Promise<T>): Promise<Outcome<T>> {
  await openSavepoint(tx)
  try {
    return { result: await change(tx) }
  } catch (error) {
    if (!(error instanceof Problem) || !isKept(error)) throw error
    await returnToSavepoint(tx)
    return { problem: error }
  }
}

/** Outcomes from before this moment count no more. */
const keptSince = (app: App): Date => new Date(app.now().getTime() - app.limits.keepIdempotencyHours * HOUR_MS)

/** Deletes outcomes whose time is over: a day, unless the settings say otherwise. */
export async function forgetOldOutcomes(app: App): Promise<void> {
  const before = keptSince(app)
  const deleted = await deleteInBatches((most) => deleteOutcomesBefore(app.db, before, most))
  app.metrics.retentionDeleted.inc({ kind: 'idempotency_keys' }, deleted)
}

/**
 * Erases what calls of these accounts came to, where it names a deleted customer. The keys stay: another call under one of
 * them must not create the customer again, and is refused instead.
 */
export async function eraseOutcomes(app: App, accountIds: readonly string[], customerId: string): Promise<void> {
  await updateOutcomesOfCustomer(app.db, accountIds, customerId, ERASED)
}

/** Refusals that follow from the state of things are outcomes; bad input, limits and faults may end otherwise next time. */
const isKept = ({ status, code }: Problem): boolean =>
  code === 'PLAN_CHANGE_FAILED' || (status > 400 && status < 500 && status !== 429)

async function keep<T>(
  app: App,
  tx: Connection,
  key: OnceKey,
  requestHash: Buffer,
  outcome: Outcome<T>,
): Promise<void> {
  const kept = 'problem' in outcome ? { problem: toKept(outcome.problem) } : outcome
  await upsertOutcome(tx, key, {
    request_hash: requestHash,
    outcome: sealRow(app.secrets, OUTCOME, identify(key), JSON.stringify(kept)),
    customer_ids: customersIn(kept),
    created_at: app.now(),
  })
}

const CUSTOMER_ID = /\bcust_[0-9a-z]{26}\b/g

/** The customers that an outcome names, wherever in it. */
const customersIn = (kept: unknown): string[] => [...new Set(JSON.stringify(kept).match(CUSTOMER_ID) ?? [])]

const identify = ({ accountId, route, key }: OnceKey): RowIdentity => [accountId, route, key]

const toKept = ({ code, message, details }: Problem) => ({ code, message, details })

function replay<T>(kept: string): Outcome<T> {
  const outcome: { result: T; problem?: unknown } = JSON.parse(kept)
  if (outcome.problem === undefined) return outcome
  const { code, message, details } = fields(outcome.problem)
  if (!isProblemCode(code)) throw new Error('a kept problem is in the catalogue')
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
