import type { App } from '../../../app.ts'
import { statementOf } from '../../../engine/frameworks/catalogue.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Actor } from '../../../shared/actor.ts'
import { readPage, takePage } from '../../../shared/pagination.ts'
import type { NewEvent } from '../../audit/service.ts'
import type { Notice } from '../../notices/schema.ts'
import { namesNothing, REQUIREMENT_FORM, type RunRow, reportUrl } from '../rules.ts'
import { unpackResult } from '../storage/packing.ts'
import { findRunResult } from '../store.ts'
import {
  compareStates,
  type Findings,
  findingsOf,
  hasChanges,
  type ScoredRun,
  toFindingsEvent,
  type Worsening,
  worseningOf,
} from './rules.ts'
import type { TrackedFindingQuery, TrackedFindings } from './schema.ts'
import type { FindingRow } from './statements.ts'
import {
  deleteStates,
  insertTrackedRun,
  listFindingRows,
  listStates,
  listUnreadProducts,
  lockTrackedRun,
  type TrackedProduct,
  updateTrackedRun,
  upsertFixes,
  upsertStates,
} from './store.ts'

/** What a run reports besides its end. */
export interface NewsOfRun {
  events: NewEvent[]
  notices: Notice[]
}

interface CompletedRun {
  run: RunRow
  customerName: string
  score: number
  at: Date
}

/** Stores the findings of a completed run in the transaction that ends it; returns what is to be recorded of their changes. */
export async function saveFindings(
  app: App,
  tx: Connection,
  completed: CompletedRun,
  findings: Findings,
): Promise<NewsOfRun> {
  const { run, at } = completed
  const { id, customer_id: customerId, partner_id: partnerId, product } = run
  const owned = { customerId, product, partnerId }
  const { target, frameworkVersion, found, fixes } = findings
  const head = {
    run_id: id,
    maturity_target: target,
    framework_version: frameworkVersion,
    completed_at: at,
    is_read: true,
  }
  const previous = await requirePrevious(app, tx, owned, head)
  const stored = previous ? await listStates(tx, owned) : []
  const isComparable = previous?.target === target && previous.frameworkVersion === frameworkVersion
  const { written, removed, changes } = compareStates(stored, found, { id, at, isComparable })
  await upsertStates(tx, owned, written)
  await deleteStates(tx, owned, removed)
  await upsertFixes(tx, owned, fixes)
  if (previous) await updateTrackedRun(tx, owned, head)
  const changed = { previousRunId: previous?.id, findings, changes }
  const worsening = worseningOf(isComparable ? previous : undefined, completed.score, { stored, found })
  const worsened = worsening && toWorsened(app, completed, worsening)
  return {
    events: [
      ...(hasChanges(changes) ? [{ type: 'findings.changed' as const, data: toFindingsEvent(run, changed) }] : []),
      ...(worsened ? [worsened.event] : []),
    ],
    notices: worsened ? [worsened.notice] : [],
  }
}

/** Ids of new critical findings that an event and a notice have at most. */
const MAX_CRITICAL = 10

function toWorsened(app: App, { run, customerName }: CompletedRun, { before, score, newCritical }: Worsening) {
  const { id: runId, partner_id: partnerId, customer_id: customerId, product } = run
  const critical = { count: newCritical.length, requirements: newCritical.slice(0, MAX_CRITICAL) }
  const event: NewEvent = {
    type: 'assessment.worsened',
    data: {
      assessmentId: runId,
      customerId,
      customerName,
      partnerId,
      product,
      previousScore: before,
      score,
      newCritical: critical,
      reportUrl: reportUrl(app.appUrl, runId),
      completedAt: run.completed_at,
    },
  }
  const notice: Notice = {
    kind: 'assessment-worsened',
    partnerId,
    customerId,
    runId,
    product,
    previousScore: before,
    score,
    newCritical: critical,
  }
  return { event, notice }
}

type Head = Parameters<typeof updateTrackedRun>[2]

/** The run before, locked and with its findings stored; undefined if this is the first, which is then inserted. */
async function requirePrevious(
  app: App,
  tx: Connection,
  owned: TrackedProduct & { partnerId: string },
  head: Head,
): Promise<(ScoredRun & { target: number; frameworkVersion: string }) | undefined> {
  let locked = await lockTrackedRun(tx, owned)
  if (!locked) {
    const { customerId: customer_id, partnerId: partner_id, product } = owned
    if (await insertTrackedRun(tx, { customer_id, partner_id, product, ...head })) return undefined
    locked = await lockTrackedRun(tx, owned)
  }
  if (!locked) throw new Error(`the tracked run of ${owned.customerId} was deleted while it was locked`)
  const known = locked.isRead ? locked : { ...locked, ...(await saveBaseline(app, tx, owned, locked)) }
  return { ...known, score: locked.score ?? 0 }
}

/**
 * Stores the findings of a run that ended before they were tracked: as they are, without any change. Undefined if the result
 * cannot be read; the next run stores its own findings.
 */
async function saveBaseline(
  app: App,
  tx: Connection,
  owned: TrackedProduct & { partnerId: string },
  run: { id: string; completedAt: Date },
): Promise<{ target: number; frameworkVersion: string } | undefined> {
  // Never read from the object store, because a transaction must not wait for it: results are moved there only after
  // this.
  const stored = await findRunResult(tx, run.id)
  const findings = readFindings(app, run.id, stored?.packed)
  if (!findings) return undefined
  const { found, fixes, target, frameworkVersion } = findings
  const { written } = compareStates([], found, { id: run.id, at: run.completedAt, isComparable: false })
  await upsertStates(tx, owned, written)
  await upsertFixes(tx, owned, fixes)
  return { target, frameworkVersion }
}

function readFindings(app: App, runId: string, packed: Buffer | null | undefined): Findings | undefined {
  try {
    return packed ? findingsOf(unpackResult(app.secrets, runId, packed)) : undefined
  } catch (error) {
    app.log.error({ event: 'run.findings.unreadable', error, runId }, 'the findings of an old run cannot be read')
    return undefined
  }
}

const BATCH = 50

/**
 * Stores the findings of runs that ended before they were tracked, each in a transaction of its own. Nothing to do once that
 * is done. Several workers may call this at once.
 */
export async function saveOldFindings(app: App): Promise<void> {
  let after: TrackedProduct = { customerId: '', product: '' }
  for (;;) {
    const products = await listUnreadProducts(app.db, after, BATCH)
    for (const owned of products) {
      await app.db.transaction().execute(async (tx) => {
        const locked = await lockTrackedRun(tx, owned)
        if (!locked || locked.isRead) return
        const { id, completedAt, target, frameworkVersion } = locked
        const known = (await saveBaseline(app, tx, owned, locked)) ?? { target, frameworkVersion }
        await updateTrackedRun(tx, owned, {
          run_id: id,
          maturity_target: known.target,
          framework_version: known.frameworkVersion,
          completed_at: completedAt,
          is_read: true,
        })
      })
      after = owned
    }
    if (products.length < BATCH) return
  }
}

/** Lists are long, so a request without `limit` gets one page as well. */
const DEFAULT_PAGE_SIZE = 100

/** Ids of states are numbers. */
const ID_FORM = /^\d{1,18}$/

/** One page of the findings of the partner's customers: those that are open, or with `since` those that changed. */
export async function listTrackedFindings(
  app: App,
  { partnerId }: Actor,
  { limit = DEFAULT_PAGE_SIZE, cursor, ...filter }: TrackedFindingQuery,
): Promise<TrackedFindings> {
  const { since, customerId, product, requirement, severity, state = since === undefined ? 'open' : undefined } = filter
  const asked = { list: 'tracked-findings', partnerId, since, customerId, product, requirement, severity, state }
  const request = { limit, ...(cursor !== undefined && { cursor }) }
  const page = { ...readPage(request, asked, ID_FORM), limit: limit + 1 }
  if (namesNothing(filter) || !REQUIREMENT_FORM.test(requirement ?? 'any')) return { findings: [] }
  const wanted = {
    ...(customerId !== undefined && { customerId }),
    ...(product !== undefined && { product }),
    ...(requirement !== undefined && { requirement }),
    ...(severity !== undefined && { severity }),
    ...(state !== undefined && { state }),
    ...(since !== undefined && { since: new Date(since) }),
  }
  const rows = await listFindingRows(app.db, partnerId, wanted, page)
  const placed = rows.map((row) => ({ row, id: String(row.id), createdAt: row.changedAt }))
  const { items, nextCursor } = takePage(placed, request, asked)
  return {
    findings: items.map(({ row }) => toTrackedFinding(row)),
    ...(nextCursor !== undefined && { nextCursor }),
  }
}

function toTrackedFinding(row: FindingRow): TrackedFindings['findings'][number] {
  const { customerId, product, requirement, severity, state, change, since, changedAt } = row
  const statement = statementOf(product, requirement)
  return {
    customerId,
    product,
    requirement,
    ...(statement !== undefined && { statement }),
    severity,
    state,
    change,
    since,
    changedAt,
    assessmentId: row.changedRun,
  }
}
