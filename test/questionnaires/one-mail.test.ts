import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { releaseWaitingMails } from '../../src/features/mail/release/service.ts'
import { sendQueuedMail } from '../../src/features/mail/sending/service.ts'
import { remindRecipients } from '../../src/features/questionnaires/invitations/service.ts'
import { MINUTE_MS } from '../../src/shared/dates/time-units.ts'
import { startApi } from '../harness/api.ts'
import { emptySnapshot } from '../runs/collections.ts'
import { carryOutNotices, countBy, mailsOf, openMailbox, queuedMails } from '../security/mails.ts'
import { ALL_YES, askSamples, makeCustomer, pathOf } from './fixture.ts'

/** Several questionnaires about one customer reach a person in one email. The test runs the jobs itself. */

const DAY_MINUTES = 24 * 60
const WAIT_MINUTES = 10
const INVITATION = 'questionnaire-invitation'
const REMINDER = 'questionnaire-reminder'
const PRODUCTS = ['essential-eight', 'nist-csf'] as const

askSamples()

let now = new Date('2026-03-10T08:00:00.000Z')
const mailbox = openMailbox()
const collect = async ({ tenantId }: { tenantId: string }) => emptySnapshot(tenantId, now.toISOString())
const limits = { invitationWaitMinutes: WAIT_MINUTES, mailsPerDay: 100 }
const api = await startApi({ now: () => now, collect, mailer: mailbox, limits })
after(() => api[Symbol.asyncDispose]())
const acme = await api.as('acme')

const later = (minutes: number): void => {
  now = new Date(now.getTime() + minutes * MINUTE_MS)
}

let made = 0
let ada = ''
let bo = ''

beforeEach(async () => {
  later(2 * DAY_MINUTES)
  made += 1
  ada = `ada${made}@bellbird.example`
  bo = `bo${made}@bellbird.example`
  await carryOutNotices(api)
  await api.db.deleteFrom('questionnaire_invitations').execute()
  await api.db.deleteFrom('mails').execute()
  mailbox.sent.length = 0
})

const makeAsked = () => makeCustomer(acme, { questionnaireRecipients: [ada, bo] })

/** Executes a run, with the jobs that follow it. */
async function assess(customerId: string, product: string): Promise<void> {
  const run = await acme.post('/v1/partner/assessments', { customerId, product })
  assert.equal(run.status, 202, run.text)
  await executeRun(api.app, run.body.id, { deadlineMs: 10_000 })
  await carryOutNotices(api)
}

/** Releases what is due, by several workers at once, and sends it. Returns what was sent to an address. */
async function release(address = ada) {
  await Promise.all([releaseWaitingMails(api.app), releaseWaitingMails(api.app), releaseWaitingMails(api.app)])
  for (const id of await queuedMails(api)) await sendQueuedMail(api.app, id)
  return mailbox.sent.splice(0).filter(({ to }) => to === address)
}

test('runs of several frameworks that begin close together send each recipient one email, which lists them', async () => {
  const id = await makeAsked()
  await assess(id, 'nist-csf')
  later(WAIT_MINUTES - 1)
  await assess(id, 'essential-eight')
  assert.deepEqual(await release(), [], 'the email waits for others')
  later(1)
  const [mail, ...more] = await release()
  assert.ok(mail)
  assert.deepEqual(more, [])
  assert.equal(mail.subject, 'Questions on the security of Bellbird, 2 questionnaires')
  assert.match(mail.text, /^6 questions on the security of Bellbird\n/)
  assert.match(mail.text, /assesses Bellbird against Essential Eight and NIST Cybersecurity Framework/)
  assert.match(mail.text, /\nEssential Eight: +5 questions, about 3 minutes\n/)
  assert.match(mail.text, /\nNIST Cybersecurity Framework[^:]*: +1 question, about 1 minute\n/)
  assert.match(mail.text, /\nPlease answer by: +\d+ March 2026\n/)
  later(WAIT_MINUTES)
  assert.deepEqual(await release(), [])
  assert.deepEqual(countBy(await mailsOf(api, INVITATION)), { sent: 2, merged: 2 })
})

test('an invitation that comes later has a mail of its own, which lists what is still open as well', async () => {
  const id = await makeAsked()
  await assess(id, 'essential-eight')
  later(WAIT_MINUTES)
  const [first] = await release()
  assert.equal(first?.subject, 'Questions on the security of Bellbird, Essential Eight')
  await acme.put(pathOf(id), { answers: ALL_YES.slice(1) })
  later(DAY_MINUTES)
  await assess(id, 'nist-csf')
  later(WAIT_MINUTES)
  const [second] = await release()
  assert.match(second?.text ?? '', /\nEssential Eight: +1 question, about 1 minute, by (\d+) March 2026\n/)
  assert.match(second?.text ?? '', /\nNIST [^:]+: +1 question, about 1 minute, by (\d+) March 2026\n/)
})

test('mails about different customers, and to different people, are never combined', async () => {
  const [one, other] = [await makeAsked(), await makeAsked()]
  await assess(one, 'essential-eight')
  await assess(other, 'nist-csf')
  later(WAIT_MINUTES)
  const mails = await release()
  assert.equal(mails.length, 2)
  for (const { subject } of mails) assert.doesNotMatch(subject, /2 questionnaires/)
  assert.deepEqual(countBy(await mailsOf(api, INVITATION)), { sent: 4 })
})

test('the email lists only what is open when it is written, and is not sent if that is nothing', async () => {
  const [one, other] = [await makeAsked(), await makeAsked()]
  for (const product of PRODUCTS) await assess(one, product)
  await assess(other, 'essential-eight')
  for (const id of [one, other]) await acme.put(pathOf(id), { answers: ALL_YES })
  later(WAIT_MINUTES)
  const [mail, ...more] = await release()
  assert.deepEqual(more, [])
  assert.match(mail?.subject ?? '', /^Questions on the security of Bellbird, NIST/)
  assert.deepEqual(countBy(await mailsOf(api, INVITATION)), { sent: 2, merged: 2, canceled: 2 })
})

test('a recipient who is removed while the email waits gets none, and the others get theirs', async () => {
  const id = await makeAsked()
  for (const product of PRODUCTS) await assess(id, product)
  await acme.put(`/v1/partner/customers/${id}`, { questionnaireRecipients: [bo] })
  later(WAIT_MINUTES)
  assert.equal((await release(bo)).length, 1)
  assert.deepEqual(countBy((await mailsOf(api, INVITATION)).filter(({ to }) => to === ada)), { canceled: 1, merged: 1 })
})

test('deleting the customer deletes mails that wait and mails that were combined', async () => {
  const [waiting, sent] = [await makeAsked(), await makeAsked()]
  for (const product of PRODUCTS) await assess(sent, product)
  later(WAIT_MINUTES)
  await release()
  for (const product of PRODUCTS) await assess(waiting, product)
  for (const id of [waiting, sent]) assert.equal((await acme.delete(`/v1/partner/customers/${id}`)).status, 204)
  assert.deepEqual(await mailsOf(api, INVITATION), [])
  later(WAIT_MINUTES)
  assert.deepEqual(await release(), [])
})

test('a combined email counts once against the account’s quota, and waits with its content if it is over it', async () => {
  const id = await makeAsked()
  const { partnerId } = await api.partner('acme')
  const used = { key: partnerId, day: now.toISOString().slice(0, 10), mails: limits.mailsPerDay - 1 }
  await api.db.insertInto('mail_counts').values(used).execute()
  for (const product of PRODUCTS) await assess(id, product)
  later(WAIT_MINUTES)
  await release()
  assert.deepEqual(countBy(await mailsOf(api, INVITATION)), { sent: 1, merged: 1, waiting: 2 })
  later(DAY_MINUTES)
  await release()
  assert.deepEqual(countBy(await mailsOf(api, INVITATION)), { sent: 2, merged: 2 })
})

test('mails combined in a transaction that did not commit still wait, and are sent once', async () => {
  const id = await makeAsked()
  for (const product of PRODUCTS) await assess(id, product)
  later(WAIT_MINUTES)
  const broken = { ...api.app }
  Object.defineProperty(broken, 'mailer', {
    get: () => {
      throw new Error('the process died')
    },
  })
  await assert.rejects(releaseWaitingMails(broken), /the process died/)
  assert.deepEqual(countBy(await mailsOf(api, INVITATION)), { waiting: 4 })
  assert.equal((await release()).length, 1)
  assert.deepEqual(countBy(await mailsOf(api, INVITATION)), { sent: 2, merged: 2 })
})

test('reminders that are due within a day of each other are one email', async () => {
  const id = await makeAsked()
  await assess(id, 'essential-eight')
  later(12 * 60)
  await assess(id, 'nist-csf')
  later(WAIT_MINUTES)
  await release()
  later(3 * DAY_MINUTES - 12 * 60 - WAIT_MINUTES)
  await Promise.all([remindRecipients(api.app), remindRecipients(api.app)])
  await carryOutNotices(api)
  later(WAIT_MINUTES)
  const [mail, ...more] = await release()
  assert.deepEqual(more, [])
  assert.equal(mail?.subject, 'Reminder: questions on the security of Bellbird, 2 questionnaires')
  assert.match(mail?.text ?? '', /^6 questions on Bellbird are still open\n/)
  later(DAY_MINUTES)
  await remindRecipients(api.app)
  await carryOutNotices(api)
  assert.deepEqual(countBy(await mailsOf(api, REMINDER)), { sent: 2, merged: 2 })
  for (const product of PRODUCTS)
    assert.equal((await acme.get(pathOf(id, product))).body.invitation.reminders, 1, product)
})

test('dates are those of the partner’s time zone, written as in its reports', async () => {
  const partner = await api.as('elsewhere')
  const style = { timeZone: 'Pacific/Auckland', locale: 'de-DE' }
  const chosen = await partner.put('/v1/partner/brand', style)
  assert.equal(chosen.status, 200, chosen.text)
  const id = await makeCustomer(partner, { questionnaireRecipients: [ada] })
  now = new Date('2026-06-01T20:00:00.000Z')
  const run = await partner.post('/v1/partner/assessments', { customerId: id, product: 'essential-eight' })
  await executeRun(api.app, run.body.id, { deadlineMs: 10_000 })
  await carryOutNotices(api)
  later(WAIT_MINUTES)
  const [mail] = await release()
  const { due_at } = await api.db.selectFrom('questionnaire_invitations').select('due_at').executeTakeFirstOrThrow()
  assert.match(due_at.toISOString(), /T20:/, 'the day has changed at the partner')
  const there = new Date(due_at.getTime() + 12 * 60 * MINUTE_MS)
  const [year, month, day] = there.toISOString().slice(0, 10).split('-')
  assert.ok(mail?.text.includes(` ${day}.${month}.${year}\n`), String(mail?.text))
})
