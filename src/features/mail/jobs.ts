import type { App } from '../../app.ts'
import { fields, text } from '../../shared/json.ts'
import { notifyOfChange } from './notices/service.ts'
import { sendQueuedMail } from './sending/service.ts'

/** The job of NOTIFY_TASK; its payload is `{ changeId }`. */
export async function notify(app: App, payload: unknown): Promise<void> {
  const { changeId } = fields(payload)
  if (typeof changeId !== 'number') throw new Error('the job names no change')
  await notifyOfChange(app, changeId)
}

/** The job of MAIL_TASK; its payload is `{ mailId }`. */
export async function sendMail(app: App, payload: unknown): Promise<void> {
  const mailId = text(fields(payload).mailId)
  if (mailId === undefined) throw new Error('the job names no mail')
  await sendQueuedMail(app, mailId)
}
