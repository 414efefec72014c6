import { connect } from 'node:tls'
import { Agent } from 'undici'
import { codeOf } from '../src/shared/error-code.ts'
import type { Answer } from './check.ts'
import type { FuzzRequest } from './requests.ts'

/** Sends requests to one service, by default from our own address. */
export interface Sender extends AsyncDisposable {
  /** Undefined if the connection ended without a response; throws HangError if nothing came in time. */
  send(request: FuzzRequest): Promise<Answer | undefined>
}

/** No response came within the limit. */
export class HangError extends Error {
  override readonly name = 'HangError'
}

/** The connection broke before the response was complete. */
export class BrokenError extends Error {
  override readonly name = 'BrokenError'
}

export interface Address {
  host: string
  port: number
  ca: string
}

/** The address of foreign requests; available on every system except macOS. */
const FOREIGN_ADDRESS = '127.0.0.2'

export function createSender(address: Address, options: { connections: number; timeoutMs: number }): Sender {
  const { host, port, ca } = address
  const { connections, timeoutMs } = options
  const limits = {
    ...{ connections, headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connectTimeout: timeoutMs },
    // Far below the time after which the service closes idle connections, so a connection that breaks was not idle.
    keepAliveMaxTimeout: 5_000,
  }
  const tls = { ca, servername: 'localhost' }
  const own = new Agent({ ...limits, connect: tls })
  const foreign = new Agent({ ...limits, connect: { ...tls, localAddress: FOREIGN_ADDRESS } })
  const request = async (sent: FuzzRequest): Promise<Answer> => {
    const { statusCode, headers, body } = await (sent.isForeign ? foreign : own).request({
      origin: `https://${host}:${port}`,
      path: sent.target,
      method: sent.method,
      headers: { ...sent.headers },
      ...(sent.body !== undefined && { body: sent.body }),
    })
    return { status: statusCode, headers, body: Buffer.from(await body.arrayBuffer()) }
  }
  return {
    async send(sent) {
      if (sent.raw) return await sendRaw(address, sent.raw, timeoutMs)
      try {
        return await request(sent)
      } catch (error) {
        const code = codeOf(error)
        if (code.endsWith('_TIMEOUT')) throw new HangError(`nothing within ${timeoutMs} ms`)
        if (code.startsWith('UND_ERR_INVALID') || code === 'UND_ERR_NOT_SUPPORTED' || error instanceof TypeError)
          throw error
        throw new BrokenError(`${code} ${error instanceof Error ? error.message : String(error)}`)
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([own.destroy(), foreign.destroy()])
    },
  }
}

/** Writes the bytes on a new connection and reads until the service closes it. */
async function sendRaw({ host, port, ca }: Address, bytes: Buffer, timeoutMs: number): Promise<Answer | undefined> {
  const chunks: Buffer[] = []
  await new Promise<void>((resolve, reject) => {
    const socket = connect({ host, port, ca, servername: 'localhost' }, () => socket.write(bytes))
    const timer = setTimeout(() => {
      socket.destroy()
      if (chunks.length > 0) resolve()
      else reject(new HangError(`nothing within ${timeoutMs} ms`))
    }, timeoutMs)
    const end = (): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve()
    }
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      // Stop waiting once the response is complete.
      if (isWhole(Buffer.concat(chunks))) end()
    })
    socket.on('end', end)
    socket.on('error', end)
    socket.on('close', end)
  })
  return parseAnswer(Buffer.concat(chunks))
}

const isWhole = (bytes: Buffer): boolean => {
  const answer = parseAnswer(bytes)
  return answer !== undefined && answer.body.length >= Number(answer.headers['content-length'] ?? Number.NaN)
}

/** The last response in the bytes, possibly after a `100 Continue`. Undefined if there is none. */
export function parseAnswer(bytes: Buffer): Answer | undefined {
  const text = bytes.toString('latin1')
  const start = text.startsWith('HTTP/1.1 100') ? text.indexOf('HTTP/1.1', 1) : 0
  const split = text.indexOf('\r\n\r\n', start)
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(text.slice(start))?.[1])
  if (start < 0 || split < 0 || Number.isNaN(status)) return undefined
  const lines = text.slice(start, split).split('\r\n').slice(1)
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  const body = bytes.subarray(split + 4)
  const isChunked = headers.some(([name, value]) => name === 'transfer-encoding' && value === 'chunked')
  return { status, headers: Object.fromEntries(headers), body: isChunked ? joinChunks(body) : body }
}

function joinChunks(body: Buffer): Buffer {
  const chunks: Buffer[] = []
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf('\r\n', at)
    const length = Number.parseInt(body.toString('latin1', at, end), 16)
    if (end < 0 || !(length > 0)) break
    chunks.push(body.subarray(end + 2, end + 2 + length))
    at = end + 2 + length + 2
  }
  return Buffer.concat(chunks)
}
