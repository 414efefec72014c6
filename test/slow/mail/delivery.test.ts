import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { Agent, request } from 'undici'
import { MAIL_LANES, MAIL_TRIES } from '../../../src/features/mail/outbox/rules.ts'
import { listMails, sendQueuedMail } from '../../../src/features/mail/sending/service.ts'
import { releaseJobs } from '../../../src/platform/jobs/queue.ts'
import { createMailer, type Mailer } from '../../../src/platform/mailer.ts'
import { type Api, startApi } from '../../harness/api.ts'
import { findClosedPort, startBlackHole, startMailServer } from '../../mail/mail-server.ts'
import { eventually } from '../../runs/eventually.ts'
import { tenantIdOf, waitForEnd } from '../../runs/follow.ts'

/** Sending mails to a real SMTP server. */

const mailerTo = (url: string): Mailer =>
  createMailer({ url, from: 'Plumbline <news@service.example>', timeoutMs: 1_000, pauseMs: 0 })

/** Waits until the only email has this status, and makes waiting attempts due at once. */
const waitForStatus = (api: Api, status: string) =>
  eventually(`an email that is ${status}`, async () => {
    await makeDue(api)
    const [mail] = await listMails(api.app, 1)
    return mail?.status === status && mail
  })

const makeDue = ({ db }: Api) =>
  sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now()`.execute(db)

const countJobs = async ({ db }: Api) => (await sql`select from graphile_worker._private_jobs`.execute(db)).rows.length

const waitForIdle = (api: Api) => eventually('the end of all jobs', async () => (await countJobs(api)) === 0)

test('each receiver gets its own mail with a working link to the report, and the mails are deleted with the customer', async () => {
  await using server = await startMailServer()
  await using api = await startApi({ worker: true, mailer: mailerTo(server.url) })
  const acme = await api.as('acme')
  const receivers = ['cfo@umbrella.example', 'it@umbrella.example']
  const customer = await acme.post('/v1/partner/customers', {
    name: 'Umbrella <Holdings>',
    tenantId: tenantIdOf('weak'),
    receivers,
  })
  const started = { customerId: customer.body.id, product: 'essential-eight' }
  const run = await acme.post('/v1/partner/assessments', started)
  const { score, scoreCeiling, critical } = await waitForEnd(acme, run.body.id)
  const mails = await eventually('both mails', async () => {
    const found = server.received.filter((mail) => mail.headers.subject?.startsWith('Security report ready'))
    return found.length === 2 && found
  })
  assert.deepEqual(
    mails.map((mail) => mail.to).sort(),
    receivers.map((address) => [address]),
  )
  for (const mail of mails) {
    assert.equal(mail.headers.subject, 'Security report ready: Umbrella <Holdings>, Essential Eight')
    assert.equal(mail.headers.to, mail.to[0])
    assert.equal(mail.headers.cc, undefined)
    const { 'text/plain': text = '', 'text/html': html = '' } = mail.parts
    const span = `${score}–${scoreCeiling} of 100`
    assert.ok(text.includes(span) && text.includes(`${critical} critical`), text)
    const unbroken = `<span style="white-space:nowrap;">${score}–${scoreCeiling}</span> of 100`
    assert.ok(html.includes(unbroken) && html.includes('Umbrella &lt;Holdings&gt;'))
    const path = /https:\/\/app\.example(\/reports\/\S+)/.exec(text)?.[1] ?? ''
    assert.ok(html.includes(`href="https://app.example${path.replace('&', '&amp;')}"`))
    const page = await request(`${api.baseUrl}${path}`, { dispatcher: new Agent({ connect: { ca: api.ca } }) })
    assert.equal(page.statusCode, 200)
    const report = await page.body.text()
    assert.match(report, /Umbrella &lt;Holdings&gt;/)
    const firstStep = /class="first-step">.*?<b>(.*?)<\/b>/.exec(report)?.[1]
    assert.ok(firstStep)
    assert.equal(/^First step: +(.+)\r$/m.exec(text)?.[1], firstStep)
  }
  await waitForIdle(api)
  assert.equal(server.received.length, 3, 'two of the report, one of the key of the partner')
  assert.equal((await acme.delete(`/v1/partner/customers/${customer.body.id}`)).status, 204)
  assert.deepEqual(
    (await listMails(api.app, 10)).map((mail) => mail.kind),
    ['key-created'],
  )
})

test('a customer without receivers causes no email', async () => {
  await using server = await startMailServer()
  await using api = await startApi({ worker: true, mailer: mailerTo(server.url) })
  const acme = await api.as('acme')
  const customer = await acme.post('/v1/partner/customers', { name: 'Umbrella', tenantId: tenantIdOf('weak') })
  const run = await acme.post('/v1/partner/assessments', { customerId: customer.body.id, product: 'essential-eight' })
  await waitForEnd(acme, run.body.id)
  await waitForIdle(api)
  assert.deepEqual(
    server.received.map((mail) => mail.headers.subject),
    ['New API key for acme'],
  )
})

test('an email that the server temporarily refuses is sent later, once', async () => {
  await using server = await startMailServer({ refuse: (_, nth) => (nth < 3 ? 451 : undefined) })
  await using api = await startApi({ worker: true, mailer: mailerTo(server.url) })
  await api.as('acme')
  const mail = await waitForStatus(api, 'sent')
  assert.equal(mail.attempts, 3)
  assert.equal(mail.lastError, undefined)
  assert.ok(mail.sentAt)
  await waitForIdle(api)
  await sendQueuedMail(api.app, mail.id)
  assert.equal(server.received.length, 1)
  assert.equal(server.received[0]?.headers['message-id'], `<${mail.id}@service.example>`)
})

test('mails wait while the mail server is down', async () => {
  const port = await findClosedPort()
  await using api = await startApi({ worker: true, mailer: mailerTo(`smtp://127.0.0.1:${port}`) })
  await api.as('acme')
  const waiting = await eventually('a first try', async () =>
    (await listMails(api.app, 1)).find((mail) => mail.lastError),
  )
  assert.equal(waiting.status, 'queued')
  assert.match(waiting.lastError ?? '', /ECONNREFUSED/)
  await using server = await startMailServer({ port })
  await waitForStatus(api, 'sent')
  assert.equal(server.received.length, 1)
})

test('an email that the server permanently refuses is not retried, and the outbox says why', async () => {
  await using server = await startMailServer({ refuse: () => 550 })
  await using api = await startApi({ worker: true, mailer: mailerTo(server.url) })
  await api.as('acme')
  const mail = await waitForStatus(api, 'failed')
  assert.equal(mail.attempts, 1)
  assert.match(mail.lastError ?? '', /550.*refused by the test/)
  await waitForIdle(api)
})

test('an email that cannot be sent for days is eventually given up, and leaves no job', async () => {
  await using server = await startMailServer({ refuse: () => 451 })
  await using api = await startApi({ worker: true, mailer: mailerTo(server.url) })
  await api.as('acme')
  await eventually('a first try', async () => (await listMails(api.app, 1)).find((mail) => mail.lastError))
  await api.db
    .updateTable('mails')
    .set({ attempts: MAIL_TRIES - 1 })
    .execute()
  const mail = await waitForStatus(api, 'failed')
  assert.match(mail.lastError ?? '', /451/)
  await waitForIdle(api)
})

test('if the mail server is removed from the settings, mails stay in the outbox', async () => {
  const dead = mailerTo(`smtp://127.0.0.1:${await findClosedPort()}`)
  await using api = await startApi({ worker: true, mailer: dead })
  await api.as('acme')
  const mail = await eventually('a first try', async () => (await listMails(api.app, 1)).find((row) => row.lastError))
  delete api.app.mailer
  await sendQueuedMail(api.app, mail.id)
  assert.equal((await waitForStatus(api, 'outbox')).id, mail.id)
})

test('a mail server that never responds slows down neither calls nor runs', async () => {
  await using hole = await startBlackHole()
  const mailer = createMailer({ url: hole.url, from: 'Plumbline <news@service.example>', timeoutMs: 3_000 })
  await using api = await startApi({ worker: true, mailer })
  const distributor = await api.distributor('meridian')
  const billing = { currency: 'USD' }
  const partners = Array.from({ length: 40 }, (_, index) => ({
    email: `admin@partner-${index}.example`,
    company: `Partner ${index}`,
    name: 'Admin',
    plan: 'starter',
    billing,
  }))
  const created = await distributor.post('/v1/distributor/partners/bulk', { partners })
  assert.equal(created.body.created, 40, created.text)
  await eventually('mails in flight', async () => hole.max() > 0)
  const acme = await api.as('acme')
  const startedMs = performance.now()
  const customer = await acme.post('/v1/partner/customers', {
    name: 'Umbrella',
    tenantId: tenantIdOf('strong'),
    receivers: ['it@umbrella.example'],
  })
  const run = await acme.post('/v1/partner/assessments', { customerId: customer.body.id, product: 'essential-eight' })
  const calledMs = performance.now() - startedMs
  assert.ok(calledMs < 1_000, `two calls took ${calledMs} ms`)
  assert.equal((await waitForEnd(acme, run.body.id)).status, 'completed')
  assert.ok(hole.max() <= MAIL_LANES, `${hole.max()} connections at once`)
  const states = new Set((await listMails(api.app, 100)).map((mail) => mail.status))
  assert.deepEqual([...states], ['queued'])
})

test('a job that a live worker lost releases its lane as well', async () => {
  await using api = await startApi()
  const lane = async () =>
    (await sql<{ by: string | null }>`select locked_by as by from graphile_worker._private_job_queues`.execute(api.db))
      .rows[0]?.by
  await sql`select graphile_worker.add_job('mail', '{}'::json, queue_name => 'mail-0')`.execute(api.db)
  const { rows } = await sql<{ id: string }>`
    update graphile_worker._private_jobs set locked_by = 'worker', locked_at = now() returning id::text as id`.execute(
    api.db,
  )
  await sql`update graphile_worker._private_job_queues set locked_by = 'worker', locked_at = now()`.execute(api.db)
  const ids = rows.map((row) => row.id)
  await releaseJobs(api.db, 'another', ids)
  assert.equal(await lane(), 'worker')
  await releaseJobs(api.db, 'worker', ids)
  assert.equal(await lane(), null)
})
