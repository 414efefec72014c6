import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeActivePartner } from '../harness/accounts.ts'
import { makeCustomer, makeRun } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import { signIn } from './sessions.ts'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())

test('the log of events names the customer of a run, for its partner and for their distributor alone', async () => {
  const distributor = await api.distributor('names')
  const { id, client } = await makeActivePartner(api, distributor)
  const customer = await makeCustomer(client, 'Bellbird Engineering')
  const run = await makeRun(client, customer)
  await client.post(`/v1/partner/assessments/${run}/cancel`)
  const owner = await signIn(api, id)
  const { status, body, text } = await owner.get('/partner/events/log?type=assessment.canceled')
  assert.equal(status, 200, text)
  assert.equal(body.events[0].data.customerId, customer)
  assert.equal(body.names[customer], 'Bellbird Engineering')

  const above = await signIn(api, distributor.id)
  const theirs = await above.get('/distributor/events/log?include=optional')
  const { company } = (await owner.get('/partner/me')).body
  assert.deepEqual(theirs.body.names, { [customer]: 'Bellbird Engineering', [id]: company })

  const other = await api.distributor('others')
  const strange = await makeActivePartner(api, other)
  const stranger = await signIn(api, strange.id)
  assert.ok(!(await stranger.get('/partner/events/log')).text.includes('Bellbird'))

  await client.delete(`/v1/partner/customers/${customer}`)
  const gone = (await owner.get('/partner/events/log')).body
  assert.deepEqual([gone.events[0].type, gone.events[0].data.name], ['customer.deleted', 'Bellbird Engineering'])
  assert.equal(gone.names[customer], undefined)
})
