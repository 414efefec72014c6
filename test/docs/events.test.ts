import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { EVENT_TYPES } from '../../src/features/events/rules.ts'
import { EVENT_DATA } from '../../src/features/events/schema.ts'
import { createKey } from '../../src/features/keys/service.ts'
import { startApi } from '../harness/api.ts'
import type { Json } from '../harness/client.ts'
import { eventually } from '../runs/eventually.ts'
import { tenantIdOf } from '../runs/follow.ts'

const api = await startApi({ worker: true })
after(() => api[Symbol.asyncDispose]())

const distributor = await api.distributor('meridian')

async function created(path: string, body?: Json): Promise<Json> {
  const answer = await distributor.post(`/v1/distributor${path}`, body)
  assert.ok(answer.status < 300, `${path}: ${answer.text}`)
  return answer.body
}

/** Everything that a distributor and its partner can do that emits an event. */
async function makeEvents(): Promise<void> {
  const billing = { currency: 'AUD' }
  const account = { company: 'Gannet IT', email: 'admin@gannet.example', name: 'Gwen', plan: 'starter', billing }
  const { id } = await created('/partners', account)
  await created(`/partners/${id}/activate`)
  const owner = { partnerId: id, distributorId: distributor.id }
  const { key } = await createKey(api.app, { kind: 'operator', id: 'test' }, { kind: 'partner', id, owner })
  const partner = api.client(key)
  for (const posture of ['typical', 'no-consent']) {
    const input = { name: posture, tenantId: tenantIdOf(posture), email: 'it@bellbird.example' }
    const customer = await created(`/partners/${id}/customers`, input)
    const order = { customerId: customer.id, product: 'essential-eight' }
    const run = await created(`/partners/${id}/assessments`, order)
    await eventually('the end of the run', async () => {
      const { body } = await partner.get(`/v1/partner/assessments/${run.id}`)
      return ['completed', 'failed'].includes(body.status)
    })
    const change = await partner.put(`/v1/partner/customers/${customer.id}`, { name: 'Bellbird' })
    assert.equal(change.status, 200, change.text)
    assert.equal((await partner.delete(`/v1/partner/customers/${customer.id}`)).status, 204)
  }
  const { slot } = await created('/keys')
  assert.equal((await distributor.delete(`/v1/distributor/keys/${slot}`)).status, 204)
  await created(`/partners/${id}/suspend`)
}

test('every kind of event has exactly the documented fields', async () => {
  await makeEvents()
  const listed = await distributor.get('/v1/distributor/events?limit=200')
  const events: Json[] = listed.body.events
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { 'date-time': /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/ } })
  for (const type of EVENT_TYPES) {
    const told = events.filter((event) => event.type === type)
    assert.ok(told.length > 0, `${type} was told`)
    const validate = ajv.compile({ ...EVENT_DATA[type], additionalProperties: false })
    for (const { data } of told)
      assert.ok(validate(data), `${type}: ${ajv.errorsText(validate.errors)} ${JSON.stringify(data)}`)
    const seen = new Set(told.flatMap(({ data }) => Object.keys(data)))
    const named = Object.keys(EVENT_DATA[type].properties)
    const missed = named.filter((field) => !seen.has(field))
    assert.deepEqual(missed, [], `${type} has every documented field`)
  }
})
