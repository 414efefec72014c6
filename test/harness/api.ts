import type { App } from '../../src/app.ts'
import { createEmbeddedProcessor } from '../../src/features/billing/embedded/service.ts'
import { createStripeProcessor } from '../../src/features/billing/stripe/service.ts'
import { createDistributor } from '../../src/features/distributors/service.ts'
import { createKey, toPartnerKeyAccount } from '../../src/features/keys/service.ts'
import { createActivePartner } from '../../src/features/partners/operator/service.ts'
import { signInUrl, verifyAdministrator } from '../../src/graph/administrator/sign-in.ts'
import { readVisibility } from '../../src/graph/collection/read-visibility.ts'
import { CALLBACK_PATH, consentUrl } from '../../src/graph/permissions/consent.ts'
import { openReaders, type Readers } from '../../src/graph/reader/readers.ts'
import { personSignInUrl, verifyPerson } from '../../src/graph/sign-in/person.ts'
import type { TenantSource } from '../../src/graph/transport/source.ts'
import { createServer, type ServerOptions } from '../../src/http/server.ts'
import { localCertificate } from '../../src/platform/certificates.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { createIsolatedPool } from '../../src/platform/isolation/isolated-pool.ts'
import { measurePool } from '../../src/platform/isolation/measured-pool.ts'
import { createLog, type Log } from '../../src/platform/log.ts'
import { createMetrics, type Metrics } from '../../src/platform/metrics.ts'
import { parseNetwork } from '../../src/platform/outbound/address-guard.ts'
import { createOutbound } from '../../src/platform/outbound/client.ts'
import type { StripeAccess } from '../../src/platform/payments/stripe-access.ts'
import { readSettings } from '../../src/platform/settings/settings.ts'
import type { Actor, Principal } from '../../src/shared/actor.ts'
import { createKeyRing } from '../../src/shared/crypto/key-ring.ts'
import type { PasswordCost } from '../../src/shared/crypto/password-hash.ts'
import type { Plan } from '../../src/shared/plans.ts'
import { type Simulator, startSimulator } from '../../src/simulator/server.ts'
import { OPEN_TENANT_IDS } from '../../src/simulator/tenants/tenants.ts'
import { startWorker } from '../../src/worker/worker.ts'
import { emptyDatabase } from './clean-database.ts'
import { type Client, createClient } from './client.ts'
import { assessBy, type Collector } from './collector.ts'
import { createTestDatabase, openTestDatabase, required } from './database.ts'
import { EMPTY_PORTAL, portalClient } from './portal.ts'

/** HTTP options that a test may override. */
type HttpOptions = Partial<
  Pick<
    ServerOptions,
    'addressRate' | 'linkRate' | 'tryRate' | 'sessionRate' | 'connectionLimits' | 'baseUrl' | 'accessLog'
  >
>

export interface ApiOptions extends HttpOptions {
  /** Starts a worker as well, which reads from the simulator. */
  worker?: boolean
  /** Requests a minute for each partner key; by default far more than a test needs. */
  partnerRate?: number
  distributorRate?: number
  trustProxy?: string[]
  now?: () => Date
  /** Reads tenants in place of a reader process. */
  collect?: Collector
  /**
   * Tenants that are approved for every partner, as in the sandbox: by default all sample tenants except the one without
   * consent. Tests of approvals pass none, or approve tenants themselves.
   */
  approved?: readonly string[]
  /** Runs the simulator without a worker. */
  simulator?: boolean
  /**
   * Links to pages lead to where the service listens, so that a browser can follow them; by default they have a public
   * name.
   */
  ownPages?: boolean
  /** Without a mailer, mails stay in the outbox. */
  mailer?: App['mailer']
  /** Quotas and retention that differ from the default settings. By default, invitations do not wait. */
  limits?: Partial<App['limits']>
  /** Serves the portal's client; by default its screens are empty. */
  portal?: boolean
  /** Whether owners and admins need a second factor; by default they do not, as in the sandbox. */
  requiresFactor?: boolean
  /** The cost of a password hash; by default a hundredth of that in the service. */
  passwordCost?: PasswordCost
  /** The Stripe account that bills partners; by default there is none. */
  stripe?: StripeAccess
  /** How long a plan change waits for the processor. */
  processorTimeoutMs?: number
  /** By default it is silent. */
  log?: App['log']
  /** Starts a pooler before this database, which the API then uses. */
  throughPooler?: (serviceUrl: string) => Promise<AsyncDisposable & { url: string }>
}

export interface Api extends AsyncDisposable {
  app: App
  db: Database
  /** For the owner of the database; `app` and `db` use the service's role. */
  databaseUrl: string
  baseUrl: string
  port: number
  ca: string
  /** The simulator; only with a worker or the option `simulator`. */
  simulator: Simulator | undefined
  /** Where tenants are read from. */
  source: TenantSource
  /** A client of the Partner API for this partner, which is created on first use (by default on plan professional). */
  as(partner: string, plan?: Plan): Promise<Client>
  /** The account behind that client. */
  partner(partner: string, plan?: Plan): Promise<Actor>
  /** A client of the Distributor API for this distributor, which is created on first use. */
  distributor(name: string): Promise<Client & { id: string }>
  /** A client with this header and key; an empty key is not sent. */
  client(key: string, header?: string): Client
  /**
   * Deletes all accounts and their data, once the worker has no job left, so that the next test starts like the first.
   */
  empty(): Promise<void>
}

const APP_URL = 'https://app.example'
/** The secret key in `app.secrets`. */
export const SECRET_KEY = 'a secret of the tests, 32 characters and more'

/** Takes a millisecond instead of a third of a second for each password. */
const CHEAP_PASSWORD: PasswordCost = { N: 1_024, r: 8, p: 1 }

/** An address where nothing listens. */
const NOWHERE = 'https://localhost:1'

/** The addresses of the tests' receivers. */
const LOOPBACK = ['127.0.0.0/8', '::1/128'].map(parseNetwork)

/** A free port of this machine. */
const LOCAL = { host: 'localhost', port: 0 }

const TESTS: Principal = { kind: 'operator', id: 'test' }

interface Surroundings {
  db: Database
  log: Log
  metrics: Metrics
  readers: Readers
  source: TenantSource
  ca: string
  offersMicrosoft: boolean
}

const redirectUriOf = ({ appUrl }: App): string => appUrl + CALLBACK_PATH

/** What the use cases of a test get from outside. */
function toApp({ db, log, metrics, readers, source, ca, offersMicrosoft }: Surroundings, options: ApiOptions): App {
  const now = options.now ?? (() => new Date())
  const { stripe } = options
  const app: App = {
    db,
    log,
    now,
    appUrl: APP_URL,
    requiresFactor: options.requiresFactor ?? false,
    passwordCost: options.passwordCost ?? CHEAP_PASSWORD,
    secrets: createKeyRing(SECRET_KEY),
    assessTenant: options.collect ? assessBy(options.collect) : (request) => readers.assess(source, request),
    preflight: (request) => readVisibility(source, request),
    consentUrl: async (asked) => consentUrl(source, { ...asked, redirectUri: redirectUriOf(app) }),
    signInUrl: (asked) => signInUrl(source, { ...asked, redirectUri: redirectUriOf(app) }),
    verifyAdministrator: ({ query, ...answer }) =>
      verifyAdministrator(source, { ...answer, callbackUrl: new URL(redirectUriOf(app) + query), now: now() }),
    offersMicrosoft: async () => offersMicrosoft,
    personSignInUrl: (asked) => personSignInUrl(source, { ...asked, redirectUri: redirectUriOf(app) }),
    verifyPerson: ({ query, ...answer }) =>
      verifyPerson(source, { ...answer, callbackUrl: new URL(redirectUriOf(app) + query), now: now() }),
    processors: {
      embedded: createEmbeddedProcessor(db),
      ...(stripe && { stripe: createStripeProcessor({ db, log, now, stripe }) }),
      timeoutMs: options.processorTimeoutMs ?? 20_000,
    },
    ...(stripe && { stripe }),
    ...(options.mailer && { mailer: options.mailer }),
    limits: { ...readSettings({}), invitationWaitMinutes: 0, ...options.limits },
    metrics,
    outbound: createOutbound({ allowed: LOOPBACK, timeoutMs: 10_000, ca }),
    isolated: measurePool(createIsolatedPool({ log }), metrics),
  }
  return app
}

/** The whole real service on its own database: HTTPS, authentication, use cases and, optionally, worker and simulator. */
export async function startApi(options: ApiOptions = {}): Promise<Api> {
  const database = await createTestDatabase()
  const { cert, key, ca } = await localCertificate(required('TEST_CERTIFICATES'), [])
  const log = options.log ?? createLog('silent')
  const pooler = await options.throughPooler?.(database.serviceUrl)
  const { db, pool } = openTestDatabase(pooler?.url ?? database.serviceUrl, {
    poolSize: 20,
    ...(pooler && { pooler: { prepares: false } }),
  })
  const usesSimulator = options.worker || options.simulator
  const simulator = usesSimulator ? await startSimulator({ ...LOCAL, cert, key, ...SIMULATOR_CLIENT }) : undefined
  const credential = { secret: SIMULATOR_CLIENT.clientSecret }
  const source: TenantSource = {
    graphUrl: simulator?.url ?? NOWHERE,
    loginUrl: simulator?.url ?? NOWHERE,
    clientId: SIMULATOR_CLIENT.clientId,
    credential,
    ca,
  }
  const metrics = createMetrics()
  const readers = openReaders({ log, environment: {} })
  const app = toApp({ db, log, metrics, readers, source, ca, offersMicrosoft: simulator !== undefined }, options)
  const approved = options.approved ?? OPEN_TENANT_IDS
  await approveForAll(db, approved)
  const { http } = await createServer(app, {
    tls: { cert, key },
    baseUrl: options.baseUrl ?? 'https://localhost',
    databaseUrl: database.serviceUrl,
    trustProxy: options.trustProxy ?? [],
    partnerRate: options.partnerRate ?? 1_000_000,
    distributorRate: options.distributorRate ?? 1_000_000,
    addressRate: options.addressRate ?? 1_000_000,
    linkRate: options.linkRate ?? 1_000_000,
    tryRate: options.tryRate ?? 1_000_000,
    sessionRate: options.sessionRate ?? 1_000_000,
    accessLog: options.accessLog ?? 'off',
    // Tests send all requests from one address, some of them fifty at once.
    connectionLimits: { perAddress: 10_000, ...options.connectionLimits },
    portal: options.portal ? await portalClient() : EMPTY_PORTAL,
  })
  await http.listen(LOCAL)
  const address = http.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const baseUrl = `https://localhost:${port}`
  if (options.ownPages) app.appUrl = baseUrl
  if (simulator) simulator.application.redirectUris = [redirectUriOf(app)]
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
    simulator,
    source,
    as: async (name, plan = 'professional') => (await find(name, plan)).client,
    partner: async (name, plan = 'professional') => (await find(name, plan)).actor,
    distributor: async (name) => {
      const known = distributors.get(name) ?? openDistributor(app, name, client)
      distributors.set(name, known)
      return await known
    },
    client,
    async empty() {
      await emptyDatabase(database.url, { hasWorker: worker !== undefined })
      partners.clear()
      distributors.clear()
      await approveForAll(db, approved)
    },
    async [Symbol.asyncDispose]() {
      await worker?.stop()
      await readers.close()
      await http.close()
      await Promise.all([app.isolated.close(), app.outbound.close()])
      await simulator?.close()
      await pool.end()
      await pooler?.[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

export const SIMULATOR_CLIENT = {
  clientId: '7b6d2f7e-2a55-4c3b-9d1f-5e0f6c1a9b20',
  clientSecret: 'the secret of the tests',
}

async function approveForAll(db: Database, tenantIds: readonly string[]): Promise<void> {
  const rows = tenantIds.map((tenantId) => ({
    tenant_id: tenantId,
    approved_by: 'test',
    approved_at: new Date(0),
    how: 'sandbox' as const,
  }))
  if (rows.length > 0) await db.insertInto('tenant_approvals').values(rows).execute()
}

async function createPartner(app: App, name: string, plan: Plan, client: (key: string) => Client) {
  const actor = await createActivePartner(app, TESTS, {
    company: name,
    email: `admin@${name}.example`,
    name: 'Admin',
    plan,
  })
  const { key } = await createKey(app, TESTS, toPartnerKeyAccount(actor))
  return { actor, client: client(key) }
}

async function openDistributor(app: App, name: string, client: (key: string, header: string) => Client) {
  const { id } = await createDistributor(app, TESTS, { company: name, email: `ops@${name}.example` })
  const owner = { partnerId: null, distributorId: id }
  const { key } = await createKey(app, TESTS, { kind: 'distributor', id, owner })
  return { ...client(key, 'X-Distributor-Key'), id }
}
