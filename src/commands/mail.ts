import type { App } from '../app.ts'
import { getMail, listMails } from '../features/mail/service.ts'
import type { Output } from './output.ts'

/** How many mails are listed unless asked otherwise. */
const MAILS_LISTED = 50

/** The newest mails, sent and unsent, or one of them in full. */
export async function runMail(app: App, options: { id?: string; limit?: number }): Promise<Output> {
  if (options.id !== undefined) return await showMail(app, options.id)
  const mails = await listMails(app, options.limit ?? MAILS_LISTED)
  if (mails.length === 0) return { json: [], text: 'There is no mail yet.' }
  const lines = mails.map(({ id, createdAt, status, to, subject }) =>
    [id, createdAt.toISOString().slice(0, 19).replace('T', ' '), status.padEnd(6), `${to}: ${subject}`].join('  '),
  )
  return { json: mails, text: [...lines, '', 'One in full: plumbline mail ID'].join('\n') }
}

async function showMail(app: App, id: string): Promise<Output> {
  const mail = await getMail(app, id)
  const { to, subject, status, attempts, createdAt, sentAt, lastError, text } = mail
  const head = {
    To: to,
    Subject: subject,
    Made: createdAt.toISOString(),
    Status: status,
    ...(sentAt && { Sent: sentAt.toISOString() }),
    ...(attempts > 1 && { Tries: String(attempts) }),
    ...(lastError !== undefined && { Error: lastError }),
  }
  const lines = Object.entries(head).map(([name, value]) => `${`${name}:`.padEnd(9)}${value}`)
  return { json: mail, text: [...lines, '', text ?? 'The text was cleared after some days.'].join('\n').trimEnd() }
}
