import type { App } from '../../../../app.ts'
import { findFramework } from '../../../../engine/frameworks/catalogue.ts'
import { findContact } from '../../../accounts/service.ts'
import { findApprovalContact } from '../../../customers/consent/requests/service.ts'
import { findCustomerName, listReceivers } from '../../../customers/service.ts'
import type { NoticeOf } from '../../../notices/schema.ts'
import { listAddressesFor } from '../../../people/notifications/service.ts'
import { findReportNames } from '../../../reports/service.ts'
import type { NewMail } from '../../outbox/rules.ts'
import { subjectOfApprovalRequest, writeApprovalMissing } from '../../templates/approval.ts'
import { subjectOfReport, writeAssessmentWorsened } from '../../templates/report-ready.ts'

/** One mail for each receiver of the customer's reports; its text, with the receiver's own link, is written when it is released. */
export async function composeReportReady(
  app: App,
  { partnerId, customerId, runId }: NoticeOf<'report-ready'>,
): Promise<NewMail[]> {
  const receivers = await listReceivers(app, partnerId, customerId)
  const names = receivers.length > 0 ? await findReportNames(app, runId) : undefined
  if (!names) return []
  const about = { owner: { partnerId, distributorId: null }, customerId, aboutId: runId }
  const content = { subject: subjectOfReport(names) }
  return receivers.map((to) => ({ kind: 'report-ready', to, ...about, content }))
}

export async function composeApprovalMissing(
  app: App,
  { partnerId, customerId, tenantId, runId }: NoticeOf<'approval-missing'>,
  at: Date,
): Promise<NewMail[]> {
  const partner = await findContact(app, partnerId)
  const customerName = await findCustomerName(app, partnerId, customerId)
  if (!partner || customerName === undefined) return []
  const content = writeApprovalMissing({ company: partner.company, customerName, tenantId, runId, at })
  const owner = { partnerId, distributorId: null }
  return [{ kind: 'approval-missing', to: partner.email, owner, customerId, content }]
}

/** One mail for each person of the partner who wants to hear of it. Nothing if the customer is gone. */
export async function composeAssessmentWorsened(
  app: App,
  { partnerId, customerId, runId, product, previousScore, score, newCritical }: NoticeOf<'assessment-worsened'>,
  at: Date,
): Promise<NewMail[]> {
  const addresses = await listAddressesFor(app.db, { kind: 'partner', id: partnerId }, 'assessment-worsened')
  const partner = await findContact(app, partnerId)
  const customerName = await findCustomerName(app, partnerId, customerId)
  if (addresses.length === 0 || !partner || customerName === undefined) return []
  const framework = findFramework(product)
  const statements = newCritical.requirements.map(
    (id) => framework?.requirements.find((requirement) => requirement.id === id)?.statement ?? id,
  )
  const content = writeAssessmentWorsened({
    company: partner.company,
    customerName,
    productName: framework?.name ?? product,
    previousScore,
    score,
    critical: { count: newCritical.count, statements },
    reportUrl: `${app.appUrl}/reports/${runId}`,
    at,
  })
  const about = { owner: { partnerId, distributorId: null }, customerId, aboutId: runId, content }
  return addresses.map((to) => ({ kind: 'assessment-worsened', to, ...about }))
}

/** One mail to the customer's contact; its text, with the link, is written when it is released. */
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
