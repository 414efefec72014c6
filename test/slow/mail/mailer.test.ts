import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMailer, MailFailure } from '../../../src/platform/mailer.ts'
import { startBlackHole, startMailServer } from '../../mail/mail-server.ts'

const MAIL = {
  id: 'mail_1',
  to: 'reader@customer.example',
  subject: 'Bericht für Käufer',
  text: 'Plain – words',
  html: '<p>Marked – words</p>',
}
const FROM = 'Security Team <security@service.example>'

const failureOf = (sending: Promise<void>): Promise<MailFailure> =>
  sending.then(
    () => assert.fail('it was sent'),
    (error: unknown) => (error instanceof MailFailure ? error : assert.fail(String(error))),
  )

test('an email arrives as text and HTML, from the configured sender, with its own id', async () => {
  await using server = await startMailServer()
  await createMailer({ url: server.url, from: FROM }).send(MAIL)
  assert.equal(server.received.length, 1)
  const [mail] = server.received
  assert.equal(mail?.from, 'security@service.example')
  assert.deepEqual(mail?.to, ['reader@customer.example'])
  assert.deepEqual(Object.fromEntries(Object.entries(mail?.parts ?? {}).map(([type, words]) => [type, words.trim()])), {
    'text/plain': 'Plain – words',
    'text/html': '<p>Marked – words</p>',
  })
  assert.equal(mail?.headers.from, FROM)
  assert.equal(mail?.headers.to, 'reader@customer.example')
  assert.equal(mail?.headers['message-id'], '<mail_1@service.example>')
  assert.equal(mail?.headers['auto-submitted'], 'auto-generated')
  assert.match(mail?.headers.subject ?? '', /^=\?UTF-8\?/i)
  assert.ok(Date.parse(mail?.headers.date ?? '') > 0)
})

test('only a refusal of the email itself is permanent', async () => {
  await using server = await startMailServer({
    refuse: (recipient) => ({ gone: 550, busy: 451, closed: 530 })[recipient.split('@')[0] ?? ''],
  })
  const mailer = createMailer({ url: server.url, from: FROM, pauseMs: 0 })
  const send = (name: string) => failureOf(mailer.send({ ...MAIL, to: `${name}@customer.example` }))
  assert.equal((await send('gone')).permanent, true)
  assert.match((await send('gone')).message, /550.*refused by the test/)
  assert.equal((await send('busy')).permanent, false)
  assert.equal((await send('closed')).permanent, false, 'the server requires a sign-in and refuses these settings')
})

test('the configured user and password are used, and a wrong password does not make an email fail for good', async () => {
  await using server = await startMailServer({ password: 'p@ss word' })
  const from = (password: string) =>
    createMailer({ url: server.url.replace('//', `//user:${encodeURIComponent(password)}@`), from: FROM })
  assert.equal((await failureOf(from('wrong').send(MAIL))).permanent, false)
  await from('p@ss word').send(MAIL)
  assert.equal(server.received.length, 1)
})

test('the check of the mail server signs in and sends nothing', async () => {
  await using server = await startMailServer({ password: 'right' })
  const check = (url: string) => createMailer({ url, from: FROM, timeoutMs: 2_000 }).check()
  await check(server.url.replace('//', '//user:right@'))
  await assert.rejects(check(server.url.replace('//', '//user:wrong@')))
  await using hole = await startBlackHole()
  await assert.rejects(check(hole.url))
  assert.deepEqual(server.received, [])
})

test('an unresponsive mail server times out, and is not tried again for a while', async () => {
  await using hole = await startBlackHole()
  let nowMs = 0
  const mailer = createMailer({ url: hole.url, from: FROM, timeoutMs: 200, pauseMs: 30_000, now: () => nowMs })
  const startedMs = performance.now()
  assert.equal((await failureOf(mailer.send(MAIL))).permanent, false)
  assert.ok(performance.now() - startedMs < 1_500)
  nowMs = 29_999
  const next = await failureOf(mailer.send(MAIL))
  assert.match(next.message, /a moment ago/)
  assert.equal(next.permanent, false)
  nowMs = 30_000
  assert.doesNotMatch((await failureOf(mailer.send(MAIL))).message, /a moment ago/, 'it is tried again')
})
