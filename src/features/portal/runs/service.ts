import { Readable } from 'node:stream'
import type { App } from '../../../app.ts'
import { findFramework } from '../../../engine/frameworks/catalogue.ts'
import type { Actor } from '../../../shared/actor.ts'
import { type Cell, toCsv } from '../../../shared/files/csv.ts'
import { type List, type PageRequest, readList } from '../../../shared/pagination.ts'
import { namesNothing } from '../../assessments/rules.ts'
import { readSearch } from '../customer-search.ts'
import type { CustomersRun, CustomersRuns, RunFileQuery, RunListQuery } from './schema.ts'
import { type CustomersRunRow, listCustomersRuns, type RunFilter } from './store.ts'

const PAGE = 50

/** One page of the runs of all customers of the partner, newest first. */
export async function getCustomersRuns(
  app: App,
  actor: Actor,
  { limit = PAGE, cursor, ...query }: RunListQuery,
): Promise<CustomersRuns> {
  const page = { limit, ...(cursor !== undefined && { cursor }) }
  const { items, nextCursor } = await readRuns(app, actor, query, page, toItem)
  return { runs: items, ...(nextCursor !== undefined && { nextCursor }) }
}

async function readRuns<T>(
  app: App,
  { partnerId }: Actor,
  { status, product, q, since, until }: RunFileQuery,
  request: PageRequest,
  toShown: (row: CustomersRunRow) => T,
): Promise<List<T>> {
  const text = readSearch(q)
  // Always in the same order, because a cursor is bound to the JSON of the filters.
  const filter: RunFilter = {
    ...(status !== undefined && { status }),
    ...(product !== undefined && { product }),
    ...(text !== undefined && { q: text }),
    ...(since !== undefined && { since: new Date(since) }),
    ...(until !== undefined && { until: new Date(until) }),
  }
  return await readList(
    request,
    { list: 'runs of customers', partnerId, ...filter },
    async (page) => (namesNothing(filter) ? [] : await listCustomersRuns(app.db, partnerId, filter, page)),
    toShown,
  )
}

function toItem(row: CustomersRunRow): CustomersRun {
  const { id, customerId, customerName, product, maturityTarget, status, createdAt, completedAt } = row
  const isUnfinished = status === 'queued' || status === 'running'
  return {
    id,
    customerId,
    customerName,
    product,
    maturityTarget,
    status,
    createdAt,
    ...(completedAt && { completedAt }),
    ...(isUnfinished &&
      row.progressDone !== null &&
      row.progressOf !== null && { progress: { done: row.progressDone, of: row.progressOf } }),
    ...(status === 'completed' && toResult(row)),
    ...(row.failureCode !== null && { failure: { code: row.failureCode, message: row.failureMessage ?? '' } }),
    ...(row.earlierId !== null && { earlierId: row.earlierId }),
    ...(row.isReplaced && { isReplaced: true }),
  }
}

const toResult = (row: CustomersRunRow) => ({
  score: row.score ?? 0,
  scoreCeiling: row.scoreCeiling ?? row.score ?? 0,
  coverage: row.coverage ?? 0,
  critical: row.critical ?? 0,
  high: row.high ?? 0,
  medium: row.medium ?? 0,
  low: row.low ?? 0,
})

const COLUMNS = [
  'Customer',
  'Customer id',
  'Framework',
  'Target level',
  'State',
  'Created (UTC)',
  'Ended (UTC)',
  'Score',
  'Score at best',
  'Known, percent',
  'Critical findings',
  'High findings',
  'Medium findings',
  'Low findings',
  'Failure',
  'Reason of the failure',
  'Run id',
]

/** All runs that match as CSV, written while they are read. */
export function composeRunFile(app: App, actor: Actor, query: RunFileQuery): Readable {
  return Readable.from(writeRows(app, actor, query), { objectMode: false })
}

async function* writeRows(app: App, actor: Actor, query: RunFileQuery): AsyncGenerator<string> {
  const { items, rest } = await readRuns(app, actor, query, {}, toLine)
  yield toCsv([COLUMNS, ...items])
  // Only the beginning of a file has a byte order mark.
  for await (const lines of rest ?? []) yield toCsv(lines).replace(/^\uFEFF/, '')
}

const toLine = (row: CustomersRunRow): Cell[] => [
  row.customerName,
  row.customerId,
  findFramework(row.product)?.name ?? row.product,
  row.maturityTarget,
  row.status,
  row.createdAt.toISOString(),
  row.completedAt?.toISOString(),
  row.score ?? undefined,
  row.scoreCeiling ?? undefined,
  row.coverage === null ? undefined : Math.round(row.coverage * 100),
  row.critical ?? undefined,
  row.high ?? undefined,
  row.medium ?? undefined,
  row.low ?? undefined,
  row.failureCode ?? undefined,
  row.failureMessage ?? undefined,
  row.id,
]
