import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { runMail } from '../../../src/cli/mail.ts'
import { recordChanges } from '../../../src/features/audit/service.ts'
import { createKey, revokeKey, toPartnerKeyAccount } from '../../../src/features/keys/service.ts'
import { deleteOldMails, getMail, listMails } from '../../../src/features/mail/sending/service.ts'
import type { NoticeOf } from '../../../src/features/notices/schema.ts'
import { inviteAgain } from '../../../src/features/partners/activation/service.ts'
import { DAY_MS } from '../../../src/shared/dates/time-units.ts'
import { makePartner } from '../../harness/accounts.ts'
import { type Api, startApi } from '../../harness/api.ts'
import type { Json } from '../../harness/client.ts'
import { eventually } from '../../runs/eventually.ts'

/** Mails without a mail server, where every email can be read in the outbox. */

type Terms = NoticeOf<'plan-changed'>['after']
const PERSON = { kind: 'operator', id: 'test' } as const

const api = await startApi({ worker: true })
after(() => api[Symbol.asyncDispose]())
// Each test looks at all mails.
beforeEach(() => api.empty())

const mailsOf = async ({ app }: Api, kind: string) => (await listMails(app, 100)).filter((mail) => mail.kind === kind)

const waitForMails = (api: Api, kind: string, count: number) =>
  eventually(`${count} mails of ${kind}`, async () => {
    const mails = await mailsOf(api, kind)
    return mails.length === count && mails
  })

const bodyOf = async (api: Api, id = '') => {
  const { text = '', html = '' } = await getMail(api.app, id)
  return { text, html }
}

test('without a mail server nothing is queued, and the operator can read the mails, newest first', async () => {
  assert.equal((await runMail(api.app, {})).text, 'No emails yet.')
  await api.as('acme')
  await waitForMails(api, 'key-created', 1)
  await api.as('globex')
  await waitForMails(api, 'key-created', 2)
  const { json, text } = await runMail(api.app, {})
  const mails: Json = json
  assert.deepEqual(
    mails.map((mail: Json) => [mail.to, mail.subject, mail.status, mail.attempts]),
    [
      ['admin@globex.example', 'New API key for globex', 'outbox', 0],
      ['admin@acme.example', 'New API key for acme', 'outbox', 0],
    ],
  )
  assert.match(text, /outbox {2}admin@globex\.example: New API key for globex/)
  assert.deepEqual((await runMail(api.app, { limit: 1 })).json, [mails[0]])
  const one = await runMail(api.app, { id: mails[0].id })
  assert.match(
    one.text,
    /To: +admin@globex\.example\nSubject: New API key for globex\n[\s\S]*A new API key was created/,
  )
  await assert.rejects(runMail(api.app, { id: 'mail_nothing' }), /Mail mail_nothing not found/)
  await eventually('no job is left', async () => {
    const { rows } = await sql`select from graphile_worker.jobs`.execute(api.db)
    return rows.length === 0
  })
})

test('a new partner gets an activation link, and only the email contains it', async () => {
  const distributor = await api.distributor('meridian')
  const created = await distributor.post('/v1/distributor/partners', {
    email: 'admin@initech.example',
    company: 'Initech & <Sons>',
    name: 'Bill',
    plan: 'starter',
    billing: { currency: 'AUD' },
  })
  assert.equal(created.status, 201, created.text)
  const [mail] = await waitForMails(api, 'activation', 1)
  assert.equal(mail?.to, 'admin@initech.example')
  assert.equal(mail?.subject, 'Activate the Plumbline account of Initech & <Sons>')
  const { text, html } = await bodyOf(api, mail?.id)
  const token = /https:\/\/app\.example\/activate\/(\S+)/.exec(text)?.[1] ?? ''
  assert.ok(token.length > 30)
  assert.ok(html.includes(`href="https://app.example/activate/${token}"`))
  assert.ok(html.includes('Initech &amp; &lt;Sons&gt;') && !html.includes('<Sons>'))
  assert.match(text, /meridian has set up/)
  const { rows } = await sql<{ everything: string }>`
    select concat(json_agg(a), (select json_agg(t) from activation_tokens t), (select json_agg(j) from graphile_worker._private_jobs j))
      as everything from audit a`.execute(api.db)
  assert.ok(rows[0]?.everything.includes('partner.created') && !rows[0].everything.includes(token))
})

test('a partner that is created active gets no activation link', async () => {
  await api.as('acme')
  await waitForMails(api, 'key-created', 1)
  assert.equal((await mailsOf(api, 'activation')).length, 0)
})

test('the administrator is notified of created and revoked keys: which one, by whom, from where, and never the key', async () => {
  const actor = await api.partner('acme')
  const { key, slot } = await createKey(api.app, { ...PERSON, address: '192.0.2.7' }, toPartnerKeyAccount(actor))
  await waitForMails(api, 'key-created', 2)
  await revokeKey(api.app, { kind: 'partner', id: actor.partnerId }, toPartnerKeyAccount(actor), slot)
  const [revoked] = await waitForMails(api, 'key-revoked', 1)
  assert.equal(revoked?.to, 'admin@acme.example')
  assert.equal(revoked?.subject, 'API key of acme was revoked')
  const created = await Promise.all((await mailsOf(api, 'key-created')).map(({ id }) => bodyOf(api, id)))
  const ofThisKey = created.filter(({ text }) => text.includes(`slot ${slot}`))
  assert.equal(ofThisKey.length, 1)
  const texts = [...ofThisKey, await bodyOf(api, revoked?.id)]
  for (const { text, html } of texts) {
    assert.ok(text.includes(`${key.slice(0, 12)}…${key.slice(-4)}, slot ${slot}`), text)
    assert.ok(html.includes(`${key.slice(0, 12)}…${key.slice(-4)}`))
    assert.ok(!text.includes(key) && !html.includes(key))
  }
  assert.match(texts[0]?.text ?? '', /Created by: +the operator of this service\n[\s\S]*From address: +192\.0\.2\.7/)
  assert.match(texts[1]?.text ?? '', /Revoked by: +acme\n/)
  const owners = await api.db.selectFrom('mails').select(['partner_id', 'distributor_id']).execute()
  assert.ok(owners.every((row) => row.partner_id === actor.partnerId && row.distributor_id === null))
})

test('only the distributor is notified of its keys', async () => {
  const { id } = await api.distributor('meridian')
  const [mail] = await waitForMails(api, 'key-created', 1)
  assert.equal(mail?.to, 'ops@meridian.example')
  const row = await api.db.selectFrom('mails').selectAll().executeTakeFirstOrThrow()
  assert.deepEqual([row.partner_id, row.distributor_id], [null, id])
})

test('a change of plan or terms is notified with the old and new values, unless nothing differs', async () => {
  const actor = await api.partner('acme')
  const action = 'plan.changed'
  const subject = actor.partnerId
  const terms = { plan: 'starter', billing: 'monthly', currency: 'usd' } as const
  const author = { kind: 'partner', id: subject } as const
  const change = (before: Terms, after: Terms) => {
    const notice = { kind: 'plan-changed' as const, partnerId: subject, before, after, author }
    return recordChanges(api.db, author, new Date(), [{ action, subject, owner: actor, before, after, notice }])
  }
  await change(terms, terms)
  await change(terms, { ...terms, plan: 'enterprise' })
  const [upgrade] = await waitForMails(api, 'plan-changed', 1)
  assert.equal(upgrade?.to, 'admin@acme.example')
  assert.equal(upgrade?.subject, 'Plan of acme changed from starter to enterprise')
  const { text } = await bodyOf(api, upgrade?.id)
  assert.match(text, /Before: +starter, 50 runs a month, monthly billing in USD\n/)
  assert.match(text, /Now: +enterprise, runs without limit, monthly billing in USD\nChanged by: +acme\n/)
  await change(terms, { ...terms, currency: 'aud' })
  const [billed] = await waitForMails(api, 'plan-changed', 2)
  assert.equal(billed?.subject, 'Billing terms of acme changed')
  assert.match((await bodyOf(api, billed?.id)).text, /Now: +starter, 50 runs a month, monthly billing in AUD\n/)
  await eventually('the end of all jobs', async () => {
    const { rows } = await sql`select from graphile_worker.jobs`.execute(api.db)
    return rows.length === 0
  })
  assert.equal((await mailsOf(api, 'plan-changed')).length, 2, 'a change without a difference was notified')
})

test('changes without a notice queue no job', async () => {
  await using api = await startApi()
  const acme = await api.as('acme')
  const count = async () => (await sql`select from graphile_worker._private_jobs`.execute(api.db)).rows.length
  const before = await count()
  const customer = await acme.post('/v1/partner/customers', {
    name: 'Umbrella',
    tenantId: '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02',
  })
  assert.equal(customer.status, 201)
  assert.equal(await count(), before)
})

test('the text of an email is deleted after a week, and its record after three months', async () => {
  let now = new Date()
  await using api = await startApi({ worker: true, now: () => now })
  await api.as('acme')
  const [mail] = await waitForMails(api, 'key-created', 1)
  const made = now
  now = new Date(made.getTime() + 7 * DAY_MS)
  await deleteOldMails(api.app)
  assert.notEqual((await bodyOf(api, mail?.id)).text, '')
  now = new Date(made.getTime() + 7 * DAY_MS + 1)
  await deleteOldMails(api.app)
  assert.deepEqual(await bodyOf(api, mail?.id), { text: '', html: '' })
  assert.match((await runMail(api.app, { id: mail?.id ?? '' })).text, /has been deleted/)
  now = new Date(made.getTime() + 90 * DAY_MS + 1)
  await deleteOldMails(api.app)
  assert.deepEqual(await listMails(api.app, 10), [])
})

test('only a pending partner can be sent its link again', async () => {
  const distributor = await api.distributor('meridian')
  const id = await makePartner(distributor)
  const [first] = await waitForMails(api, 'activation', 1)
  const sent = await inviteAgain(api.app, PERSON, id)
  assert.equal(sent.email, first?.to)
  const mails = await waitForMails(api, 'activation', 2)
  const links = await Promise.all(
    mails.map(async (mail) => /\/activate\/[\w-]+/.exec((await bodyOf(api, mail.id)).text)?.[0]),
  )
  assert.equal(new Set(links).size, 2)
  await distributor.post(`/v1/distributor/partners/${id}/activate`)
  await assert.rejects(inviteAgain(api.app, PERSON, id), { code: 'INVALID_FIELD' })
})
