import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApi } from '../harness/api.ts'
import { makePerson } from './fixture.ts'
import { outcomeOf, visit, visitAs } from './portal.ts'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())
let accounts = 0
/** A new partner with an owner who is signed in. */
async function makeTeam() {
  accounts += 1
  const { partnerId } = await api.partner(`team-${accounts}`)
  const email = `owner@team-${accounts}.example`
  return { partnerId, domain: `team-${accounts}.example`, owner: await visit(api, partnerId, { email }) }
}

const idsOf = (list: { id: string }[]): string[] => list.map(({ id }) => id)

test('admins see people, factors and invitations; lower roles see only who belongs to the account', async () => {
  const { partnerId, domain, owner } = await makeTeam()
  const reader = await visit(api, partnerId, { email: `reader@${domain}`, role: 'reader' })
  await owner.post('/team/invitations', { email: `new@${domain}`, name: 'New', role: 'reader' })
  const full = (await owner.get('/team')).body
  assert.deepEqual(idsOf(full.people), [owner.personId, reader.personId])
  assert.deepEqual(full.people[0].factors, { passkeys: 0, totp: false, recoveryCodesLeft: 0 })
  assert.ok(full.people[1].lastSeenAt)
  assert.equal(full.invitations.length, 1)
  const less = (await reader.get('/team')).body
  assert.deepEqual(idsOf(less.people), idsOf(full.people))
  assert.equal(less.invitations, undefined)
  assert.ok(less.people.every((person: object) => !('factors' in person) && !('lastSeenAt' in person)))
  const refused = await reader.post('/team/invitations', { email: `more@${domain}`, name: 'More', role: 'reader' })
  assert.equal(outcomeOf(refused), '403 ROLE_REQUIRED')
})

test('changes of the team need a recent second factor', async () => {
  const { partnerId, domain } = await makeTeam()
  const weak = await visit(api, partnerId, { email: `weak@${domain}`, strong: false })
  const invited = await weak.post('/team/invitations', { email: `new@${domain}`, name: 'New', role: 'reader' })
  assert.equal(outcomeOf(invited), '403 STRONG_SIGN_IN_REQUIRED')
  assert.deepEqual((await weak.get('/team')).body.invitations, [])
})

test('an invitation can be sent, sent again and withdrawn', async () => {
  const { domain, owner } = await makeTeam()
  const email = `nina@${domain}`
  const made = await owner.post('/team/invitations', { email, name: '  Nina ', role: 'technician' })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual([made.body.email, made.body.name, made.body.role], [email, 'Nina', 'technician'])
  const twice = await owner.post('/team/invitations', { email: email.toUpperCase(), name: 'Nina', role: 'reader' })
  assert.equal(outcomeOf(twice), '409 DUPLICATE_ITEM')
  const member = await owner.post('/team/invitations', { email: owner.email, name: 'Me', role: 'reader' })
  assert.equal(outcomeOf(member), '409 DUPLICATE_ITEM')
  assert.equal((await owner.post(`/team/invitations/${made.body.id}/resend`)).status, 200)
  const notices = await api.db.selectFrom('notices').select('content').where('kind', '=', 'person-invited').execute()
  assert.equal(notices.filter(({ content }) => JSON.stringify(content).includes(made.body.id)).length, 2)
  assert.equal((await owner.delete(`/team/invitations/${made.body.id}`)).status, 204)
  assert.equal(outcomeOf(await owner.delete(`/team/invitations/${made.body.id}`)), '404 NOT_FOUND')
  assert.deepEqual((await owner.get('/team')).body.invitations, [])
})

test('errors in an invitation are reported field by field', async () => {
  const { owner } = await makeTeam()
  const answer = await owner.post('/team/invitations', { email: 'nobody', name: ' ', role: 'king' })
  const fields = answer.body.error.details.map(({ field }: { field: string }) => field)
  assert.deepEqual(fields.sort(), ['email', 'name', 'role'])
  assert.deepEqual((await owner.get('/team')).body.invitations, [])
})

test('a new role ends the sessions of the person and is audited', async () => {
  const { partnerId, domain, owner } = await makeTeam()
  const tech = await visit(api, partnerId, { email: `tech@${domain}`, role: 'technician' })
  const changed = await owner.call('PATCH', `/team/people/${tech.personId}`, { role: 'admin' })
  assert.deepEqual([changed.status, changed.body.role], [200, 'admin'])
  assert.equal(outcomeOf(await tech.get('/session')), '401 SIGN_IN_REQUIRED')
  const row = await api.db
    .selectFrom('audit')
    .selectAll()
    .where('subject', '=', tech.personId)
    .where('action', '=', 'person.changed')
    .executeTakeFirstOrThrow()
  assert.deepEqual([row.author_kind, row.author_id], ['person', owner.personId])
})

test('admins neither make owners nor change them', async () => {
  const { partnerId, domain, owner } = await makeTeam()
  const admin = await visit(api, partnerId, { email: `admin@${domain}`, role: 'admin' })
  const invited = await admin.post('/team/invitations', { email: `boss@${domain}`, name: 'Boss', role: 'owner' })
  const outcomes = [
    outcomeOf(invited),
    outcomeOf(await admin.call('PATCH', `/team/people/${admin.personId}`, { role: 'owner' })),
    outcomeOf(await admin.call('PATCH', `/team/people/${owner.personId}`, { role: 'reader' })),
    outcomeOf(await admin.delete(`/team/people/${owner.personId}`)),
    outcomeOf(await admin.post(`/team/people/${owner.personId}/reset-factor`)),
  ]
  assert.deepEqual(
    outcomes,
    Array.from({ length: 5 }, () => '403 ROLE_REQUIRED'),
  )
  assert.equal((await owner.get('/team')).body.people[0].role, 'owner')
})

test('a blocked person loses access at once, and can sign in again once unblocked', async () => {
  const { partnerId, domain, owner } = await makeTeam()
  const person = await makePerson(api, partnerId, { email: `late@${domain}`, role: 'reader' })
  const late = await visitAs(api, person)
  assert.equal((await owner.call('PATCH', `/team/people/${person.id}`, { status: 'blocked' })).status, 200)
  assert.equal(outcomeOf(await late.get('/session')), '401 SIGN_IN_REQUIRED')
  await assert.rejects(visitAs(api, person), { code: 'SIGN_IN_REQUIRED' })
  assert.equal((await owner.call('PATCH', `/team/people/${person.id}`, { status: 'active' })).status, 200)
  assert.equal((await (await visitAs(api, person)).get('/session')).status, 200)
})

test('admins can remove a colleague’s factors and sessions, but not their own', async () => {
  const { partnerId, domain, owner } = await makeTeam()
  const lost = await visit(api, partnerId, { email: `lost@${domain}`, role: 'reader' })
  await lost.post('/me/factors/totp')
  await api.db
    .updateTable('credentials')
    .set({ active: true })
    .where('person_id', '=', lost.personId)
    .where('kind', '=', 'totp')
    .execute()
  assert.equal((await owner.post(`/team/people/${lost.personId}/reset-factor`)).status, 204)
  assert.equal(outcomeOf(await lost.get('/session')), '401 SIGN_IN_REQUIRED')
  const left = await api.db.selectFrom('credentials').select('kind').where('person_id', '=', lost.personId).execute()
  assert.deepEqual(left, [{ kind: 'password' }])
  assert.equal(outcomeOf(await owner.post(`/team/people/${owner.personId}/reset-factor`)), '400 INVALID_FIELD')
})

test('the last owner can be neither removed, blocked nor demoted', async () => {
  const { owner } = await makeTeam()
  const path = `/team/people/${owner.personId}`
  assert.equal(outcomeOf(await owner.call('PATCH', path, { role: 'admin' })), '409 LAST_OWNER')
  assert.equal(outcomeOf(await owner.call('PATCH', path, { status: 'blocked' })), '409 LAST_OWNER')
  assert.equal(outcomeOf(await owner.delete(path)), '409 LAST_OWNER')
  assert.equal((await owner.get('/session')).status, 200)
})

test('if two owners remove each other at the same time, one remains', async () => {
  for (let round = 0; round < 5; round++) {
    const { partnerId, domain, owner } = await makeTeam()
    const other = await visit(api, partnerId, { email: `other@${domain}` })
    const outcomes = await Promise.all([
      owner.delete(`/team/people/${other.personId}`),
      other.call('PATCH', `/team/people/${owner.personId}`, { role: 'reader' }),
    ])
    const left = await api.db
      .selectFrom('people')
      .select('id')
      .where('partner_id', '=', partnerId)
      .where('role', '=', 'owner')
      .where('status', '=', 'active')
      .execute()
    assert.equal(left.length, 1, outcomes.map(outcomeOf).join())
  }
})

test("another account's people and invitations are not found", async () => {
  const { owner } = await makeTeam()
  const { partnerId, domain, owner: victim } = await makeTeam()
  const member = await visit(api, partnerId, { email: `member@${domain}`, role: 'reader' })
  const invitation = await victim.post('/team/invitations', { email: `new@${domain}`, name: 'New', role: 'reader' })
  const { id } = invitation.body
  const outcomes = [
    await owner.call('PATCH', `/team/people/${member.personId}`, { role: 'owner' }),
    await owner.delete(`/team/people/${member.personId}`),
    await owner.post(`/team/people/${member.personId}/reset-factor`),
    await owner.post(`/team/invitations/${id}/resend`),
    await owner.delete(`/team/invitations/${id}`),
    await owner.delete('/team/people/%00'),
  ].map(outcomeOf)
  assert.deepEqual(
    outcomes,
    Array.from({ length: 6 }, () => '404 NOT_FOUND'),
  )
  assert.equal((await victim.get('/team')).body.invitations.length, 1)
  assert.equal((await member.get('/session')).status, 200)
})

test('a distributor has a team of its own', async () => {
  const { id } = await api.distributor('meridian')
  const owner = await visit(api, id, { email: 'owner@meridian.example' })
  const made = await owner.post('/team/invitations', { email: 'new@meridian.example', name: 'New', role: 'admin' })
  assert.equal(made.status, 201, made.text)
  const { people, invitations } = (await owner.get('/team')).body
  assert.deepEqual([idsOf(people), idsOf(invitations)], [[owner.personId], [made.body.id]])
})
