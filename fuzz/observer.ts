import { Worker } from 'node:worker_threads'
import type { Address } from './send.ts'

/** One look at the service by a healthy client. */
export interface Look {
  /** Milliseconds since the start of the process clock (`Date.now`). */
  atMs: number
  tookMs: number
  /** 0 where there was no answer. */
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
 * Asks for one address again and again, in a thread of its own: what this process does meanwhile does not count as the
 * service's delay. Looks are taken at fixed times, also while an earlier one is unanswered.
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
