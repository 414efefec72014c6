import type { App } from '../../app.ts'
import { isId, newId } from '../../ground/ids.ts'
import { Problem } from '../../ground/problem.ts'
import type { Connection } from '../../platform/database.ts'
import { MailFailure } from '../../platform/mailer.ts'
import {
  BODY_KEPT_MS,
  MAIL_KEPT_MS,
  MAIL_LANES,
  MAIL_TRIES,
  type MailContent,
  type MailItem,
  type NewMail,
} from './rules.ts'
import {
  deleteOldMails,
  findMailRow,
  insertMails,
  listMailRows,
  type MailRow,
  updateMailTaken,
  updateQueuedMail,
} from './store.ts'

/** The job that sends a mail; its payload is `{ mailId }`. */
export const MAIL_TASK = 'mail'

/**
 * Queues mails in the caller's transaction: they are sent if and only if it commits, each once. `changeId` is the change
 * that they tell of; queued for the same change and recipient again, a mail is not made again. Without a mail server
 * they are kept to be read in the outbox, and a server that is set later does not send them.
 */
export async function queueMails(app: App, tx: Connection, changeId: number, mails: readonly NewMail[]): Promise<void> {
  if (mails.length === 0) return
  const at = app.now()
  const rows = mails.map(({ kind, to, subject, text, html, owner, customerId }) => ({
    id: newId('mail'),
    partner_id: owner.partnerId,
    distributor_id: owner.distributorId,
    customer_id: customerId ?? null,
    change_id: changeId,
    kind,
    recipient: to,
    subject,
    text,
    html,
    status: app.mailer ? ('queued' as const) : ('outbox' as const),
    created_at: at,
  }))
  await insertMails(tx, rows, { task: MAIL_TASK, tries: MAIL_TRIES, lanes: MAIL_LANES })
}

/**
 * Sends a queued mail; throws where it is worth another try. A crash between the server's answer and the mark here
 * sends it once more, under the same Message-ID.
 */
export async function sendQueuedMail(app: App, id: string): Promise<void> {
  const mail = await updateMailTaken(app.db, id)
  if (!mail) return
  const { recipient: to, subject, text, html, attempts } = mail
  if (text === null || html === null) {
    await updateQueuedMail(app.db, id, { status: 'failed', last_error: 'It became too old to be sent.' })
    return
  }
  if (!app.mailer) {
    await updateQueuedMail(app.db, id, { status: 'outbox' })
    return
  }
  try {
    await app.mailer.send({ id, to, subject, text, html })
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    const isEnd = error.permanent || attempts >= MAIL_TRIES
    await updateQueuedMail(app.db, id, { last_error: error.message, ...(isEnd && { status: 'failed' }) })
    if (!isEnd) throw error
    app.log.warn({ mail: id, kind: mail.kind, reason: error.message }, 'a mail was given up')
    return
  }
  await updateQueuedMail(app.db, id, { status: 'sent', sent_at: app.now(), last_error: null })
}

/** The newest mails of all accounts, newest first, without their bodies. */
export async function listMails(app: App, most: number): Promise<MailItem[]> {
  return (await listMailRows(app.db, most)).map(toItem)
}

/** One mail in full; the bodies are gone some days after it was made. NOT_FOUND where there is no such mail. */
export async function getMail(app: App, id: string): Promise<MailItem & Partial<Omit<MailContent, 'subject'>>> {
  const row = isId('mail', id) ? await findMailRow(app.db, id) : undefined
  if (!row) throw new Problem('NOT_FOUND', { message: `There is no mail ${id}.` })
  const { text, html } = row
  return { ...toItem(row), ...(text !== null && { text }), ...(html !== null && { html }) }
}

/** Clears bodies that are no longer needed, and forgets mails of long ago. */
export async function clearOldMails(app: App): Promise<void> {
  const nowMs = app.now().getTime()
  await deleteOldMails(app.db, { bodies: new Date(nowMs - BODY_KEPT_MS), mails: new Date(nowMs - MAIL_KEPT_MS) })
}

const toItem = (row: MailRow): MailItem => ({
  id: row.id,
  kind: row.kind,
  to: row.recipient,
  subject: row.subject,
  status: row.status,
  attempts: row.attempts,
  createdAt: row.created_at,
  ...(row.sent_at && { sentAt: row.sent_at }),
  ...(row.last_error !== null && { lastError: row.last_error }),
})
