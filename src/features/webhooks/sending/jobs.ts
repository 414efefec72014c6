import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../../app.ts'
import { isDatabaseAway } from '../../../platform/database/database.ts'
import { listen } from '../../../platform/database/notifications.ts'
import {
  freeLost,
  type HeldDelivery,
  sendDelivery,
  settleAttempts,
  settleBarely,
  takeDeliveries,
  type UnsettledAttempt,
} from './service.ts'

export interface DeliveryOptions {
  /** Where it is told of new deliveries. */
  databaseUrl: string
  /** Pauses before each retry; after the last one a delivery has failed. */
  retrySeconds: readonly number[]
  /** Requests on their way at once. */
  concurrency?: number
  /** How long it waits for requests on their way when it is stopped. */
  graceMs?: number
}

const CONCURRENCY = 256

/** Retries come due silently, at most a second late, and what was told may have been missed. */
const SWEEP_MS = 500

const GRACE_MS = 10_000
const SETTLE_MS = 5
const SETTLE_MOST = 64
const SETTLE_AGAIN_MS = 500

/** Sends webhooks until stopped, beside as many other processes as there are; goes on by itself when the database was away. */
export function startDeliveries(app: App, options: DeliveryOptions): { stop(): Promise<void> } {
  const { databaseUrl, retrySeconds, concurrency = CONCURRENCY, graceMs = GRACE_MS } = options
  const [stopping, ending] = [new AbortController(), new AbortController()]
  const running = new Set<Promise<void>>()
  const woken = new Set<string>()
  const settle = createSettler(app, ending.signal)
  const stopped = Promise.withResolvers<void>()
  let alarm = Promise.withResolvers<void>()
  let sweepAtMs = 0

  const wake = (endpointId: string): void => {
    woken.add(endpointId)
    alarm.resolve()
  }
  const listener = listen(databaseUrl, 'deliveries', {
    onMessage: wake,
    onOpen: () => {
      sweepAtMs = 0
      alarm.resolve()
    },
  })

  const carryOut = async (held: HeldDelivery): Promise<void> => {
    await settle(await sendDelivery(app, held, { retrySeconds, signal: ending.signal }))
    // Its lane has room for the next.
    wake(held.endpointId)
  }

  const take = async (endpointIds: readonly string[] | null): Promise<void> => {
    for (const held of await takeDeliveries(app, endpointIds, concurrency - running.size)) {
      const work = carryOut(held).finally(() => running.delete(work))
      running.add(work)
    }
  }

  const step = async (): Promise<void> => {
    if (running.size >= concurrency) return
    if (performance.now() < sweepAtMs) {
      const endpointIds = [...woken]
      woken.clear()
      if (endpointIds.length > 0) await take(endpointIds)
      return
    }
    sweepAtMs = performance.now() + SWEEP_MS
    woken.clear()
    await freeLost(app)
    await take(null)
  }

  const claiming = (async () => {
    while (!stopping.signal.aborted) {
      alarm = Promise.withResolvers()
      if (running.size >= concurrency) await Promise.race([...running, stopped.promise])
      else if (woken.size === 0) await waitFor(alarm.promise, Math.max(0, sweepAtMs - performance.now()))
      if (stopping.signal.aborted) return
      await step().catch((error: unknown) => {
        app.log.warn({ error }, 'webhooks cannot be taken right now')
        return sleep(SETTLE_AGAIN_MS)
      })
    }
  })()

  return {
    async stop() {
      stopping.abort()
      stopped.resolve()
      alarm.resolve()
      await Promise.all([listener.close(), claiming])
      await Promise.race([Promise.allSettled(running), sleep(graceMs, undefined, { ref: false })])
      ending.abort(new Error('the service stops'))
      await Promise.allSettled(running)
      await app.outbound.close()
    },
  }
}

/** Until the alarm, or the time is over. */
async function waitFor(alarm: Promise<void>, ms: number): Promise<void> {
  const over = new AbortController()
  await Promise.race([alarm, sleep(ms, undefined, { signal: over.signal }).catch(() => {})])
  over.abort()
}

/** Writes many ends in one statement: those of a few milliseconds. While the database is away they wait for it. */
function createSettler(app: App, ending: AbortSignal): (attempt: UnsettledAttempt) => Promise<void> {
  interface Batch {
    attempts: UnsettledAttempt[]
    written: Promise<void>
    full: () => void
  }
  let open: Batch | undefined

  const openBatch = (): Batch => {
    const attempts: UnsettledAttempt[] = []
    const full = Promise.withResolvers<void>()
    const over = new AbortController()
    const written = (async () => {
      await Promise.race([full.promise, sleep(SETTLE_MS, undefined, { signal: over.signal }).catch(() => {})])
      over.abort()
      if (open?.attempts === attempts) open = undefined
      await write(app, attempts, ending)
    })()
    return { attempts, written, full: full.resolve }
  }

  return async (attempt) => {
    open ??= openBatch()
    const batch = open
    batch.attempts.push(attempt)
    if (batch.attempts.length >= SETTLE_MOST) {
      open = undefined
      batch.full()
    }
    await batch.written
  }
}

async function write(app: App, attempts: readonly UnsettledAttempt[], ending: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await settleAttempts(app, attempts)
      return
    } catch (error) {
      if (!isDatabaseAway(error)) break
      if (ending.aborted) {
        app.log.warn({ error }, 'ends of webhooks could not be written: they are sent again when their leases are over')
        return
      }
    }
    await sleep(SETTLE_AGAIN_MS)
  }
  for (const attempt of attempts) {
    await settleBarely(app, attempt).catch((error: unknown) =>
      app.log.error({ error, delivery: attempt.deliveryId }, 'the end of a webhook could not be written'),
    )
  }
}
