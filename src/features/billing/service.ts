import { v5, v7 } from 'uuid'
import type { App } from '../../app.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Actor } from '../../shared/actor.ts'
import type { IdempotencyContext } from '../../shared/idempotency.ts'
import { toNumber } from '../../shared/money/amounts.ts'
import { runsLimit } from '../../shared/plans.ts'
import { Problem } from '../../shared/problem.ts'
import { recordChanges } from '../audit/service.ts'
import { ownerOf } from '../events/service.ts'
import { changeIdempotently, findOutcome, outcomeCutoffOf } from '../idempotency/service.ts'
import { toNoticeAuthor } from '../notices/service.ts'
import { embeddedProcessor } from './embedded/service.ts'
import {
  type BillingProcessor,
  ChangeRefused,
  type Line,
  ProcessorTrouble,
  type Subscription,
  type Terms,
  type TermsChange,
} from './processor/processor.ts'
import {
  CHANGES_WINDOW_MS,
  compareProducts,
  isSameAttempt,
  MAX_CHANGES,
  readPlanChange,
  refusal,
  requireChangeable,
  termsOf,
  tooManyChanges,
  type WantedTerms,
} from './rules.ts'
import type { PlanChange, PlanChangeResult, PlanPreview } from './schema.ts'
import {
  findPlanChange,
  insertPlanChange,
  listOwnAttempts,
  lockPartner,
  updatePartnerPlan,
  updatePlanChange,
} from './store.ts'

export interface ChangeOptions {
  /** Further changes of the same request, made in the transaction of the plan change. */
  alongside?: (tx: Connection) => Promise<void>
  processor?: BillingProcessor
  idempotency?: IdempotencyContext | undefined
}

/**
 * Changes plan, billing and currency of the actor's partner at once, with proration. The attempt is stored first, in its own
 * transaction; subscription, plan, audit row and outcome follow in another one. `alongside` must not wait for a lock that
 * its caller holds.
 *
 * Throws MISSING_FIELD, PLAN_CHANGE_FAILED, RATE_LIMITED (a partner's own attempts alone are limited),
 * PRICE_LOOKUP_FAILED or PAYMENT_PROCESSOR_ERROR. Then nothing has changed.
 */
export async function changePlan(
  app: App,
  actor: Actor,
  input: PlanChange,
  { alongside, processor = embeddedProcessor, idempotency }: ChangeOptions = {},
): Promise<PlanChangeResult> {
  const wanted = readPlanChange(input)
  // A replay is not another attempt.
  const earlier = idempotency && (await findOutcome<PlanChangeResult>(app, idempotency))
  if (earlier) return earlier
  const changeId = await admitChange(app, actor, wanted, idempotency)
  const end = (outcome: 'refused' | 'failed', message: string) =>
    updatePlanChange(app.db, actor.partnerId, changeId, { outcome, message, at: app.now() }).catch((error: unknown) =>
      app.log.warn({ event: 'billing.outcome.failed', error, changeId }, 'the outcome of a plan change was not stored'),
    )
  try {
    const { outcome, replayed } = await changeIdempotently(app, idempotency, async (tx) => {
      const { subscription } = await carryOutChange(app, tx, actor, wanted, { changeId, processor }).catch(
        (error: unknown) => {
          throw toProblem(app, error)
        },
      )
      await alongside?.(tx)
      return toResult(subscription)
    })
    if (replayed) await end('refused', 'The same call was carried out at the same time.')
    return outcome
  } catch (error) {
    const problem = toProblem(app, error)
    const isRefusal = problem instanceof Problem && problem.status < 500
    // The concurrent call stores the outcome.
    if (problem instanceof Problem && problem.code === 'IDEMPOTENCY_IN_PROGRESS') throw problem
    await end(isRefusal ? 'refused' : 'failed', problem instanceof Error ? problem.message : String(problem))
    throw problem
  }
}

/** The result and cost of a plan change. Throws what `changePlan` throws, but has no rate limit. */
export async function previewPlanChange(
  app: App,
  actor: Actor,
  input: PlanChange,
  processor: BillingProcessor = embeddedProcessor,
): Promise<PlanPreview> {
  const wanted = readPlanChange(input)
  const at = app.now()
  try {
    return await app.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        const { partnerId } = actor
        const current = await processor.get(tx, partnerId, at)
        const before = await requireChangeable(current, wanted, openInvoices(processor, tx, partnerId, at))
        const change = await processor.preview(tx, { partnerId, terms: termsOf(wanted, before), at })
        return toPreview(before, change)
      })
  } catch (error) {
    throw toProblem(app, error)
  }
}

/** Namespace for ids of plan changes that are derived from Idempotency-Keys. */
const CHANGE_IDS = '5b0f8a52-6c3e-4d0b-9a57-2f1d7c9e4a10'

/**
 * Stores the attempt, or throws RATE_LIMITED. The lock on the partner serializes parallel attempts, so the limit is exact.
 * Calls with the same Idempotency-Key are one attempt until it fails: the id of the attempt is derived from the key.
 */
async function admitChange(
  app: App,
  actor: Actor,
  wanted: WantedTerms,
  idempotency: IdempotencyContext | undefined,
): Promise<string> {
  return await app.db.transaction().execute(async (tx) => {
    if (!(await lockPartner(tx, actor.partnerId))) throw new Problem('NOT_FOUND')
    const at = app.now()
    const named = idempotency && changeIdOf(idempotency)
    const earlier = named && (await findPlanChange(tx, actor.partnerId, named))
    if (named && earlier && isSameAttempt(earlier, outcomeCutoffOf(app))) return named
    const id = named && !earlier ? named : v7()
    const isOwn = actor.kind === 'partner' || actor.accountId === actor.partnerId
    if (isOwn) {
      const since = new Date(at.getTime() - CHANGES_WINDOW_MS)
      const attempts = await listOwnAttempts(tx, actor.partnerId, since, MAX_CHANGES)
      const oldest = attempts[MAX_CHANGES - 1]
      if (oldest) throw tooManyChanges(oldest, at)
    }
    await insertPlanChange(tx, {
      id,
      partner_id: actor.partnerId,
      // The limit is the partner's, whichever of its people asks.
      author_kind: isOwn ? 'partner' : actor.kind,
      author_id: actor.id,
      ...wanted,
      outcome: 'pending',
      requested_at: at,
    })
    return id
  })
}

const changeIdOf = ({ accountId, route, key }: IdempotencyContext): string =>
  v5(JSON.stringify([accountId, route, key]), CHANGE_IDS)

async function carryOutChange(
  app: App,
  tx: Connection,
  actor: Actor,
  wanted: WantedTerms,
  { changeId, processor }: { changeId: string; processor: BillingProcessor },
): Promise<TermsChange> {
  const { partnerId } = actor
  await lockPartner(tx, partnerId)
  const at = app.now()
  const current = await processor.get(tx, partnerId, at, { lock: true })
  const before = await requireChangeable(current, wanted, openInvoices(processor, tx, partnerId, at))
  const terms = termsOf(wanted, before)
  const change = await processor.changePlan(tx, { partnerId, terms, at, key: changeId })
  await updatePartnerPlan(tx, partnerId, change.subscription.plan, at)
  await recordChanges(tx, actor, at, [
    {
      action: 'plan.changed',
      subject: partnerId,
      owner: ownerOf(actor),
      before: auditOf(before),
      after: {
        ...auditOf(change.subscription),
        credit: toNumber(change.credit.amountMinor),
        creditCurrency: change.credit.currency,
        debit: toNumber(change.debit.amountMinor),
        dueNow: toNumber(change.dueNowMinor),
        planChangeId: changeId,
      },
      notice: {
        kind: 'plan-changed',
        partnerId,
        before: termsOfNotice(before),
        after: termsOfNotice(change.subscription),
        author: toNoticeAuthor(actor),
      },
    },
  ])
  await updatePlanChange(tx, partnerId, changeId, { outcome: 'succeeded', at })
  return change
}

const openInvoices = (processor: BillingProcessor, tx: Connection, partnerId: string, at: Date) => async () =>
  (await processor.listInvoices(tx, partnerId, at)).some((invoice) => invoice.status === 'open')

const auditOf = ({ plan, billing, currency, periodEnd }: Terms & Subscription): Record<string, unknown> => ({
  plan,
  billing,
  currency,
  currentPeriodEnd: periodEnd,
})

const termsOfNotice = ({ plan, billing, currency }: Terms) => ({ plan, billing, currency })

/** The problem for a failure of the processor; any other error unchanged. */
function toProblem(app: App, error: unknown): unknown {
  if (error instanceof ChangeRefused) return refusal(error.message)
  if (!(error instanceof ProcessorTrouble)) return error
  app.log.error({ event: 'billing.processor.failed', error }, 'the payment processor failed')
  return new Problem(error.code)
}

const toResult = (subscription: Subscription): PlanChangeResult => ({
  partnerId: subscription.partnerId,
  plan: subscription.plan,
  billing: subscription.billing,
  currency: subscription.currency,
  runLimit: runsLimit(subscription.plan),
  subscriptionStatus: subscription.status,
  currentPeriodEnd: subscription.periodEnd,
})

function toPreview(before: Subscription, change: TermsChange): PlanPreview {
  const { currency, periodEnd } = change.subscription
  const { gained, lost } = compareProducts(before.plan, change.subscription.plan)
  return {
    ...toResult(change.subscription),
    credit: toPreviewLine(change.credit),
    debit: toPreviewLine(change.debit),
    dueNow: { amount: toNumber(change.dueNowMinor), currency },
    nextInvoice: { amount: toNumber(change.nextInvoiceMinor), currency, date: periodEnd },
    productsGained: gained,
    productsLost: lost,
  }
}

const toPreviewLine = ({ amountMinor, ...line }: Line) => ({ ...line, amount: toNumber(amountMinor) })
