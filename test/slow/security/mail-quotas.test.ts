import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runMail } from '../../../src/cli/mail.ts'
import { createKey, toPartnerKeyAccount } from '../../../src/features/keys/service.ts'
import { releaseWaitingMails } from '../../../src/features/mail/release/service.ts'
import { deleteOldMails, getMail, queueMails, sendQueuedMail } from '../../../src/features/mail/sending/service.ts'
import { recordNotices } from '../../../src/features/notices/service.ts'
import { findActivation } from '../../../src/features/partners/activation/service.ts'
import { serveMetrics } from '../../../src/runtime/metrics.ts'
import { DAY_MS, HOUR_MS } from '../../../src/shared/dates/time-units.ts'
import { AUTHOR, newPartner } from '../../harness/accounts.ts'
import { type Api, type ApiOptions, startApi } from '../../harness/api.ts'
import { carryOutNotices, countBy, mailsOf, openMailbox, queuedMails } from '../../security/mails.ts'

const MORNING = new Date('2026-03-10T08:00:00.000Z')
const PARTNERS = '/v1/distributor/partners'

/** The service with a clock that the test moves, without a worker: the test runs the jobs. */
async function startQuotas(options: ApiOptions = {}) {
  let now = MORNING
  const api = await startApi({ now: () => now, ...options })
  return {
    api,
    at: (ms: number): Date => {
      now = new Date(MORNING.getTime() + ms)
      return now
    },
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  }
}

const manyPartners = (count: number, email: (index: number) => string) => ({
  partners: Array.from({ length: count }, (_, index) =>
    newPartner({ company: `Partner ${index}`, email: email(index) }),
  ),
})

/** Notices of new keys, which the partner's administrator gets an email for. */
async function changeKeys(api: Api, partner: string, count: number): Promise<void> {
  const actor = await api.partner(partner)
  for (let index = 0; index < count; index++) {
    const key = { accountId: actor.partnerId, slot: 1, prefix: `pk_live_${index}`, last4: 'abcd', author: AUTHOR }
    await recordNotices(api.db, [{ notice: { kind: 'key-created', ...key }, owner: actor, at: api.app.now() }])
  }
}

const tokenIn = (text = ''): string => /\/activate\/([\w-]{43})/.exec(text)?.[1] ?? ''

test('of 50 activation mails to one address three are sent per day; the others wait and none is lost', async () => {
  await using quotas = await startQuotas()
  const { api, at } = quotas
  const distributor = await api.distributor('meridian')
  const bulk = manyPartners(50, (index) => (index % 2 === 0 ? 'victim@home.example' : 'VICTIM@Home.example'))
  const created = await distributor.post(`${PARTNERS}/bulk`, bulk)
  assert.deepEqual([created.status, created.body.created], [201, 50], 'no creation is rejected')
  await carryOutNotices(api)
  const first = await mailsOf(api, 'activation')
  assert.deepEqual(countBy(first), { outbox: 3, waiting: 47 })
  const waiting = first.filter(({ status }) => status === 'waiting')
  assert.ok(waiting.every(({ waitsFor }) => waitsFor === 'address'))
  assert.ok(waiting.every(({ waitsUntil }) => waitsUntil?.toISOString() === '2026-03-11T00:00:00.000Z'))
  at(12 * HOUR_MS)
  await releaseWaitingMails(api.app)
  assert.deepEqual(countBy(await mailsOf(api, 'activation')), { outbox: 3, waiting: 47 }, 'the day is not over')
  for (let day = 1; day <= 16; day++) {
    at(day * DAY_MS)
    await deleteOldMails(api.app)
    await Promise.all([releaseWaitingMails(api.app), releaseWaitingMails(api.app), releaseWaitingMails(api.app)])
    const mails = await mailsOf(api, 'activation')
    assert.equal(countBy(mails).outbox, Math.min(50, 3 + 3 * day), `day ${day}`)
    assert.ok(mails.findIndex(({ status }) => status === 'waiting') >= (day < 16 ? 3 * day : -1), 'the oldest go first')
  }
})

test('the limit of an address holds across accounts and for concurrent calls', async () => {
  await using quotas = await startQuotas()
  const { api } = quotas
  for (const name of ['meridian', 'polaris', 'zenith']) {
    const distributor = await api.distributor(name)
    await distributor.post(
      `${PARTNERS}/bulk`,
      manyPartners(4, () => 'victim@home.example'),
    )
  }
  await carryOutNotices(api)
  assert.deepEqual(countBy(await mailsOf(api, 'activation')), { outbox: 3, waiting: 9 })
})

test('an account gets exactly its quota of mails per day, and the others the next day, oldest first', async () => {
  await using quotas = await startQuotas({ limits: { mailsPerDay: 10 } })
  const { api, at } = quotas
  await changeKeys(api, 'acme', 24)
  await changeKeys(api, 'globex', 2)
  await carryOutNotices(api)
  const own = async (to: string) => (await mailsOf(api, 'key-created')).filter((mail) => mail.to === to)
  const acme = () => own('admin@acme.example')
  assert.deepEqual(countBy(await acme()), { outbox: 10, waiting: 15 })
  assert.deepEqual(countBy(await own('admin@globex.example')), { outbox: 3 }, 'another account is not affected')
  const before = (await acme()).filter(({ status }) => status === 'waiting').map(({ id }) => id)
  at(DAY_MS)
  await changeKeys(api, 'acme', 1)
  await carryOutNotices(api)
  assert.equal((await acme()).at(-1)?.status, 'waiting', 'new mails do not overtake waiting ones')
  await Promise.all([releaseWaitingMails(api.app), releaseWaitingMails(api.app)])
  await releaseWaitingMails(api.app)
  assert.deepEqual(countBy(await acme()), { outbox: 20, waiting: 6 })
  const released = (await acme()).filter(({ id, status }) => before.includes(id) && status === 'outbox')
  assert.deepEqual(
    released.map(({ id }) => id),
    before.slice(0, 10),
  )
  at(2 * DAY_MS)
  await releaseWaitingMails(api.app)
  assert.deepEqual(countBy(await acme()), { outbox: 26 })
})

test('mails caused by a distributor count for it and for the partner, and do not delay the partner’s own', async () => {
  await using quotas = await startQuotas({ limits: { mailsPerDay: 4 } })
  const { api } = quotas
  const distributor = await api.distributor('meridian')
  await carryOutNotices(api)
  const bulk = manyPartners(6, (index) => `admin@partner-${index}.example`)
  const created = await distributor.post(`${PARTNERS}/bulk`, bulk)
  await carryOutNotices(api)
  const mails = await mailsOf(api, 'activation')
  assert.deepEqual(countBy(mails), { outbox: 3, waiting: 3 }, 'one of the four was about its own key')
  assert.ok(mails.every(({ waitsFor = 'account' }) => waitsFor === 'account'))
  const owner = { partnerId: created.body.partners[5].id, distributorId: distributor.id }
  await createKey(api.app, AUTHOR, { kind: 'partner', id: owner.partnerId, owner })
  await carryOutNotices(api)
  assert.equal((await mailsOf(api, 'key-created')).at(-1)?.status, 'outbox')
})

test('the 7 days of an activation link start when its email is sent, however long that waited', async () => {
  const mailbox = openMailbox()
  await using quotas = await startQuotas({ mailer: mailbox, limits: { activationMailsPerDay: 1 } })
  const { api, at } = quotas
  const distributor = await api.distributor('meridian')
  await distributor.post(
    `${PARTNERS}/bulk`,
    manyPartners(12, () => 'victim@home.example'),
  )
  await carryOutNotices(api)
  for (let day = 1; day <= 11; day++) {
    at(day * DAY_MS)
    await deleteOldMails(api.app)
    await releaseWaitingMails(api.app)
  }
  const last = (await mailsOf(api, 'activation')).at(-1)
  assert.equal(last?.status, 'queued')
  // The mail server was unavailable for two days.
  at(13 * DAY_MS)
  await sendQueuedMail(api.app, last.id)
  const mail = mailbox.sent.at(-1)
  assert.equal(mail?.id, last.id)
  at(20 * DAY_MS - 1)
  assert.ok(await findActivation(api.app, tokenIn(mail.text)), 'the link works for 7 days from the sending')
  at(20 * DAY_MS)
  assert.equal(await findActivation(api.app, tokenIn(mail.text)), undefined)
})

test('an activation email whose partner was activated while it waited is not sent', async () => {
  await using quotas = await startQuotas({ limits: { activationMailsPerDay: 1 } })
  const { api, at } = quotas
  const distributor = await api.distributor('meridian')
  const created = await distributor.post(
    `${PARTNERS}/bulk`,
    manyPartners(2, () => 'victim@home.example'),
  )
  await carryOutNotices(api)
  const waiting = (await mailsOf(api, 'activation')).find(({ status }) => status === 'waiting')
  for (const { id } of created.body.partners) await distributor.post(`${PARTNERS}/${id}/activate`)
  at(DAY_MS)
  await releaseWaitingMails(api.app)
  assert.equal((await getMail(api.app, waiting?.id ?? '')).status, 'canceled')
})

test('an email counts if and only if it is queued: one that is rolled back, as by a crash, uses no quota', async () => {
  await using quotas = await startQuotas({ limits: { mailsPerDay: 3 } })
  const { api } = quotas
  const { partnerId } = await api.partner('acme')
  await carryOutNotices(api)
  const mail = (index: number) => ({
    kind: 'plan-changed' as const,
    to: `admin-${index}@acme.example`,
    content: { subject: 'S', text: 'T', html: 'H' },
    owner: { partnerId, distributorId: null },
  })
  for (let attempt = 0; attempt < 5; attempt++) {
    await assert.rejects(
      api.db.transaction().execute(async (tx) => {
        await queueMails(api.app, tx, [mail(0), mail(1)])
        throw new Error('killed')
      }),
      /killed/,
    )
  }
  await api.db.transaction().execute((tx) => queueMails(api.app, tx, [mail(0), mail(1), mail(2)]))
  assert.deepEqual(countBy(await mailsOf(api, 'plan-changed')), { outbox: 2, waiting: 1 })
})

test('an account with many mails does not delay the first mail of another', async () => {
  const mailbox = openMailbox()
  await using quotas = await startQuotas({ mailer: mailbox })
  const { api } = quotas
  await changeKeys(api, 'acme', 30)
  await carryOutNotices(api)
  await changeKeys(api, 'globex', 1)
  await carryOutNotices(api)
  const order = await queuedMails(api)
  const globex = (await mailsOf(api, 'key-created')).filter(({ to }) => to === 'admin@globex.example')
  const places = globex.map(({ id }) => order.indexOf(id))
  assert.ok(
    places.every((place) => place >= 0 && place < 5),
    `places ${places} of ${order.length}`,
  )
})

test('the operator sees which mails wait, why and until when, in the list and in the metrics', async () => {
  await using quotas = await startQuotas()
  const { api } = quotas
  const distributor = await api.distributor('meridian')
  await distributor.post(
    `${PARTNERS}/bulk`,
    manyPartners(5, () => 'victim@home.example'),
  )
  await carryOutNotices(api)
  const { json, text } = await runMail(api.app, { waiting: true })
  assert.ok(Array.isArray(json) && json.length === 2)
  assert.match(
    text,
    /waiting {2}victim@home\.example: .*\(waits until 2026-03-11 00:00:00: the daily limit for emails of this kind/,
  )
  const [mail] = (await mailsOf(api, 'activation')).filter(({ status }) => status === 'waiting')
  const shown = await runMail(api.app, { id: mail?.id ?? '' })
  assert.match(shown.text, /Status: +waiting\nWaits: +since 2026-03-10 08:00:00, waits until 2026-03-11 00:00:00/)
  assert.match(shown.text, /The text is written when the email is sent\./)
  const metrics = await serveMetrics(api.app, { port: 0 })
  try {
    const figures = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text()
    assert.match(figures, /^plumbline_mails_waiting\{reason="address"\} 2$/m)
    assert.match(figures, /^plumbline_mails_waiting\{reason="account"\} 0$/m)
  } finally {
    await metrics.close()
  }
})

test('the email about a key that a partner created itself counts towards the same quota', async () => {
  await using quotas = await startQuotas({ limits: { mailsPerDay: 1 } })
  const { api } = quotas
  const actor = await api.partner('acme')
  await createKey(api.app, actor, toPartnerKeyAccount(actor))
  await carryOutNotices(api)
  assert.deepEqual(countBy(await mailsOf(api, 'key-created')), { outbox: 1, waiting: 1 })
})
