import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makePartner } from '../harness/accounts.ts'
import { startApi } from '../harness/api.ts'
import { makePerson } from './fixture.ts'
import { outcomeOf, visit, visitAs } from './portal.ts'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())
const distributor = await api.distributor('meridian')
const admin = await visit(api, distributor.id, { email: 'ops@meridian.example', role: 'admin' })

/** An active partner of the distributor. */
async function makeActive(company: string): Promise<{ id: string; email: string }> {
  const email = `admin@${company}.example`
  const id = await makePartner(distributor, { company, email })
  await distributor.post(`/v1/distributor/partners/${id}/activate`)
  return { id, email }
}

const inviteOwner = (id: string) => admin.post(`/distributor/partners/${id}/invite-owner`)

test('a partner without an owner gets an invitation at its own address, and repeating this sends it again', async () => {
  const { id, email } = await makeActive('acme')
  for (let times = 0; times < 2; times++) {
    const { status, body } = await inviteOwner(id)
    assert.deepEqual([status, body], [200, { email, sent: 'invitation' }])
  }
  const invited = await api.db
    .selectFrom('invitations')
    .select(['email', 'role'])
    .where('partner_id', '=', id)
    .execute()
  assert.deepEqual(invited, [{ email, role: 'owner' }])
})

test('an owner loses password, factors and sessions, and gets a link; the audit names who did it', async () => {
  const { id, email } = await makeActive('globex')
  const person = await makePerson(api, id, { email })
  const owner = await visitAs(api, person)
  assert.equal((await owner.get('/session')).status, 200)
  assert.deepEqual((await inviteOwner(id)).body, { email, sent: 'new-password' })
  assert.equal(outcomeOf(await owner.get('/session')), '401 SIGN_IN_REQUIRED')
  const left = await api.db.selectFrom('credentials').select('kind').where('person_id', '=', person.id).execute()
  assert.deepEqual(left, [])
  const audited = await api.db
    .selectFrom('audit')
    .select(['author_kind', 'author_id', 'partner_id'])
    .where('action', '=', 'person.reset')
    .execute()
  assert.deepEqual(audited, [{ author_kind: 'person', author_id: admin.personId, partner_id: id }])
})

test('nobody is invited to a pending or suspended partner, or to another distributor’s partner', async () => {
  const pending = await makePartner(distributor, { email: 'admin@pending.example' })
  assert.equal(outcomeOf(await inviteOwner(pending)), '403 PARTNER_INACTIVE')
  const suspended = await makeActive('suspended')
  await distributor.post(`/v1/distributor/partners/${suspended.id}/suspend`)
  assert.equal(outcomeOf(await inviteOwner(suspended.id)), '403 PARTNER_INACTIVE')
  const { partnerId } = await api.partner('somebody-elses')
  assert.equal(outcomeOf(await inviteOwner(partnerId)), '404 NOT_FOUND')
  const sent = await api.db.selectFrom('invitations').select('id').where('partner_id', '!=', '').execute()
  assert.equal(sent.length, 1, 'only that of the first test')
})
