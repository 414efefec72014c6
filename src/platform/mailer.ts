import { codeOf } from '../shared/error-code.ts'

/** A file that is sent with an email. */
export interface MailAttachment {
  name: string
  contentType: string
  body: Buffer
  /** Of a picture that the HTML shows as `cid:…`. */
  contentId?: string
}

/** One email to one recipient. */
export interface OutgoingMail {
  /** Becomes the Message-ID, so that receivers recognize a duplicate. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  attachments?: readonly MailAttachment[]
}

export interface Mailer {
  /** Hands an email to the mail server; resolves once the server has accepted it. Throws MailFailure. */
  send(mail: OutgoingMail): Promise<void>
  /** Signs in to the mail server without sending anything. Throws the reason if that fails. */
  check(): Promise<void>
}

export interface MailerOptions {
  /** For example smtp://user:password@host:587; smtps: for TLS from the first byte. */
  url: string
  /** For example `Name <name@host>`. */
  from: string
  /** For connection, greeting and inactivity each; a whole send may take three times as long. */
  timeoutMs?: number
  /** How long no email is sent after the server could not be reached. */
  pauseMs?: number
  now?: () => number
}

/** An email that was not sent. `permanent`: the server rejected this email and would do so again. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure'
  readonly permanent: boolean

  constructor(message: string, permanent: boolean) {
    super(message)
    this.permanent = permanent
  }
}

const TIMEOUT_MS = 10_000
const PAUSE_MS = 30_000
const MAX_MESSAGE = 300

/** A client of a mail server. Each email has its own connection. */
export function createMailer(options: MailerOptions): Mailer {
  const { url, from, timeoutMs = TIMEOUT_MS, pauseMs = PAUSE_MS, now = Date.now } = options
  const settings = {
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  // Loaded for the first email, because it takes 12 MB, which a service without a mail server does not need.
  const load = async () => (await import('nodemailer')).createTransport(settings)
  let loading: ReturnType<typeof load> | undefined
  const open = (): ReturnType<typeof load> => {
    loading ??= load()
    return loading
  }
  const host = from.slice(from.lastIndexOf('@') + 1).replace(/>\s*$/, '')
  let pausedUntilMs = 0
  return {
    async check() {
      await within(timeoutMs, (await open()).verify())
    },
    async send({ id, to, subject, text, html, attachments = [] }) {
      // While the server is down, mails fail at once instead of occupying their worker.
      if (now() < pausedUntilMs) throw new MailFailure('The mail server did not answer a moment ago.', false)
      const transport = await open()
      try {
        await within(
          3 * timeoutMs,
          transport.sendMail({
            from,
            // As an object, the address is never parsed as a list of addresses.
            to: { name: '', address: to },
            subject,
            text,
            html,
            attachments: attachments.map(({ name, contentType, body, contentId }) => ({
              filename: name,
              contentType,
              content: body,
              ...(contentId !== undefined && { cid: contentId, contentDisposition: 'inline' as const }),
            })),
            messageId: `<${id}@${host}>`,
            headers: { 'Auto-Submitted': 'auto-generated' },
          }),
        )
      } catch (error) {
        const failure = describeFailure(error)
        if (!failure.answered) pausedUntilMs = now() + pauseMs
        throw new MailFailure(failure.message, failure.permanent)
      }
    },
  }
}

/** Replies about authentication. They concern the settings, not the email. */
const SIGN_IN_REPLIES = [530, 534, 535, 538]

function describeFailure(error: unknown): { message: string; answered: boolean; permanent: boolean } {
  const message = (error instanceof Error ? error.message : String(error))
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, MAX_MESSAGE)
  const code = codeOf(error)
  const reply = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined
  // Only replies to sender, recipient or content concern this email.
  const answered = (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof reply === 'number'
  return { message, answered, permanent: answered && reply >= 500 && !SIGN_IN_REPLIES.includes(reply) }
}

/**
 * Limits the total time. The timeouts of the library are for inactivity, and a server could keep sending without ever
 * finishing.
 */
async function within<T>(limitMs: number, sending: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`The mail server took more than ${limitMs / 1000} s.`)), limitMs)
  try {
    return await Promise.race([sending, promise])
  } finally {
    clearTimeout(timer)
  }
}
