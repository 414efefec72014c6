import type { App } from '../../src/app.ts'
import { createDistributor } from '../../src/features/accounts/service.ts'
import { createKey, partnerKeys } from '../../src/features/keys/service.ts'
import { createActivePartner } from '../../src/features/partners/service.ts'
import type { Actor, Author } from '../../src/ground/actor.ts'
import { createKeyRing } from '../../src/ground/key-ring.ts'
import type { Plan } from '../../src/ground/plans.ts'
import { createServer } from '../../src/http/server.ts'
import { parseNetwork } from '../../src/platform/address-guard.ts'
import { localCertificate } from '../../src/platform/certificates.ts'
import { type Database, openDatabase } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { createOutbound } from '../../src/platform/outbound-http.ts'
import { collectSnapshot } from '../../src/tenant/collect.ts'
import { CALLBACK_PATH, consentUrl } from '../../src/tenant/consent.ts'
import { readSight } from '../../src/tenant/preflight.ts'
import { startSuite } from '../../src/tenant/suite/server.ts'
import { startWorker } from '../../src/worker/worker.ts'
import { type Client, createClient } from './client.ts'
import { createTestDatabase, required } from './database.ts'

export interface ApiOptions {
  /** Carries out runs as well, reading the simulated suite. */
  worker?: boolean
  /** Requests a minute for each partner key; by default far more than a test needs. */
  partnerRate?: number
  distributorRate?: number
  trustProxy?: string[]
  now?: () => Date
  collect?: App['collect']
  /** Without one, mails stay in the outbox. */
  mailer?: App['mailer']
  /** By default it is silent. */
  log?: App['log']
}

export interface Api extends AsyncDisposable {
  app: App
  db: Database
  /** Signs in as the owner of the database; `app` and `db` work as the service. */
  databaseUrl: string
  baseUrl: string
  port: number
  ca: string
  /** A client of the Partner API with the key of this partner, which is made on first use (plan professional, or given). */
  as(partner: string, plan?: Plan): Promise<Client>
  /** The account behind that client. */
  partner(partner: string, plan?: Plan): Promise<Actor>
  /** A client of the Distributor API with the key of this distributor, which is made on first use. */
  distributor(name: string): Promise<Client & { id: string }>
  /** A client with this header and key; without key: none is sent. */
  client(key: string, header?: string): Client
}

/** What `app.secrets` holds. */
export const SECRET_KEY = 'a secret of the tests, 32 characters and more'

/** Nobody listens there. */
const NOWHERE = 'https://localhost:1'

/** Where tests have their receivers. */
const LOOPBACK = ['127.0.0.0/8', '::1/128'].map(parseNetwork)

const TESTS: Author = { kind: 'operator', id: 'test' }

/** The whole real service on a database of its own: HTTPS, key check, use cases and, if asked, worker and simulated suite. */
export async function startApi(options: ApiOptions = {}): Promise<Api> {
  const database = await createTestDatabase()
  const { cert, key, ca } = await localCertificate(required('TEST_CERTIFICATES'), [])
  const log = options.log ?? createLog('silent')
  const { db, pool } = openDatabase(database.serviceUrl, { poolSize: 20, onError: () => {} })
  const suite = options.worker
    ? await startSuite({ host: 'localhost', port: 0, cert, key, ...SUITE_CLIENT })
    : undefined
  const credential = { secret: SUITE_CLIENT.clientSecret }
  const source = {
    graphUrl: suite?.url ?? NOWHERE,
    loginUrl: suite?.url ?? NOWHERE,
    clientId: SUITE_CLIENT.clientId,
    credential,
    ca,
  }
  const app: App = {
    db,
    log,
    now: options.now ?? (() => new Date()),
    appUrl: 'https://app.example',
    secrets: createKeyRing(SECRET_KEY),
    collect: options.collect ?? ((request) => collectSnapshot(source, request)),
    preflight: (request) => readSight(source, request),
    consentUrl: async (asked) => consentUrl(source, { ...asked, redirectUri: `https://app.example${CALLBACK_PATH}` }),
    ...(options.mailer && { mailer: options.mailer }),
    metrics: createMetrics(),
    outbound: createOutbound({ allowed: LOOPBACK, timeoutMs: 10_000, ca }),
  }
  const { http } = await createServer(app, {
    tls: { cert, key },
    baseUrl: 'https://localhost',
    trustProxy: options.trustProxy ?? [],
    partnerRate: options.partnerRate ?? 1_000_000,
    distributorRate: options.distributorRate ?? 1_000_000,
  })
  await http.listen({ host: 'localhost', port: 0 })
  const address = http.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const baseUrl = `https://localhost:${port}`
  const worker = options.worker ? await startWorker(app, pool, { concurrency: 4, deadlineMs: 60_000 }) : undefined
  const partners = new Map<string, Promise<{ actor: Actor; client: Client }>>()
  const distributors = new Map<string, Promise<Client & { id: string }>>()
  const client = (key: string, header = 'X-Partner-Key'): Client => createClient(baseUrl, ca, header, key)
  const find = (name: string, plan: Plan): Promise<{ actor: Actor; client: Client }> => {
    const known = partners.get(name) ?? createPartner(app, name, plan, client)
    partners.set(name, known)
    return known
  }
  return {
    app,
    db,
    databaseUrl: database.url,
    baseUrl,
    port,
    ca,
    as: async (name, plan = 'professional') => (await find(name, plan)).client,
    partner: async (name, plan = 'professional') => (await find(name, plan)).actor,
    distributor: async (name) => {
      const known = distributors.get(name) ?? openDistributor(app, name, client)
      distributors.set(name, known)
      return await known
    },
    client,
    async [Symbol.asyncDispose]() {
      await worker?.stop()
      await http.close()
      await suite?.close()
      await pool.end()
      await database[Symbol.asyncDispose]()
    },
  }
}

const SUITE_CLIENT = { clientId: '7b6d2f7e-2a55-4c3b-9d1f-5e0f6c1a9b20', clientSecret: 'the secret of the tests' }

async function createPartner(app: App, name: string, plan: Plan, client: (key: string) => Client) {
  const actor = await createActivePartner(app, TESTS, {
    company: name,
    email: `admin@${name}.example`,
    name: 'Admin',
    plan,
  })
  const { key } = await createKey(app, TESTS, partnerKeys(actor))
  return { actor, client: client(key) }
}

async function openDistributor(app: App, name: string, client: (key: string, header: string) => Client) {
  const { id } = await createDistributor(app, TESTS, { company: name, email: `ops@${name}.example` })
  const owner = { partnerId: null, distributorId: id }
  const { key } = await createKey(app, TESTS, { kind: 'distributor', id, owner })
  return { ...client(key, 'X-Distributor-Key'), id }
}
