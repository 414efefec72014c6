import { newId } from '../../src/shared/ids.ts'
import { createCeiling } from './ceiling.ts'

const { http, pool, findPartner, listen } = createCeiling()

const CUSTOMERS = `insert into customers (id, partner_id, name, tenant_id, email, receivers, questionnaire_recipients,
  created_at, updated_at) select id, $1, name, "tenantId", email, '{}', '{}', $3, $3
  from json_to_recordset($2) as row (id text, name text, "tenantId" text, email text)`
const EVENTS = `insert into events (id, partner_id, type, body, occurred_at)
  select id, $1, $2, convert_to(body, 'UTF8'), $4 from json_to_recordset($3) as row (id text, body text)`
const AUDITS = `insert into audit (occurred_at, author_kind, author_id, partner_id, action, subject, after)
  select $4, 'partner', $1, $1, $2, "customerId", row
  from jsonb_array_elements($3) as row, jsonb_to_record(row) as fields ("customerId" text)`

interface Body {
  customers: { name: string; tenantId: string; email: string }[]
}

http.post<{ Body: Body }>('/api/v1/partner/customers/bulk', async (request, reply) => {
  const partner = await findPartner(request.headers['x-partner-key'])
  const createdAt = new Date()
  const type = 'customer.created'
  const rows = request.body.customers.map((row) => ({ id: newId('cust'), ...row }))
  const changes = rows.map(({ id, ...row }) => ({ customerId: id, partnerId: partner, ...row, createdAt }))
  const events = changes.map((data) => {
    const id = newId('evt')
    return { id, body: JSON.stringify({ id, type, timestamp: createdAt, data }) }
  })
  const client = await pool.connect()
  await client.query('begin')
  await client.query({ name: 'customers', text: CUSTOMERS, values: [partner, JSON.stringify(rows), createdAt] })
  await client.query({ name: 'events', text: EVENTS, values: [partner, type, JSON.stringify(events), createdAt] })
  await client.query({ name: 'audits', text: AUDITS, values: [partner, type, JSON.stringify(changes), createdAt] })
  await client.query('commit')
  client.release()
  const customers = rows.map(({ id, name }) => ({ id, name, status: 'created' }))
  return reply.code(201).send({ created: rows.length, failed: 0, customers, errors: [] })
})

await listen()
