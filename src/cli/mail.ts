import type { App } from '../app.ts'
import type { MailItem } from '../features/mail/outbox/rules.ts'
import { getMail, listMails } from '../features/mail/sending/service.ts'
import type { Output } from './output.ts'

/** How many mails are listed unless asked otherwise. */
const MAILS_LISTED = 50

/** The newest mails, sent and unsent, or only those that wait, or one of them in full. */
export async function runMail(app: App, options: { id?: string; limit?: number; waiting?: boolean }): Promise<Output> {
  if (options.id !== undefined) return await showMail(app, options.id)
  const { waiting = false } = options
  const mails = await listMails(app, options.limit ?? MAILS_LISTED, waiting)
  if (mails.length === 0) return { json: [], text: waiting ? 'No mail is waiting.' : 'There is no mail yet.' }
  const lines = mails.map((mail) => {
    const { id, createdAt, status, to, subject } = mail
    const wait = mail.waitsUntil ? ` (${sayWait(mail)})` : ''
    return [id, sayTime(createdAt), status.padEnd(6), `${to}: ${subject}${wait}`].join('  ')
  })
  return { json: mails, text: [...lines, '', 'One in full: plumbline mail ID'].join('\n') }
}

const sayTime = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ')

const REASONS = {
  account: "the account's daily quota is used up",
  address: 'the address has had its mails of this kind for the day',
  digest: 'gathered with other reports into one mail',
} as const

/** Why a mail waits and until when it does at least. */
const sayWait = ({ waitsFor, waitsUntil }: MailItem): string =>
  `waits until ${waitsUntil ? sayTime(waitsUntil) : 'its turn'}${waitsFor ? `: ${REASONS[waitsFor]}` : ''}`

async function showMail(app: App, id: string): Promise<Output> {
  const mail = await getMail(app, id)
  const { to, subject, status, attempts, createdAt, sentAt, lastError, text } = mail
  const head = {
    To: to,
    Subject: subject,
    Made: createdAt.toISOString(),
    Status: status,
    ...(mail.waitsUntil && { Waits: `since ${sayTime(createdAt)}, ${sayWait(mail)}` }),
    ...(sentAt && { Sent: sentAt.toISOString() }),
    ...(attempts > 1 && { Tries: String(attempts) }),
    ...(lastError !== undefined && { Error: lastError }),
  }
  const lines = Object.entries(head).map(([name, value]) => `${`${name}:`.padEnd(9)}${value}`)
  return { json: mail, text: [...lines, '', text ?? sayNoText(status)].join('\n').trimEnd() }
}

const sayNoText = (status: MailItem['status']): string => {
  if (status === 'waiting') return 'The text is written when the mail is released.'
  return status === 'merged' ? 'It was sent as a part of a digest.' : 'The text was cleared after some days.'
}
