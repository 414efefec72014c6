import { createCeiling } from './ceiling.ts'

const { http, pool, findPartner, listen } = createCeiling()

const SELECT = `select id, company, email, plan, status, created_at as "createdAt",
  coalesce((select runs from usage_months where partner_id = partners.id and month = $2), 0) as used,
  (select count(*)::int from customers where partner_id = partners.id) as customers
  from partners where id = $1`

http.get('/api/v1/partner/me', async (request) => {
  const month = new Date().toISOString().slice(0, 7)
  const partner = await findPartner(request.headers['x-partner-key'])
  const { rows } = await pool.query({ name: 'me', text: SELECT, values: [partner, month] })
  const { used, customers, createdAt, ...account } = rows[0]
  return { ...account, usage: { month, runsUsed: used, runsLimit: -1, customersCount: customers }, createdAt }
})

await listen()
