import { newId } from '../../src/shared/ids.ts'
import { createCeiling } from './ceiling.ts'

const { http, pool, findPartner, listen } = createCeiling()

const CUSTOMER = `insert into customers (id, partner_id, name, tenant_id, email, receivers, questionnaire_recipients,
  created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`
const EVENT = 'insert into events (id, partner_id, type, body, occurred_at) values ($1, $2, $3, $4, $5)'
const AUDIT = `insert into audit (occurred_at, author_kind, author_id, partner_id, action, subject, after)
  values ($1, 'partner', $2, $2, $3, $4, $5)`

interface Body {
  name: string
  tenantId: string
  email: string
}

http.post<{ Body: Body }>('/api/v1/partner/customers', async (request, reply) => {
  const partner = await findPartner(request.headers['x-partner-key'])
  const { name, tenantId, email } = request.body
  const createdAt = new Date()
  const type = 'customer.created'
  const customer = { id: newId('cust'), name, tenantId, email, receivers: [], questionnaireRecipients: [], createdAt }
  const data = { customerId: customer.id, partnerId: partner, ...customer, id: undefined }
  const event = { id: newId('evt'), type, timestamp: createdAt, data }
  const body = Buffer.from(JSON.stringify(event))
  const client = await pool.connect()
  await client.query('begin')
  const values = [customer.id, partner, name, tenantId, email, [], [], createdAt]
  await client.query({ name: 'customer', text: CUSTOMER, values })
  await client.query({ name: 'event', text: EVENT, values: [event.id, partner, type, body, createdAt] })
  await client.query({ name: 'audit', text: AUDIT, values: [createdAt, partner, type, customer.id, data] })
  await client.query('commit')
  client.release()
  return reply.code(201).send(customer)
})

await listen()
