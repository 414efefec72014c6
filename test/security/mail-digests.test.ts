import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { releaseWaitingMails } from '../../src/features/mail/release/service.ts'
import { getMail, sendQueuedMail } from '../../src/features/mail/sending/service.ts'
import { MINUTE_MS } from '../../src/shared/dates/time-units.ts'
import { TENANT } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import { emptySnapshot } from '../runs/collections.ts'
import { carryOutNotices, countBy, mailsOf, openMailbox, queuedMails } from './mails.ts'

/** Several reports to one address are sent as one email. The test runs the jobs itself. */

let now = new Date('2026-03-10T08:00:00.000Z')
const mailbox = openMailbox()
const collect = async ({ tenantId }: { tenantId: string }) => emptySnapshot(tenantId, now.toISOString())
const api = await startApi({ now: () => now, collect, mailer: mailbox })
after(() => api[Symbol.asyncDispose]())

const later = (minutes: number): void => {
  now = new Date(now.getTime() + minutes * MINUTE_MS)
}

let made = 0
let receiver = ''

beforeEach(async () => {
  later(24 * 60)
  made += 1
  receiver = `cfo${made}@umbrella.example`
  await Promise.all([api.as('acme'), api.as('globex')])
  await carryOutNotices(api)
  mailbox.sent.length = 0
  await api.db.deleteFrom('mails').execute()
})

async function createCustomer(name: string, receivers = [receiver], partner = 'acme'): Promise<string> {
  const client = await api.as(partner)
  const created = await client.post('/v1/partner/customers', { name, tenantId: TENANT, receivers })
  assert.equal(created.status, 201, created.text)
  return created.body.id
}

/** Executes a run of the customer, and the jobs that follow it. */
async function assess(customerId: string, partner = 'acme'): Promise<void> {
  const client = await api.as(partner)
  const run = await client.post('/v1/partner/assessments', { customerId, product: 'essential-eight' })
  await executeRun(api.app, run.body.id, { deadlineMs: 10_000 })
  await carryOutNotices(api)
}

async function sendQueued(): Promise<void> {
  for (const id of await queuedMails(api)) await sendQueuedMail(api.app, id)
}

const reports = () => mailsOf(api, 'report-ready')
const digests = () => mailsOf(api, 'report-digest')

test('the first report is sent at once, and those that follow within the hour are sent together in one email', async () => {
  const customers = await Promise.all(['Alpha', 'Beta', 'Gamma <& Sons>', 'Delta'].map((name) => createCustomer(name)))
  for (const id of customers) {
    await assess(id)
    later(5)
  }
  await sendQueued()
  assert.deepEqual(
    mailbox.sent.map(({ subject }) => subject),
    ['Security report ready: Alpha, Essential Eight'],
  )
  assert.ok((await reports()).slice(1).every(({ status, waitsFor }) => status === 'waiting' && waitsFor === 'digest'))
  later(39)
  await releaseWaitingMails(api.app)
  assert.deepEqual(countBy(await reports()), { sent: 1, waiting: 3 })
  assert.equal((await digests()).length, 0, 'the hour is not over')
  later(1)
  await Promise.all([releaseWaitingMails(api.app), releaseWaitingMails(api.app)])
  await sendQueued()
  assert.equal(mailbox.sent.length, 2)
  const digest = mailbox.sent[1]
  assert.equal(digest?.subject, '3 security reports are ready')
  assert.equal(digest?.to, receiver)
  for (const name of ['Beta', 'Gamma <& Sons>', 'Delta']) {
    assert.ok(digest?.text.includes(`${name}, Essential Eight: `), digest?.text)
  }
  assert.ok(!digest?.text.includes('Alpha'))
  assert.ok(digest?.html.includes('Gamma &lt;&amp; Sons&gt;'))
  const links = new Set(digest?.text.match(/https:\/\/app\.example\/reports\/run_\w+\?link=[\w-]{43}/g))
  assert.equal(links.size, 3, digest?.text)
  assert.deepEqual(countBy(await reports()), { merged: 3, sent: 1 })
})

test('a single report at the end of the hour is sent on its own', async () => {
  await assess(await createCustomer('Alpha'))
  await assess(await createCustomer('Beta'))
  later(60)
  await releaseWaitingMails(api.app)
  await sendQueued()
  assert.deepEqual(
    mailbox.sent.map(({ subject }) => subject),
    ['Security report ready: Alpha, Essential Eight', 'Security report ready: Beta, Essential Eight'],
  )
})

test('reports of different partners or to different addresses are not combined', async () => {
  await assess(await createCustomer('Alpha', [receiver, `other-${receiver}`]))
  await assess(await createCustomer('Beta', [receiver], 'globex'), 'globex')
  assert.deepEqual(countBy(await reports()), { queued: 3 })
})

test('if runs end at the same time, one is mailed at once and the others together', async () => {
  const client = await api.as('acme')
  const runs = []
  for (const name of ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta']) {
    const customerId = await createCustomer(name, [receiver.toUpperCase(), `x-${receiver}`])
    runs.push((await client.post('/v1/partner/assessments', { customerId, product: 'essential-eight' })).body.id)
  }
  for (const id of runs) await executeRun(api.app, id, { deadlineMs: 10_000 })
  await carryOutNotices(api)
  assert.deepEqual(countBy(await reports()), { queued: 2, waiting: 10 })
  later(60)
  await Promise.all([releaseWaitingMails(api.app), releaseWaitingMails(api.app)])
  await sendQueued()
  assert.equal(mailbox.sent.length, 4)
  assert.deepEqual(countBy(await digests()), { sent: 2 })
})

test('a deleted customer is removed from the digest, before and after it is sent', async () => {
  const client = await api.as('acme')
  const [alpha, beta, gamma, delta] = await Promise.all(
    ['Alpha', 'Beta', 'Gamma', 'Delta'].map((name) => createCustomer(name)),
  )
  for (const id of [alpha, beta, gamma, delta]) await assess(id ?? '')
  later(60)
  await releaseWaitingMails(api.app)
  await client.delete(`/v1/partner/customers/${beta}`)
  await sendQueued()
  const [digest] = await digests()
  const sent = mailbox.sent.find(({ id }) => id === digest?.id)
  assert.ok(sent)
  assert.ok(sent.text.includes('Gamma') && sent.text.includes('Delta') && !sent.text.includes('Beta'), sent.text)
  assert.equal(sent.subject, '2 security reports are ready')
  await client.delete(`/v1/partner/customers/${gamma}`)
  assert.equal((await getMail(api.app, digest?.id ?? '')).text, undefined, 'its text is cleared')
  await client.delete(`/v1/partner/customers/${delta}`)
  assert.equal((await digests()).length, 0, 'a digest of nobody is deleted')
})
