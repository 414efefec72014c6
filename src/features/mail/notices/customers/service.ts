import type { App } from '../../../../app.ts'
import { findFramework } from '../../../../engine/frameworks/catalogue.ts'
import { findApprovalContact } from '../../../customers/consent/requests/service.ts'
import { findCustomerName, listReceivers } from '../../../customers/service.ts'
import type { NoticeOf } from '../../../notices/schema.ts'
import { findReportSummary } from '../../../reports/service.ts'
import type { NewMail } from '../../outbox/rules.ts'
import { subjectOfApprovalRequest, writeApprovalMissing } from '../../templates/approval.ts'
import {
  subjectOfReport,
  writeAssessmentFailed,
  writeAssessmentWorsened,
  writeReportFinished,
} from '../../templates/report-ready.ts'
import { composeForTopic, isWanted, type TopicReader } from '../topics/service.ts'

/**
 * One email for each receiver of the customer's reports, whose text, with the receiver's own link, is written when it is released; and
 * one for each person of the partner who asked for an email about every result. Nothing if the run is gone.
 */
export async function composeReportReady(
  app: App,
  { partnerId, customerId, runId }: NoticeOf<'report-ready'>,
  at: Date,
): Promise<NewMail[]> {
  const receivers = await listReceivers(app, partnerId, customerId)
  const isAsked = await isWanted(app, partnerId, 'report-finished')
  // The sealed result is read only here, because for most runs nobody gets an email.
  const summary = receivers.length > 0 || isAsked ? await findReportSummary(app, runId) : undefined
  if (!summary) return []
  const about = { customerId, aboutId: runId }
  const owner = { partnerId, distributorId: null }
  const content = { subject: subjectOfReport(summary) }
  const news = { summary, reportUrl: `${app.appUrl}/reports/${runId}`, at }
  const write = (reader: TopicReader) => writeReportFinished({ ...news, ...reader })
  return [
    ...receivers.map((to) => ({ kind: 'report-ready' as const, to, owner, ...about, content })),
    ...(await composeForTopic(app, partnerId, { topic: 'report-finished', kind: 'report-finished', ...about, write })),
  ]
}

export async function composeApprovalMissing(
  app: App,
  { partnerId, customerId, tenantId, runId }: NoticeOf<'approval-missing'>,
  at: Date,
): Promise<NewMail[]> {
  const customerName = await findCustomerName(app, partnerId, customerId)
  if (customerName === undefined) return []
  const news = { customerName, tenantId, runId, customerUrl: `${app.appUrl}/customers/${customerId}`, at }
  const write = (reader: TopicReader) => writeApprovalMissing({ ...news, ...reader })
  return await composeForTopic(app, partnerId, { topic: 'approvals', kind: 'approval-missing', customerId, write })
}

/** One email for each person of the partner who gets mails about this. Nothing if the customer is gone. */
export async function composeAssessmentWorsened(
  app: App,
  { partnerId, customerId, runId, product, previousScore, score, newCritical }: NoticeOf<'assessment-worsened'>,
  at: Date,
): Promise<NewMail[]> {
  const customerName = await findCustomerName(app, partnerId, customerId)
  if (customerName === undefined) return []
  const framework = findFramework(product)
  const statements = newCritical.requirements.map(
    (id) => framework?.requirements.find((requirement) => requirement.id === id)?.statement ?? id,
  )
  const news = {
    customerName,
    productName: framework?.name ?? product,
    previousScore,
    score,
    critical: { count: newCritical.count, statements },
    reportUrl: `${app.appUrl}/reports/${runId}`,
    at,
  }
  const write = (reader: TopicReader) => writeAssessmentWorsened({ ...news, ...reader })
  const mail = { topic: 'assessment-worsened', kind: 'assessment-worsened', customerId, aboutId: runId, write } as const
  return await composeForTopic(app, partnerId, mail)
}

/** One email for each person of the partner who asked for it. Nothing if the customer is gone. */
export async function composeAssessmentFailed(
  app: App,
  { partnerId, customerId, runId, product, reason }: NoticeOf<'assessment-failed'>,
  at: Date,
): Promise<NewMail[]> {
  const customerName = await findCustomerName(app, partnerId, customerId)
  if (customerName === undefined) return []
  const productName = findFramework(product)?.name ?? product
  const news = { customerName, productName, reason, runsUrl: `${app.appUrl}/customers/${customerId}/runs`, at }
  const write = (reader: TopicReader) => writeAssessmentFailed({ ...news, ...reader })
  const mail = { topic: 'assessment-failed', kind: 'assessment-failed', customerId, aboutId: runId, write } as const
  return await composeForTopic(app, partnerId, mail)
}

/** One email to the customer's contact; its text, with the link, is written when it is released. */
export async function composeApprovalRequest(
  app: App,
  { partnerId, customerId }: NoticeOf<'approval-requested'>,
): Promise<NewMail[]> {
  const contact = await findApprovalContact(app, partnerId, customerId)
  if (!contact) return []
  const content = { subject: subjectOfApprovalRequest(contact.partnerName) }
  const owner = { partnerId, distributorId: null }
  return [{ kind: 'approval-request', to: contact.email, owner, customerId, content }]
}
