import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { request } from 'undici'
import type { App } from '../app.ts'
import { findAccount } from '../features/accounts/service.ts'
import { listEndpoints, removeEndpoint, setEndpoint } from '../features/webhooks/endpoints/service.ts'
import { checkSignature, type SignatureCheck } from '../features/webhooks/rules.ts'
import type { Author } from '../shared/actor.ts'
import { CommandFailure } from './command-failure.ts'
import type { Output } from './output.ts'

const LISTEN: Author = { kind: 'operator', id: 'webhook listen' }

/** Names our endpoint among the account's: one that a killed command has left behind is known by it. */
const PATH = '/plumbline-webhook-listen'
const FORWARD_MS = 10_000
const BODY_MOST_BYTES = 1024 * 1024

export interface ListenOptions {
  /** Where each call is passed on to, as it came. */
  forward?: string
  /** Kinds of events, separated by commas. */
  events?: string
  /** Ends after so many calls; by default it listens until it is stopped. */
  count?: number
  json?: boolean
  signal: AbortSignal
  /** Gets each line as it comes. */
  print: (line: string) => void
}

/**
 * Hears of an account's events on this machine, as a receiver under development would: sets a webhook to a port of its own,
 * checks each signature, passes the call on, and answers what the other side answered. The webhook goes with the command.
 */
export async function runWebhookListen(app: App, accountId: string, options: ListenOptions): Promise<Output> {
  const { forward, events, count = Number.POSITIVE_INFINITY, signal, print } = options
  if (forward !== undefined && !URL.canParse(forward)) throw new CommandFailure('--forward must be an address.')
  const account = await findAccount(app, accountId)
  for (const { id, url } of await listEndpoints(app, account)) {
    if (url.endsWith(PATH)) await removeEndpoint(app, LISTEN, account, id)
  }
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}${PATH}`
  const kinds = events?.split(',').map((kind) => kind.trim())
  let verified = 0
  let heard = 0
  try {
    const { id, secret } = await setEndpoint(app, LISTEN, account, {
      url,
      another: true,
      ...(kinds && { events: kinds }),
    })
    const over = Promise.withResolvers<void>()
    signal.addEventListener('abort', () => over.resolve(), { once: true })
    const hear = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
      const body = await readBody(incoming)
      const headers = flatten(incoming)
      const check = checkSignature(secret, headers, body)
      const answer = forward === undefined ? { status: 200 } : await passOn(forward, headers, body)
      response.writeHead(answer.status).end()
      heard += 1
      if (check === 'valid') verified += 1
      // What is not ours may be anything.
      const event = check === 'wrong' ? {} : JSON.parse(body.toString('utf8'))
      print(options.json ? JSON.stringify({ ...event, check, ...answer }) : tell(headers, check, answer))
      if (heard >= count) over.resolve()
    }
    server.on('request', (incoming, response) => void hear(incoming, response).catch(() => response.destroy()))
    try {
      print(
        options.json
          ? JSON.stringify({ id, secret, url })
          : `Listening as ${id} with the secret ${secret}. Ctrl-C ends it.`,
      )
      if (!signal.aborted) await over.promise
    } finally {
      await removeEndpoint(app, LISTEN, account, id)
    }
  } finally {
    server.closeAllConnections()
    server.close()
  }
  return { json: { heard, verified }, text: `${heard} heard, ${verified} of them with a valid signature.` }
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of incoming) {
    bytes += part.length
    if (bytes > BODY_MOST_BYTES) break
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const flatten = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

interface Answer {
  status: number
  /** Why it could not be passed on. */
  error?: string
}

async function passOn(url: string, headers: Readonly<Record<string, string>>, body: Buffer): Promise<Answer> {
  const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...rest } = headers
  try {
    const signal = AbortSignal.timeout(FORWARD_MS)
    const { statusCode, body: answer } = await request(url, { method: 'POST', headers: rest, body, signal })
    await answer.dump()
    return { status: statusCode }
  } catch (error) {
    return { status: 502, error: error instanceof Error ? error.message : String(error) }
  }
}

const CHECKS: Readonly<Record<SignatureCheck, string>> = {
  valid: 'signature valid',
  wrong: 'SIGNATURE WRONG',
  late: 'SIGNATURE TOO OLD',
}

function tell(headers: Readonly<Record<string, string>>, check: SignatureCheck, { status, error }: Answer): string {
  const [event = '', id = ''] = [headers['x-service-event'], headers['webhook-id']]
  return `${event.padEnd(20)}  ${id}  ${CHECKS[check]}  ${error ?? `answered ${status}`}`
}
