import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MailContent } from '../../../src/features/mail/outbox/rules.ts'
import { writeApprovalRequest } from '../../../src/features/mail/templates/approval.ts'
import { writePartnerDigest, writeReportDigest } from '../../../src/features/mail/templates/digest.ts'
import type { LetterSender } from '../../../src/features/mail/templates/letter.ts'
import {
  writeQuestionnaireCode,
  writeQuestionnaireInvitation,
} from '../../../src/features/mail/templates/questionnaire.ts'
import { writeReportReady } from '../../../src/features/mail/templates/report-ready.ts'
import { writeWebhookFailing } from '../../../src/features/mail/templates/webhook-failing.ts'
import { assertAccessible } from '../../harness/accessibility.ts'
import { startBrowser, withoutBrowser } from '../../harness/browser.ts'
import { preparePage, SHOWN_ORIGIN } from '../../harness/shown-page.ts'

const AT = new Date('2026-06-17T12:00:00Z')
const URL_OF_ALL = `https://plumbline.example/reports/run_01m7zb6f92ew9sper81fjd57z4?${'signature='.padEnd(90, '4f')}`
const names = { customerName: 'Driftwood Hospitality', partnerName: 'Northwind IT' }

/** In the look of partners: a light colour, a dark one, and none. */
const SENDERS: readonly LetterSender[] = [
  {
    name: 'Northwind IT',
    colour: '#f2c811',
    hasLogo: true,
    contact: { email: 'help@northwind.example', phone: '+61 2 5550 1234' },
  },
  { name: 'Northwind IT', colour: '#3b0764', hasLogo: false },
  { name: 'Northwind IT', hasLogo: false },
]

const report = {
  customerId: 'cust_01m7zb6f92ew9sper81fjd57z4',
  ...names,
  productName: 'Essential Eight',
  headline: 'Driftwood Hospitality has 3 critical weaknesses to close now, before anything else.',
  result: { score: 28, scoreCeiling: 100, maturityAchieved: 0, target: 2, findings: 12, critical: 3, high: 4 },
  url: URL_OF_ALL,
  linkDays: 90,
}

/** Letters that together have every part that a letter can have. */
const lettersOf = (sender: LetterSender): Readonly<Record<string, MailContent>> => ({
  report: writeReportReady({ ...report, sender }),
  reports: writeReportDigest([report, { ...report, customerName: 'Saltbush Legal' }], sender),
  approval: writeApprovalRequest({
    ...names,
    tenantId: '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b03',
    expiresAt: AT,
    url: URL_OF_ALL,
    sender,
  }),
  questions: writeQuestionnaireInvitation({
    ...names,
    url: URL_OF_ALL,
    sender,
    questionnaires: [
      { productName: 'Essential Eight', dueAt: AT, open: 31, minutes: 25 },
      { productName: 'NIST Cybersecurity Framework', dueAt: AT, open: 95, minutes: 60 },
    ],
  }),
  code: writeQuestionnaireCode({ code: '482913', minutes: 10, customerName: names.customerName, sender }),
})

const OWN: Readonly<Record<string, MailContent>> = {
  week: writePartnerDigest(
    {
      since: AT,
      lastDay: AT,
      timeZone: 'Australia/Sydney',
      lists: [{ heading: 'Scores that fell', items: ['Saltbush Legal: 45, before 51'], total: 3 }],
      opened: 4,
      resolved: 7,
      usage: { used: 31, limit: 250 },
    },
    { company: 'Northwind IT', appUrl: 'https://plumbline.example', settingsUrl: 'https://plumbline.example/settings' },
  ),
  webhook: writeWebhookFailing({
    company: 'Northwind IT',
    webhookId: 'whk_01m7zb6f92ew9sper81fjd57z4',
    url: `https://hooks.northwind.example/${'long'.repeat(30)}`,
    failingSince: AT,
    pending: 12,
    failed: 0,
    settingsUrl: 'https://plumbline.example/settings',
  }),
}

test('axe finds nothing in mails, in light and dark, and they fit a telephone', { skip: withoutBrowser }, async () => {
  await using browser = await startBrowser({ baseUrl: SHOWN_ORIGIN })
  const { page } = await browser.open({ viewport: { width: 360, height: 800 } })
  const show = await preparePage(page)
  const letters = [...SENDERS.map(lettersOf), OWN].flatMap((each) => Object.entries(each))
  for (const [name, { html }] of letters) {
    await show({ html })
    assert.equal(await page.evaluate('document.scrollingElement.scrollWidth'), 360, `${name} is wider than the screen`)
    await assertAccessible(page, name)
  }
})
