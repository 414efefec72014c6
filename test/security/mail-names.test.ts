import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { writeAccessChanged, writePartnerVisited } from '../../src/features/mail/templates/access-changed.ts'
import { writeActivation } from '../../src/features/mail/templates/activation.ts'
import { writeApprovalMissing, writeApprovalRequest } from '../../src/features/mail/templates/approval.ts'
import {
  writeDistributorDigest,
  writePartnerDigest,
  writeReportDigest,
} from '../../src/features/mail/templates/digest.ts'
import { writeKeyCreated, writeKeyRevoked } from '../../src/features/mail/templates/key-changed.ts'
import { writePasswordRecovery } from '../../src/features/mail/templates/password-recovery.ts'
import { writePaymentProblem } from '../../src/features/mail/templates/payment-problem.ts'
import { writePersonInvitation } from '../../src/features/mail/templates/person-invitation.ts'
import { writePlanChanged } from '../../src/features/mail/templates/plan-changed.ts'
import {
  writeQuestionnaireAnswered,
  writeQuestionnaireCode,
  writeQuestionnaireInvitation,
  writeQuestionnaireReminder,
} from '../../src/features/mail/templates/questionnaire.ts'
import {
  writeAssessmentFailed,
  writeAssessmentWorsened,
  writeReportFinished,
  writeReportReady,
} from '../../src/features/mail/templates/report-ready.ts'
import { writeScheduleLimitReached, writeSchedulePaused } from '../../src/features/mail/templates/schedule.ts'
import { writeSettlementStatement } from '../../src/features/mail/templates/settlement-statement.ts'
import { writeWebhookFailing } from '../../src/features/mail/templates/webhook-failing.ts'
import { createMailer } from '../../src/platform/mailer.ts'
import { readSettings } from '../../src/platform/settings/settings.ts'
import { plainName } from '../../src/shared/text/plain-name.ts'
import { startMailServer } from '../mail/mail-server.ts'

/** A name as an attacker would choose it: a link, a second header, a reversed direction, markup, and excessive length. */
const HOSTILE = `visit http://evil.example/pay www.evil.example <b>now</b>\r\nBcc: all@victim.example \u202Egnp.exe\u2066\u200F ${'x'.repeat(300)}`

const OURS = 'https://app.example/q/1'
const at = new Date('2026-03-10T08:00:00.000Z')
const terms = { plan: 'starter', billing: 'monthly', currency: 'usd' } as const
const key = { prefix: 'pk_live_1234', last4: 'abcd', slot: 1, address: undefined, at }
const result = { score: 61, scoreCeiling: 74, target: 2, findings: 17, critical: 1, high: 4 }

/** Every template, with the same text for every input from users. */
const WRITERS: Readonly<
  Record<string, readonly ((name: string) => { subject: string; text: string; html: string })[]>
> = {
  'access-changed.ts': [
    (name) =>
      writeAccessChanged({ company: name, change: 'role-changed', role: 'admin', by: name, address: undefined, at }),
    (name) => writePartnerVisited({ ...toReader(name), visitor: name, name, reason: name, mayAct: false, at }),
  ],
  'activation.ts': [(name) => writeActivation({ company: name, inviter: name, url: OURS })],
  'approval.ts': [
    (name) =>
      writeApprovalMissing({
        ...toReader(name),
        customerName: name,
        tenantId: 'tenant',
        runId: 'run_1',
        customerUrl: OURS,
        at,
      }),
    (name) =>
      writeApprovalRequest({ partnerName: name, customerName: name, tenantId: 'tenant', expiresAt: at, url: OURS }),
  ],
  'key-changed.ts': [
    (name) => writeKeyCreated({ ...key, ...toReader(name), by: name }),
    (name) => writeKeyRevoked({ ...key, ...toReader(name), by: name, reason: 'revoked' }),
  ],
  'password-recovery.ts': [(name) => writePasswordRecovery({ company: name, minutes: 30, url: OURS })],
  'payment-problem.ts': (['failed', 'last-attempt', 'unpaid', 'confirm', 'disputed'] as const).flatMap((problem) =>
    [true, false].map((isByCard) => (name: string) => {
      const notice = {
        kind: 'payment-problem' as const,
        partnerId: 'prt_1',
        problem,
        amount: 9900,
        currency: 'usd',
        isByCard,
        stopsAt: '2027-06-14T00:00:00.000Z',
      }
      return writePaymentProblem({ notice, ...toReader(name), amount: 'USD 99.00', planUrl: OURS })
    }),
  ),
  'person-invitation.ts': [(name) => writePersonInvitation({ company: name, name, role: 'Admin', url: OURS })],
  'plan-changed.ts': [
    (name) =>
      writePlanChanged({ ...toReader(name), before: terms, after: { ...terms, plan: 'enterprise' }, by: name, at }),
    (name) =>
      writePlanChanged({ ...toReader(name), before: terms, after: { ...terms, currency: 'aud' }, by: name, at }),
  ],
  'questionnaire.ts': [
    (name) => writeQuestionnaireInvitation({ ...questions, customerName: name, partnerName: name }),
    (name) => writeQuestionnaireReminder({ ...questions, customerName: name, partnerName: name }),
    (name) => writeQuestionnaireCode({ code: '123456', minutes: 15, customerName: name }),
    (name) =>
      writeQuestionnaireAnswered({
        ...toReader(name),
        customerName: name,
        productName: 'Essential Eight',
        answered: 1,
        of: 2,
        at,
      }),
  ],
  'digest.ts': [
    (name) => writeReportDigest([report(name), report(name)]),
    (name) => writePartnerDigest(digest, { company: name, appUrl: OURS, settingsUrl: OURS }),
    (name) => writeDistributorDigest(digest, { company: name, appUrl: OURS, settingsUrl: OURS }),
  ],
  'report-ready.ts': [
    (name) => writeReportReady(report(name)),
    ...[[], ['Everyone must use a second factor.']].map((statements) => (name: string) => {
      const critical = { count: statements.length, statements }
      const scores = { previousScore: 70, score: 61, critical }
      return writeAssessmentWorsened({
        ...scores,
        ...toReader(name),
        customerName: name,
        productName: 'Essential Eight',
        reportUrl: OURS,
        at,
      })
    }),
    (name) => writeReportFinished({ ...run, ...toReader(name), summary: report(name), reportUrl: OURS }),
    (name) =>
      writeAssessmentFailed({ ...run, ...toReader(name), customerName: name, reason: 'No consent.', runsUrl: OURS }),
  ],
  'schedule.ts': [
    (name) => writeSchedulePaused({ ...schedule, ...toReader(name), customerName: name, reason: 'failing' }),
    (name) =>
      writeSchedulePaused({ ...schedule, ...toReader(name), customerName: undefined, reason: 'product_not_allowed' }),
    (name) => writeScheduleLimitReached({ ...toReader(name), month: '2026-03' }),
  ],
  'settlement-statement.ts': [(name) => writeSettlementStatement({ ...statement, company: name })],
  'webhook-failing.ts': [
    (name) =>
      writeWebhookFailing({
        ...toReader(name),
        webhookId: 'whk_1',
        url: OURS,
        failingSince: at,
        pending: 1,
        failed: 2,
      }),
  ],
}

const toReader = (company: string) => ({ company, settingsUrl: OURS })

const run = { productName: 'Essential Eight', at }

const digest = {
  since: at,
  lastDay: at,
  timeZone: 'UTC',
  lists: [{ heading: 'Failed runs', items: ['Bellbird'], total: 3 }],
  opened: 1,
  resolved: 2,
  usage: { used: 3, limit: 50 },
}

const questions = {
  url: OURS,
  questionnaires: [{ productName: 'Essential Eight', dueAt: at, open: 3, minutes: 2 }],
}

const schedule = { productName: 'Essential Eight', scheduleId: 'sch_1', at }

const statement = {
  id: 'stl_1',
  number: 1,
  period: '2026-Q1',
  interval: 'quarterly',
  currency: 'AUD',
  firstDay: '2026-01-01',
  lastDay: '2026-03-31',
  partnersCount: 1,
  charged: 44_700,
  revenueShare: 4_470,
  adjusted: 0,
  total: 40_230,
  createdAt: at,
} as const

const report = (name: string) => ({
  customerId: 'cust_1',
  customerName: name,
  partnerName: name,
  productName: 'Essential Eight',
  headline: 'It stands well.',
  result,
  level: '1',
  url: OURS,
  linkDays: 90,
})

const CONTROLS = /(?!\n)\p{Cc}|\p{Bidi_Control}/u
/** Two decimals make no link. */
const AMOUNT = /\d\.\d\d(?!\w)/g
/** What mail programs turn into a link. */
const LINK = /\w:\/\/|www\.|[\p{L}\p{N}]\.[\p{L}\p{N}]{2,}/iu

test('the test covers every template', () => {
  const files = readdirSync(new URL('../../src/features/mail/templates/', import.meta.url))
  assert.deepEqual(Object.keys(WRITERS).toSorted(), files.filter((file) => file !== 'letter.ts').toSorted())
})

for (const [file, writers] of Object.entries(WRITERS)) {
  test(`no name puts a link, a header, a control character or more than 80 characters into ${file}`, () => {
    for (const write of writers) {
      const { subject, text, html } = write(HOSTILE)
      const frame = write('A').subject
      assert.ok([...subject].length <= [...frame].length + 80 * (subject.split('visit').length - 1), subject)
      assert.doesNotMatch(subject, LINK)
      assert.doesNotMatch(subject, CONTROLS)
      assert.doesNotMatch(text, CONTROLS)
      assert.doesNotMatch(html, CONTROLS)
      const words = [text, html.slice(html.indexOf('<body')).replaceAll(/<[^>]*>/g, ' ')]
      for (const content of words) {
        assert.doesNotMatch(content.replaceAll(OURS, '').replaceAll(AMOUNT, ''), LINK)
        assert.ok(!content.includes('x'.repeat(80)))
      }
      assert.ok(!html.includes('<b>'), 'markup is escaped')
    }
  })
}

test('a hostile company name arrives at a real mail server as one harmless subject, to one recipient', async () => {
  await using server = await startMailServer()
  const mailer = createMailer({ url: server.url, from: 'Plumbline <news@service.example>' })
  const content = writeActivation({ company: HOSTILE, inviter: HOSTILE, url: OURS })
  await mailer.send({ id: 'mail_1', to: 'admin@acme.example', ...content })
  const [mail] = server.received
  assert.deepEqual(mail?.to, ['admin@acme.example'])
  assert.equal(mail?.headers.bcc, undefined)
})

test('ordinary names stay as they are', () => {
  for (const name of [
    'Initech & <Sons>',
    'Müller GmbH & Co. KG',
    'St. Mary’s',
    'ACME Inc., Sydney',
    '日本電気株式会社',
    '👩‍👩‍👧 Family',
  ]) {
    assert.equal(plainName(name), name)
  }
})

test('links in names are defused, however they are written', () => {
  assert.equal(plainName('visit http://evil.example'), 'visit http: evil[.]example')
  assert.equal(plainName('www.evil.example/a?b'), 'www[.]evil[.]example/a?b')
  assert.equal(plainName('hthttp://tp://evil.example'), 'hthttp: tp: evil[.]example')
  assert.equal(plainName('http:\\\\evil.example'), 'http: evil[.]example')
  assert.equal(plainName('evil.\u200Bexample'), 'evil[.]example')
  assert.equal(plainName('evil。example'), 'evil[.]example')
  assert.equal(plainName('pay@evil.example'), 'pay@evil[.]example')
})

test('any name becomes one line of at most 80 characters without links, and cleaning it again changes nothing', () => {
  const parts = fc.constantFrom(
    'http://',
    '://',
    'www.',
    '.',
    ':',
    '/',
    '\\',
    'evil',
    'example',
    ' ',
    '\n',
    '\u202e',
    '\u200d',
    '\u200b',
    '\ud800',
    '👩‍👩‍👧',
    'é',
    '。',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(parts, fc.string({ unit: 'binary' })), { maxLength: 60 }), (some) => {
      const name = plainName(some.join(''))
      assert.ok([...name].length <= 80)
      assert.ok(name.isWellFormed())
      assert.doesNotMatch(name, /[\r\n\p{Cc}\p{Bidi_Control}]/u)
      assert.doesNotMatch(name, /:\/\/|[\p{L}\p{N}][.。．｡][\p{L}\p{N}]/u)
      assert.equal(plainName(name), name)
    }),
    { seed: 23, numRuns: 500 },
  )
})

test('a character with a hundred accents is cut like any other text', () => {
  assert.equal([...plainName(`e${'\u0301'.repeat(500)}`)].length, 80)
})

test('the sender’s name cannot reverse the direction of the text', () => {
  assert.throws(
    () => readSettings({ PLUMBLINE_MAIL_FROM: '\u202Egro.knab <news@service.example>' }),
    /PLUMBLINE_MAIL_FROM/,
  )
})
