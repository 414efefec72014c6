import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { snapshotOf } from '../engine/snapshot-builder.ts'
import { assertProblem, makeCustomer, makeRun } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import { signIn } from './sessions.ts'

const api = await startApi({ collect: async ({ tenantId }) => snapshotOf({}, tenantId) })
after(() => api[Symbol.asyncDispose]())

test('before a customer is deleted, people see what will be deleted with it', async () => {
  const client = await api.as('deleted', 'enterprise')
  const reader = await signIn(api, (await api.partner('deleted', 'enterprise')).partnerId, { role: 'reader' })
  const customer = await makeCustomer(client)
  await client.put(`/v1/partner/customers/${customer}/questionnaires/essential-eight`, {
    answers: [
      { id: 'ISM-1810', answer: 'no' },
      { id: 'ISM-1515', answer: 'yes' },
    ],
  })
  const run = await makeRun(client, customer)
  await executeRun(api.app, run, { deadlineMs: 10_000 })
  await client.post('/v1/partner/assessments', { customerId: customer, product: 'nist-csf' })
  await client.post(`/v1/partner/customers/${customer}/report-links`, { edition: 'owner' })
  await client.post(`/v1/partner/assessments/${run}/links`, { edition: 'owner' })
  const path = `/partner/customers/${customer}/deletion-effects`
  const { status, body, text } = await reader.get(path)
  assert.equal(status, 200, text)
  assert.deepEqual(body, { reports: 1, unfinished: 1, links: 2, answers: 2, exceptions: 0, schedules: 0, repairs: 0 })
  const stranger = await signIn(api, (await api.partner('deleted-strangers')).partnerId)
  assertProblem(await stranger.get(path), 404, 'NOT_FOUND')
})
