import { toRowError } from '../../api.ts'
import type { App } from '../../app.ts'
import { FRAMEWORKS, findFramework } from '../../engine/frameworks/catalogue.ts'
import type { Framework } from '../../engine/model/framework.ts'
import type { Connection } from '../../platform/database/database.ts'
import { addFairJobs } from '../../platform/jobs/queue.ts'
import type { Actor, DistributorActor } from '../../shared/actor.ts'
import type { IdempotencyContext } from '../../shared/idempotency.ts'
import { isId, newId, requireId } from '../../shared/ids.ts'
import { texts } from '../../shared/json.ts'
import { readList } from '../../shared/pagination.ts'
import { planAllows } from '../../shared/plans.ts'
import { Problem } from '../../shared/problem.ts'
import { type AnyActor, actForPartner } from '../accounts/service.ts'
import { requireNotSuspended } from '../accounts/suspension/rules.ts'
import { recordChanges } from '../audit/service.ts'
import { findKnownCustomers, requireCustomer } from '../customers/service.ts'
import { ownerOf } from '../events/service.ts'
import { withIdempotency } from '../idempotency/service.ts'
import { claimRunQuota, claimRunQuotas, releaseRunQuota, toRunLimitProblem } from '../usage/service.ts'
import { namesNothing, type RunRow, requirePeriod, toRun, toRunSummary, validateCustomerIds } from './rules.ts'
import {
  type BulkRuns,
  MAX_RUNS,
  type NewAssessment,
  type NewAssessments,
  type ProductList,
  type QueuedRun,
  type Run,
  type RunList,
  type RunPart,
  type RunQuery,
  readRunParts,
} from './schema.ts'
import type { StoredResult } from './storage/packing.ts'
import { getResult } from './storage/service.ts'
import {
  countUnfinishedRuns,
  findPartnerOfRun,
  findRun,
  findRunForReport,
  hasUnfinishedRun,
  insertRuns,
  listLatestFailureCodes,
  listRuns,
  type RunFilters,
  type RunsOfCustomer,
} from './store.ts'

/** The job that executes a run. */
export const ASSESS_TASK = 'assess'

/** The products that the partner's plan includes, in catalogue order. */
export function listProducts(actor: Actor): ProductList {
  const allowed = FRAMEWORKS.filter((framework) => planAllows(actor.plan, framework.id))
  return {
    products: allowed.map(({ id, name, category, estimatedDuration }) => ({ id, name, category, estimatedDuration })),
  }
}

/** Queues a run. Quota, run, job and audit row are written in one transaction. */
export async function createAssessment(
  app: App,
  actor: AnyActor,
  input: NewAssessment,
  idempotency?: IdempotencyContext,
): Promise<QueuedRun> {
  return await withIdempotency(app, idempotency, (tx) => createAssessmentWith(app, tx, actor, input))
}

/**
 * Queues a run in the caller's transaction. Throws what `createAssessment` throws; the caller must then roll back, because the
 * quota may be claimed.
 */
export async function createAssessmentWith(
  app: App,
  tx: Connection,
  actor: AnyActor,
  input: NewAssessment,
): Promise<QueuedRun> {
  const at = app.now()
  requireNotSuspended(actor)
  const framework = requireFramework(input.product)
  // The call may have been admitted just before a suspension, so check the status again under the lock.
  requireNotSuspended(await requireCustomer(tx, actor, input.customerId))
  requireAllowed(actor, framework)
  await claimRunQuota(tx, actor, at)
  const wanted = { framework, customerIds: [input.customerId], target: input.maturityTarget, at }
  const [run] = await queueRuns(app, tx, actor, wanted)
  if (!run) throw queueFull(app)
  return run
}

/**
 * Queues a run for each valid customer id, in the order of the request, until the month's quota or the partner's queue is
 * full; every other id is listed with its error.
 */
export async function createAssessments(
  app: App,
  actor: Actor,
  input: NewAssessments,
  idempotency?: IdempotencyContext,
): Promise<BulkRuns> {
  const { customerIds } = input
  if (customerIds.length > MAX_RUNS) {
    throw new Problem('TOO_MANY', {
      message: `A call can have at most ${MAX_RUNS} customers; this one has ${customerIds.length}.`,
    })
  }
  return await withIdempotency(app, idempotency, (tx) => createAssessmentsWith(app, tx, actor, input))
}

/** Like `createAssessments`, for any number of customers, in the caller's transaction. */
export async function createAssessmentsWith(
  app: App,
  tx: Connection,
  actor: Actor,
  { product, customerIds, maturityTarget: target }: NewAssessments,
): Promise<BulkRuns> {
  const at = app.now()
  const framework = requireFramework(product)
  requireAllowed(actor, framework)
  const { known, partnerStatus } = await findKnownCustomers(tx, actor, texts(customerIds))
  requireNotSuspended({ partnerStatus })
  const { good, errors } = validateCustomerIds(customerIds, known)
  const granted = await claimRunQuotas(tx, actor, at, good.length)
  for (const { index } of good.slice(granted)) errors.push(toRowError(index, toRunLimitProblem(actor, at)))
  const ids = good.slice(0, granted).map(({ id }) => id)
  const runs = ids.length > 0 ? await queueRuns(app, tx, actor, { framework, customerIds: ids, target, at }) : []
  const refused = good.slice(runs.length, granted)
  for (const { index } of refused) errors.push(toRowError(index, queueFull(app)))
  await releaseRunQuota(tx, actor.partnerId, Array(refused.length).fill({ created_at: at }))
  return {
    queued: runs.length,
    failed: errors.length,
    runs: runs.map(({ id, customerId, status }) => ({ id, customerId, status })),
    errors: errors.toSorted((one, other) => one.index - other.index),
  }
}

const queueFull = ({ limits }: App): Problem =>
  new Problem('LIMIT_REACHED', {
    message: `At most ${limits.unfinishedRunsPerPartner} runs can be queued or running at once. Wait for some to end, or cancel some.`,
  })

/** The product with this id. Throws INVALID_PRODUCT if there is none. */
export function requireFramework(product: string): Framework {
  const framework = findFramework(product)
  if (framework) return framework
  const message = `Product ${JSON.stringify(product.slice(0, 50))} not found: choose from ${FRAMEWORKS.map(({ id }) => id).join(', ')}.`
  throw new Problem('INVALID_PRODUCT', { message })
}

/** Throws PRODUCT_NOT_ALLOWED if the plan does not include the product. */
export function requireAllowed(actor: Actor, framework: Framework): void {
  if (planAllows(actor.plan, framework.id)) return
  throw new Problem('PRODUCT_NOT_ALLOWED', { message: `The ${actor.plan} plan does not include ${framework.name}.` })
}

/**
 * Queues runs of these customers, in their order, as many as the partner's queue has room for. The caller has claimed
 * quota: that lock serializes parallel calls of one partner.
 */
async function queueRuns(
  app: App,
  tx: Connection,
  actor: Actor,
  {
    framework,
    customerIds,
    target,
    at,
  }: { framework: Framework; customerIds: readonly string[]; target: number | undefined; at: Date },
): Promise<QueuedRun[]> {
  const maturityTarget = target ?? framework.defaultTarget
  const max = app.limits.unfinishedRunsPerPartner
  // A run's place is that in the partner's own queue, so that a long queue does not delay other partners.
  const before = await countUnfinishedRuns(tx, actor.partnerId, max)
  const runs = customerIds.slice(0, max - before).map(
    (customerId): QueuedRun => ({
      id: newId('run'),
      customerId,
      product: framework.id,
      maturityTarget,
      status: 'queued',
      createdAt: at,
    }),
  )
  if (runs.length === 0) return []
  await insertRuns(
    tx,
    runs.map((run) => ({
      id: run.id,
      partner_id: actor.partnerId,
      customer_id: run.customerId,
      product: run.product,
      maturity_target: run.maturityTarget,
      status: 'queued',
      created_at: at,
    })),
  )
  const jobs = runs.map(({ id }, place) => ({
    payload: { runId: id, ...(actor.traceparent !== undefined && { traceparent: actor.traceparent }) },
    key: id,
    place: before + place,
  }))
  await addFairJobs(tx, ASSESS_TASK, jobs)
  const owner = ownerOf(actor)
  await recordChanges(
    tx,
    actor,
    at,
    runs.map((run) => ({ action: 'assessment.created', subject: run.id, owner, after: { ...run } })),
  )
  return runs
}

/** The partner's runs, newest first, or one page of them, each with the parts that `include` names. */
export async function listOwnRuns(
  app: App,
  actor: Actor,
  { limit, cursor, include, month, product, customerId, status, completedFrom, completedTo }: RunQuery,
): Promise<RunList> {
  // Always in the same order, because a cursor is bound to the JSON of the filters.
  const filters: RunFilters = {
    ...(month !== undefined && { month }),
    ...(product !== undefined && { product }),
    ...(customerId !== undefined && { customerId }),
    ...(status !== undefined && { status }),
    ...(completedFrom !== undefined && { completedFrom: new Date(completedFrom) }),
    ...(completedTo !== undefined && { completedTo: new Date(completedTo) }),
  }
  requirePeriod(completedFrom, completedTo)
  const parts = (include !== undefined && readRunParts(include)) || new Set<RunPart>()
  const { items, ...more } = await readList(
    { ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) },
    { list: 'assessments', partnerId: actor.partnerId, ...filters },
    async (page) => (namesNothing(filters) ? [] : await listRuns(app.db, actor.partnerId, filters, parts, page)),
    toRunSummary,
  )
  return { runs: items, ...more }
}

export async function getRun(app: App, actor: Actor, id: string): Promise<Run> {
  requireId('run', id)
  const row = await findRun(app.db, actor.partnerId, id)
  if (!row) throw new Problem('NOT_FOUND')
  return toRun(row, app.appUrl)
}

/** How many more runs of the partner may be queued now. */
export async function getQueueRoom({ db, limits }: App, { partnerId }: Actor): Promise<number> {
  const max = limits.unfinishedRunsPerPartner
  return max - (await countUnfinishedRuns(db, partnerId, max))
}

/** Whether a run of the product for the customer is queued or running. */
export const isAssessing = (tx: Connection, wanted: RunsOfCustomer): Promise<boolean> => hasUnfinishedRun(tx, wanted)

/**
 * The failure code of the customer's latest runs of a product that have ended since a time, if there are at least `times` and
 * all of them failed with it; undefined otherwise.
 */
export async function findRepeatedFailure(
  tx: Connection,
  wanted: RunsOfCustomer,
  { since, times }: { since: Date; times: number },
): Promise<string | undefined> {
  const codes = await listLatestFailureCodes(tx, wanted, since, times)
  const [code] = codes
  return codes.length === times && codes.every((each) => each === code) ? (code ?? undefined) : undefined
}

/** A run with the fields that its report needs. */
export interface ReportSource {
  run: RunRow
  customerName: string
  partnerName: string
  tenantId: string
  /** Only of completed runs. */
  result: StoredResult | undefined
}

/** A run of this partner. Without a partner's id, any run: the caller must have authorized access in another way. */
export async function findReportSource(app: App, runId: string, partnerId?: string): Promise<ReportSource | undefined> {
  const found = isId('run', runId) ? await findRunForReport(app.db, runId, partnerId) : undefined
  if (!found) return undefined
  const { customerName, partnerName, tenantId, packed, objects, ...run } = found
  return { run, customerName, partnerName, tenantId, result: await getResult(app, runId, { packed, objects }) }
}

/** The run's partner, if it is one of the distributor's. Throws NOT_FOUND for any other run, and where there is none. */
export async function getPartnerOfRun(app: App, distributor: DistributorActor, runId: string): Promise<string> {
  const partnerId = isId('run', runId) ? await findPartnerOfRun(app.db, runId) : undefined
  if (partnerId === undefined) throw new Problem('NOT_FOUND')
  return (await actForPartner(app, distributor, partnerId)).partnerId
}
