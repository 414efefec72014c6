import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { findAccount } from '../../src/features/accounts/service.ts'
import { createInvitation, createPersonLink } from '../../src/features/people/invitations/service.ts'
import { createRecoveryLink } from '../../src/features/people/recovery/service.ts'
import { renewMember } from '../../src/features/people/team/service.ts'
import { HOUR_MS } from '../../src/shared/dates/time-units.ts'
import { AUTHOR } from '../harness/accounts.ts'
import { startApi } from '../harness/api.ts'
import { surferOf } from './fixture.ts'
import { type Visitor, visit, visitAs } from './portal.ts'

const START_MS = Date.now()
let aheadMs = 0
const api = await startApi({ now: () => new Date(START_MS + aheadMs) })
after(() => api[Symbol.asyncDispose]())
const NEW_PASSWORD = 'quite another phrase'

let accounts = 0
async function makeTeam() {
  accounts += 1
  const domain = `resets-${accounts}.example`
  const { partnerId } = await api.partner(`resets-${accounts}`)
  const owner = await visit(api, partnerId, { email: `owner@${domain}` })
  const reader = await visit(api, partnerId, { email: `reader@${domain}`, role: 'reader' })
  const by = { author: AUTHOR, account: await findAccount(api.app, partnerId), role: 'owner' } as const
  return { partnerId, domain, owner, reader, by }
}

/** What the portal shows: of whom, what, and by whom. */
const shownTo = async (visitor: Visitor): Promise<string[][]> =>
  (await visitor.get('/session')).body.resets.map((reset: Record<string, string>) => [
    reset.personId,
    reset.kind,
    reset.byWhom,
  ])

const again = ({ personId: id, email }: Visitor) => visitAs(api, { id, email })

test('a password reset by link is shown for a day, to the person and to the owners', async () => {
  const { partnerId, domain, owner, reader } = await makeTeam()
  const admin = await visit(api, partnerId, { email: `admin@${domain}`, role: 'admin' })
  const stranger = await makeTeam()
  const link = await api.db.transaction().execute((tx) => createRecoveryLink(api.app, tx, reader.personId))
  const path = new URL(link?.url ?? '').pathname
  assert.deepEqual(await shownTo(owner), [], 'a link that nobody has used resets nothing')
  const form = { password: NEW_PASSWORD, repeat: NEW_PASSWORD }
  assert.equal((await surferOf(api).post(path, form)).status, 200)
  const expected = [[reader.personId, 'password', 'self']]
  assert.deepEqual(await shownTo(owner), expected)
  assert.deepEqual(await shownTo(await again(reader)), expected)
  assert.deepEqual(await shownTo(admin), [])
  assert.deepEqual(await shownTo(stranger.owner), [])
  const [shown] = (await owner.get('/session')).body.resets
  assert.deepEqual([shown.name, shown.at], ['Robin Example', api.app.now().toISOString()])
  aheadMs += 23 * HOUR_MS
  assert.deepEqual(await shownTo(await again(owner)), expected)
  aheadMs += 1 * HOUR_MS
  assert.deepEqual(await shownTo(await again(owner)), [])
})

test('factors removed by a colleague, and resets by the operator, are shown with their author', async () => {
  const { domain, owner, reader, by } = await makeTeam()
  assert.equal((await owner.post(`/team/people/${reader.personId}/reset-factor`)).status, 204)
  assert.deepEqual(await shownTo(await again(reader)), [[reader.personId, 'factors', 'colleague']])
  aheadMs += 1000
  await renewMember(api.app, by, `reader@${domain}`)
  assert.deepEqual(await shownTo(owner), [
    [reader.personId, 'everything', 'operator'],
    [reader.personId, 'factors', 'colleague'],
  ])
  aheadMs += 1000
  assert.equal((await owner.post(`/team/people/${reader.personId}/reset-factor`)).status, 204)
  assert.deepEqual(
    await shownTo(owner),
    [
      [reader.personId, 'factors', 'colleague'],
      [reader.personId, 'everything', 'operator'],
    ],
    'the newest of each kind',
  )
})

test('people invited by the distributor or the operator are shown to the owners, but not to themselves', async () => {
  const { domain, owner, by } = await makeTeam()
  const distributor = await api.distributor('resetting')
  const outsider = { ...by, author: { kind: 'distributor' as const, id: distributor.id } }
  const colleague = { kind: 'person' as const, id: owner.personId, accountId: by.account.id }
  const joined: Record<string, string> = {}
  for (const [name, author] of Object.entries({
    operator: by,
    distributor: outsider,
    own: { ...by, author: colleague },
  })) {
    const email = `${name}@${domain}`
    const { id } = await createInvitation(api.app, author, { email, name, role: 'owner' })
    const link = await api.db.transaction().execute((tx) => createPersonLink(api.app, tx, id))
    const form = { name, password: NEW_PASSWORD, repeat: NEW_PASSWORD }
    assert.equal((await surferOf(api).post(new URL(link?.url ?? '').pathname, form)).status, 303)
    const row = await api.db.selectFrom('people').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    joined[name] = row.id
    aheadMs += 1000
  }
  const { operator = '', distributor: other = '', own = '' } = joined
  const byOperator = [operator, 'invited', 'operator']
  const byDistributor = [other, 'invited', 'distributor']
  assert.deepEqual(await shownTo(owner), [byDistributor, byOperator])
  assert.deepEqual(await shownTo(await visitAs(api, { id: operator, email: '' })), [byDistributor])
  assert.deepEqual(await shownTo(await visitAs(api, { id: own, email: '' })), [byDistributor, byOperator])
})
