import { setTimeout as sleep } from 'node:timers/promises'
import { v7 } from 'uuid'
import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Subscription } from '../../../platform/payments/processor.ts'
import type { Actor } from '../../../shared/actor.ts'
import { wholeSecond } from '../../../shared/dates/datetime.ts'
import type { IdempotencyContext } from '../../../shared/idempotency.ts'
import { Problem } from '../../../shared/problem.ts'
import { resultOf } from '../../idempotency/rules.ts'
import { findOutcome, saveOutcome, withIdempotency } from '../../idempotency/service.ts'
import {
  areSameTerms,
  CHANGES_WINDOW_MS,
  MAX_CHANGES,
  notYet,
  readPlanChange,
  requireChangeable,
  type Settlement,
  termsOf,
  tooManyChanges,
  toProblem,
  unconfirmed,
  type WantedTerms,
} from '../rules.ts'
import type { PlanChange, PlanChangeResult } from '../schema.ts'
import { changeSettlement } from '../settlement/service.ts'
import { requireProcessor } from '../subscriptions/service.ts'
import { type StoredChange, toKeyColumns, toStoredAuthor } from './pending/rules.ts'
import {
  type ChangeOutcome,
  executeChange,
  executeIfExpired,
  findOutcomeOfChange,
  leaseFrom,
} from './pending/service.ts'
import {
  findPendingByKey,
  findPendingChange,
  insertPendingChange,
  insertPlanChange,
  listOwnAttempts,
  lockPartner,
} from './pending/store.ts'

export interface ChangeOptions {
  /** The settlement that changes together with the plan. */
  settlement?: Partial<Settlement>
  idempotency?: IdempotencyContext | undefined
}

/** Pauses between looks at a change that a call waits for: they grow up to the longest. */
const FIRST_POLL_MS = 20
const LONGEST_POLL_MS = 250

/**
 * Changes plan, billing and currency of the actor's partner at once, with proration, in three steps: a transaction that
 * admits the change and stores it as pending, the call of the processor without a transaction, and a transaction that
 * records mirror, plan, audit row and answer. A call for what is pending already waits for it.
 *
 * Throws MISSING_FIELD, PLAN_CHANGE_FAILED, RATE_LIMITED (a partner's own attempts alone are limited), PRICE_LOOKUP_FAILED.
 * Then nothing has changed. PAYMENT_PROCESSOR_ERROR says in its message whether the change may still happen.
 */
export async function changePlan(
  app: App,
  actor: Actor,
  input: PlanChange,
  options: ChangeOptions = {},
): Promise<PlanChangeResult> {
  const wanted = readPlanChange(input)
  const { idempotency } = options
  const { timeoutMs } = app.processors
  for (;;) {
    const admission = await admitChange(app, actor, wanted, options)
    if ('replay' in admission) {
      idempotency?.onReplay?.()
      return resultOf(admission.replay)
    }
    if ('problem' in admission) throw admission.problem
    if ('admitted' in admission) return resultOf(await executeChange(app, admission.admitted))
    if ('same' in admission) {
      const { id } = admission.same
      const outcome = (await executeIfExpired(app, id)) ?? (await waitForChange(app, id, timeoutMs / 2))
      if (!outcome) throw unconfirmed()
      return await recordJoined(app, actor, outcome, options)
    }
    // Changes usually take milliseconds; one that takes longer waits for the network.
    const { id, after } = admission.other
    if (!(await waitForChange(app, id, timeoutMs / 10))) throw notYet(after)
  }
}

/** What the first step found. */
type Admission =
  | { replay: ChangeOutcome }
  | { problem: Problem }
  | { admitted: StoredChange }
  /** The same change is pending. */
  | { same: StoredChange }
  /** Another change is pending. */
  | { other: StoredChange }

/**
 * Stores the change as pending, leased by the caller, or the refusal. The lock on the partner serializes parallel attempts,
 * so the limit is exact. Throws RATE_LIMITED, NOT_FOUND, IDEMPOTENCY_IN_PROGRESS, IDEMPOTENCY_MISMATCH.
 */
async function admitChange(
  app: App,
  actor: Actor,
  wanted: WantedTerms,
  { settlement, idempotency }: ChangeOptions,
): Promise<Admission> {
  return await app.db.transaction().execute(async (tx): Promise<Admission> => {
    const { partnerId } = actor
    if (!(await lockPartner(tx, partnerId))) throw new Problem('NOT_FOUND')
    const earlier = idempotency && (await findEarlier(app, tx, idempotency))
    if (earlier) return earlier
    const at = app.now()
    const isOwn = actor.kind === 'partner' || actor.accountId === partnerId
    if (isOwn) await requireAttempt(tx, partnerId, at)
    const attempt = {
      id: v7(),
      partner_id: partnerId,
      // The limit is the partner's, not that of a person.
      author_kind: isOwn ? ('partner' as const) : actor.kind,
      author_id: actor.id,
      requested_at: wholeSecond(at),
      admitted_at: at,
    }
    const pending = await findPendingChange(tx, partnerId)
    if (pending && areSameTerms(termsOf(wanted, pending.before), pending.after)) {
      const message = 'The same change was pending, and this call waited for it.'
      await insertPlanChange(tx, { ...attempt, ...wanted, outcome: 'joined', message, ended_at: at })
      return { same: pending }
    }
    if (pending) return { other: pending }
    const checked = await checkChange(app, tx, partnerId, wanted, at)
    if ('problem' in checked) {
      const { status, message } = checked.problem
      const outcome = status < 500 ? ('refused' as const) : ('failed' as const)
      await insertPlanChange(tx, { ...attempt, ...wanted, outcome, message, ended_at: at })
      if (idempotency) await saveOutcome(app, tx, idempotency, checked)
      return checked
    }
    const { before } = checked
    const admitted = await insertPendingChange(tx, {
      ...attempt,
      ...termsOf(wanted, before),
      outcome: 'pending',
      leased_until: leaseFrom(at).until,
      before_plan: before.plan,
      before_billing: before.billing,
      before_currency: before.currency,
      before_period_end: before.periodEnd,
      author: JSON.stringify(toStoredAuthor(actor)),
      ...(settlement && { settlement: JSON.stringify(settlement) }),
      ...(idempotency && toKeyColumns(idempotency)),
    })
    return { admitted }
  })
}

/** The subscription, if it may change to these terms by the rules; otherwise the problem. */
async function checkChange(
  app: App,
  tx: Connection,
  partnerId: string,
  wanted: WantedTerms,
  at: Date,
): Promise<{ before: Subscription } | { problem: Problem }> {
  try {
    const processor = await requireProcessor(app, tx, partnerId)
    return { before: requireChangeable(await processor.get(tx, partnerId, at), wanted) }
  } catch (error) {
    const problem = toProblem(error)
    if (problem instanceof Problem) return { problem }
    throw error
  }
}

/** The outcome of an earlier call with the key, or its pending change. */
async function findEarlier(
  app: App,
  tx: Connection,
  idempotency: IdempotencyContext,
): Promise<{ replay: ChangeOutcome } | { same: StoredChange } | undefined> {
  const replay = await findOutcome<PlanChangeResult>(app, tx, idempotency)
  if (replay) return { replay }
  const same = await findPendingByKey(tx, idempotency)
  if (same && !same.idempotency?.requestHash.equals(idempotency.requestHash)) throw new Problem('IDEMPOTENCY_MISMATCH')
  return same && { same }
}

/** Throws RATE_LIMITED if the partner has made as many attempts as the hour allows. */
async function requireAttempt(tx: Connection, partnerId: string, at: Date): Promise<void> {
  const since = new Date(at.getTime() - CHANGES_WINDOW_MS)
  const attempts = await listOwnAttempts(tx, partnerId, since, MAX_CHANGES)
  const oldest = attempts[MAX_CHANGES - 1]
  if (oldest) throw tooManyChanges(oldest, at)
}

/** Waits until a pending change has ended; undefined if that takes longer than `ms`. */
async function waitForChange(app: App, id: string, ms: number): Promise<ChangeOutcome | undefined> {
  const until = performance.now() + ms
  for (let pauseMs = FIRST_POLL_MS; performance.now() < until; pauseMs = Math.min(2 * pauseMs, LONGEST_POLL_MS)) {
    await sleep(pauseMs)
    const outcome = await findOutcomeOfChange(app.db, id)
    if (outcome) return outcome
  }
  return undefined
}

/**
 * The outcome of a call that waited for the same change: its result, stored under its own key, and its own settlement.
 */
async function recordJoined(
  app: App,
  actor: Actor,
  outcome: ChangeOutcome,
  { settlement, idempotency }: ChangeOptions,
): Promise<PlanChangeResult> {
  return await withIdempotency(app, idempotency, async (tx) => {
    const result = resultOf(outcome)
    const { partnerId, distributorId } = actor
    if (settlement) await changeSettlement(tx, actor, { partnerId, distributorId }, settlement, app.now())
    return result
  })
}
