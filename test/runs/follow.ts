import assert from 'node:assert/strict'
import type { Snapshot } from '../../src/engine/model/snapshot.ts'
import { openPart } from '../../src/features/assessments/storage/packing.ts'
import { unpackSnapshot } from '../../src/graph/collection/snapshot-file.ts'
import { SAMPLE_TENANTS } from '../../src/simulator/tenants/tenants.ts'
import type { Api } from '../harness/api.ts'
import type { Client, Json } from '../harness/client.ts'
import { eventually } from './eventually.ts'

export function tenantIdOf(posture: string): string {
  const tenant = SAMPLE_TENANTS.find((candidate) => candidate.posture === posture)
  assert.ok(tenant, posture)
  return tenant.tenantId
}

/** Queues a run on a new customer; returns the ids. */
export async function createRun(
  client: Client,
  posture = 'typical',
  input: Record<string, unknown> = {},
): Promise<{ customerId: string; runId: string }> {
  const customer = await client.post('/v1/partner/customers', {
    name: `Customer ${posture}`,
    tenantId: tenantIdOf(posture),
  })
  assert.equal(customer.status, 201, customer.text)
  const run = await client.post('/v1/partner/assessments', {
    customerId: customer.body.id,
    product: 'essential-eight',
    ...input,
  })
  assert.equal(run.status, 202, run.text)
  return { customerId: customer.body.id, runId: run.body.id }
}

/** Waits for the end of a run, and returns it as the API does. */
export const waitForEnd = (client: Client, runId: string, withinMs?: number): Promise<Json> =>
  eventually(
    `the end of ${runId}`,
    async () => {
      const { status, body } = await client.get(`/v1/partner/assessments/${runId}`)
      return status === 200 && ['completed', 'failed', 'canceled'].includes(body.status) && body
    },
    withinMs,
  )

/** The snapshot of a completed run, from its sealed row. */
export async function snapshotOf({ app, db }: Pick<Api, 'app' | 'db'>, runId: string): Promise<Snapshot> {
  const row = await db.selectFrom('run_results').selectAll().where('run_id', '=', runId).executeTakeFirstOrThrow()
  return unpackSnapshot(openPart(app.secrets, 'snapshot', runId, row.snapshot))
}

/** Events and audit actions about these subjects, oldest first. */
export async function historyOf(
  { db }: Pick<Api, 'db'>,
  subject: string,
): Promise<{ events: Json[]; audit: { action: string; author: string; before: Json; after: Json }[] }> {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('is_optional', '=', false)
    .orderBy('occurred_at')
    .orderBy('id')
    .execute()
  const bodies = rows.map((row) => ({ ...JSON.parse(row.body.toString('utf8')), partnerId: row.partner_id }))
  const audit = await db.selectFrom('audit').selectAll().where('subject', '=', subject).orderBy('id').execute()
  return {
    events: bodies.filter(({ data }) => data.assessmentId === subject || data.customerId === subject),
    audit: audit.map((row) => ({ action: row.action, author: row.author_kind, before: row.before, after: row.after })),
  }
}
