import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { listMails } from '../../../src/features/mail/sending/service.ts'
import { remindRecipients } from '../../../src/features/questionnaires/invitations/service.ts'
import { DAY_MS } from '../../../src/shared/dates/time-units.ts'
import { makeActivePartner } from '../../harness/accounts.ts'
import { startApi } from '../../harness/api.ts'
import type { Json } from '../../harness/client.ts'
import { ALL_YES, askSamples, makeCustomer, pathOf } from '../../questionnaires/fixture.ts'
import { linkIn, mailsOf, visitorOf } from '../../questionnaires/visitor.ts'
import { emptySnapshot } from '../../runs/collections.ts'
import { eventually } from '../../runs/eventually.ts'
import { waitForEnd } from '../../runs/follow.ts'

const ASKED = { questionnaireRecipients: ['ada@bellbird.example', 'bo@bellbird.example'] }
const INVITATION = 'questionnaire-invitation'
const REMINDER = 'questionnaire-reminder'

askSamples()

let now = new Date('2026-03-10T08:00:00.000Z')
const later = (days: number): void => {
  now = new Date(now.getTime() + days * DAY_MS)
}

const collect = async ({ tenantId }: { tenantId: string }) => emptySnapshot(tenantId, now.toISOString())
const api = await startApi({ worker: true, now: () => now, collect })
after(() => api[Symbol.asyncDispose]())
let acme = await api.as('acme')
// Each test counts all mails.
beforeEach(async () => {
  await api.empty()
  acme = await api.as('acme')
})

async function runOf(customerId: string, product = 'essential-eight', client = acme): Promise<Json> {
  const run = await client.post('/v1/partner/assessments', { customerId, product })
  assert.equal(run.status, 202, run.text)
  const ended = await waitForEnd(client, run.body.id)
  assert.equal(ended.status, 'completed', JSON.stringify(ended))
  return ended
}

/** Waits for all queued jobs, so that no further email will be sent. */
const applySettlement = () =>
  eventually('the end of all jobs', async () => {
    const { rows } = await sql`select from graphile_worker.jobs`.execute(api.db)
    return rows.length === 0
  })

const countMails = async (kind: string) => (await listMails(api.app, 200)).filter((mail) => mail.kind === kind).length

const actionsOf = async (action: string) =>
  await api.db.selectFrom('audit').selectAll().where('action', '=', action).execute()

test('a run that starts with open questions invites every recipient, each with a personal link', async () => {
  const id = await makeCustomer(acme, ASKED)
  await runOf(id)
  const mails = await mailsOf(api, INVITATION, 2)
  assert.deepEqual(mails.map(({ to }) => to).sort(), ASKED.questionnaireRecipients)
  assert.equal(new Set(mails.map(linkIn)).size, 2)
  for (const { subject, text } of mails) {
    assert.equal(subject, 'Questions on the security of Bellbird, Essential Eight')
    assert.match(
      text,
      /^5 questions on the security of Bellbird\n[\s\S]*acme assesses Bellbird against Essential Eight/,
    )
    assert.match(text, /Please answer by: +24 March 2026\n/)
  }
  const { invitation } = (await acme.get(pathOf(id))).body
  assert.match(invitation.id, /^qst_/)
  assert.deepEqual([invitation.dueAt, invitation.reminders], ['2026-03-24T08:00:00.000Z', 0])
  const { rows } = await sql<{ everything: string }>`
    select concat(json_agg(a), (select json_agg(j) from graphile_worker._private_jobs j),
      (select json_agg(l) from questionnaire_links l)) as everything from audit a`.execute(api.db)
  for (const mail of mails)
    assert.ok(!rows[0]?.everything.includes(linkIn(mail).slice(3)), 'a link is stored in clear text')
})

test('concurrent and later runs invite once for each product', async () => {
  const id = await makeCustomer(acme, ASKED)
  await Promise.all(Array.from({ length: 4 }, () => runOf(id)))
  await runOf(id)
  await runOf(id, 'nist-csf')
  await applySettlement()
  assert.equal(await countMails(INVITATION), 4)
  const made = await actionsOf('questionnaire.invited')
  assert.deepEqual(made.map(({ after }: Json) => after.product).sort(), ['essential-eight', 'nist-csf'])
})

test('nobody is invited without recipients or without open questions', async () => {
  await runOf(await makeCustomer(acme))
  const answered = await makeCustomer(acme, ASKED)
  await acme.put(pathOf(answered), { answers: ALL_YES })
  await runOf(answered)
  await applySettlement()
  assert.equal(await countMails(INVITATION), 0)
  assert.deepEqual(await actionsOf('questionnaire.invited'), [])
})

test('a run uses the current answers: the score rises, and expired answers do not count', async () => {
  const id = await makeCustomer(acme)
  const first = await runOf(id)
  await acme.put(pathOf(id), { answers: ALL_YES })
  const second = await runOf(id)
  assert.ok(second.score > first.score, `${first.score}, ${second.score}`)
  assert.ok(second.coverage > first.coverage)
  const again = (await acme.get(`/v1/partner/assessments/${first.id}`)).body
  assert.equal(again.score, first.score)
  later(366)
  const third = await runOf(id)
  assert.deepEqual([third.score, third.coverage], [first.score, first.coverage])
})

test('a requirement out of scope does not count', async () => {
  const id = await makeCustomer(acme)
  const first = await runOf(id)
  await acme.put(pathOf(id), { answers: [{ id: 'scope-exercises', answer: 'no' }] })
  const second = await runOf(id)
  assert.ok(second.scoreCeiling <= first.scoreCeiling && second.coverage > first.coverage)
})

test('people are reminded once after 3 and once after 7 days, and never again', async () => {
  const id = await makeCustomer(acme, ASKED)
  await runOf(id)
  await mailsOf(api, INVITATION, 2)
  const remind = () => Promise.all(Array.from({ length: 4 }, () => remindRecipients(api.app)))
  later(3 - 1 / DAY_MS)
  await remind()
  assert.equal((await actionsOf('questionnaire.reminded')).length, 0)
  later(1 / DAY_MS)
  await remind()
  const [first] = await mailsOf(api, REMINDER, 2)
  assert.match(first?.text ?? '', /^5 questions on Bellbird are still open\n/)
  later(3)
  await remind()
  assert.equal((await actionsOf('questionnaire.reminded')).length, 1)
  later(1)
  await remind()
  await mailsOf(api, REMINDER, 4)
  later(20)
  await remind()
  await applySettlement()
  assert.equal(await countMails(REMINDER), 4)
  assert.equal((await acme.get(pathOf(id))).body.invitation.reminders, 2)
  for (const mail of await mailsOf(api, INVITATION, 2))
    assert.equal((await visitorOf(api).get(linkIn(mail))).status, 200)
})

test('once everything is answered nobody is reminded, and the invitation is closed', async () => {
  const id = await makeCustomer(acme, ASKED)
  await runOf(id)
  await mailsOf(api, INVITATION, 2)
  const { body } = await acme.put(pathOf(id), { answers: ALL_YES })
  assert.equal(body.invitation, undefined)
  later(4)
  await remindRecipients(api.app)
  await applySettlement()
  assert.equal(await countMails(REMINDER), 0)
})

test('concurrent last answers close the invitation once', async () => {
  const id = await makeCustomer(acme, ASKED)
  await runOf(id)
  await Promise.all(ALL_YES.map((answer) => acme.put(pathOf(id), { answers: [answer] })))
  const { open, invitation } = (await acme.get(pathOf(id))).body
  assert.deepEqual([open, invitation], [0, undefined])
})

test('during a suspension of the partner there are no reminders and links do not work; afterwards both resume', async () => {
  const meridian = await api.distributor('meridian')
  const { id: partner, client } = await makeActivePartner(api, meridian)
  const id = await makeCustomer(client, ASKED)
  await runOf(id, 'essential-eight', client)
  const [mail] = await mailsOf(api, INVITATION, 2)
  assert.ok(mail)
  const link = linkIn(mail)
  await meridian.post(`/v1/distributor/partners/${partner}/suspend`)
  later(3)
  await remindRecipients(api.app)
  assert.deepEqual(await actionsOf('questionnaire.reminded'), [])
  const dead = await visitorOf(api).get(link)
  const unknown = await visitorOf(api).get(`/q/${'x'.repeat(43)}`)
  assert.deepEqual([dead.status, dead.text], [404, unknown.text])
  await meridian.post(`/v1/distributor/partners/${partner}/activate`)
  await remindRecipients(api.app)
  await mailsOf(api, REMINDER, 2)
  assert.equal((await visitorOf(api).get(link)).status, 200)
})

test('mails go to the current recipients, and the link of a removed recipient does not work', async () => {
  const id = await makeCustomer(acme, ASKED)
  await runOf(id)
  const mails = await mailsOf(api, INVITATION, 2)
  const changed = ['BO@bellbird.example', 'cy@bellbird.example']
  await acme.put(`/v1/partner/customers/${id}`, { questionnaireRecipients: changed })
  for (const mail of mails) {
    const { status } = await visitorOf(api).get(linkIn(mail))
    assert.equal(status, mail.to.startsWith('bo') ? 200 : 404, mail.to)
  }
  later(3)
  await remindRecipients(api.app)
  const reminded = await mailsOf(api, REMINDER, 2)
  assert.deepEqual(reminded.map(({ to }) => to).sort(), ['bo@bellbird.example', 'cy@bellbird.example'])
})

test('the next run replaces an invitation that nobody answered for 30 days', async () => {
  const id = await makeCustomer(acme, ASKED)
  await runOf(id)
  const [old] = await mailsOf(api, INVITATION, 2)
  assert.ok(old)
  later(30)
  await runOf(id)
  await applySettlement()
  assert.equal(await countMails(INVITATION), 2)
  later(1)
  await runOf(id)
  await mailsOf(api, INVITATION, 4)
  assert.equal((await visitorOf(api).get(linkIn(old))).status, 404)
})

test('deleting a customer deletes its answers, invitations, links and mails', async () => {
  const id = await makeCustomer(acme, ASKED)
  await runOf(id)
  const [mail] = await mailsOf(api, INVITATION, 2)
  assert.ok(mail)
  await acme.delete(`/v1/partner/customers/${id}`)
  for (const table of ['questionnaire_invitations', 'questionnaire_recipients', 'questionnaire_links'] as const)
    assert.deepEqual(await api.db.selectFrom(table).selectAll().execute(), [], table)
  assert.equal(await countMails(INVITATION), 0)
  assert.equal((await visitorOf(api).get(linkIn(mail))).status, 404)
})

test('deleting customers while their runs start causes no error', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => makeCustomer(acme, ASKED)))
  await Promise.all(
    ids.map((customerId) => acme.post('/v1/partner/assessments', { customerId, product: 'essential-eight' })),
  )
  const deleted = await Promise.all(ids.map((id) => acme.delete(`/v1/partner/customers/${id}`)))
  assert.deepEqual(new Set(deleted.map(({ status }) => status)), new Set([204]))
})
