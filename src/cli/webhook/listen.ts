import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Command } from 'commander'
import { request } from 'undici'
import type { App } from '../../app.ts'
import { findAccount } from '../../features/accounts/service.ts'
import { deleteEndpoint, listEndpoints, setEndpoint } from '../../features/webhooks/endpoints/service.ts'
import { checkSignature, type SignatureCheck } from '../../features/webhooks/rules.ts'
import type { Principal } from '../../shared/actor.ts'
import { CommandFailure } from '../base/command-failure.ts'
import { type JsonOption, wholeNumber } from '../base/options.ts'
import type { Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'webhook listen' }

/** Marks our endpoints, so that one that a killed command left behind is found and removed. */
const PATH = '/plumbline-webhook-listen'
const FORWARD_TIMEOUT_MS = 10_000
const MAX_BODY_BYTES = 1024 * 1024

interface Options {
  forward?: string
  events?: string
  count?: number
}

export interface ListenOptions extends Options, JsonOption {
  /** Ends the command. */
  signal: AbortSignal
  /** Receives each line as it comes. */
  print: (line: string) => void
}

export const declare = (webhook: Command): Command =>
  webhook
    .command('listen')
    .description('receive the events of an account on this machine, check their signatures and forward them')
    .argument('<account>', 'id of a partner or distributor')
    .option('--forward <url>', 'address that each call is forwarded to')
    .option('--events <types>', 'event types, separated by commas')
    .option('--count <count>', 'end after this many calls', wholeNumber)
    .option('--json', 'print JSON')
    .action(async (account: string, options: Options & JsonOption) => {
      const stopping = new AbortController()
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
      const more = { signal: stopping.signal, print: (line: string) => console.log(line) }
      await runWithApp((app) => runWebhookListen(app, account, { ...options, ...more }), options)
    })

/**
 * Receives an account's events on this machine, as a receiver under development would: creates a webhook for a local port,
 * verifies each signature, forwards the call, and answers with the status of the forwarded call. Ends after `count` calls,
 * or when `signal` aborts, and removes the webhook.
 */
export async function runWebhookListen(app: App, accountId: string, options: ListenOptions): Promise<Output> {
  const { forward, events, count = Number.POSITIVE_INFINITY, signal, print } = options
  if (forward !== undefined && !URL.canParse(forward)) throw new CommandFailure('--forward must be an address.')
  const account = await findAccount(app, accountId)
  for (const { id, url } of await listEndpoints(app, account)) {
    if (url.endsWith(PATH)) await deleteEndpoint(app, AUTHOR, { account, endpointId: id })
  }
  const server = createServer()
  let verified = 0
  let received = 0
  try {
    const url = await listenLocally(server)
    const types = events?.split(',').map((type) => type.trim())
    const input = { url, another: true, ...(types && { events: types }) }
    const { id, secret } = await setEndpoint(app, AUTHOR, account, input)
    const finished = Promise.withResolvers<void>()
    signal.addEventListener('abort', () => finished.resolve(), { once: true })
    const receive = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
      const call = await handleCall(incoming, response, secret, forward)
      received += 1
      if (call.check === 'valid') verified += 1
      print(formatCall(call, options))
      if (received >= count) finished.resolve()
    }
    server.on('request', (incoming, response) => void receive(incoming, response).catch(() => response.destroy()))
    try {
      const greeting = `Listening as ${id} with the secret ${secret}. Ctrl-C ends it.`
      print(options.json ? JSON.stringify({ id, secret, url }) : greeting)
      if (!signal.aborted) await finished.promise
    } finally {
      await deleteEndpoint(app, AUTHOR, { account, endpointId: id })
    }
  } finally {
    server.closeAllConnections()
    server.close()
  }
  const text = `${received} received, ${verified} of them with a valid signature.`
  return { json: { heard: received, verified }, text }
}

async function listenLocally(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}${PATH}`
}

/** A call that was received, and how it was answered. */
interface Call {
  headers: Readonly<Record<string, string>>
  body: Buffer
  check: SignatureCheck
  answer: Answer
}

interface Answer {
  status: number
  /** Why the call could not be forwarded. */
  error?: string
}

async function handleCall(
  incoming: IncomingMessage,
  response: ServerResponse,
  secret: string,
  forward: string | undefined,
): Promise<Call> {
  const body = await readBody(incoming)
  const headers = flattenHeaders(incoming)
  const check = checkSignature(secret, headers, body)
  const answer = forward === undefined ? { status: 200 } : await forwardCall(forward, headers, body)
  response.writeHead(answer.status).end()
  return { headers, body, check, answer }
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of incoming) {
    bytes += part.length
    if (bytes > MAX_BODY_BYTES) break
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const flattenHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

async function forwardCall(url: string, headers: Readonly<Record<string, string>>, body: Buffer): Promise<Answer> {
  const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...rest } = headers
  try {
    const signal = AbortSignal.timeout(FORWARD_TIMEOUT_MS)
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

function formatCall({ headers, body, check, answer }: Call, { json }: JsonOption): string {
  if (json) {
    // A body that we did not sign may be anything, so it is not parsed.
    const event = check === 'wrong' ? {} : JSON.parse(body.toString('utf8'))
    return JSON.stringify({ ...event, check, ...answer })
  }
  const [event = '', id = ''] = [headers['x-service-event'], headers['webhook-id']]
  return `${event.padEnd(20)}  ${id}  ${CHECKS[check]}  ${answer.error ?? `answered ${answer.status}`}`
}
