import type { App } from '../../../app.ts'
import { isId } from '../../../shared/ids.ts'
import type { Notice, NoticeAuthor } from '../../notices/schema.ts'
import { deleteNotice, findNotice } from '../../notices/service.ts'
import type { NewMail } from '../outbox/rules.ts'
import { queueMails } from '../sending/service.ts'
import {
  composeActivation,
  composeKeyCreated,
  composeKeyRevoked,
  composePaymentProblem,
  composePlanChanged,
  composeStatement,
  composeWebhookFailing,
} from './accounts/service.ts'
import {
  composeApprovalMissing,
  composeApprovalRequest,
  composeAssessmentFailed,
  composeAssessmentWorsened,
  composeReportReady,
} from './customers/service.ts'
import {
  composeAccessChanged,
  composePartnerVisited,
  composePersonInvitation,
  composeRecovery,
} from './people/service.ts'
import { composeAnswered, composeCode, composeInvitation, composeReminder } from './questionnaires/service.ts'
import { composeScheduleLimitReached, composeSchedulePaused } from './schedules/service.ts'

/**
 * Queues the mails of a notice and deletes it, in one transaction: called again, or by two workers at once, it queues them
 * once. Throws if the notice does not match its schema.
 */
export async function queueMailsOfNotice(app: App, noticeId: number): Promise<void> {
  const found = await findNotice(app.db, noticeId)
  if (!found) return
  const { notice, at } = found
  const mails = await composeMails(app, notice, at)
  const causedBy = 'author' in notice ? distributorOf(notice.author) : undefined
  await app.db.transaction().execute(async (tx) => {
    if (await deleteNotice(tx, noticeId)) await queueMails(app, tx, mails, causedBy)
  })
}

/** The distributor that caused a notice, by its key or through one of its people. */
function distributorOf({ id, accountId = id }: NoticeAuthor): string | undefined {
  return isId('dist', accountId) ? accountId : undefined
}

/** The mails of a notice; none if it no longer applies. Safe to repeat. */
async function composeMails(app: App, notice: Notice, at: Date): Promise<NewMail[]> {
  switch (notice.kind) {
    case 'partner-invited':
      return await composeActivation(app, notice)
    case 'key-created':
      return await composeKeyCreated(app, notice, at)
    case 'key-revoked':
      return await composeKeyRevoked(app, notice, at)
    case 'plan-changed':
      return await composePlanChanged(app, notice, at)
    case 'payment-problem':
      return await composePaymentProblem(app, notice)
    case 'statement-closed':
      return await composeStatement(app, notice)
    case 'webhook-failing':
      return await composeWebhookFailing(app, notice)
    case 'report-ready':
      return await composeReportReady(app, notice, at)
    case 'approval-missing':
      return await composeApprovalMissing(app, notice, at)
    case 'assessment-worsened':
      return await composeAssessmentWorsened(app, notice, at)
    case 'assessment-failed':
      return await composeAssessmentFailed(app, notice, at)
    case 'partner-visited':
      return await composePartnerVisited(app, notice, at)
    case 'approval-requested':
      return await composeApprovalRequest(app, notice)
    case 'schedule-paused':
      return await composeSchedulePaused(app, notice, at)
    case 'schedule-limit-reached':
      return await composeScheduleLimitReached(app, notice)
    case 'questionnaire-invited':
      return await composeInvitation(app, notice)
    case 'questionnaire-reminded':
      return await composeReminder(app, notice)
    case 'questionnaire-answered':
      return await composeAnswered(app, notice, at)
    case 'person-invited':
      return await composePersonInvitation(app, notice)
    case 'password-forgotten':
      return await composeRecovery(app, notice)
    case 'access-changed':
      return await composeAccessChanged(app, notice, at)
    case 'code-requested':
      return await composeCode(app, notice)
  }
}
