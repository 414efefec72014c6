import type { App } from '../../../../app.ts'
import type { Connection } from '../../../../platform/database/database.ts'
import {
  type AppliedChange,
  type BillingProcessor,
  ChangeRefused,
  ProcessorTrouble,
  type Terms,
} from '../../../../platform/payments/processor.ts'
import { withTimeout } from '../../../../platform/payments/timeout.ts'
import { toNumber } from '../../../../shared/money/amounts.ts'
import { Problem } from '../../../../shared/problem.ts'
import { recordChanges } from '../../../audit/service.ts'
import { formatOutcome, type Outcome, parseOutcome } from '../../../idempotency/rules.ts'
import { saveOutcome } from '../../../idempotency/service.ts'
import { toNoticeAuthor } from '../../../notices/service.ts'
import { refusal, toResult, unconfirmed } from '../../rules.ts'
import type { PlanChangeResult } from '../../schema.ts'
import { changeSettlement } from '../../settlement/service.ts'
import { requireProcessor } from '../../subscriptions/service.ts'
import { LEASE_MS, LONG_PENDING_MS, type StoredChange } from './rules.ts'
import {
  claimChanges,
  findEnd,
  findLongPending,
  lockPartner,
  lockPendingChange,
  releaseChange,
  updateEnded,
  updatePartnerPlan,
} from './store.ts'

/** Changes that are carried out at the same time. */
const BATCH = 10

export type ChangeOutcome = Outcome<PlanChangeResult>

/**
 * Carries out a change that the caller has leased, outside of any transaction, and records how it ended. Throws if the
 * outcome is not certain: then the change stays pending, and any process may lease it. PAYMENT_PROCESSOR_ERROR if the
 * processor did not respond.
 */
export async function executeChange(app: App, change: StoredChange): Promise<ChangeOutcome> {
  try {
    const end = await applyChange(app, change)
    return 'problem' in end ? await recordEnd(app, change, end) : await recordApplied(app, change, end)
  } catch (error) {
    await releaseChange(app.db, change, app.now()).catch((failure: unknown) => {
      app.log.warn(
        { event: 'billing.lease.release-failed', error: failure, changeId: change.id },
        'a plan change that is not certain stays leased until its lease expires',
      )
    })
    if (error instanceof ProcessorTrouble) throw unconfirmed()
    throw error
  }
}

/** Leases the change and carries it out, if its lease has expired. */
export async function executeIfExpired(app: App, id: string): Promise<ChangeOutcome | undefined> {
  const [change] = await claimChanges(app.db, { ...leaseFrom(app.now()), max: 1, id })
  return change && (await executeChange(app, change))
}

/** How a change ended; undefined while it is pending. */
export async function findOutcomeOfChange(db: Connection, id: string): Promise<ChangeOutcome | undefined> {
  const end = await findEnd(db, id)
  return end?.answer ? parseOutcome(JSON.stringify(end.answer)) : undefined
}

/**
 * Carries out changes whose process has stopped or whose outcome was not certain, under the same ids as before. Several
 * processes may do this at once. Returns how many ended.
 */
export async function reconcilePlanChanges(app: App): Promise<number> {
  let ended = 0
  for (;;) {
    const changes = await claimChanges(app.db, { ...leaseFrom(app.now()), max: BATCH })
    const ends = await Promise.all(changes.map((change) => isEnded(app, change)))
    const done = ends.filter(Boolean).length
    ended += done
    // What failed is tried again the next time.
    if (done < BATCH) break
  }
  const at = app.now()
  const oldest = await findLongPending(app.db, at)
  app.metrics.planChangePending.set(oldest ? (at.getTime() - oldest.admittedAt.getTime()) / 1000 : 0)
  return ended
}

/** Changes that have been pending for too long: how many, and the oldest. */
export const findStuckChanges = (db: Connection, at: Date): ReturnType<typeof findLongPending> =>
  findLongPending(db, new Date(at.getTime() - LONG_PENDING_MS))

async function isEnded(app: App, change: StoredChange): Promise<boolean> {
  try {
    await executeChange(app, change)
    return true
  } catch (error) {
    const { id: changeId, partnerId } = change
    app.log.error({ event: 'billing.change.unfinished', error, changeId, partnerId }, 'a plan change is still pending')
    return false
  }
}

/** A lease that begins now. */
export const leaseFrom = (at: Date) => ({ at, until: new Date(at.getTime() + LEASE_MS) })

interface Applied {
  applied: AppliedChange
  processor: BillingProcessor
}

/** The applied change, or the problem that ends it; throws if it may have been applied. */
async function applyChange(app: App, change: StoredChange): Promise<Applied | { problem: Problem }> {
  try {
    const processor = await requireProcessor(app, app.db, change.partnerId)
    const applied = await withTimeout(app.processors.timeoutMs, (signal) => processor.apply(change, signal))
    return { applied, processor }
  } catch (error) {
    if (error instanceof ChangeRefused) return { problem: refusal(error.message) }
    const { id: changeId, partnerId } = change
    app.log.error({ event: 'billing.processor.failed', error, changeId, partnerId }, 'the payment processor failed')
    // An earlier attempt may have changed something, even if this one has not.
    if (!(error instanceof ProcessorTrouble) || error.outcome === 'unknown' || change.isRepeat) throw error
    return { problem: new Problem(error.code) }
  }
}

/** In one transaction: the mirror, the plan with its limits, what changes with it, audit, notice, and the stored answer. */
async function recordApplied(app: App, change: StoredChange, { applied, processor }: Applied): Promise<ChangeOutcome> {
  const { partnerId, id, before, author } = change
  const { subscription, credit, debit, dueNowMinor } = applied
  return await app.db.transaction().execute(async (tx) => {
    const owner = await lockPartner(tx, partnerId)
    if (!owner || !(await lockPendingChange(tx, id))) return await requireOutcome(tx, id)
    const at = app.now()
    await processor.record(tx, change, applied)
    await updatePartnerPlan(tx, partnerId, subscription.plan, at)
    await recordChanges(tx, author, at, [
      {
        action: 'plan.changed',
        subject: partnerId,
        owner,
        before: auditOf(before),
        after: {
          ...auditOf(subscription),
          credit: toNumber(credit.amountMinor),
          creditCurrency: credit.currency,
          debit: toNumber(debit.amountMinor),
          dueNow: toNumber(dueNowMinor),
          planChangeId: id,
        },
        notice: {
          kind: 'plan-changed',
          partnerId,
          before: termsOf(before),
          after: termsOf(subscription),
          author: toNoticeAuthor(author),
        },
      },
    ])
    if (change.settlement) await changeSettlement(tx, author, owner, change.settlement, at)
    const outcome = { result: toResult(subscription) }
    await updateEnded(tx, id, { outcome: 'succeeded', message: null, answer: formatOutcome(outcome), at })
    if (change.idempotency) await saveOutcome(app, tx, change.idempotency, outcome)
    return outcome
  })
}

/** A change that the processor has not made. */
async function recordEnd(app: App, change: StoredChange, end: { problem: Problem }): Promise<ChangeOutcome> {
  const { problem } = end
  return await app.db.transaction().execute(async (tx) => {
    await lockPartner(tx, change.partnerId)
    if (!(await lockPendingChange(tx, change.id))) return await requireOutcome(tx, change.id)
    const outcome = problem.status < 500 ? 'refused' : 'failed'
    const answer = formatOutcome(end)
    await updateEnded(tx, change.id, { outcome, message: problem.message, answer, at: app.now() })
    if (change.idempotency) await saveOutcome(app, tx, change.idempotency, end)
    return end
  })
}

/** The outcome that another process has recorded meanwhile. */
async function requireOutcome(tx: Connection, id: string): Promise<ChangeOutcome> {
  const outcome = await findOutcomeOfChange(tx, id)
  if (!outcome) throw new Error(`the plan change ${id} has no outcome`)
  return outcome
}

const auditOf = ({ plan, billing, currency, periodEnd }: Terms & { periodEnd: Date }): Record<string, unknown> => ({
  plan,
  billing,
  currency,
  currentPeriodEnd: periodEnd,
})

const termsOf = ({ plan, billing, currency }: Terms): Terms => ({ plan, billing, currency })
