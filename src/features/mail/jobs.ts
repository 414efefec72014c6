import type { App } from '../../app.ts'
import { fields, text } from '../../shared/json.ts'
import { queueNoticeOfChange } from './notices/changes/service.ts'
import { queueMailsOfNotice } from './notices/service.ts'
import { sendQueuedMail } from './sending/service.ts'

/** The job of NOTIFY_TASK; its payload is `{ noticeId }`, or `{ changeId }` from processes of version 0.2.0. */
export async function notify(app: App, payload: unknown): Promise<void> {
  const { noticeId, changeId } = fields(payload)
  if (typeof changeId === 'number') {
    await queueNoticeOfChange(app, changeId)
    return
  }
  if (typeof noticeId !== 'number') throw new Error('the payload of the job has no noticeId')
  await queueMailsOfNotice(app, noticeId)
}

/** The job of MAIL_TASK; its payload is `{ mailId }`. */
export async function sendMail(app: App, payload: unknown): Promise<void> {
  const mailId = text(fields(payload).mailId)
  if (mailId === undefined) throw new Error('the payload of the job has no mailId')
  await sendQueuedMail(app, mailId)
}
