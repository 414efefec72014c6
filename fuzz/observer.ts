import { Worker } from 'node:worker_threads'
import type { Address } from './send.ts'

/** One request of the healthy client. */
export interface Look {
  /** Milliseconds since the start of the process clock (`Date.now`). */
  atMs: number
  tookMs: number
  /** 0 if there was no response. */
  status: number
}

export interface Observer {
  looks: Look[]
  stop(): Promise<void>
}

export interface ObserverOptions extends Address {
  path: string
  headers: Record<string, string>
  everyMs: number
  timeoutMs: number
}

/**
 * Polls one address from a separate thread, so that work of this process does not count as a delay of the service. Requests
 * are sent at fixed times, even while an earlier one is unanswered.
 */
export function startObserver(options: ObserverOptions): Observer {
  const looks: Look[] = []
  const worker = new Worker(new URL('./observer-thread.ts', import.meta.url), { workerData: options })
  worker.on('message', (look: Look) => looks.push(look))
  worker.on('error', (error) => {
    throw error
  })
  return {
    looks,
    async stop() {
      await worker.terminate()
    },
  }
}
