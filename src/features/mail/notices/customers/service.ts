import type { App } from '../../../../app.ts'
import { findContact } from '../../../accounts/service.ts'
import { findCustomerName, listReceivers } from '../../../customers/service.ts'
import type { NoticeOf } from '../../../notices/schema.ts'
import { findReportNames } from '../../../reports/service.ts'
import type { NewMail } from '../../outbox/rules.ts'
import { writeApprovalMissing } from '../../templates/approval-missing.ts'
import { subjectOfReport } from '../../templates/report-ready.ts'

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
