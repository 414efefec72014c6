import { parentPort, workerData } from 'node:worker_threads'
import { Agent, request } from 'undici'
import type { Look, ObserverOptions } from './observer.ts'

/** The thread of `startObserver`. */
const { host, port, ca, path, headers, everyMs, timeoutMs }: ObserverOptions = workerData
const limits = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connectTimeout: timeoutMs }
const dispatcher = new Agent({ ...limits, connections: 4, connect: { ca, servername: 'localhost' } })

async function look(): Promise<void> {
  const atMs = Date.now()
  const startedMs = performance.now()
  const status = await ask().catch(() => 0)
  const seen: Look = { atMs, tookMs: performance.now() - startedMs, status }
  parentPort?.postMessage(seen)
}

async function ask(): Promise<number> {
  const { statusCode, body } = await request(`https://${host}:${port}${path}`, { dispatcher, headers })
  await body.dump()
  return statusCode
}

setInterval(() => void look(), everyMs)
await look()
