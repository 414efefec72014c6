import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Agent, request } from 'undici'
import { MAIN } from '../bench/program.ts'
import { DATABASE, type DatabaseCluster, eventually, SERVICE_USER } from './database.ts'
import { type Host, NETWORK, OUTSIDE } from './network.ts'
import { type Command, type Supervised, supervise } from './processes.ts'
import { API_PORT, type Proxies, SERVICE_PASSWORD } from './proxies.ts'

const run = promisify(execFile)

/** A version of Plumbline: the folder of its checkout, and the script that starts it. */
export interface Version {
  folder: string
  script: string
  /** Whether it can use PgBouncer and find the primary of several servers; 0.2 cannot, and uses the balancer for both. */
  knowsPooler: boolean
}

export const THIS_VERSION: Version = {
  folder: fileURLToPath(new URL('..', import.meta.url)),
  script: fileURLToPath(MAIN),
  knowsPooler: true,
}

const SECRET_KEY = 'a secret key of the cluster, long enough'
/** Raised, because the load exceeds the real limits of keys. */
const RATE = '1000000'

export type Environment = Readonly<Record<string, string>>

/** The settings of the processes of one version. */
export interface Environments {
  environment: Environment
  /** For migrations and for the set-up, which need the owner of the database. */
  owner: Environment
}

/** `extra` are the settings of the simulator. */
export function environmentsOf(
  { knowsPooler }: Version,
  {
    folder,
    database,
    proxies,
    extra,
  }: { folder: string; database: DatabaseCluster; proxies: Proxies; extra: Environment },
): Environments {
  const login = `${SERVICE_USER}:${encodeURIComponent(SERVICE_PASSWORD)}`
  const urlOf = (servers: string): string => `postgres://${login}@${servers}/${DATABASE}`
  const environment = {
    ...(knowsPooler
      ? { DATABASE_URL: urlOf(proxies.poolerAddress), DATABASE_DIRECT_URL: urlOf(database.servers) }
      : { DATABASE_URL: urlOf(proxies.databaseAddress) }),
    PLUMBLINE_SECRET_KEY: SECRET_KEY,
    PLUMBLINE_HOST: '0.0.0.0',
    PLUMBLINE_PORT: String(API_PORT),
    PLUMBLINE_BASE_URL: proxies.apiUrl,
    PLUMBLINE_PARTNER_RATE: RATE,
    PLUMBLINE_CONNECTIONS_PER_ADDRESS: '4000',
    PLUMBLINE_WEBHOOK_ALLOW_CIDRS: NETWORK,
    PLUMBLINE_WEBHOOK_RETRY_SECONDS: '2,5,10,20,40',
    PLUMBLINE_DATA_DIR: join(folder, 'service'),
    REDIS_URL: proxies.redisUrl,
    ...extra,
  }
  const ownerUrl = database.ownerUrlOf(knowsPooler ? database.servers : proxies.databaseAddress)
  return { environment, owner: { ...environment, PLUMBLINE_DATABASE_OWNER_URL: ownerUrl } }
}

export async function migrate(version: Version, environment: Environment): Promise<void> {
  await runCommand(version, environment, ['migrate'])
}

/** Runs a command of this version, and returns what it prints. */
export async function runCommand(
  { script }: Version,
  environment: Environment,
  args: readonly string[],
): Promise<string> {
  const env = { PATH: process.env.PATH, ...environment, PLUMBLINE_METRICS_PORT: '0' }
  return (await run(process.execPath, [script, ...args], { env })).stdout
}

export const startService = (
  host: Host,
  folder: string,
  { role, version, environment }: { role: 'serve' | 'work'; version: Version; environment: Environment },
): Supervised => supervise(host, folder, serviceCommand(role, version, environment))

export const serviceCommand = (role: 'serve' | 'work', { script }: Version, environment: Environment): Command => ({
  file: process.execPath,
  args: [script, role],
  env: environment,
})

/** Does not verify the service's certificate, which is a local one. */
export const openAgent = (): Agent => new Agent({ connect: { rejectUnauthorized: false, timeout: 3_000 } })

/** Waits until the balancer reaches an API that is ready and sees workers. */
export async function untilReady({ apiUrl }: Proxies): Promise<void> {
  const agent = openAgent()
  try {
    await eventually('an API that is ready', async () => {
      const signal = AbortSignal.timeout(3_000)
      const ready = await request(`${apiUrl}/readyz/workers`, { dispatcher: agent, signal })
      await ready.body.dump()
      return ready.statusCode === 200
    })
  } finally {
    await agent.close()
  }
}

/** Where the simulator and the receiver of webhooks are reached from the hosts. */
export const outsideUrl = (port: number): string => `https://${OUTSIDE}:${port}`
