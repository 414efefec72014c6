import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Agent, request } from 'undici'
import { findAccount } from '../../../src/features/accounts/service.ts'
import { suspendDistributor } from '../../../src/features/distributors/service.ts'
import type { Invitation } from '../../../src/features/people/invitations/rules.ts'
import {
  completeInvitation,
  createInvitation,
  createPersonLink,
  revokeInvitation,
} from '../../../src/features/people/invitations/service.ts'
import type { TeamAuthor } from '../../../src/features/people/rules.ts'
import { SESSION_COOKIE } from '../../../src/features/people/sessions/rules.ts'
import { authenticateSession, authenticateSetup } from '../../../src/features/people/sessions/service.ts'
import type { Role } from '../../../src/shared/actor.ts'
import { DAY_MS } from '../../../src/shared/dates/time-units.ts'
import { STAFF_MEMBERS, type StaffMember } from '../../../src/simulator/sign-in/staff.ts'
import { AUTHOR } from '../../harness/accounts.ts'
import { startApi } from '../../harness/api.ts'
import { type Reply, type Surfer, surferOf } from '../../people/fixture.ts'

let aheadMs = 0
const api = await startApi({ simulator: true, requiresFactor: true, now: () => new Date(Date.now() + aheadMs) })
const { app, db } = api
const simulator = api.simulator ?? assert.fail('the simulator runs')
const { partnerId } = await api.partner('northwind')
const agent = new Agent({ connect: { ca: api.ca } })
after(async () => {
  await agent.close()
  await api[Symbol.asyncDispose]()
})

const [SAM, ALEX] = STAFF_MEMBERS
if (!SAM || !ALEX) throw new Error('the simulator has two people')

let count = 0

/** Somebody is invited; `path` is that of the link in the email. */
async function invite(role: Role = 'reader', accountId = partnerId) {
  const by: TeamAuthor = { author: AUTHOR, account: await findAccount(app, accountId), role: 'owner' }
  const email = `invited${count++}@northwind.example`
  const invitation = await createInvitation(app, by, { email, name: 'Pat Invited', role })
  return { by, email, invitation, path: await pathOf(invitation) }
}

/** A new link, as each email has one. */
async function pathOf({ id }: Invitation): Promise<string> {
  const link = await db.transaction().execute((tx) => createPersonLink(app, tx, id))
  return new URL(link?.url ?? '').pathname
}

const tokenOf = (path: string): string => path.split('/').at(-1) ?? ''

/** Goes to the sign-in service and chooses somebody there; returns the path that the browser comes back to. */
async function choose(surfer: Surfer, path: string, member: StaffMember): Promise<string> {
  const { status, location, text } = await surfer.get(`${path}/microsoft`)
  assert.equal(status, 303, text)
  const target = new URL(location ?? '')
  target.pathname += '/sign-in'
  target.searchParams.set('as', member.key)
  const { headers, body } = await request(target, { dispatcher: agent })
  await body.dump()
  const back = new URL(String(headers.location))
  return back.pathname + back.search
}

const comeBack = async (surfer: Surfer, path: string): Promise<Reply> =>
  surfer.get((await surfer.get(path)).location ?? '')

const accept = async (surfer: Surfer, path: string, member: StaffMember): Promise<Reply> =>
  comeBack(surfer, await choose(surfer, path, member))

const findPerson = (email: string) =>
  db.selectFrom('people').select(['id', 'name', 'role']).where('email', '=', email).executeTakeFirst()

async function assertNobody(email: string, surfer: Surfer, reply: Reply, status: number, says: RegExp): Promise<void> {
  assert.deepEqual([reply.status, surfer.cookies.has(SESSION_COOKIE)], [status, false], reply.text)
  assert.match(reply.text, says)
  assert.equal(await findPerson(email), undefined)
}

const GONE = /This link does not work/

test('an invitation is accepted with a Microsoft account, which signs in from then on, without any password', async () => {
  const { email, path, invitation } = await invite('technician')
  const surfer = surferOf(api)
  const reply = await accept(surfer, path, SAM)
  assert.deepEqual([reply.status, reply.location], [303, '/sign-in/new-factor?next=%2Fwelcome'], reply.text)
  const { personId, role, strongUntil } = await authenticateSession(app, surfer.cookies.get(SESSION_COOKIE))
  assert.deepEqual([role, strongUntil], ['technician', null])
  assert.deepEqual(await findPerson(email), { id: personId, name: 'Pat Invited', role: 'technician' })
  const credentials = await db
    .selectFrom('credentials')
    .select(['kind', 'name'])
    .where('person_id', '=', personId)
    .execute()
  assert.deepEqual(credentials, [{ kind: 'microsoft', name: SAM.userPrincipalName }])
  const audit = await db
    .selectFrom('audit')
    .select(['action', 'author_kind', 'author_id'])
    .where('subject', '=', personId)
    .orderBy('id')
    .execute()
  assert.deepEqual(
    audit.map(({ action, author_kind, author_id }) => [action, author_kind, author_id]),
    [
      ['person.created', 'recipient', email],
      ['microsoft.linked', 'recipient', email],
      ['session.started', 'person', personId],
    ],
  )
  assert.deepEqual(await db.selectFrom('invitations').select('id').where('id', '=', invitation.id).execute(), [])

  const again = surferOf(api)
  const start = (await again.get('/sign-in/microsoft?next=%2Fkeys')).location ?? ''
  const target = new URL(start)
  target.pathname += '/sign-in'
  target.searchParams.set('as', SAM.key)
  const answer = await request(target, { dispatcher: agent })
  await answer.body.dump()
  const back = new URL(String(answer.headers.location))
  assert.equal((await comeBack(again, back.pathname + back.search)).location, '/keys')
  assert.equal((await authenticateSession(app, again.cookies.get(SESSION_COOKIE))).personId, personId)
})

test('an invited owner or admin has to set up a second factor first', async () => {
  for (const role of ['owner', 'admin'] as const) {
    const { path } = await invite(role)
    const surfer = surferOf(api)
    await accept(surfer, path, ALEX)
    const token = surfer.cookies.get(SESSION_COOKIE)
    await assert.rejects(authenticateSession(app, token), { code: 'SIGN_IN_REQUIRED' })
    assert.equal((await authenticateSetup(app, token)).needsFactor, true)
    assert.match((await surfer.get('/sign-in/new-factor')).text, /Your role needs one/)
  }
})

test('an invalid, ended or expired link starts nothing', async () => {
  const { by, invitation, path } = await invite()
  const unknown = `/invitation/${'x'.repeat(43)}`
  const newer = await pathOf(invitation)
  for (const dead of [unknown, path, '/invitation/x']) {
    const { status, text } = await surferOf(api).get(`${dead}/microsoft`)
    assert.equal(status, 404)
    assert.match(text, GONE)
  }
  aheadMs = 7 * DAY_MS + 1_000
  try {
    assert.equal((await surferOf(api).get(`${newer}/microsoft`)).status, 404)
  } finally {
    aheadMs = 0
  }
  assert.equal((await surferOf(api).get(`${newer}/microsoft`)).status, 303)
  await revokeInvitation(app, by, invitation.id)
  assert.equal((await surferOf(api).get(`${newer}/microsoft`)).status, 404)
})

test('an invitation that ends during the sign-in lets nobody in', async () => {
  for (const end of ['withdrawn', 'sent again', 'accepted'] as const) {
    const { by, invitation, path, email } = await invite()
    const surfer = surferOf(api)
    const back = await choose(surfer, path, SAM)
    const origin = { address: '203.0.113.7', agent: undefined, requestId: 'req', session: undefined }
    if (end === 'withdrawn') await revokeInvitation(app, by, invitation.id)
    else if (end === 'sent again') await pathOf(invitation)
    else await completeInvitation(app, tokenOf(path), { name: 'Pat', password: 'several unrelated words' }, origin)
    const reply = await comeBack(surfer, back)
    assert.deepEqual([reply.status, surfer.cookies.has(SESSION_COOKIE)], [404, false], end)
    assert.match(reply.text, GONE)
    const person = await findPerson(email)
    assert.equal(person !== undefined, end === 'accepted')
    const links = db.selectFrom('credentials').select('id').where('kind', '=', 'microsoft')
    assert.deepEqual(await links.where('person_id', '=', person?.id ?? '').execute(), [])
  }
})

test('if a password and a Microsoft account accept an invitation at the same time, one succeeds', async () => {
  const { path, email } = await invite()
  const surfer = surferOf(api)
  const back = (await surfer.get(await choose(surfer, path, SAM))).location ?? ''
  const origin = { address: '203.0.113.7', agent: undefined, requestId: 'req', session: undefined }
  const password = { name: 'Pat', password: 'several unrelated words' }
  const [byPassword, byMicrosoft] = await Promise.all([
    completeInvitation(app, tokenOf(path), password, origin),
    surfer.get(back),
  ])
  assert.notEqual(byPassword !== undefined, byMicrosoft.status === 303)
  const person = await findPerson(email)
  const kinds = await db
    .selectFrom('credentials')
    .select('kind')
    .where('person_id', '=', person?.id ?? '')
    .execute()
  assert.deepEqual(kinds, [{ kind: byPassword === undefined ? 'microsoft' : 'password' }])
})

test('an invitation is accepted only in the browser that started, with a valid token', async () => {
  const { path, email } = await invite()
  const [attacker, victim] = [surferOf(api), surferOf(api)]
  const back = await choose(attacker, path, SAM)
  await assertNobody(email, victim, await comeBack(victim, back), 404, /another browser/)
  for (const fault of ['nonce', 'issuer', 'tenant', 'signature'] as const) {
    simulator.application.fault = fault
    try {
      const surfer = surferOf(api)
      await assertNobody(email, surfer, await accept(surfer, path, SAM), 403, /open the link in the email/)
    } finally {
      delete simulator.application.fault
    }
  }
  assert.equal((await comeBack(attacker, back)).status, 303, 'the invitation is still open')
})

test('nobody can join an account that was suspended meanwhile', async () => {
  const { id } = await api.distributor('meridian')
  const { path, email } = await invite('reader', id)
  const surfer = surferOf(api)
  const back = await choose(surfer, path, SAM)
  await suspendDistributor(app, AUTHOR, id)
  await assertNobody(email, surfer, await comeBack(surfer, back), 404, GONE)
})

test('without a configured application, invitations are accepted only with a password', async () => {
  const { path } = await invite()
  const { text } = await surferOf(api).get(path)
  assert.ok(text.includes(`href="${path}/microsoft"`), text)
  const offers = app.offersMicrosoft
  app.offersMicrosoft = async () => false
  try {
    assert.equal((await surferOf(api).get(`${path}/microsoft`)).status, 404)
    assert.doesNotMatch((await surferOf(api).get(path)).text, /Microsoft/)
  } finally {
    app.offersMicrosoft = offers
  }
})

test('only a hash of the invitation is stored meanwhile', async () => {
  const { path } = await invite()
  await surferOf(api).get(`${path}/microsoft`)
  const rows = await db.selectFrom('microsoft_sign_ins').selectAll().where('invitation_hash', 'is not', null).execute()
  assert.ok(rows.length > 0)
  for (const { invitation_hash: hash } of rows) {
    assert.equal(hash?.length, 32)
    assert.ok(!hash.equals(Buffer.from(tokenOf(path), 'base64url')))
  }
})
