import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { ASSESS_TASK } from '../../src/features/assessments/service.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { Answer, Client, Json } from './client.ts'

/** A sample tenant of the simulator. */
export const TENANT = '5A3B1C60-7d21-4e0f-9a54-1f0c2d3e4b02'

/** A well-formed id that does not exist. */
export const NO_CUSTOMER = 'cust_01jd0000000000000000000000'
export const NO_RUN = 'run_01jd0000000000000000000000'

/** Checks the full shape of an error response; returns its `error`. */
export function assertProblem(answer: Answer, status: number, code: string): Json {
  assert.equal(`${answer.status} ${answer.body?.error?.code}`, `${status} ${code}`, answer.text)
  assert.deepEqual(Object.keys(answer.body), ['error'])
  const { error } = answer.body
  const keys = ['code', 'message', 'requestId']
  assert.deepEqual(
    Object.keys(error).filter((key) => key !== 'details'),
    keys,
  )
  assert.equal(typeof error.message, 'string')
  assert.match(error.requestId, /^req_[0-9a-z]{26}$/)
  assert.equal(answer.headers['x-request-id'], error.requestId)
  assert.match(String(answer.headers['content-type']), /^application\/json/)
  for (const detail of error.details ?? []) assert.deepEqual(Object.keys(detail), ['field', 'code', 'message'])
  return error
}

/** The details of an error as `field code`, sorted. */
export const fieldsAtFault = (error: Json): string[] =>
  (error.details ?? []).map((detail: Json) => `${detail.field} ${detail.code}`).sort()

/** The status and body of a response, without the parts that differ between equal calls. */
export const comparable = ({ status, body }: Answer): unknown => {
  const { requestId: _, ...error } = body.error
  return { status, error }
}

export function assertKeys(value: object, keys: string): void {
  assert.deepEqual(Object.keys(value).sort(), keys.split(' ').sort())
}

export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Creates an ordinary customer; returns its id. */
export async function makeCustomer(client: Client, name = 'Umbrella'): Promise<string> {
  const created = await client.post('/v1/partner/customers', { name, tenantId: TENANT })
  assert.equal(created.status, 201, created.text)
  return created.body.id
}

/** Queues a run of essential-eight; returns its id. */
export async function makeRun(client: Client, customerId: string): Promise<string> {
  const created = await client.post('/v1/partner/assessments', { customerId, product: 'essential-eight' })
  assert.equal(created.status, 202, created.text)
  return created.body.id
}

/** The events of a partner, oldest first, as they will be delivered. */
export async function eventsOf(db: Database, partnerId: string): Promise<Json[]> {
  const rows = await db
    .selectFrom('events')
    .select('body')
    .where('partner_id', '=', partnerId)
    .orderBy('occurred_at')
    .orderBy('id')
    .execute()
  return rows.map(({ body }) => JSON.parse(body.toString('utf8')))
}

/** The keys of waiting jobs, which are ids of runs. */
export async function jobKeys(db: Database): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select key from graphile_worker.jobs
    where key is not null and task_identifier = ${ASSESS_TASK}`.execute(db)
  return rows.map(({ key }) => key)
}

/** Number of rows of each table that a request could write to. */
export async function countRows(db: Database): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*) from customers) as customers, (select count(*) from runs) as runs,
    (select count(*) from run_results) as results, (select count(*) from events) as events,
    (select count(*) from audit) as audit, (select coalesce(sum(runs), 0) from usage_months) as usage,
    (select count(*) from graphile_worker.jobs where task_identifier = ${ASSESS_TASK}) as jobs`.execute(db)
  return { ...rows[0] }
}
