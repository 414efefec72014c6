import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../../app.ts'
import { listen } from '../../../platform/database/notifications.ts'
import { isDatabaseAway } from '../../../platform/database/trouble.ts'
import {
  type LeasedDelivery,
  leaseDeliveries,
  notifyOfAttempts,
  recordAttemptMinimal,
  recordAttempts,
  releaseLost,
  sendDelivery,
  type UnrecordedAttempt,
} from './service.ts'

export interface DeliveryOptions {
  /** The database to listen on for new deliveries. */
  databaseUrl: string
  /** Pauses before each retry; after the last one a delivery has failed. */
  retrySeconds: readonly number[]
  /** Requests in flight at once. */
  concurrency?: number
  /** How long a stop waits for requests in flight. */
  graceMs?: number
}

const CONCURRENCY = 256

/** How often to look for retries that have become due and deliveries whose notification was missed. */
const SWEEP_MS = 500

const GRACE_MS = 10_000
const BATCH_MS = 5
const BATCH_MAX = 64
const RETRY_PAUSE_MS = 500

/** Open pages are notified of the attempts of this long at once. */
const NOTIFY_MS = 1_000

/** Sends webhooks until stopped, together with any number of other processes. Recovers by itself from database outages. */
export function startDeliveries(app: App, options: DeliveryOptions): { stop(): Promise<void> } {
  const { databaseUrl, retrySeconds, concurrency = CONCURRENCY, graceMs = GRACE_MS } = options
  const [stopping, ending] = [new AbortController(), new AbortController()]
  const running = new Set<Promise<void>>()
  const woken = new Set<string>()
  const record = createAttemptRecorder(app, ending.signal)
  const notifier = createNotifier(app)
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

  const carryOut = async (leased: LeasedDelivery): Promise<void> => {
    await record(await sendDelivery(app, leased, { retrySeconds, signal: ending.signal }))
    notifier.add(leased.endpointId)
    // Its lane has room for another delivery.
    wake(leased.endpointId)
  }

  const take = async (endpointIds: readonly string[] | null): Promise<void> => {
    for (const leased of await leaseDeliveries(app, endpointIds, concurrency - running.size)) {
      const work = carryOut(leased).finally(() => running.delete(work))
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
    await releaseLost(app)
    await take(null)
  }

  const claiming = (async () => {
    while (!stopping.signal.aborted) {
      alarm = Promise.withResolvers()
      if (running.size >= concurrency) await Promise.race([...running, stopped.promise])
      else if (woken.size === 0) await waitFor(alarm.promise, Math.max(0, sweepAtMs - performance.now()))
      if (stopping.signal.aborted) return
      await step().catch((error: unknown) => {
        app.log.warn({ event: 'webhook.lease.failed', error }, 'webhook deliveries cannot be leased at the moment')
        return sleep(RETRY_PAUSE_MS)
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
      ending.abort(new Error('the service is stopping'))
      await Promise.allSettled(running)
      await notifier.close()
    },
  }
}

/** Collects the endpoints that were called, and notifies of them together. */
function createNotifier(app: App): { add: (endpointId: string) => void; close: () => Promise<void> } {
  const called = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const endpointIds = [...called]
    called.clear()
    if (endpointIds.length > 0) await notifyOfAttempts(app, endpointIds)
  }
  return {
    add(endpointId) {
      called.add(endpointId)
      timer ??= setTimeout(() => void flush(), NOTIFY_MS)
    },
    close: flush,
  }
}

/** Waits for a notification, at most this long. */
async function waitFor(alarm: Promise<void>, ms: number): Promise<void> {
  const over = new AbortController()
  await Promise.race([alarm, sleep(ms, undefined, { signal: over.signal }).catch(() => {})])
  over.abort()
}

/** Records the attempts of a few milliseconds in one statement. They wait while the database is unavailable. */
function createAttemptRecorder(app: App, ending: AbortSignal): (attempt: UnrecordedAttempt) => Promise<void> {
  interface Batch {
    attempts: UnrecordedAttempt[]
    written: Promise<void>
    full: () => void
  }
  let open: Batch | undefined

  const openBatch = (): Batch => {
    const attempts: UnrecordedAttempt[] = []
    const full = Promise.withResolvers<void>()
    const over = new AbortController()
    const written = (async () => {
      await Promise.race([full.promise, sleep(BATCH_MS, undefined, { signal: over.signal }).catch(() => {})])
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
    if (batch.attempts.length >= BATCH_MAX) {
      open = undefined
      batch.full()
    }
    await batch.written
  }
}

async function write(app: App, attempts: readonly UnrecordedAttempt[], ending: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await recordAttempts(app, attempts)
      return
    } catch (error) {
      if (!isDatabaseAway(error)) break
      if (ending.aborted) {
        app.log.warn(
          { event: 'webhook.record.interrupted', error },
          'webhook attempts could not be recorded; they will be repeated when their leases end',
        )
        return
      }
    }
    await sleep(RETRY_PAUSE_MS)
  }
  for (const attempt of attempts) {
    await recordAttemptMinimal(app, attempt).catch((error: unknown) =>
      app.log.error(
        { event: 'webhook.record.failed', error, delivery: attempt.deliveryId },
        'a webhook attempt could not be recorded',
      ),
    )
  }
}
