import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { visitRefusal } from '../../src/features/people/visits/rules.ts'
import { endOverdueVisits } from '../../src/features/people/visits/service.ts'
import { MINUTE_MS } from '../../src/shared/dates/time-units.ts'
import { makeActivePartner, makePartner } from '../harness/accounts.ts'
import { startApi } from '../harness/api.ts'
import { browse, type Portal, signIn } from '../portal/sessions.ts'
import { collectRoutes, placesOf } from '../security/route-list.ts'

const REASON = 'Ticket 4711: their webhook fails'
let now = new Date('2031-05-15T08:00:00.000Z')
const all = collectRoutes()
const api = await startApi({ now: () => now })
after(() => api[Symbol.asyncDispose]())

let count = 0

/** A distributor with an active partner, and an owner of each who is signed in. */
async function makeWorld(role: 'owner' | 'technician' = 'owner') {
  count += 1
  const distributor = await api.distributor(`visits-${count}`)
  const { id } = await makeActivePartner(api, distributor, { company: 'Contour' })
  return { distributor, id, partner: await signIn(api, id), person: await signIn(api, distributor.id, { role }) }
}

type Caller = Pick<Portal, 'post'>
const start = (person: Caller, id: string, body: unknown = { reason: REASON, act: false }) =>
  person.post(`/distributor/partners/${id}/visits`, body)

/** The browser after an answer that has given it another session cookie. */
function follow({ headers, text }: { headers: Record<string, unknown>; text: string }) {
  const cookie = /__Host-portal=[^;]+/.exec(String(headers['set-cookie']))?.[0]
  assert.ok(cookie, text)
  return browse(api, cookie)
}

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  `${status} ${body?.error?.code ?? ''}`.trim()

test('a visit turns the session into one of the partner, under a new token, until it ends', async () => {
  const { id, person } = await makeWorld()
  const started = await start(person, id)
  assert.deepEqual([started.status, started.body], [201, { next: '/' }], started.text)
  assert.equal(codeOf(await person.get('/session')), '401 SIGN_IN_REQUIRED', 'the token from before')
  const visitor = follow(started)
  const session = (await visitor.get('/session')).body
  assert.deepEqual(session.account, { kind: 'partner', id, name: 'Contour' })
  assert.deepEqual([session.visit.mayAct, session.visit.company], [false, `visits-${count}`])
  assert.equal(session.visit.endsAt, new Date(now.getTime() + 60 * MINUTE_MS).toISOString())
  assert.deepEqual([session.accounts, session.resets, session.visits], [[session.account], [], []])
  assert.equal((await visitor.get('/partner/me')).body.id, id)
  assert.equal(codeOf(await visitor.get('/distributor/me')), '404 NOT_FOUND')
  const ended = await visitor.delete('/session/visit')
  assert.deepEqual([ended.status, ended.body], [200, { next: `/partners/${id}` }], ended.text)
  const home = follow(ended)
  assert.equal((await home.get('/distributor/me')).status, 200)
  assert.equal((await home.get('/session')).body.visit, undefined)
  assert.equal(codeOf(await home.delete('/session/visit')), '404 NOT_FOUND')
})

test('a visit needs a second factor, a reason and a role, and an active partner of the distributor', async () => {
  const { id, distributor } = await makeWorld()
  const strangers = await signIn(api, (await api.distributor(`other-${count}`)).id)
  assert.equal(codeOf(await start(strangers, id)), '404 NOT_FOUND')
  const weak = await signIn(api, distributor.id, { strong: false })
  assert.equal(codeOf(await start(weak, id)), '403 STRONG_SIGN_IN_REQUIRED')
  const reader = await signIn(api, distributor.id, { role: 'reader' })
  assert.equal(codeOf(await start(reader, id)), '403 ROLE_REQUIRED')
  const technician = await signIn(api, distributor.id, { role: 'technician' })
  assert.equal(codeOf(await start(technician, id, { reason: REASON, act: true })), '403 ROLE_REQUIRED')
  assert.equal(codeOf(await start(technician, id, { reason: 'short', act: false })), '400 INVALID_FIELD')
  for (const reason of [`${REASON}\u0000`, `${REASON}\ud800`, `${REASON}\n`])
    assert.equal(codeOf(await start(technician, id, { reason, act: false })), '400 INVALID_FIELD')
  assert.equal(codeOf(await start(technician, id, { act: false })), '400 MISSING_FIELD')
  const pending = await makePartner(distributor, { email: 'pending@visits.example' })
  assert.equal(codeOf(await start(technician, pending)), '403 PARTNER_INACTIVE')
  assert.equal((await start(technician, id)).status, 201)
})

test('both audit trails record the visit with its reason and end, and the partner sees it while it lasts', async () => {
  const { id, person, partner, distributor } = await makeWorld()
  const visitor = follow(await start(person, id))
  const endsAt = new Date(now.getTime() + 60 * MINUTE_MS).toISOString()
  const { name, personId } = person.session
  const company = `visits-${count}`
  const news = { company, name, reason: REASON, mayAct: false }
  const [shown] = (await partner.get('/session')).body.visits
  assert.deepEqual({ ...shown, id: undefined }, { id: undefined, ...news, startedAt: now.toISOString(), endsAt })
  await visitor.delete('/session/visit')
  const home = await signIn(api, distributor.id)
  for (const audit of [await partner.get('/partner/audit?limit=2'), await home.get('/distributor/audit?limit=3')]) {
    const entries = audit.body.entries.filter(({ action }: { action: string }) => action.startsWith('visit.'))
    assert.deepEqual(
      entries.map(({ action, author, subject }: Record<string, unknown>) => [action, author, subject]),
      [
        ['visit.ended', { kind: 'person', id: personId }, id],
        ['visit.started', { kind: 'person', id: personId }, id],
      ],
    )
    assert.deepEqual(entries[1].after, { visitId: shown.id, ...news, endsAt })
  }
  assert.equal((await partner.get('/session')).body.visits[0].endedAt, now.toISOString())
})

test('the first visit of a day is reported by email, and no other', async () => {
  const { id, distributor } = await makeWorld()
  const reported = async (): Promise<number> => {
    const rows = await api.db
      .selectFrom('notices')
      .select('id')
      .where('kind', '=', 'partner-visited')
      .where('partner_id', '=', id)
      .execute()
    return rows.length
  }
  for (let visits = 0; visits < 2; visits += 1) await start(await signIn(api, distributor.id), id)
  assert.equal(await reported(), 1)
  const before = now
  now = new Date('2031-05-16T08:00:00.000Z')
  await start(await signIn(api, distributor.id), id)
  assert.equal(await reported(), 2)
  now = before
})

test('after an hour the session is the distributor’s again, and the end is recorded once', async () => {
  const { id, person, distributor } = await makeWorld()
  const visitor = follow(await start(person, id, { reason: REASON, act: true }))
  const before = now
  now = new Date(now.getTime() + 60 * MINUTE_MS - 1)
  assert.equal((await visitor.get('/partner/me')).status, 200)
  now = new Date(now.getTime() + 1)
  assert.equal(codeOf(await visitor.get('/partner/me')), '404 NOT_FOUND')
  assert.equal((await visitor.get('/distributor/me')).status, 200)
  await endOverdueVisits(api.app)
  await endOverdueVisits(api.app)
  const { body } = await distributor.get('/v1/distributor/audit?action=visit.ended')
  assert.deepEqual(
    body.entries.map(({ author }: { author: unknown }) => author),
    [{ kind: 'system', id: 'end of visits' }],
  )
  now = before
})

test('a suspension ends the visit, and a reactivation does not restore it', async () => {
  const { id, person, distributor } = await makeWorld()
  const visitor = follow(await start(person, id))
  await distributor.post(`/v1/distributor/partners/${id}/suspend`)
  assert.equal(codeOf(await visitor.get('/partner/me')), '404 NOT_FOUND')
  await distributor.post(`/v1/distributor/partners/${id}/activate`)
  assert.equal(codeOf(await visitor.get('/partner/me')), '404 NOT_FOUND')
  assert.equal((await visitor.get('/distributor/me')).status, 200)
  const { body } = await distributor.get('/v1/distributor/audit?action=visit.ended')
  assert.equal(body.entries.length, 1)
})

test('signing out, or a change of the visitor’s role, ends the visit and the session', async () => {
  const { id, distributor } = await makeWorld()
  for (const end of ['role', 'sign-out'] as const) {
    const person = await signIn(api, distributor.id, { role: 'admin' })
    const visitor = follow(await start(person, id))
    if (end === 'sign-out') assert.equal((await visitor.delete('/session')).status, 204)
    else {
      const owner = await signIn(api, distributor.id)
      const changed = await owner.call('PATCH', `/team/people/${person.session.personId}`, { role: 'reader' })
      assert.equal(changed.status, 200, changed.text)
    }
    assert.equal(codeOf(await visitor.get('/partner/me')), '401 SIGN_IN_REQUIRED', end)
  }
  await endOverdueVisits(api.app)
  const { body } = await distributor.get('/v1/distributor/audit?action=visit.ended')
  assert.equal(body.entries.length, 2)
})

test('a read-only visitor changes nothing; other visitors’ changes are in both audit trails under their own names', async () => {
  const { id, person, distributor, partner } = await makeWorld()
  const looking = follow(await start(person, id))
  const customer = { name: 'Bellbird', tenantId: '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02' }
  assert.equal(codeOf(await looking.post('/partner/customers', customer)), '403 ROLE_REQUIRED')
  const other = await signIn(api, distributor.id)
  const acting = follow(await start(other, id, { reason: REASON, act: true }))
  const made = await acting.post('/partner/customers', customer)
  assert.equal(made.status, 201, made.text)
  for (const audit of [
    await partner.get('/partner/audit?limit=1'),
    await distributor.get('/v1/distributor/audit?limit=1'),
  ])
    assert.deepEqual(audit.body.entries[0].author, { kind: 'person', id: other.session.personId })
})

const PORTAL = '/portal/api'
const routes = all.filter(
  ({ url, method }) => url.startsWith(`${PORTAL}/`) && !url.startsWith(`${PORTAL}/distributor/`) && method !== 'HEAD',
)
const NOTHING = '01jd0000000000000000000000'
/** The visitor's own session. */
const OWN = /^(GET|DELETE) \/session$|^DELETE \/session\/visit$|^POST \/session\/confirm(\/passkey)?$/

test('on every portal route visitors can read, change only if allowed, and never reach what gives access', async () => {
  assert.ok(routes.length > 60)
  for (const act of [false, true]) {
    const { id, person } = await makeWorld()
    const visitor = follow(await start(person, id, { reason: REASON, act }))
    for (const { method, url } of routes) {
      const path = url.slice(PORTAL.length)
      const name = `${method} ${path}`
      if (OWN.test(name) || path.endsWith('/stream')) continue
      const isOpen = visitRefusal(act, method, path) === undefined
      // With ids of nothing nothing is changed; without one, only those who are refused may call.
      if (isOpen && method !== 'GET' && placesOf(url).length === 0) continue
      const filled = path.replaceAll(/:\w+/g, (name) => (name === ':slot' ? '2' : `cust_${NOTHING}`))
      const answer = codeOf(await visitor.call(method, filled, method === 'GET' ? undefined : {}))
      if (isOpen) assert.doesNotMatch(answer, /ROLE_REQUIRED|STRONG|^401|^5/, `${act}: ${name}`)
      else assert.equal(answer, '403 ROLE_REQUIRED', `${act}: ${name}`)
    }
  }
})

test('no route that gives access, holds secrets or pays is open to visitors, even if it is added later', () => {
  const names = routes
    .map(({ method, url }) => `${method} ${url.slice(PORTAL.length)}`)
    .filter((name) => !OWN.test(name))
  const open = names.filter((name) => {
    const [method = '', path = ''] = name.split(' ')
    return visitRefusal(true, method, path) === undefined
  })
  const sensitive =
    /key|secret|webhook|deliver|replay|passw|passkey|factor|team|people|person|invit|session|sign-|card|invoice|\/me\//
  assert.deepEqual(
    open.filter((name) => sensitive.test(name)),
    [],
  )
  assert.ok(names.some((name) => sensitive.test(name)))
  assert.ok(open.includes('GET /partner/customers') && open.includes('POST /partner/assessments'))
})
