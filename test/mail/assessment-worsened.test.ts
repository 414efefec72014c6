import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { findAccount } from '../../src/features/accounts/service.ts'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { createPerson } from '../../src/features/people/service.ts'
import type { Role } from '../../src/shared/actor.ts'
import { sampleSnapshot } from '../engine/sample-snapshot.ts'
import { AUTHOR } from '../harness/accounts.ts'
import { makeCustomer, makeRun } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import { carryOutNotices, mailsOf } from '../security/mails.ts'

let nowMs = Date.parse('2031-05-15T12:00:00.000Z')
const api = await startApi({
  now: () => new Date(nowMs),
  collect: async ({ tenantId }) => ({ ...sampleSnapshot('weak', new Date(nowMs).toISOString()), tenantId }),
})
after(() => api[Symbol.asyncDispose]())

/** A person of the account, with their choice about the topic if they have made one. */
async function join(partnerId: string, name: string, role: Role, isWanted?: boolean): Promise<void> {
  const account = await findAccount(api.app, partnerId)
  const person = { email: `${name}@people.example`, name, role }
  const person_id = await api.db.transaction().execute((tx) => createPerson(tx, AUTHOR, account, person, api.app.now()))
  if (isWanted === undefined) return
  const choice = { person_id, topic: 'assessment-worsened', is_wanted: isWanted }
  await api.db.insertInto('notification_choices').values(choice).execute()
}

test('a new critical finding sends one email to each person who gets such mails, by role or by choice', async () => {
  const client = await api.as('acme')
  const { partnerId } = await api.partner('acme')
  await join(partnerId, 'technician', 'technician')
  await join(partnerId, 'reader', 'reader')
  await join(partnerId, 'reader.who.wants', 'reader', true)
  await join(partnerId, 'owner.who.does.not', 'owner', false)
  await join(partnerId, 'blocked', 'admin')
  await api.db.updateTable('people').set({ status: 'blocked' }).where('email', '=', 'blocked@people.example').execute()
  await join((await api.partner('globex')).partnerId, 'stranger', 'owner')
  const customerId = await makeCustomer(client, 'Bellbird Engineering')
  const assess = async (): Promise<void> => {
    nowMs += 3_600_000
    await executeRun(api.app, await makeRun(client, customerId), { deadlineMs: 60_000 })
    await carryOutNotices(api)
  }
  const control = {
    kind: 'compensating-control',
    product: 'essential-eight',
    requirement: 'ISM-1504',
    reason: 'The network lets nobody in who has not passed it.',
    approver: 'Ada Park',
    expiresAt: new Date(nowMs + 86_400_000).toISOString(),
  }
  const recorded = await client.post(`/v1/partner/customers/${customerId}/exceptions`, control)
  assert.equal(recorded.status, 201, recorded.text)
  await assess()
  await assess()
  assert.deepEqual(await mailsOf(api, 'assessment-worsened'), [], 'neither the first run nor one without a change')
  await client.delete(`/v1/partner/customers/${customerId}/exceptions/${recorded.body.id}`)
  await assess()
  const mails = await mailsOf(api, 'assessment-worsened')
  assert.deepEqual(mails.map(({ to }) => to).toSorted(), [
    'reader.who.wants@people.example',
    'technician@people.example',
  ])
  assert.equal(mails[0]?.subject, 'A new critical finding at Bellbird Engineering')
  const row = await api.db.selectFrom('mails').selectAll().where('kind', '=', 'assessment-worsened').executeTakeFirst()
  assert.match(row?.text ?? '', /there is a new critical finding/)
  assert.match(row?.text ?? '', /Score: +\d+ of 100, before \d+/)
  assert.match(row?.text ?? '', /\/reports\/run_/)
  assert.equal(row?.customer_id, customerId)
})
