import { newId } from '../../src/shared/ids.ts'
import { createCeiling } from './ceiling.ts'

const { http, pool, findPartner, listen } = createCeiling()

const COUNTER = `insert into usage_months (partner_id, month, runs) values ($1, $2, 1)
  on conflict (partner_id, month) do update set runs = usage_months.runs + 1`
const RUN = `insert into runs (id, partner_id, customer_id, product, maturity_target, status, created_at)
  values ($1, $2, $3, $4, 2, 'queued', $5)`
const JOB = "select graphile_worker.add_job('assess', $1::json, job_key => $2, max_attempts => 5)"
const AUDIT = `insert into audit (occurred_at, author_kind, author_id, partner_id, action, subject, after)
  values ($1, 'partner', $2, $2, 'assessment.created', $3, $4)`

http.post<{ Body: { customerId: string; product: string } }>('/api/v1/partner/assessments', async (request, reply) => {
  const partner = await findPartner(request.headers['x-partner-key'])
  const { customerId, product } = request.body
  const createdAt = new Date()
  const run = { id: newId('run'), customerId, product, maturityTarget: 2, status: 'queued', createdAt }
  const client = await pool.connect()
  await client.query('begin')
  await client.query({ name: 'counter', text: COUNTER, values: [partner, createdAt.toISOString().slice(0, 7)] })
  await client.query({ name: 'run', text: RUN, values: [run.id, partner, customerId, product, createdAt] })
  await client.query({ name: 'job', text: JOB, values: [{ runId: run.id }, run.id] })
  await client.query({ name: 'audit', text: AUDIT, values: [createdAt, partner, run.id, run] })
  await client.query('commit')
  client.release()
  return reply.code(202).send(run)
})

await listen()
