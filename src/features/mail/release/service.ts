import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { newId } from '../../../shared/ids.ts'
import { addressLimit, DIGEST_MS, DIGEST_REPORTS_MAX, isCombined, LAST_PLACE } from '../outbox/rules.ts'
import { findMailRow, insertMailJob, insertMails, type MailRow, updateQueuedMail } from '../outbox/store.ts'
import { subjectOfDigest } from '../templates/digest.ts'
import { writeReleased } from '../writing/service.ts'
import { claimMailQuota, listDueMails, listWaitingReports, listWaitingToCombine, updateMerged } from './store.ts'

/** Mails that one query for due mails returns. */
const DUE_MAX = 500

/**
 * Releases a waiting mail in the caller's transaction if the quotas allow it: writes it unless it is written, and queues it,
 * or leaves it in the outbox if mail is not configured. Returns false if the email still waits.
 */
export async function releaseMail(app: App, tx: Connection, mail: { id: string; kind: string }): Promise<boolean> {
  const taken = await claimMailQuota(tx, mail.id, {
    at: app.now(),
    account: app.limits.mailsPerDay,
    address: addressLimit(mail.kind, app.limits),
    digestMs: DIGEST_MS,
  })
  if (taken?.outcome !== 'released') return false
  const row = await findMailRow(tx, mail.id)
  if (!row) return false
  const place = Math.min(taken.place, LAST_PLACE)
  if (mail.kind === 'report-ready' && (await mergeReports(app, tx, row, place))) return true
  if (isCombined(mail.kind)) await combineMails(tx, row)
  const content = await writeReleased(app, tx, row)
  if (!content) {
    await updateQueuedMail(tx, row.id, {
      status: 'canceled',
      last_error: 'The email no longer applied when it was released.',
    })
    return true
  }
  await updateQueuedMail(tx, row.id, { ...content, ...(!app.mailer && { status: 'outbox' }) })
  if (app.mailer) await insertMailJob(tx, row.id, place)
  return true
}

/** Merges a released report mail and those that wait for the same receiver into a digest; false if none waits. */
async function mergeReports(app: App, tx: Connection, mail: MailRow, place: number): Promise<boolean> {
  const others = await listWaitingReports(tx, mail, DIGEST_REPORTS_MAX - 1)
  if (others.length === 0) return false
  const { partner_id, distributor_id, recipient, counted_for, released_at } = mail
  const [digest] = await insertMails(tx, [
    {
      id: newId('mail'),
      partner_id,
      distributor_id,
      kind: 'report-digest',
      recipient,
      subject: subjectOfDigest(others.length + 1),
      status: 'queued',
      counted_for,
      released_at,
      created_at: app.now(),
    },
  ])
  if (!digest) throw new Error('the insert returned no digest')
  await updateMerged(tx, [mail.id, ...others], digest.id)
  // The job writes it: opening many results here would keep the account's counter locked.
  await insertMailJob(tx, digest.id, place)
  return true
}

/** Makes mails that wait for the same recipient part of this one: its text, which is written next, covers them too. */
async function combineMails(tx: Connection, mail: MailRow): Promise<void> {
  const others = await listWaitingToCombine(tx, mail)
  if (others.length > 0) await updateMerged(tx, others, mail.id)
}

/**
 * Releases the mails that are due, the oldest of each account in turn. An email that is still over a quota is due again the next
 * day. Several workers may call this at once.
 */
export async function releaseWaitingMails(app: App): Promise<void> {
  let lastId: string | undefined
  for (;;) {
    const due = await listDueMails(app.db, app.now(), DUE_MAX)
    for (const mail of due) await app.db.transaction().execute((tx) => releaseMail(app, tx, mail))
    // Mails that stay due wait for an older one of their account: another query would return the same ones.
    if (due.length < DUE_MAX || due.at(-1)?.id === lastId) return
    lastId = due.at(-1)?.id
  }
}
