import { createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A received mail. */
export interface Received {
  from: string
  to: string[]
  headers: Record<string, string>
  /** The parts of the body, decoded, by content type. */
  parts: Record<string, string>
}

export interface MailServer extends AsyncDisposable {
  url: string
  port: number
  received: Received[]
}

export interface MailServerOptions {
  port?: number
  /** The status with which a recipient is refused; `nth` counts its attempts from 1. */
  refuse?: (recipient: string, nth: number) => number | undefined
  /** Requires a sign-in with this password. */
  password?: string
}

/** A real SMTP server that stores what it receives. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const received: Received[] = []
  const tries = new Map<string, number>()
  const server = new SMTPServer({
    disabledCommands: options.password === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === options.password ? done(null, { user: username ?? '' }) : done(new Error('wrong password')),
    onRcptTo({ address }, _session, done) {
      const nth = (tries.get(address) ?? 0) + 1
      tries.set(address, nth)
      const status = options.refuse?.(address, nth)
      done(status === undefined ? undefined : Object.assign(new Error('refused by the test'), { responseCode: status }))
    },
    onData(stream, { envelope }, done) {
      text(stream).then((raw) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), ...readMessage(raw) })
        done()
      }, done)
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', () => resolve())
  })
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** A server that accepts connections and never responds. */
export async function startBlackHole(): Promise<{ url: string; max: () => number } & AsyncDisposable> {
  const sockets = new Set<Socket>()
  let max = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    max = Math.max(max, sockets.size)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    socket.resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    max: () => max,
    [Symbol.asyncDispose]: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** A port of this machine that nothing listens on. */
export async function findClosedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

function readMessage(raw: string): Pick<Received, 'headers' | 'parts'> {
  const { headers, body } = split(raw)
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1] ?? ''
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const { headers: own, body: content } = split(part.replace(/^\r\n/, ''))
      const type = (own['content-type'] ?? '').split(';')[0] ?? ''
      return [type, decode(content, own['content-transfer-encoding'] ?? '7bit')]
    })
  return { headers, parts: Object.fromEntries(parts) }
}

function split(text: string): { headers: Record<string, string>; body: string } {
  const end = text.indexOf('\r\n\r\n')
  const lines = text
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { headers: Object.fromEntries(headers), body: text.slice(end + 4) }
}

function decode(content: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(content, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return content
  const bytes = content
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
