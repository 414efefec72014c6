import type { Command } from 'commander'
import type { App } from '../app.ts'
import type { MailItem } from '../features/mail/outbox/rules.ts'
import { getMail, listMails } from '../features/mail/sending/service.ts'
import { type JsonOption, wholeNumber } from './base/options.ts'
import { formatSecond, type Output } from './base/output.ts'
import { runWithApp } from './base/run.ts'

const DEFAULT_LIMIT = 50

interface Options {
  limit?: number
  waiting?: boolean
}

export const declare = (program: Command): Command =>
  program
    .command('mail')
    .description('list the newest emails, or show one')
    .argument('[id]', 'id of an email')
    .option('--limit <count>', 'how many to list', wholeNumber)
    .option('--waiting', 'only waiting emails')
    .option('--json', 'print JSON')
    .action((id: string | undefined, options: Options & JsonOption) =>
      runWithApp((app) => runMail(app, { ...options, ...(id !== undefined && { id }) }), options),
    )

/** One email in full, or the newest ones. */
export async function runMail(app: App, options: Options & { id?: string }): Promise<Output> {
  if (options.id !== undefined) return await showMail(app, options.id)
  const { waiting = false } = options
  const mails = await listMails(app, options.limit ?? DEFAULT_LIMIT, waiting)
  if (mails.length === 0) return { json: [], text: waiting ? 'No email is waiting.' : 'No emails yet.' }
  const lines = mails.map((mail) => {
    const { id, createdAt, status, to, subject } = mail
    const wait = mail.waitsUntil ? ` (${formatWait(mail)})` : ''
    return [id, formatSecond(createdAt), status.padEnd(6), `${to}: ${subject}${wait}`].join('  ')
  })
  return { json: mails, text: [...lines, '', 'To show one in full: plumbline mail ID'].join('\n') }
}

const REASONS = {
  account: "the account's daily quota is used up",
  address: 'the daily limit for emails of this kind to the address is reached',
  digest: 'waits to be combined with other emails to the same address',
} as const

/** The earliest time of sending and the reason for the wait. */
const formatWait = ({ waitsFor, waitsUntil }: MailItem): string =>
  `waits until ${waitsUntil ? formatSecond(waitsUntil) : 'its turn'}${waitsFor ? `: ${REASONS[waitsFor]}` : ''}`

async function showMail(app: App, id: string): Promise<Output> {
  const mail = await getMail(app, id)
  const { to, subject, status, attempts, createdAt, sentAt, lastError, text } = mail
  const head = {
    To: to,
    Subject: subject,
    Created: createdAt.toISOString(),
    Status: status,
    ...(mail.waitsUntil && { Waits: `since ${formatSecond(createdAt)}, ${formatWait(mail)}` }),
    ...(sentAt && { Sent: sentAt.toISOString() }),
    ...(attempts > 1 && { Tries: String(attempts) }),
    ...(lastError !== undefined && { Error: lastError }),
  }
  const lines = Object.entries(head).map(([name, value]) => `${`${name}:`.padEnd(9)}${value}`)
  return { json: mail, text: [...lines, '', text ?? explainMissingText(status)].join('\n').trimEnd() }
}

function explainMissingText(status: MailItem['status']): string {
  if (status === 'waiting') return 'The text is written when the email is sent.'
  return status === 'merged' ? 'It was sent as part of another email.' : 'The text has been deleted.'
}
