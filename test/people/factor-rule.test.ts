import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { SESSION_COOKIE } from '../../src/features/people/sessions/rules.ts'
import { authenticateSession } from '../../src/features/people/sessions/service.ts'
import { startApi } from '../harness/api.ts'
import { addAuthenticator } from './factors.ts'
import { actorOf, makePerson, surferOf } from './fixture.ts'
import { outcomeOf, type Visitor, visit, visitAs } from './portal.ts'

const api = await startApi({ requiresFactor: true })
after(() => api[Symbol.asyncDispose]())

let accounts = 0
/** A new partner, with an owner who has an authenticator app and somebody who may be without. */
async function makeTeam() {
  accounts += 1
  const domain = `rule-${accounts}.example`
  const { partnerId } = await api.partner(`rule-${accounts}`)
  const person = await makePerson(api, partnerId, { email: `owner@${domain}` })
  await addAuthenticator(api, (await actorOf(api, person)).actor)
  const owner = await visitAs(api, person)
  const reader = await visit(api, partnerId, { email: `reader@${domain}`, role: 'reader', strong: false })
  return { partnerId, domain, owner, reader }
}

const setRule = async (by: Visitor, isForAll: boolean) => outcomeOf(await by.put('/team/factor-rule', { isForAll }))

test('once everybody needs a second factor, open sessions without one can only set one up', async () => {
  const { partnerId, domain, owner, reader } = await makeTeam()
  const technician = await makePerson(api, partnerId, { email: `tech@${domain}`, role: 'technician' })
  const { secret } = await addAuthenticator(api, (await actorOf(api, technician)).actor)
  assert.ok(secret)
  const protectedOne = await visitAs(api, technician)
  assert.equal((await owner.get('/team')).body.secondFactorFor, 'admins')
  assert.equal(await setRule(owner, true), '204')
  assert.equal((await owner.get('/team')).body.secondFactorFor, 'everybody')
  assert.equal(outcomeOf(await reader.get('/session')), '401 SIGN_IN_REQUIRED')
  assert.equal((await protectedOne.get('/session')).status, 200, 'a person with a factor continues')
  const surfer = surferOf(api)
  surfer.cookies.set(SESSION_COOKIE, String(reader.cookie()))
  assert.equal((await surfer.get('/sign-in?next=/team')).location, '/sign-in/new-factor?next=%2Fteam')
  const page = await surfer.get('/sign-in/new-factor')
  assert.match(page.text, /Everybody in this account needs one/)
  assert.doesNotMatch(page.text, /Not now/)
  assert.equal(await setRule(owner, true), '204', 'repeating a value changes nothing')
  const audited = await api.db
    .selectFrom('audit')
    .select(['author_id', 'partner_id', 'before', 'after'])
    .where('action', '=', 'team.factor_rule_changed')
    .where('subject', '=', partnerId)
    .execute()
  assert.deepEqual(audited, [
    {
      author_id: owner.personId,
      partner_id: partnerId,
      before: { everybodyNeedsFactor: false },
      after: { everybodyNeedsFactor: true, sessionsRestricted: 1 },
    },
  ])
})

test('with the rule, a new sign-in without a second factor has to set one up; without it, it continues', async () => {
  const { domain, owner } = await makeTeam()
  await setRule(owner, true)
  const surfer = surferOf(api)
  assert.equal((await surfer.signIn(`reader@${domain}`)).status, 303)
  await assert.rejects(authenticateSession(api.app, surfer.cookies.get(SESSION_COOKIE)), { code: 'SIGN_IN_REQUIRED' })
  assert.equal((await surfer.get('/sign-in')).location, '/sign-in/new-factor')
  assert.equal(await setRule(owner, false), '204')
  await authenticateSession(api.app, surfer.cookies.get(SESSION_COOKIE))
  assert.equal((await owner.get('/team')).body.secondFactorFor, 'admins')
})

test('the rule applies to one account only, not to others or to a distributor’s partners', async () => {
  const { owner } = await makeTeam()
  await setRule(owner, true)
  const distributor = await api.distributor('ruling')
  const chief = await visit(api, distributor.id, { email: 'ops@ruling.example' })
  assert.equal(await setRule(chief, true), '204')
  assert.equal(outcomeOf(await chief.get('/session')), '401 SIGN_IN_REQUIRED', 'the owner has none')
  const { reader } = await makeTeam()
  assert.equal((await reader.get('/session')).status, 200)
  assert.equal((await reader.get('/team')).body.secondFactorFor, 'admins')
})

test('the last factor cannot be removed while everybody needs one, but afterwards it can', async () => {
  const { partnerId, domain, owner } = await makeTeam()
  const person = await makePerson(api, partnerId, { email: `tech@${domain}`, role: 'technician' })
  await addAuthenticator(api, (await actorOf(api, person)).actor)
  const technician = await visitAs(api, person)
  await setRule(owner, true)
  assert.equal((await technician.get('/me/factors')).body.isRequired, true)
  assert.equal(outcomeOf(await technician.delete('/me/factors/totp')), '409 LAST_FACTOR')
  await setRule(owner, false)
  assert.equal((await technician.get('/me/factors')).body.isRequired, false)
  assert.equal((await technician.delete('/me/factors/totp')).status, 204)
})

test('if the rule is set while a last factor is removed, no session without a factor remains', async () => {
  for (let round = 0; round < 8; round++) {
    const { partnerId, domain, owner } = await makeTeam()
    const person = await makePerson(api, partnerId, { email: `tech@${domain}`, role: 'technician' })
    await addAuthenticator(api, (await actorOf(api, person)).actor)
    const technician = await visitAs(api, person)
    const [set, removed] = await Promise.all([setRule(owner, true), technician.delete('/me/factors/totp')])
    assert.equal(set, '204')
    const isSignedOut = outcomeOf(await technician.get('/session')) === '401 SIGN_IN_REQUIRED'
    assert.equal(isSignedOut, removed.status === 204, `${removed.status}: ${removed.text}`)
  }
})

test('only owners with a recent second factor can set the rule', async () => {
  const { partnerId, domain, owner } = await makeTeam()
  const admin = await visit(api, partnerId, { email: `admin@${domain}`, role: 'admin' })
  assert.equal(await setRule(admin, true), '403 ROLE_REQUIRED')
  const weak = await visitAs(api, { id: owner.personId, email: owner.email }, { strong: false })
  assert.equal(await setRule(weak, true), '403 STRONG_SIGN_IN_REQUIRED')
  assert.equal(outcomeOf(await owner.put('/team/factor-rule', {})), '400 MISSING_FIELD')
  assert.equal(outcomeOf(await owner.put('/team/factor-rule', { isForAll: 'yes' })), '400 INVALID_FIELD')
  assert.equal((await owner.get('/team')).body.secondFactorFor, 'admins')
})
