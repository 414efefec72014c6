import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../quantile.ts'
import { addPartners, bodyOf, type DeliveryHarness, emit, PORTS, start, waitUntilSent } from './harness.ts'

/** The measured figures of deliveries. */
export interface DeliveryFigures {
  barePerSecond: number
  perSecond: number
  statementsEach: number
  latency: Latency
  besideDead: Latency & { sentShare: number }
  kills: KillFigures
}

interface Latency {
  p50Ms: number
  p99Ms: number
}

export interface KillFigures {
  deliveries: number
  kills: number
  lost: number
  repeated: number
  /** In flight when their sender was killed or the database restarted. */
  cutShort: number
  /** Longest time from the start of an interrupted attempt to the next one. */
  resentAfterSeconds: number
}

export interface DeliverySizes {
  rounds: number
  deliveries: number
  latencySeconds: number
  dead: number
  killed: number
  kills: number
}

/** Maximum number of requests in flight: four to each of 64 endpoints. */
const CONCURRENCY = 256
const PER_SECOND = 200
const HEALTHY = 300
const MAX_MS = 300_000

export async function measureDeliveries(
  harness: DeliveryHarness,
  sizes: DeliverySizes,
  restartDatabase: () => Promise<void>,
): Promise<DeliveryFigures> {
  const [crowd = ''] = await addPartners(harness, 1, PORTS)
  const healthy = await addPartners(harness, HEALTHY, 1)
  const sender = await harness.startSender()
  // Warms up connections, caches and compiled code.
  await emit(harness.db, crowd, Math.ceil(sizes.deliveries / PORTS / 4))
  await waitUntilSent(harness.db, MAX_MS)

  const bare: number[] = []
  const ours: number[] = []
  const statements: number[] = []
  for (let round = 0; round < sizes.rounds; round++) {
    bare.push(await measureBare(harness, sizes.deliveries))
    const { perSecond, statementsEach } = await measureRate(harness, crowd, sizes.deliveries)
    ours.push(perSecond)
    statements.push(statementsEach)
  }
  await harness.db.query('vacuum analyze')
  const latency = await measureLatency(harness, healthy, sizes.latencySeconds)
  const besideDead = await measureBesideDead(harness, healthy, sizes)
  await sender.kill('SIGTERM')
  const kills = await measureKills(harness, crowd, sizes, restartDatabase)
  return {
    barePerSecond: mean(bare),
    perSecond: mean(ours),
    statementsEach: mean(statements),
    latency,
    besideDead,
    kills,
  }
}

const mean = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length

async function measureBare({ ports }: DeliveryHarness, total: number): Promise<number> {
  const urls = ports.map((port) => `https://localhost:${port}/hook`)
  const work = { urls, body: bodyOf('evt_01m7zb6f92ew9sper5vfdkv3j1'), total, concurrency: CONCURRENCY }
  const bare = start('./bare.ts', [JSON.stringify(work)])
  const [perSecond] = await once(bare, 'message')
  await once(bare, 'exit')
  return perSecond
}

/** From the commit of many events to the end of their last delivery. */
async function measureRate(harness: DeliveryHarness, partnerId: string, total: number) {
  const before = await countStatements(harness)
  const events = Math.ceil(total / PORTS)
  await emit(harness.db, partnerId, events)
  const startedMs = performance.now()
  await waitUntilSent(harness.db, MAX_MS)
  const seconds = (performance.now() - startedMs) / 1000
  const sent = events * PORTS
  return { perSecond: sent / seconds, statementsEach: ((await countStatements(harness)) - before) / sent }
}

/** Every statement of a sender is a separate transaction. */
async function countStatements({ db }: DeliveryHarness): Promise<number> {
  // Sessions report their statistics once a second.
  await sleep(1_500)
  const { rows } = await db.query(
    'select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]?.n)
}

/** From the statement that emits an event to the beginning of its request at the receiver. */
async function measureLatency(
  harness: DeliveryHarness,
  partners: readonly string[],
  seconds: number,
): Promise<Latency> {
  await harness.report()
  const emittedMs = new Map<string, number>()
  const emitting: Promise<void>[] = []
  const startedMs = performance.now()
  for (let nth = 0; nth < seconds * PER_SECOND; nth++) {
    const dueMs = startedMs + (nth * 1000) / PER_SECOND
    await sleep(Math.max(0, dueMs - performance.now()))
    emitting.push(
      (async () => {
        const atMs = performance.timeOrigin + performance.now()
        for (const id of await emit(harness.db, partners[nth % partners.length] ?? '', 1)) emittedMs.set(id, atMs)
      })(),
    )
  }
  await Promise.all(emitting)
  await sleep(2_000)
  const latencies = (await harness.report()).map(([id, atMs]) => atMs - (emittedMs.get(id) ?? Number.NaN))
  if (latencies.length < emittedMs.size) throw new Error(`${emittedMs.size - latencies.length} events have not arrived`)
  return { p50Ms: quantile(latencies, 0.5), p99Ms: quantile(latencies, 0.99) }
}

/** Like `measureLatency`, beside an endpoint that never responds and has a long queue. */
async function measureBesideDead(
  harness: DeliveryHarness,
  healthy: readonly string[],
  { dead, latencySeconds }: DeliverySizes,
) {
  const [hanging = ''] = await addPartners(harness, 1, 1, '/hang')
  const { db } = harness
  for (let queued = 0; queued < dead; queued += 10_000) await emit(db, hanging, Math.min(10_000, dead - queued))
  await db.query('vacuum analyze')
  const { rows: sentBefore } = await db.query(COUNT_DELIVERED)
  const latency = await measureLatency(harness, healthy, latencySeconds)
  const { rows: sentAfter } = await db.query(COUNT_DELIVERED)
  const { rows } = await db.query('select id from webhook_endpoints where partner_id = $1', [hanging])
  const ids = rows.map(({ id }) => id)
  await waitUntilSent(db, MAX_MS, ids)
  await db.query('update webhook_endpoints set enabled = false where id = any($1)', [ids])
  await db.query(
    `with gone as (delete from delivery_queue where endpoint_id = any($1) returning delivery_id)
    update deliveries set state = 'canceled', ended_at = now(), next_attempt_at = null
    where id in (select delivery_id from gone)`,
    [ids],
  )
  const sent = Number(sentAfter[0]?.n) - Number(sentBefore[0]?.n)
  return { ...latency, sentShare: sent / (latencySeconds * PER_SECOND) }
}

const COUNT_DELIVERED = `select count(*) as n from deliveries where state = 'delivered'`

/** Kills senders repeatedly and restarts the database half way; then one sender finishes the rest. */
async function measureKills(
  harness: DeliveryHarness,
  crowd: string,
  { killed, kills }: DeliverySizes,
  restartDatabase: () => Promise<void>,
): Promise<KillFigures> {
  const { db } = harness
  await harness.report()
  const events = await emit(db, crowd, Math.ceil(killed / PORTS))
  const expected = events.length * PORTS
  let cutShort = 0
  for (let kill = 1; kill <= kills; kill++) {
    const sender = await harness.startSender()
    await waitForEnded(harness, events, (expected * kill) / (kills + 2))
    if (kill === Math.ceil(kills / 2)) {
      cutShort += await countLeased(harness)
      await restartDatabase()
    }
    await sender.kill('SIGKILL')
    cutShort += await countLeased(harness)
  }
  const sender = await harness.startSender()
  await waitUntilSent(db, MAX_MS)
  await sender.kill('SIGTERM')
  const arrivals = await harness.report()
  const { rows } = await db.query(
    `select count(*) filter (where state = 'delivered') as delivered,
      (select coalesce(max(extract(epoch from next.started_at - cut.started_at)), 0) from delivery_attempts as cut
        cross join lateral (select min(started_at) as started_at from delivery_attempts as later
          where later.delivery_id = cut.delivery_id and later.started_at > cut.started_at) as next
        where cut.outcome = 'interrupted') as "resentAfter"
    from deliveries where event_id = any($1)`,
    [events],
  )
  return {
    deliveries: expected,
    kills,
    lost: expected - Number(rows[0]?.delivered),
    repeated: arrivals.length - expected,
    cutShort,
    resentAfterSeconds: Number(rows[0]?.resentAfter),
  }
}

async function countLeased({ db }: DeliveryHarness): Promise<number> {
  const { rows } = await db.query('select count(*) as n from delivery_queue where lease_token is not null')
  return Number(rows[0]?.n)
}

async function waitForEnded({ db }: DeliveryHarness, events: readonly string[], min: number): Promise<void> {
  for (;;) {
    const { rows } = await db.query(
      `select count(*) as n from deliveries where event_id = any($1) and state <> 'pending'`,
      [events],
    )
    if (Number(rows[0]?.n) >= min) return
    await sleep(50)
  }
}
