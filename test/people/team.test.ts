import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { findAccount } from '../../src/features/accounts/service.ts'
import {
  createInvitation,
  listInvitations,
  revokeInvitation,
  sendInvitationAgain,
} from '../../src/features/people/invitations/service.ts'
import type { TeamAuthor } from '../../src/features/people/rules.ts'
import { authenticateSession } from '../../src/features/people/sessions/service.ts'
import { changeMember, deleteMember, deleteMemberFactors, listTeam } from '../../src/features/people/team/service.ts'
import type { Role } from '../../src/shared/actor.ts'
import { newId } from '../../src/shared/ids.ts'
import { startApi } from '../harness/api.ts'
import { addAuthenticator } from './factors.ts'
import { actorOf, makePerson, sessionOf, type TestPerson } from './fixture.ts'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())

let accounts = 0
/** An account with an owner. */
async function makeTeam(): Promise<{ accountId: string; owner: TestPerson; by: TeamAuthor }> {
  accounts += 1
  const { partnerId } = await api.partner(`team-${accounts}`)
  const owner = await makePerson(api, partnerId, { email: `owner@team-${accounts}.example` })
  return { accountId: partnerId, owner, by: await authorOf(partnerId, owner, 'owner') }
}

const authorOf = async (accountId: string, { id }: TestPerson, role: Role): Promise<TeamAuthor> => ({
  author: { kind: 'person', id, accountId },
  account: await findAccount(api.app, accountId),
  role,
})

const actionsOf = async (subject: string) => {
  const rows = await api.db
    .selectFrom('audit')
    .select(['action', 'author_kind', 'author_id'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()
  return rows.map(({ action, author_kind, author_id }) => `${action} by ${author_kind} ${author_id}`)
}

const problem = (code: string) => ({ name: 'Problem', code })

test('of two owners who remove each other at once, one stays', async () => {
  for (const attempt of ['changeMember', 'deleteMember'] as const) {
    const { accountId, owner, by } = await makeTeam()
    const other = await makePerson(api, accountId, { email: 'other@owner.example' })
    const byOther = await authorOf(accountId, other, 'owner')
    const remove = (author: TeamAuthor, id: string): Promise<unknown> =>
      attempt === 'deleteMember'
        ? deleteMember(api.app, author, id)
        : changeMember(api.app, author, id, { role: 'reader' })
    const results = await Promise.allSettled([remove(by, other.id), remove(byOther, owner.id)])
    assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    const [refused] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    assert.equal(refused.code, 'LAST_OWNER')
    const owners = (await listTeam(api.db, by.account)).filter(({ role }) => role === 'owner')
    assert.equal(owners.length, 1)
  }
})

test('the last owner who can sign in is neither changed, blocked nor removed', async () => {
  const { accountId, owner, by } = await makeTeam()
  const blocked = await makePerson(api, accountId, { email: 'blocked@owner.example' })
  await changeMember(api.app, by, blocked.id, { status: 'blocked' })
  for (const change of [{ role: 'admin' }, { status: 'blocked' }] as const)
    await assert.rejects(changeMember(api.app, by, owner.id, change), problem('LAST_OWNER'))
  await assert.rejects(deleteMember(api.app, by, owner.id), problem('LAST_OWNER'))
  assert.equal((await changeMember(api.app, by, owner.id, { name: 'Another Name' })).name, 'Another Name')
})

test('nobody changes people above their own role, or gives a role above it', async () => {
  const { accountId, owner } = await makeTeam()
  const admin = await makePerson(api, accountId, { email: 'admin@role.example', role: 'admin' })
  const reader = await makePerson(api, accountId, { email: 'reader@role.example', role: 'reader' })
  const by = await authorOf(accountId, admin, 'admin')
  const refused = [
    () => changeMember(api.app, by, owner.id, { role: 'reader' }),
    () => changeMember(api.app, by, reader.id, { role: 'owner' }),
    () => deleteMember(api.app, by, owner.id),
    () => deleteMemberFactors(api.app, by, owner.id),
    () => createInvitation(api.app, by, { email: 'new@role.example', name: 'New', role: 'owner' }),
  ]
  for (const call of refused) await assert.rejects(call, problem('ROLE_REQUIRED'))
  assert.equal((await changeMember(api.app, by, reader.id, { role: 'admin' })).role, 'admin')
})

test('people of other accounts do not exist', async () => {
  const [one, other] = [await makeTeam(), await makeTeam()]
  const invitation = await createInvitation(api.app, other.by, { email: 'a@b.example', name: 'A', role: 'reader' })
  const calls = [
    () => changeMember(api.app, one.by, other.owner.id, { role: 'reader' }),
    () => deleteMember(api.app, one.by, other.owner.id),
    () => deleteMemberFactors(api.app, one.by, other.owner.id),
    () => revokeInvitation(api.app, one.by, invitation.id),
    () => sendInvitationAgain(api.app, one.by, invitation.id),
    () => deleteMember(api.app, one.by, newId('usr')),
    () => deleteMember(api.app, one.by, 'usr_\0'),
  ]
  for (const call of calls) await assert.rejects(call, problem('NOT_FOUND'))
  assert.deepEqual((await listInvitations(api.db, one.by.account)).length, 0)
})

test('a new role ends the sessions of the person, and is audited under whoever gave it', async () => {
  const { accountId, owner, by } = await makeTeam()
  const person = await makePerson(api, accountId, { email: 'moves@up.example', role: 'reader' })
  const token = await sessionOf(api, person)
  await changeMember(api.app, by, person.id, { name: 'Just a name' })
  await authenticateSession(api.app, token)
  await changeMember(api.app, by, person.id, { role: 'technician' })
  await assert.rejects(authenticateSession(api.app, token), problem('SIGN_IN_REQUIRED'))
  assert.deepEqual(await actionsOf(person.id), [
    'person.created by operator test',
    `person.changed by person ${owner.id}`,
    `person.changed by person ${owner.id}`,
  ])
})

test('a removed person leaves neither credentials nor sessions, and may be invited again', async () => {
  const { accountId, by } = await makeTeam()
  const person = await makePerson(api, accountId, { email: 'leaves@us.example', role: 'reader' })
  const token = await sessionOf(api, person)
  await deleteMember(api.app, by, person.id)
  await assert.rejects(authenticateSession(api.app, token), problem('SIGN_IN_REQUIRED'))
  for (const table of ['credentials', 'sessions', 'sign_ins'] as const)
    assert.deepEqual(
      await api.db.selectFrom(table).select('person_id').where('person_id', '=', person.id).execute(),
      [],
    )
  await createInvitation(api.app, by, { email: person.email, name: 'Back', role: 'reader' })
})

test('an address is invited once, and never while it belongs to somebody in the account', async () => {
  const { owner, by } = await makeTeam()
  const input = { email: 'Twice@Invited.example', name: 'Twice', role: 'reader' } as const
  const results = await Promise.allSettled([
    createInvitation(api.app, by, input),
    createInvitation(api.app, by, { ...input, email: input.email.toLowerCase() }),
  ])
  assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  const duplicates = [input.email, owner.email.toUpperCase()]
  for (const email of duplicates)
    await assert.rejects(createInvitation(api.app, by, { ...input, email }), problem('DUPLICATE_ITEM'))
  const [invitation] = await listInvitations(api.db, by.account)
  assert.ok(invitation)
  await revokeInvitation(api.app, by, invitation.id)
  await createInvitation(api.app, by, input)
})

test('the factors of somebody else are removed with their sessions, but not those of oneself', async () => {
  const { accountId, owner, by } = await makeTeam()
  const person = await makePerson(api, accountId, { email: 'lost@phone.example', role: 'admin' })
  const { actor } = await actorOf(api, person)
  await addAuthenticator(api, actor)
  const token = await sessionOf(api, person)
  const stateOf = async () => (await listTeam(api.db, by.account)).find(({ id }) => id === person.id)?.factors
  assert.deepEqual(await stateOf(), { passkeys: 0, totp: true, recoveryCodesLeft: 10 })
  await deleteMemberFactors(api.app, by, person.id)
  assert.deepEqual(await stateOf(), { passkeys: 0, totp: false, recoveryCodesLeft: 0 })
  await assert.rejects(authenticateSession(api.app, token), problem('SIGN_IN_REQUIRED'))
  await assert.rejects(deleteMemberFactors(api.app, by, owner.id), problem('INVALID_FIELD'))
})
