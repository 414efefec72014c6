import { sql } from 'kysely'
import { queueMailsOfNotice } from '../../src/features/mail/notices/service.ts'
import type { MailItem } from '../../src/features/mail/outbox/rules.ts'
import { listMails } from '../../src/features/mail/sending/service.ts'
import type { Mailer, OutgoingMail } from '../../src/platform/mailer.ts'
import type { Api } from '../harness/api.ts'

/** A mail server that accepts everything at once; the tests check what the service sends to it. */
export function openMailbox(): Mailer & { sent: OutgoingMail[] } {
  const sent: OutgoingMail[] = []
  return {
    sent,
    async send(mail) {
      sent.push(mail)
    },
    async check() {},
  }
}

/** Carries out the jobs of all notices concurrently, as several workers would, and removes them. */
export async function carryOutNotices({ app, db }: Api): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    delete from graphile_worker._private_jobs where key like 'notice-%' returning (payload ->> 'noticeId')::int as id`.execute(
    db,
  )
  const ids = rows.map(({ id }) => id).toSorted((one, other) => one - other)
  for (let first = 0; first < ids.length; first += 8)
    await Promise.all(ids.slice(first, first + 8).map((id) => queueMailsOfNotice(app, id)))
}

/** Ids of the mails that have a job, in the order in which the jobs would run. */
export async function queuedMails({ db }: Api): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select payload ->> 'mailId' as id from graphile_worker._private_jobs where key like 'mail\_%'
    order by priority, run_at, id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Mails of a kind, oldest first. */
export const mailsOf = async (api: Api, kind: string): Promise<MailItem[]> =>
  (await listMails(api.app, 1000)).filter((mail) => mail.kind === kind).toReversed()

export const countBy = (mails: readonly MailItem[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(mails, ({ status }) => status)].map(([status, some]) => [status, some.length]))
