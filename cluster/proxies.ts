import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { POSTGRES_PORT, SERVICE_USER } from './database.ts'
import type { Host, Network } from './network.ts'
import { type Supervised, supervise } from './processes.ts'

export const API_PORT = 8443
const POOLER_PORT = 6432
const REDIS_PORT = 6379

export interface Proxies extends AsyncDisposable {
  balancer: Supervised
  pooler: Supervised
  redis: Supervised
  apiUrl: string
  /** Host and port of the pooler, which leads to the balancer. */
  poolerAddress: string
  /** Host and port of the balancer, which leads to the primary. */
  databaseAddress: string
  redisUrl: string
}

/** HAProxy before the API and the database, PgBouncer before HAProxy, and Redis. */
export async function startProxies(
  network: Network,
  folder: string,
  { databases, apis }: { databases: readonly Host[]; apis: readonly Host[] },
): Promise<Proxies> {
  const balancerHost = await network.addHost('balancer', 13)
  const balancer = await startBalancer(balancerHost, folder, { databases, apis })
  const pooler = await startPooler(await network.addHost('pooler', 14), folder, balancerHost)
  const redis = await startRedis(await network.addHost('redis', 15), folder)
  return {
    balancer,
    pooler,
    redis,
    apiUrl: `https://${balancerHost.address}:${API_PORT}`,
    databaseAddress: `${balancerHost.address}:${POSTGRES_PORT}`,
    poolerAddress: `${pooler.host.address}:${POOLER_PORT}`,
    redisUrl: `redis://${redis.host.address}:${REDIS_PORT}`,
    async [Symbol.asyncDispose]() {
      for (const part of [balancer, pooler, redis]) await part[Symbol.asyncDispose]()
    },
  }
}

/** HAProxy closes connections to a server that fails its check, so that clients connect to the other one. */
async function startBalancer(
  host: Host,
  folder: string,
  { databases, apis }: { databases: readonly Host[]; apis: readonly Host[] },
): Promise<Supervised> {
  const server = ({ name, address }: Host, port: number, check: string): string =>
    `  server ${name} ${address}:${port} check ${check} inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions`
  const configuration = join(folder, 'haproxy.cfg')
  await writeFile(
    configuration,
    `${[
      'global',
      '  maxconn 4000',
      'defaults',
      '  mode tcp',
      '  timeout connect 2s',
      '  timeout client 90s',
      '  timeout server 90s',
      '  timeout check 2s',
      '  option redispatch',
      '  retries 2',
      'listen database',
      `  bind ${host.address}:${POSTGRES_PORT}`,
      '  option httpchk OPTIONS /primary',
      '  http-check expect status 200',
      ...databases.map((database) => server(database, POSTGRES_PORT, 'port 8008')),
      'listen api',
      `  bind ${host.address}:${API_PORT}`,
      '  option httpchk GET /healthz',
      '  http-check expect status 200',
      ...apis.map((api) => server(api, API_PORT, 'check-ssl verify none')),
    ].join('\n')}\n`,
  )
  return supervise(host, folder, { file: '/usr/sbin/haproxy', args: ['-W', '-db', '-f', configuration] })
}

async function startPooler(host: Host, folder: string, balancer: Host): Promise<Supervised> {
  const configuration = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'users.txt')
  // The password of the service's user is the one in its connection string, see service.ts.
  await writeFile(users, `"${SERVICE_USER}" "${SERVICE_PASSWORD}"\n`, { mode: 0o644 })
  await writeFile(
    configuration,
    `${[
      '[databases]',
      `* = host=${balancer.address} port=${POSTGRES_PORT}`,
      '[pgbouncer]',
      `listen_addr = ${host.address}`,
      `listen_port = ${POOLER_PORT}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      'default_pool_size = 20',
      'server_login_retry = 1',
      'server_connect_timeout = 3',
      'query_wait_timeout = 9',
      'client_login_timeout = 9',
      'tcp_keepalive = 1',
      'tcp_keepidle = 3',
      'tcp_keepintvl = 1',
      'tcp_keepcnt = 3',
      'tcp_user_timeout = 6000',
    ].join('\n')}\n`,
    { mode: 0o644 },
  )
  // PgBouncer refuses to run as root.
  return supervise(host, folder, { file: '/usr/sbin/pgbouncer', args: ['-u', 'nobody', configuration] })
}

async function startRedis(host: Host, folder: string): Promise<Supervised> {
  const args = ['--bind', host.address, '--port', String(REDIS_PORT), '--save', '', '--protected-mode', 'no']
  return supervise(host, folder, { file: '/usr/bin/redis-server', args })
}

export const SERVICE_PASSWORD = 'a password of the service'
