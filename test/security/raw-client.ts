import { once } from 'node:events'
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import type { Json } from '../harness/client.ts'

export type Side = 'plain' | 'TLS'
export const SIDES: readonly Side[] = ['plain', 'TLS']

/** A connection on which a test can send any bytes. */
export interface RawConnection {
  socket: Socket
  send(text: string | Buffer): void
  /** Everything received so far. */
  received(): string
  /** Resolves when the other side has closed or reset the connection. */
  closed: Promise<void>
}

/** Where a service listens. */
export interface Target {
  port: number
  ca?: string
  /** Where the client connects from; by default 127.0.0.1. */
  from?: string
}

/** Connects and, over TLS, completes the handshake. */
export async function openRaw(side: Side, { port, ca, from = '127.0.0.1' }: Target): Promise<RawConnection> {
  const place = { port, host: '127.0.0.1', localAddress: from }
  const socket =
    side === 'TLS'
      ? connectSecure({ ...place, servername: 'localhost', ...(ca !== undefined && { ca }) })
      : connectPlain(place)
  let text = ''
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await Promise.race([once(socket, side === 'TLS' ? 'secureConnect' : 'connect'), closed])
  return { socket, closed, send: (bytes) => void socket.write(bytes), received: () => text }
}

export interface RawAnswer {
  status: number
  /** By lower-case name. */
  headers: Record<string, string>
  body: string
  json: Json
}

/** The first response in the received bytes. */
export function readAnswer(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const body = rest.join('\r\n\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const isJson =
    headers['content-type']?.includes('json') && Number(headers['content-length']) === body.length && body !== ''
  return { status: Number(first.split(' ')[1] ?? 0), headers, body, json: isJson ? JSON.parse(body) : undefined }
}

/** Sends a request unchanged, and returns the response once the server has closed the connection. */
export async function ask(side: Side, target: Target, text: string): Promise<RawAnswer> {
  const connection = await openRaw(side, target)
  connection.send(text)
  await connection.closed
  return readAnswer(connection.received())
}
