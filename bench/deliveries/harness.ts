import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { localCertificate } from '../../src/platform/certificates.ts'
import { createKeyRing } from '../../src/shared/crypto/key-ring.ts'
import { sealRow } from '../../src/shared/crypto/seal.ts'
import { SEALED_COLUMNS } from '../../src/shared/crypto/sealed-columns.ts'
import { newId } from '../../src/shared/ids.ts'
import { SECRET_KEY } from '../harness.ts'
import { MAIN } from '../program.ts'

/** The setup for measuring deliveries: a database, a receiver on many ports, and accounts with endpoints. */
export interface DeliveryHarness extends AsyncDisposable {
  db: pg.Pool
  ports: number[]
  /** Requests since the last call: the event's id and when its request began. */
  report(): Promise<[eventId: string, atMs: number][]>
  /** Starts a sender, which is a process of `plumbline work`. */
  startSender(): Promise<Sender>
}

export interface Sender {
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

/** The receiver listens on this many ports, because connections are pooled per origin. */
export const PORTS = 64

const POLL_MS = 20

export async function openDeliveryHarness(folder: string, databaseUrl: string): Promise<DeliveryHarness> {
  const { caFile } = await localCertificate(folder, [])
  const receiver = start('./receiver.ts', [String(PORTS), `${folder}/bench.crt`, `${folder}/bench.key`])
  const [ports] = await once(receiver, 'message')
  const db = new pg.Pool({ connectionString: databaseUrl, max: 8 })
  db.on('error', () => {})
  return {
    db,
    ports,
    async report() {
      receiver.send('report')
      const [came] = await once(receiver, 'message')
      return came
    },
    async startSender() {
      const sender = fork(fileURLToPath(MAIN), ['work'], {
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
        env: {
          ...process.env,
          DATABASE_URL: databaseUrl,
          PLUMBLINE_SECRET_KEY: SECRET_KEY,
          PLUMBLINE_LOG_LEVEL: 'fatal',
          PLUMBLINE_METRICS_PORT: '0',
          PLUMBLINE_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
          NODE_EXTRA_CA_CERTS: caFile,
        },
      })
      if (sender.stdout) await once(sender.stdout, 'data')
      return {
        async kill(signal) {
          const exit = once(sender, 'exit')
          if (sender.kill(signal)) await exit
        },
      }
    },
    async [Symbol.asyncDispose]() {
      receiver.kill()
      await db.end()
    },
  }
}

/** Another script in this folder, with a message channel. */
export function start(script: string, args: string[]): ChildProcess {
  return fork(fileURLToPath(new URL(script, import.meta.url)), args)
}

/** Partners, each with this many endpoints; the paths tell the receiver what to do. */
export async function addPartners(
  { db, ports }: DeliveryHarness,
  count: number,
  endpoints: number,
  path = '/hook',
): Promise<string[]> {
  const secrets = createKeyRing(SECRET_KEY)
  const ids = Array.from({ length: count }, () => newId('prt'))
  const hooks = ids.flatMap((partnerId) => Array.from({ length: endpoints }, () => ({ id: newId('whk'), partnerId })))
  await db.query(
    `insert into partners (id, company, email, name, status, plan, created_at, updated_at, activated_at)
      select id, 'Bench', 'bench@example.com', 'Bench', 'active', 'starter', now(), now(), now() from unnest($1::text[]) as id`,
    [ids],
  )
  await db.query(
    `insert into webhook_endpoints (id, partner_id, url, enabled, created_at, updated_at)
      select id, partner, url, true, now(), now() from unnest($1::text[], $2::text[], $3::text[]) as row (id, partner, url)`,
    [
      hooks.map(({ id }) => id),
      hooks.map(({ partnerId }) => partnerId),
      hooks.map((_, nth) => `https://localhost:${ports[nth % ports.length]}${path}`),
    ],
  )
  await db.query(
    `insert into webhook_secrets (endpoint_id, state, sealed, created_at)
      select id, 'current', sealed, now() from unnest($1::text[], $2::bytea[]) as row (id, sealed)`,
    [
      hooks.map(({ id }) => id),
      hooks.map(({ id }) => sealRow(secrets, SEALED_COLUMNS.webhookSecret, [id, 'current'], 'a secret of the bench')),
    ],
  )
  await db.query('analyze partners, webhook_endpoints, webhook_secrets')
  return ids
}

/** The body of an event of a completed run. */
export const bodyOf = (id: string): string =>
  JSON.stringify({
    id,
    type: 'assessment.completed',
    timestamp: new Date().toISOString(),
    data: {
      assessmentId: 'run_01m7zb6f92ew9sper5vfdkv3j1',
      customerId: 'cust_01m7zb6f92ew9sper5vfdkv3j2',
      partnerId: 'prt_01m7zb6f92ew9sper5vfdkv3j3',
      product: 'essential-eight',
      status: 'completed',
      maturityTarget: 2,
      score: 61,
      findings: 17,
      critical: 1,
      high: 4,
      medium: 9,
      low: 3,
      reportUrl: 'https://app.example.com/reports/run_01m7zb6f92ew9sper5vfdkv3j1',
      createdAt: '2026-05-08T03:10:44.000Z',
      startedAt: '2026-05-08T03:10:44.100Z',
      completedAt: '2026-05-08T03:14:20.000Z',
    },
  })

/** Emits events of a partner in one statement, as a bulk change does. */
export async function emit(db: pg.Pool, partnerId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId('evt'))
  await db.query(
    `insert into events (id, partner_id, type, body, occurred_at)
      select id, $1, 'assessment.completed', convert_to(body, 'utf8'), now() from unnest($2::text[], $3::text[]) as row (id, body)`,
    [partnerId, ids, ids.map(bodyOf)],
  )
  return ids
}

/** Waits until no delivery is queued, except for the endpoints in `except`; throws after a time limit. */
export async function waitUntilSent(db: pg.Pool, maxMs: number, except: readonly string[] = []): Promise<void> {
  const until = performance.now() + maxMs
  for (;;) {
    const { rows } = await db
      .query('select from delivery_queue where endpoint_id <> all($1) limit 1', [except])
      .catch(() => ({ rows: [undefined] }))
    if (rows.length === 0) return
    if (performance.now() > until) throw new Error('not all deliveries were sent in time')
    await sleep(POLL_MS)
  }
}
