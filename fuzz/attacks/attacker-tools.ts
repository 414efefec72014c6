import { once } from 'node:events'
import { connect as connectPlain, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { Agent } from 'undici'
import type { Answer } from '../check.ts'
import { parseAnswer } from '../send.ts'
import type { AttackerSetup } from './attacker-setup.ts'

/** The tools of an attacker. Count all responses; never throw. */
export interface AttackerTools {
  setup: AttackerSetup
  signal: AbortSignal
  count(what: string): void
  request(method: string, path: string, options?: RequestOptions): Promise<Answer | undefined>
  /** A connection from the attacker's address: TLS, or plain TCP. Undefined if it is refused. */
  open(kind: 'tls' | 'tcp'): Promise<Socket | undefined>
  /** Writes bytes on a new TLS connection and reads one response. */
  exchange(bytes: string): Promise<Answer | undefined>
  /** Repeats an action with this many workers until the attack is over. */
  repeat(workers: number, action: () => Promise<unknown>): Promise<void>
  /** Opens this many connections, holds them until the attack is over, and counts those that are still open. */
  occupy(connections: number, kind: 'tls' | 'tcp', begin: (socket: Socket) => void): Promise<void>
}

export interface RequestOptions {
  headers?: Record<string, string>
  body?: string | Buffer
}

/** The address of the attackers. */
const ADDRESS = '127.0.0.2'
const TIMEOUT_MS = 30_000
/** Pause after a refusal, so that refused connections do not only cost processor time. */
const PAUSE_MS = 5
const TRICKLE_MS = 1_000

export function createTools(setup: AttackerSetup, signal: AbortSignal, count: (what: string) => void): AttackerTools {
  const { host, port, ca } = setup.address
  const limits = { connections: 64, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS, connectTimeout: TIMEOUT_MS }
  const agent = new Agent({ ...limits, connect: { ca, servername: 'localhost', localAddress: ADDRESS } })

  const request: AttackerTools['request'] = async (method, path, { headers = {}, body } = {}) => {
    try {
      const answer = await agent.request({
        origin: `https://${host}:${port}`,
        method,
        path,
        headers,
        signal,
        ...(body !== undefined && { body }),
      })
      const bytes = Buffer.from(await answer.body.arrayBuffer())
      count(String(answer.statusCode))
      return { status: answer.statusCode, headers: answer.headers, body: bytes }
    } catch (error) {
      if (!signal.aborted) count(error instanceof Error && 'code' in error ? String(error.code) : 'failed')
      await sleep(PAUSE_MS)
      return undefined
    }
  }

  const open: AttackerTools['open'] = (kind) =>
    new Promise((resolve) => {
      const from = { host, port, localAddress: ADDRESS }
      const done = (): void => resolve(socket)
      const socket: Socket =
        kind === 'tls' ? connectTls({ ...from, ca, servername: 'localhost' }, done) : connectPlain(from, done)
      socket.on('error', () => resolve(undefined))
      socket.on('close', () => resolve(undefined))
    })

  return {
    setup,
    signal,
    count,
    request,
    open,
    async exchange(bytes) {
      const socket = await open('tls')
      if (!socket) return undefined
      const chunks: Buffer[] = []
      socket.write(bytes)
      socket.setTimeout(TIMEOUT_MS, () => socket.destroy())
      socket.on('data', (chunk: Buffer) => chunks.push(chunk))
      await new Promise((resolve) => socket.once('close', resolve))
      const answer = parseAnswer(Buffer.concat(chunks))
      count(answer ? String(answer.status) : 'closed')
      return answer
    },
    async repeat(workers, action) {
      await Promise.all(
        Array.from({ length: workers }, async () => {
          while (!signal.aborted) await action()
        }),
      )
    },
    async occupy(connections, kind, begin) {
      const opened = await Promise.all(
        Array.from({ length: connections }, async () => {
          const socket = await open(kind)
          count(socket ? 'opened' : 'not opened')
          if (socket) begin(socket)
          return socket
        }),
      )
      if (!signal.aborted) await once(signal, 'abort')
      for (const socket of opened) if (socket && !socket.closed) count('still open at the end')
    },
  }
}

/** Writes one piece every second while the connection is open. */
export function trickle(socket: Socket, piece: string): void {
  const timer = setInterval(() => {
    if (socket.writable) socket.write(piece)
    else clearInterval(timer)
  }, TRICKLE_MS)
}
