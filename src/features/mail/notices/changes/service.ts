import type { App } from '../../../../app.ts'
import { removeJob } from '../../../../platform/jobs/queue.ts'
import { recordNotices } from '../../../notices/service.ts'
import { toNotice } from './rules.ts'
import { findAuditRow } from './store.ts'

/**
 * Processes of version 0.2.0 queue a job for an audit row instead of a notice. They may run beside this version during an
 * upgrade. Replaces such a job by a notice with its own, in one transaction, so that each email is queued once.
 */
export async function queueNoticeOfChange(app: App, changeId: number): Promise<void> {
  const row = await findAuditRow(app.db, changeId)
  const notice =
    row &&
    toNotice({
      action: row.action,
      subject: row.subject,
      partnerId: row.partner_id,
      author: { kind: row.author_kind, id: row.author_id, ...(row.address !== null && { address: row.address }) },
      before: row.before,
      after: row.after,
    })
  if (!notice) {
    app.log.warn({ event: 'mail.change.skipped', changeId }, 'nobody is notified of a change of version 0.2.0')
    return
  }
  const owner = { partnerId: row.partner_id, distributorId: row.distributor_id }
  await app.db.transaction().execute(async (tx) => {
    await recordNotices(tx, [{ notice, owner, at: row.occurred_at }])
    await removeJob(tx, `notify-${changeId}`)
  })
}
