import { createCeiling } from './ceiling.ts'

const { http, pool, findPartner, listen } = createCeiling()

const SELECT = `select id, name, tenant_id as "tenantId", email, receivers,
  questionnaire_recipients as "questionnaireRecipients",
  (select coalesce(json_agg(run), '[]') from (select id, product, status, completed_at as "completedAt"
    from runs where customer_id = customers.id order by created_at desc, id desc limit 10) as run) as "recentRuns",
  created_at as "createdAt"
  from customers where partner_id = $1 and id = $2`

http.get<{ Params: { id: string } }>('/api/v1/partner/customers/:id', async (request) => {
  const partner = await findPartner(request.headers['x-partner-key'])
  const { rows } = await pool.query({ name: 'customer', text: SELECT, values: [partner, request.params.id] })
  return rows[0]
})

await listen()
