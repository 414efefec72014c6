import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { CollectFailure } from '../../src/graph/transport/collect-failure.ts'
import { sampleSnapshot } from '../engine/sample-snapshot.ts'
import { makeCustomer, makeRun } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import { visit } from '../people/portal.ts'
import { carryOutNotices, mailsOf } from '../security/mails.ts'

let isReadable = true
const api = await startApi({
  collect: async ({ tenantId }) => {
    if (!isReadable) throw new CollectFailure('TENANT_UNREACHABLE', 'The tenant did not answer.')
    return { ...sampleSnapshot('weak', new Date().toISOString()), tenantId }
  },
})
after(() => api[Symbol.asyncDispose]())

test('mails about results and failed runs go only to those who asked for them', async () => {
  const client = await api.as('asks')
  const { partnerId } = await api.partner('asks')
  const reader = await visit(api, partnerId, { email: 'reader@asks.example', role: 'reader' })
  await visit(api, partnerId, { email: 'owner@asks.example' })
  const topics = ['report-finished', 'assessment-failed'].map((topic) => ({ topic, isWanted: true }))
  assert.equal((await reader.put('/me/notifications', { topics })).status, 200)
  const stranger = await visit(api, (await api.partner('strangers')).partnerId, { email: 'owner@strangers.example' })
  assert.equal((await stranger.put('/me/notifications', { topics })).status, 200)
  const customerId = await makeCustomer(client, 'Bellbird Engineering')
  await executeRun(api.app, await makeRun(client, customerId), { deadlineMs: 60_000 })
  isReadable = false
  await executeRun(api.app, await makeRun(client, customerId), { deadlineMs: 60_000 })
  await carryOutNotices(api)
  const of = async (kind: string) => (await mailsOf(api, kind)).map(({ to, subject }) => `${to}: ${subject}`)
  assert.deepEqual(await of('report-finished'), [
    'reader@asks.example: New result: Bellbird Engineering, Essential Eight',
  ])
  assert.deepEqual(await of('assessment-failed'), [
    'reader@asks.example: A run failed: Bellbird Engineering, Essential Eight',
  ])
  assert.deepEqual(await of('report-ready'), [], 'the customer has no receivers of reports')
  const rows = await api.db.selectFrom('mails').selectAll().where('recipient', '=', 'reader@asks.example').execute()
  const [finished] = rows.filter(({ kind }) => kind === 'report-finished')
  assert.match(finished?.text ?? '', /critical weaknesses/, 'the result in one sentence')
  assert.match(finished?.text ?? '', /Score: +\d.*of 100[\s\S]*Findings: +\d+, of which/)
  for (const { text, customer_id } of rows) {
    assert.match(text ?? '', /https:\/\/app\.example\/(reports\/run_|customers\/cust_\w+\/runs)/)
    assert.match(text ?? '', /Choose which emails you receive/)
    assert.equal(customer_id, customerId, 'it is deleted with the customer')
  }
})
