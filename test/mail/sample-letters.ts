import type { MailContent } from '../../src/features/mail/outbox/rules.ts'
import { writeAccessChanged, writePartnerVisited } from '../../src/features/mail/templates/access-changed.ts'
import { writeActivation } from '../../src/features/mail/templates/activation.ts'
import { writeApprovalMissing, writeApprovalRequest } from '../../src/features/mail/templates/approval.ts'
import {
  writeDistributorDigest,
  writePartnerDigest,
  writeReportDigest,
} from '../../src/features/mail/templates/digest.ts'
import { writeKeyCreated, writeKeyRevoked } from '../../src/features/mail/templates/key-changed.ts'
import type { LetterSender } from '../../src/features/mail/templates/letter.ts'
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
import { formatMoney } from '../../src/shared/money/amounts.ts'

/** A mail of each kind, with invented facts. */

const AT = new Date('2026-06-17T12:00:00Z')
const URL_OF_ALL = `https://plumbline.example/reports/run_01m7zb6f92ew9sper81fjd57z4?${'signature='.padEnd(90, '4f')}`
const settingsUrl = 'https://plumbline.example/settings/notifications'
const names = { customerName: 'Driftwood Hospitality', partnerName: 'Northwind IT' }
const company = names.partnerName
const run = { company, customerName: names.customerName, productName: 'Essential Eight', at: AT, settingsUrl }
const tenantId = '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b03'

const report = {
  customerId: 'cust_01m7zb6f92ew9sper81fjd57z4',
  ...names,
  productName: 'Essential Eight',
  headline: 'Driftwood Hospitality has 3 critical weaknesses to close now.',
  firstStep: 'Require multi-factor authentication for everyone, everywhere',
  level: '0',
  result: { score: 28, scoreCeiling: 100, target: 2, findings: 12, critical: 3, high: 4 },
  url: URL_OF_ALL,
  linkDays: 90,
}

/** To people at customers, in the look of the partner. */
export const lettersToCustomers = (sender: LetterSender): Readonly<Record<string, MailContent>> => {
  const asked = {
    ...names,
    url: URL_OF_ALL,
    sender,
    questionnaires: [
      { productName: 'Essential Eight', dueAt: AT, open: 31, minutes: 25 },
      { productName: 'NIST Cybersecurity Framework', dueAt: AT, open: 95, minutes: 60 },
    ],
  }
  return {
    report: writeReportReady({ ...report, sender }),
    reports: writeReportDigest([report, { ...report, customerName: 'Saltbush Legal' }], sender),
    approval: writeApprovalRequest({ ...names, tenantId, expiresAt: AT, url: URL_OF_ALL, sender }),
    questions: writeQuestionnaireInvitation(asked),
    'questions of a colleague': writeQuestionnaireInvitation({ ...asked, invitedBy: 'ada@driftwood.example' }),
    reminder: writeQuestionnaireReminder({ ...asked, questionnaires: asked.questionnaires.slice(0, 1) }),
    code: writeQuestionnaireCode({ code: '482913', minutes: 10, customerName: names.customerName, sender }),
  }
}

const key = {
  company,
  prefix: 'pk_live_4f9a',
  last4: 'x7Qe',
  slot: 2,
  by: 'Pat Example',
  address: '203.0.113.7',
  at: AT,
  settingsUrl,
}

/** To partners and distributors. */
export const LETTERS_TO_ACCOUNTS: Readonly<Record<string, MailContent>> = {
  week: writePartnerDigest(
    {
      since: new Date('2026-06-07T14:00:00Z'),
      lastDay: new Date('2026-06-14T02:00:00Z'),
      timeZone: 'Australia/Sydney',
      lists: [{ heading: 'Scores that fell', items: ['Saltbush Legal: 45, before 51'], total: 3 }],
      opened: 4,
      resolved: 7,
      usage: { used: 31, limit: 250 },
    },
    { company, appUrl: 'https://plumbline.example', settingsUrl },
  ),
  'week of a distributor': writeDistributorDigest(
    { lists: [{ heading: 'Partners near their limit', items: ['Northwind IT: 48 of 50 runs'], total: 1 }] },
    { company: 'Meridian', appUrl: 'https://plumbline.example', settingsUrl },
  ),
  webhook: writeWebhookFailing({
    company,
    webhookId: 'whk_01m7zb6f92ew9sper81fjd57z4',
    url: `https://hooks.northwind.example/${'long'.repeat(30)}`,
    failingSince: AT,
    pending: 12,
    failed: 0,
    settingsUrl,
  }),
  worsened: writeAssessmentWorsened({
    ...run,
    previousScore: 61,
    score: 52,
    critical: { count: 3, statements: ['Multi-factor authentication is used for all administrators.'] },
    reportUrl: URL_OF_ALL,
  }),
  finished: writeReportFinished({ ...run, summary: report, reportUrl: URL_OF_ALL }),
  failed: writeAssessmentFailed({
    ...run,
    reason: 'The tenant did not respond within the time that a run has.',
    runsUrl: URL_OF_ALL,
  }),
  'approval missing': writeApprovalMissing({
    ...run,
    tenantId,
    runId: 'run_01m7zb6f92ew9sper81fjd57z4',
    customerUrl: URL_OF_ALL,
  }),
  answered: writeQuestionnaireAnswered({ ...run, answered: 28, of: 41 }),
  activation: writeActivation({ company, inviter: 'Meridian', url: URL_OF_ALL }),
  invitation: writePersonInvitation({ company, name: 'Pat', role: 'Technician', url: URL_OF_ALL }),
  recovery: writePasswordRecovery({ company, minutes: 30, url: URL_OF_ALL }),
  access: writeAccessChanged({
    company,
    change: 'signed-in',
    role: 'Technician',
    by: undefined,
    address: '203.0.113.7',
    at: AT,
  }),
  visit: writePartnerVisited({
    company,
    visitor: 'Meridian',
    name: 'Sam Example',
    reason: 'Ticket 4711: a run fails',
    mayAct: true,
    at: AT,
    settingsUrl,
  }),
  'key created': writeKeyCreated(key),
  'key revoked': writeKeyRevoked({ ...key, reason: 'revoked' }),
  plan: writePlanChanged({
    company,
    before: { plan: 'starter', billing: 'monthly', currency: 'aud' },
    after: { plan: 'professional', billing: 'monthly', currency: 'aud' },
    by: 'Pat Example',
    at: AT,
    settingsUrl,
  }),
  payment: writePaymentProblem({
    notice: {
      kind: 'payment-problem',
      partnerId: 'prt_01m7zb6f92ew9sper81fjd57z4',
      problem: 'failed',
      amount: 15_870,
      currency: 'aud',
      isByCard: true,
      url: URL_OF_ALL,
      nextAttemptAt: AT.toISOString(),
      stopsAt: AT.toISOString(),
    },
    company,
    amount: formatMoney(15_870n, 'aud'),
    planUrl: 'https://plumbline.example/plan',
    settingsUrl,
  }),
  paused: writeSchedulePaused({ ...run, scheduleId: 'sch_01m7zb6f92ew9sper8a2k4w7qe', reason: 'consent_missing' }),
  skipped: writeScheduleLimitReached({ company, month: '2026-06', settingsUrl }),
  settlement: writeSettlementStatement({
    company: 'Meridian',
    id: 'stl_01m7zb6f92ew9sper2bfykazav',
    number: 7,
    period: '2026-Q2',
    currency: 'AUD',
    interval: 'quarterly',
    firstDay: '2026-04-01',
    lastDay: '2026-06-30',
    charged: 158_700,
    revenueShare: 31_740,
    adjusted: -2_500,
    total: 124_460,
    partnersCount: 12,
    createdAt: AT,
  }),
}
