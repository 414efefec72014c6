import type { App } from '../../../app.ts'
import type { ChangePreview, Line, Subscription } from '../../../platform/payments/processor.ts'
import { withTimeout } from '../../../platform/payments/timeout.ts'
import type { Actor } from '../../../shared/actor.ts'
import { toNumber } from '../../../shared/money/amounts.ts'
import { Problem } from '../../../shared/problem.ts'
import { compareProducts, readPlanChange, requireChangeable, termsOf, toProblem, toResult } from '../rules.ts'
import type { PlanChange, PlanPreview } from '../schema.ts'
import { requireProcessor } from '../subscriptions/service.ts'

/** The result and cost of a plan change. Throws what `changePlan` throws, but has no rate limit. */
export async function previewPlanChange(app: App, { partnerId }: Actor, input: PlanChange): Promise<PlanPreview> {
  const wanted = readPlanChange(input)
  const at = app.now()
  try {
    const processor = await requireProcessor(app, app.db, partnerId)
    const before = requireChangeable(await processor.get(app.db, partnerId, at), wanted)
    const change = { partnerId, terms: termsOf(wanted, before), at }
    const preview = await withTimeout(app.processors.timeoutMs, (signal) => processor.preview(change, signal))
    return toPreview(before, preview)
  } catch (error) {
    const problem = toProblem(error)
    if (problem !== error && problem instanceof Problem && problem.status >= 500) {
      app.log.error({ event: 'billing.processor.failed', error, partnerId }, 'the payment processor failed')
    }
    throw problem
  }
}

function toPreview(before: Subscription, change: ChangePreview): PlanPreview {
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
