import type { App } from '../../../../app.ts'
import type { Actor } from '../../../../shared/actor.ts'
import type { IdempotencyContext } from '../../../../shared/idempotency.ts'
import { stateOf } from '../../../../shared/portal/portfolio.ts'
import { getOwnAccount } from '../../../accounts/service.ts'
import { createAssessmentsWith, getQueueRoom, requireAllowed, requireFramework } from '../../../assessments/service.ts'
import { effectiveRunsLimit } from '../../../billing/rules.ts'
import { changeMembers } from '../../../customers/groups/service.ts'
import { withIdempotency } from '../../../idempotency/service.ts'
import { remindByHand } from '../../../questionnaires/invitations/service.ts'
import { listMatching } from '../service.ts'
import { forecastRuns, readyFor } from './rules.ts'
import type { Assigned, GroupSelection, Reminded, RunForecast, Selection, StartedRuns } from './schema.ts'
import { lockRunStarts } from './store.ts'

/** What starting runs for all that match would do, and who would be left out. Nothing is stored. */
export async function previewMatchingRuns(app: App, actor: Actor, selection: Selection): Promise<RunForecast> {
  const { product } = selection.filter
  requireAllowed(actor, requireFramework(product))
  const [matching, { usage }, queue] = await Promise.all([
    listMatching(app, app.db, actor, selection),
    getOwnAccount(app, actor),
    getQueueRoom(app, actor),
  ])
  const limit = effectiveRunsLimit(actor.plan, actor.subscriptionStatus)
  return forecastRuns(matching, product, {
    remaining: limit < 0 ? undefined : Math.max(0, limit - usage.runsUsed),
    queue,
  })
}

/**
 * Queues a run for each customer that matches, is approved and has none under way, until the month's quota or the queue is full;
 * those with the oldest result go first. Throws what `createAssessments` throws.
 */
export async function createMatchingRuns(
  app: App,
  actor: Actor,
  selection: Selection,
  idempotency?: IdempotencyContext,
): Promise<StartedRuns> {
  const { product } = selection.filter
  return await withIdempotency(app, idempotency, async (tx) => {
    await lockRunStarts(tx, actor.partnerId)
    const matching = await listMatching(app, tx, actor, selection)
    const customerIds = readyFor(matching, product).map(({ id }) => id)
    if (customerIds.length === 0) return { queued: 0, leftOut: matching.length }
    const { queued } = await createAssessmentsWith(app, tx, actor, { product, customerIds })
    return { queued, leftOut: matching.length - queued }
  })
}

/** Reminds the people who are asked about the customers that match and have open questions. */
export async function remindMatching(
  app: App,
  actor: Actor,
  selection: Selection,
  idempotency?: IdempotencyContext,
): Promise<Reminded> {
  const { product } = selection.filter
  return await withIdempotency(app, idempotency, async (tx) => {
    const matching = await listMatching(app, tx, actor, selection)
    const customerIds = matching.filter((each) => stateOf(each, product).questions !== 0).map(({ id }) => id)
    const reminded = await remindByHand(app, tx, actor, { product, customerIds })
    return { reminded, leftOut: matching.length - reminded }
  })
}

/** Adds all customers that match to a group, or removes them from it. */
export async function changeMatchingGroup(
  app: App,
  actor: Actor,
  { groupId, change, ...selection }: GroupSelection,
  idempotency?: IdempotencyContext,
): Promise<Assigned> {
  return await withIdempotency(app, idempotency, async (tx) => {
    const customerIds = (await listMatching(app, tx, actor, selection)).map(({ id }) => id)
    return { changed: await changeMembers(app, tx, actor, { groupId, change, customerIds }) }
  })
}
