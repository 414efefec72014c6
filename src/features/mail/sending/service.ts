import type { App } from '../../../app.ts'
import { deleteInBatches } from '../../../platform/database/batches.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { MailFailure } from '../../../platform/mailer.ts'
import { DAY_MS } from '../../../shared/dates/time-units.ts'
import { isId, newId } from '../../../shared/ids.ts'
import { Problem } from '../../../shared/problem.ts'
import {
  BODY_RETENTION_MS,
  isExempt,
  MAIL_TRIES,
  type MailContent,
  type MailItem,
  type NewMail,
} from '../outbox/rules.ts'
import {
  deleteBodiesBefore,
  deleteCountsBefore,
  deleteMailsBefore,
  findMailFigures,
  findMailRow,
  insertMails,
  insertReleaseJob,
  listMailRows,
  type MailFigures,
  type MailRow,
  updateMailTaken,
  updateQueuedMail,
} from '../outbox/store.ts'
import { releaseMail } from '../release/service.ts'
import { composeAttachments, startLinks, writeDigest, writeReleased } from '../writing/service.ts'

/**
 * Queues mails in the caller's transaction: they are sent if and only if it commits. An email that is over a quota waits until
 * there is room. Without a mail server the mails stay in the outbox, and a server that is set later does not send them.
 * `causedBy` is the distributor that caused the mails: they count for its quota as well.
 */
export async function queueMails(
  app: App,
  tx: Connection,
  mails: readonly NewMail[],
  causedBy?: string,
): Promise<void> {
  if (mails.length === 0) return
  const at = app.now()
  const rows = mails.map(({ kind, to, content, owner, customerId, aboutId, waitMs = 0 }) => ({
    id: newId('mail'),
    partner_id: owner.partnerId,
    distributor_id: owner.distributorId,
    customer_id: customerId ?? null,
    about_id: aboutId ?? null,
    kind,
    recipient: to,
    ...content,
    status: 'waiting' as const,
    due_at: new Date(at.getTime() + waitMs),
    ...(waitMs > 0 && { waits_for: 'digest' as const }),
    counted_for: isExempt(kind) ? [] : countedFor(owner.partnerId ?? owner.distributorId, causedBy),
    created_at: at,
  }))
  const inserted = await insertMails(tx, rows)
  for (const waitMs of new Set(mails.map(({ waitMs = 0 }) => waitMs)))
    if (waitMs > 0) await insertReleaseJob(tx, new Date(at.getTime() + waitMs), waitMs)
  // Sort by address: two calls that lock the counters of several addresses must not deadlock.
  const inOrder = inserted.toSorted((one, other) =>
    one.recipient.toLowerCase() < other.recipient.toLowerCase() ? -1 : 1,
  )
  for (const mail of inOrder) await releaseMail(app, tx, mail)
}

/** The account of the email first, then the distributor that caused the email. */
const countedFor = (...accountIds: (string | null | undefined)[]): string[] => [
  ...new Set(accountIds.flatMap((id) => id ?? [])),
]

/**
 * Sends a queued mail; throws if the job should be retried. After a crash between the server's response and the update
 * of the row, the email is sent again under the same Message-ID.
 */
export async function sendQueuedMail(app: App, id: string): Promise<void> {
  const mail = await updateMailTaken(app.db, id)
  if (!mail) return
  const content = await findContent(app, mail)
  if (!content) {
    await updateQueuedMail(app.db, id, {
      status: 'canceled',
      last_error: 'The reports of this digest no longer exist.',
    })
    return
  }
  if (!app.mailer) {
    await updateQueuedMail(app.db, id, { status: 'outbox' })
    return
  }
  const attachments = await composeAttachments(app, mail, content)
  try {
    await app.mailer.send({ id, to: mail.recipient, ...content, ...(attachments.length > 0 && { attachments }) })
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    const isEnd = error.permanent || mail.attempts >= MAIL_TRIES
    app.metrics.mailAttempts.inc({ outcome: isEnd ? 'failed' : 'retry' })
    await updateQueuedMail(app.db, id, { last_error: error.message, ...(isEnd && { status: 'failed' }) })
    if (!isEnd) throw error
    app.log.warn(
      { event: 'mail.failed', mail: id, kind: mail.kind, reason: error.message },
      'an email could not be sent',
    )
    return
  }
  app.metrics.mailAttempts.inc({ outcome: 'sent' })
  const sentAt = app.now()
  await app.db.transaction().execute(async (tx) => {
    await updateQueuedMail(tx, id, { status: 'sent', sent_at: sentAt, last_error: null })
    await startLinks(tx, mail, sentAt)
  })
}

/** Writes a digest of reports when it is sent, and any digest again if something that it names was deleted before that. */
async function findContent(app: App, mail: MailRow): Promise<MailContent | undefined> {
  const { id, kind, subject, text, html } = mail
  if (text !== null && html !== null) return { subject, text, html }
  if (kind !== 'report-digest' && kind !== 'weekly-digest') return undefined
  return await app.db.transaction().execute(async (tx) => {
    const content = await (kind === 'report-digest' ? writeDigest : writeReleased)(app, tx, mail)
    if (content) await updateQueuedMail(tx, id, { ...content })
    return content
  })
}

/** The newest mails of all accounts, newest first, without their bodies; with `isWaiting` only those that wait. */
export async function listMails(app: App, max: number, isWaiting = false): Promise<MailItem[]> {
  return (await listMailRows(app.db, max, isWaiting)).map(toItem)
}

/** One email with its bodies, which are cleared some days after it was sent. Throws NOT_FOUND if it does not exist. */
export async function getMail(app: App, id: string): Promise<MailItem & Partial<Omit<MailContent, 'subject'>>> {
  const row = isId('mail', id) ? await findMailRow(app.db, id) : undefined
  if (!row) throw new Problem('NOT_FOUND', { message: `Mail ${id} not found.` })
  const { text, html } = row
  return { ...toItem(row), ...(text !== null && { text }), ...(html !== null && { html }) }
}

/**
 * Clears the bodies of old mails and deletes mails whose retention period is over. Both periods start when the email was
 * sent or failed: a waiting mail is never too old.
 */
export async function deleteOldMails(app: App): Promise<void> {
  const nowMs = app.now().getTime()
  const bodies = new Date(nowMs - BODY_RETENTION_MS)
  const mails = new Date(nowMs - app.limits.keepMailsDays * DAY_MS)
  await deleteInBatches((max) => deleteBodiesBefore(app.db, bodies, max))
  const deleted = await deleteInBatches((max) => deleteMailsBefore(app.db, mails, max))
  app.metrics.retentionDeleted.inc({ kind: 'mails' }, deleted)
  await deleteInBatches((max) => deleteCountsBefore(app.db, new Date(nowMs - DAY_MS), max))
}

/** How many mails wait or are queued, over all accounts. */
export const getMailFigures = (app: Pick<App, 'db' | 'now'>): Promise<MailFigures> => findMailFigures(app.db, app.now())

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
  ...(row.waits_for !== null && { waitsFor: row.waits_for }),
  ...(row.due_at && { waitsUntil: row.due_at }),
})
