import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApi } from '../harness/api.ts'

const TENANT = '5A3B1C60-7d21-4e0f-9a54-1f0c2d3e4b02'

test('a customer is created with every field, echoed as sent, and read back', async () => {
  await using api = await startApi()
  const acme = await api.as('acme')
  const created = await acme.post('/v1/partner/customers', {
    name: '  Umbrella  ',
    tenantId: TENANT,
    email: 'it@umbrella.example',
    receivers: ['a@umbrella.example', 'A@umbrella.example', 'b@umbrella.example'],
    questionnaireRecipients: [],
  })
  assert.equal(created.status, 201)
  assert.match(created.body.id, /^cust_[0-9a-z]{26}$/)
  assert.deepEqual(Object.keys(created.body).sort(), ['createdAt', 'email', 'id', 'name', 'questionnaireRecipients', 'receivers', 'tenantId'])
  assert.equal(created.body.name, 'Umbrella')
  assert.equal(created.body.tenantId, TENANT)
  assert.deepEqual(created.body.receivers, ['a@umbrella.example', 'b@umbrella.example'])
  const read = await acme.get(`/v1/partner/customers/${created.body.id}`)
  assert.equal(read.status, 200)
  assert.deepEqual(read.body, { ...created.body, recentRuns: [] })
})
