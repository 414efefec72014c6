import { toRowError } from '../../api.ts'
import type { App } from '../../app.ts'
import { FRAMEWORKS, findFramework } from '../../engine/frameworks/catalogue.ts'
import type { Framework } from '../../engine/model.ts'
import { priorities } from '../../engine/priorities.ts'
import type { Actor, Author } from '../../ground/actor.ts'
import { isId, newId } from '../../ground/ids.ts'
import { type PageRequest, readList } from '../../ground/page.ts'
import { planAllows } from '../../ground/plans.ts'
import { Problem } from '../../ground/problem.ts'
import type { Connection } from '../../platform/database.ts'
import { addJobs } from '../../platform/jobs.ts'
import { type AnyActor, requireRunsOpen } from '../accounts/service.ts'
import { recordChanges } from '../audit/service.ts'
import { findKnownCustomers, requireCustomer } from '../customers/service.ts'
import type { Owner } from '../events/rules.ts'
import { ownerOf } from '../events/service.ts'
import { changeOnce } from '../idempotency/service.ts'
import { giveBackRunSlots, limitReached, takeRunSlot, takeRunSlots } from '../usage/service.ts'
import { type KeptResult, unpackResult } from './packing.ts'
import { judgeCustomerIds, type RunRow, toRun } from './rules.ts'
import {
  type BulkRuns,
  type FindingList,
  type NewAssessment,
  type NewAssessments,
  type ProductList,
  type QueuedRun,
  RUNS_MOST,
  type Run,
  type RunList,
} from './schema.ts'
import {
  countUnfinishedRuns,
  findRun,
  findRunForReport,
  findRunResult,
  insertRuns,
  listRuns,
  type RunFilters,
  updateQueuedRunsCanceled,
  updateRunCanceled,
} from './store.ts'

/** The job that carries a run out. */
export const ASSESS_TASK = 'assess'

const PRODUCT_FORM = /^[a-z0-9-]+$/

/** Beyond this place in a partner's own queue all its runs are equally late. */
const LAST_PLACE = 1000

/** The products that the partner's plan includes, in catalogue order. */
export function listProducts(actor: Actor): ProductList {
  const allowed = FRAMEWORKS.filter((framework) => planAllows(actor.plan, framework.id))
  return {
    products: allowed.map(({ id, name, category, estimatedDuration }) => ({ id, name, category, estimatedDuration })),
  }
}

/** Queues a run: its place in the month's limit, the run, its job and its audit row stand or fall together. */
export async function createAssessment(app: App, actor: AnyActor, input: NewAssessment): Promise<QueuedRun> {
  const at = app.now()
  return await changeOnce(app, actor, async (tx) => {
    requireRunsOpen(actor)
    const framework = requireFramework(input.product)
    // The call may have been admitted just before a suspension: the status that is held here counts.
    requireRunsOpen(await requireCustomer(tx, actor, input.customerId))
    requireAllowed(actor, framework)
    await takeRunSlot(tx, actor, at)
    const [run] = await queueRuns(tx, actor, framework, [input.customerId], input.maturityTarget, at)
    if (!run) throw new Error('no run came of one customer')
    return run
  })
}

/**
 * Queues a run for each good customer id, and tells of each bad one why not: in the order of the request, until the
 * month's limit is full.
 */
export async function createAssessments(app: App, actor: Actor, input: NewAssessments): Promise<BulkRuns> {
  const { customerIds } = input
  if (customerIds.length > RUNS_MOST) {
    throw new Problem('TOO_MANY', {
      message: `One call carries at most ${RUNS_MOST} customers; this one has ${customerIds.length}.`,
    })
  }
  const at = app.now()
  return await changeOnce(app, actor, async (tx) => {
    const framework = requireFramework(input.product)
    requireAllowed(actor, framework)
    const { known, partnerStatus } = await findKnownCustomers(
      tx,
      actor,
      customerIds.filter((id) => typeof id === 'string'),
    )
    requireRunsOpen({ partnerStatus })
    const { good, errors } = judgeCustomerIds(customerIds, known)
    const granted = await takeRunSlots(tx, actor, at, good.length)
    for (const { index } of good.slice(granted)) errors.push(toRowError(index, limitReached(actor, at)))
    const ids = good.slice(0, granted).map(({ id }) => id)
    const runs = ids.length > 0 ? await queueRuns(tx, actor, framework, ids, input.maturityTarget, at) : []
    return {
      queued: runs.length,
      failed: errors.length,
      runs: runs.map(({ id, customerId, status }) => ({ id, customerId, status })),
      errors: errors.toSorted((one, other) => one.index - other.index),
    }
  })
}

function requireFramework(product: string): Framework {
  const framework = findFramework(product)
  if (framework) return framework
  const message = `There is no product ${JSON.stringify(product.slice(0, 50))}: GET products lists them.`
  throw new Problem('INVALID_PRODUCT', { message })
}

function requireAllowed(actor: Actor, framework: Framework): void {
  if (planAllows(actor.plan, framework.id)) return
  throw new Problem('PRODUCT_NOT_ALLOWED', { message: `The ${actor.plan} plan does not include ${framework.name}.` })
}

async function queueRuns(
  tx: Connection,
  actor: Actor,
  framework: Framework,
  customerIds: readonly string[],
  target: number | undefined,
  at: Date,
): Promise<QueuedRun[]> {
  const maturityTarget = target ?? framework.defaultTarget
  const runs = customerIds.map(
    (customerId): QueuedRun => ({
      id: newId('run'),
      customerId,
      product: framework.id,
      maturityTarget,
      status: 'queued',
      createdAt: at,
    }),
  )
  // A partner's place in its own queue is the job's priority, so that a long queue of one holds back no other.
  const before = await countUnfinishedRuns(tx, actor.partnerId, LAST_PLACE)
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
    payload: { runId: id },
    key: id,
    priority: Math.min(before + place, LAST_PLACE),
  }))
  await addJobs(tx, ASSESS_TASK, jobs)
  const owner = ownerOf(actor)
  await recordChanges(
    tx,
    actor,
    at,
    runs.map((run) => ({ action: 'assessment.created', subject: run.id, owner, after: { ...run } })),
  )
  return runs
}

/** What a completed run found to be wrong, worst first; nothing as long as a run has not completed. */
export async function listFindings(app: App, actor: Actor, id: string): Promise<FindingList> {
  requireIdForm(id)
  const run = await findRun(app.db, actor.partnerId, id)
  if (!run) throw new Problem('NOT_FOUND')
  const packed = run.status === 'completed' ? await findRunResult(app.db, id) : undefined
  if (!packed) return { findings: [] }
  const result = unpackResult(app.secrets, id, packed)
  const rows = new Map(result.requirements.map((row) => [row.id, row]))
  return {
    findings: priorities(result, Number.POSITIVE_INFINITY).map(({ nextLevel: _, id: requirement, ...finding }) => {
      const { evidence = [], limitations = [], affected } = rows.get(requirement) ?? {}
      return { requirement, ...finding, ...(affected && { affected }), evidence, limitations }
    }),
  }
}

/** The partner's runs, newest first, or one page of them. */
export async function listOwnRuns(
  app: App,
  actor: Actor,
  { limit, cursor, month, product, customerId }: RunFilters & PageRequest,
): Promise<RunList> {
  // In one order whatever the address had: a cursor is bound to the filters as they are written here.
  const filters: RunFilters = {
    ...(month !== undefined && { month }),
    ...(product !== undefined && { product }),
    ...(customerId !== undefined && { customerId }),
  }
  const { items, ...more } = await readList(
    { ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) },
    { list: 'assessments', partnerId: actor.partnerId, ...filters },
    async (page) => (namesNothing(filters) ? [] : await listRuns(app.db, actor.partnerId, filters, page)),
    ({ score, completedAt, ...run }) => ({
      ...run,
      ...(score !== null && { score }),
      ...(completedAt && { completedAt }),
    }),
  )
  return { runs: items, ...more }
}

/** Whether a filter is of a form that no customer and no product has. */
const namesNothing = ({ product, customerId }: RunFilters): boolean =>
  (customerId !== undefined && !isId('cust', customerId)) || (product !== undefined && !PRODUCT_FORM.test(product))

export async function getRun(app: App, actor: Actor, id: string): Promise<Run> {
  requireIdForm(id)
  const row = await findRun(app.db, actor.partnerId, id)
  if (!row) throw new Problem('NOT_FOUND')
  return toRun(row, app.appUrl)
}

/** What has not the form of an id names no run; some such texts the database would not even take. */
function requireIdForm(id: string): void {
  if (!isId('run', id)) throw new Problem('NOT_FOUND')
}

/** A run with all that its report tells. */
export interface ReportSource {
  run: RunRow
  customerName: string
  partnerName: string
  tenantId: string
  /** Only of completed runs. */
  result: KeptResult | undefined
}

/** A run of this partner; without one, of any: the caller must have proved its right to see it by other means. */
export async function findReportSource(app: App, runId: string, partnerId?: string): Promise<ReportSource | undefined> {
  const found = isId('run', runId) ? await findRunForReport(app.db, runId, partnerId) : undefined
  if (!found) return undefined
  const { customerName, partnerName, tenantId, packed, ...run } = found
  const result = packed ? unpackResult(app.secrets, runId, packed) : undefined
  return { run, customerName, partnerName, tenantId, result }
}

/** Cancels a run that has not ended, and gives its place back; a run that has ended stays as it is. */
export async function cancelRun(app: App, actor: Actor, id: string): Promise<Run> {
  requireIdForm(id)
  const at = app.now()
  return await changeOnce(app, actor, async (tx) => {
    const run = await updateRunCanceled(tx, actor.partnerId, id, at)
    if (run) await recordCanceled(tx, actor, ownerOf(actor), [run], at)
    const row = await findRun(tx, actor.partnerId, id)
    if (!row) throw new Problem('NOT_FOUND')
    return toRun(row, app.appUrl)
  })
}

/** Cancels every queued run of a partner in the caller's transaction. */
export async function cancelQueuedRuns(
  tx: Connection,
  author: Author,
  owner: { partnerId: string; distributorId: string | null },
  at: Date,
): Promise<void> {
  await recordCanceled(tx, author, owner, await updateQueuedRunsCanceled(tx, owner.partnerId, at), at)
}

async function recordCanceled(
  tx: Connection,
  author: Author,
  owner: Owner,
  runs: readonly RunRow[],
  at: Date,
): Promise<void> {
  const [first] = runs
  if (!first) return
  await giveBackRunSlots(tx, first.partner_id, runs)
  const after = { status: 'canceled' }
  await recordChanges(
    tx,
    author,
    at,
    runs.map((run) => ({
      action: 'assessment.canceled',
      subject: run.id,
      owner,
      before: { status: run.started_at ? 'running' : 'queued' },
      after,
    })),
  )
}
