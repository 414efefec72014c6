import { createCeiling } from './ceiling.ts'

const { http, pool, findPartner, listen } = createCeiling()

const SELECT = `select id, name, tenant_id as "tenantId", email, created_at as "createdAt"
  from customers where partner_id = $1 order by created_at desc, id desc`

http.get('/api/v1/partner/customers', async (request) => {
  const partner = await findPartner(request.headers['x-partner-key'])
  const { rows } = await pool.query({ name: 'customers', text: SELECT, values: [partner] })
  return { customers: rows }
})

await listen()
