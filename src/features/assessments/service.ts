import type { App } from '../../app.ts'
import { FRAMEWORKS, findFramework } from '../../engine/frameworks/catalogue.ts'
import type { AssessmentResult } from '../../engine/model.ts'
import type { Actor, Author } from '../../ground/actor.ts'
import { isId, newId } from '../../ground/ids.ts'
import { type PageRequest, readPage, takePage } from '../../ground/page.ts'
import { planAllows } from '../../ground/plans.ts'
import { Problem } from '../../ground/problem.ts'
import type { Connection } from '../../platform/database.ts'
import { addJob } from '../../platform/jobs.ts'
import { recordChanges } from '../audit/service.ts'
import { requireCustomer } from '../customers/service.ts'
import { type Owner, ownerOf } from '../events/service.ts'
import { giveBackRunSlots, takeRunSlot } from '../usage/service.ts'
import { type RunRow, toRun, unpackResult } from './rules.ts'
import type { NewAssessment, ProductList, QueuedRun, Run, RunList } from './schema.ts'
import {
  countUnfinishedRuns,
  findRun,
  findRunForReport,
  findRunResult,
  insertRun,
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
export async function createAssessment(app: App, actor: Actor, input: NewAssessment): Promise<QueuedRun> {
  const framework = findFramework(input.product)
  if (!framework) {
    const message = `There is no product ${JSON.stringify(input.product.slice(0, 50))}: GET products lists them.`
    throw new Problem('INVALID_PRODUCT', { message })
  }
  const at = app.now()
  const run: QueuedRun = {
    id: newId('run'),
    customerId: input.customerId,
    product: framework.id,
    maturityTarget: input.maturityTarget ?? framework.defaultTarget,
    status: 'queued',
    createdAt: at,
  }
  await app.db.transaction().execute(async (tx) => {
    await requireCustomer(tx, actor, input.customerId)
    if (!planAllows(actor.plan, framework.id)) {
      throw new Problem('PRODUCT_NOT_ALLOWED', {
        message: `The ${actor.plan} plan does not include ${framework.name}.`,
      })
    }
    await takeRunSlot(tx, actor, at)
    // A partner's place in its own queue is the job's priority, so that a long queue of one holds back no other.
    const priority = await countUnfinishedRuns(tx, actor.partnerId, LAST_PLACE)
    await insertRun(tx, {
      id: run.id,
      partner_id: actor.partnerId,
      customer_id: run.customerId,
      product: run.product,
      maturity_target: run.maturityTarget,
      status: 'queued',
      created_at: at,
    })
    await addJob(tx, { task: ASSESS_TASK, payload: { runId: run.id }, key: run.id, priority })
    await recordChanges(tx, actor, at, [
      { action: 'assessment.created', subject: run.id, owner: ownerOf(actor), after: { ...run } },
    ])
  })
  return run
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
  const request = { ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) }
  const page = readPage(request, filters)
  const rows = namesNothing(filters) ? [] : await listRuns(app.db, actor.partnerId, filters, page)
  const { items, nextCursor } = takePage(rows, request, filters)
  return {
    runs: items.map(({ score, completedAt, ...run }) => ({
      ...run,
      ...(score !== null && { score }),
      ...(completedAt && { completedAt }),
    })),
    ...(nextCursor !== undefined && { nextCursor }),
  }
}

/** Whether a filter is of a form that no customer and no product has. */
const namesNothing = ({ product, customerId }: RunFilters): boolean =>
  (customerId !== undefined && !isId('cust', customerId)) || (product !== undefined && !PRODUCT_FORM.test(product))

export async function getRun(app: App, actor: Actor, id: string): Promise<Run> {
  const row = isId('run', id) ? await findRun(app.db, actor.partnerId, id) : undefined
  if (!row) throw new Problem('NOT_FOUND')
  return toRun(row, app.appUrl)
}

/** A run with all that its report tells. */
export interface ReportSource {
  run: RunRow
  customerName: string
  partnerName: string
  tenantId: string
  /** Only of completed runs. */
  result: AssessmentResult | undefined
}

/** Any partner's run: the caller must have proved its right to see it by other means. */
export async function findReportSource(app: App, runId: string): Promise<ReportSource | undefined> {
  const found = await findRunForReport(app.db, runId)
  if (!found) return undefined
  const { customerName, partnerName, tenantId, ...run } = found
  const packed = run.status === 'completed' ? await findRunResult(app.db, runId) : undefined
  return { run, customerName, partnerName, tenantId, result: packed && unpackResult(packed) }
}

/** Cancels a run that has not ended, and gives its place back; a run that has ended stays as it is. */
export async function cancelRun(app: App, actor: Actor, id: string): Promise<Run> {
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    const run = await updateRunCanceled(tx, actor.partnerId, id, at)
    if (run) await recordCanceled(tx, actor, ownerOf(actor), [run], at)
  })
  return await getRun(app, actor, id)
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
      before: { status: 'unfinished' },
      after,
    })),
  )
}
