import { execFile } from 'node:child_process'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { request } from 'undici'
import { fields, list, text } from '../src/shared/json.ts'
import { type Host, NETWORK, type Network } from './network.ts'
import { type Supervised, supervise } from './processes.ts'

const run = promisify(execFile)

/** Where Debian puts the programs of PostgreSQL. */
export const POSTGRES_BIN = '/usr/lib/postgresql/15/bin'
const PASSWORD = 'a password of the cluster'
export const DATABASE = 'postgres'
const REST_PORT = 8008
export const POSTGRES_PORT = 5432
export const SERVICE_USER = 'plumbline_service'
const DISK_MIB = 3_072
const READY_MS = 90_000

/** Two PostgreSQL servers under Patroni, of which one is the leader and replicates synchronously to the other. */
export interface DatabaseCluster extends AsyncDisposable {
  nodes: readonly Supervised[]
  etcd: Supervised
  /** All servers, as listed in a connection string. */
  servers: string
  /** Connection string of the owner for these servers. */
  ownerUrlOf(servers: string): string
  findLeader(): Promise<Supervised>
  /** Waits until there are a leader and a synchronous standby. */
  untilHealthy(): Promise<void>
  /**
   * Sets the statement limit of the service's user in the database, because a pooler cannot set it (as the guide says).
   */
  limitStatements(): Promise<void>
  /** Asks Patroni to make the standby the leader. */
  switchOver(): Promise<void>
  fillDisk(node: Supervised): Promise<void>
  freeDisk(node: Supervised): Promise<void>
}

export async function startDatabaseCluster(network: Network, folder: string): Promise<DatabaseCluster> {
  const identity = await identityOf('postgres')
  const etcd = await startEtcd(network, folder)
  const hosts = [await network.addHost('db1', 11), await network.addHost('db2', 12)]
  const nodes: Supervised[] = []
  for (const host of hosts) nodes.push(await startNode(host, etcd.host, folder, identity))
  const diskOf = ({ host }: Supervised): string => join(folder, host.name)

  const findLeader = async (): Promise<Supervised> => {
    const members = await listMembers(hosts)
    const leader = nodes.find(({ host }) => members.some(({ name, role }) => name === host.name && role === 'leader'))
    if (!leader) throw new Error('the database has no leader')
    return leader
  }

  return {
    nodes,
    etcd,
    servers: hosts.map(({ address }) => `${address}:${POSTGRES_PORT}`).join(','),
    ownerUrlOf: (servers) => `postgres://postgres:${encodeURIComponent(PASSWORD)}@${servers}/${DATABASE}`,
    findLeader,
    async untilHealthy() {
      await eventually('a leader with a synchronous standby', async () => {
        const members = await listMembers(hosts)
        const roles = members.map(({ role, state }) => (state === 'running' || state === 'streaming' ? role : state))
        return roles.includes('leader') && roles.includes('sync_standby')
      })
    },
    async limitStatements() {
      const leader = await findLeader()
      const args = [
        '-h',
        leader.host.address,
        '-U',
        'postgres',
        '-c',
        `alter role ${SERVICE_USER} set statement_timeout = '8s'`,
      ]
      await run(join(POSTGRES_BIN, 'psql'), args, { env: { PGPASSWORD: PASSWORD } })
    },
    async switchOver() {
      const leader = await findLeader()
      const candidate = nodes.find((node) => node !== leader)
      const body = JSON.stringify({ leader: leader.host.name, candidate: candidate?.host.name })
      const response = await request(`http://${leader.host.address}:${REST_PORT}/switchover`, { method: 'POST', body })
      const answer = await response.body.text()
      if (response.statusCode !== 200) throw new Error(`Patroni refused the switchover: ${answer}`)
    },
    async fillDisk(node) {
      await run('dd', ['if=/dev/zero', `of=${join(diskOf(node), 'filler')}`, 'bs=1M']).catch(() => {})
    },
    async freeDisk(node) {
      await run('rm', ['-f', join(diskOf(node), 'filler')])
    },
    async [Symbol.asyncDispose]() {
      for (const node of nodes) {
        await node[Symbol.asyncDispose]()
        await run('umount', [diskOf(node)]).catch(() => {})
      }
      await etcd[Symbol.asyncDispose]()
    },
  }
}

async function startEtcd(network: Network, folder: string): Promise<Supervised> {
  const host = await network.addHost('etcd', 10)
  const client = `http://${host.address}:2379`
  return supervise(host, folder, {
    file: '/usr/bin/etcd',
    args: [
      `--data-dir=${join(folder, 'etcd')}`,
      `--listen-client-urls=${client}`,
      `--advertise-client-urls=${client}`,
      '--listen-peer-urls=http://127.0.0.1:2380',
    ],
  })
}

/** The data of a node are on a disk of their own, of limited size, so that it can be filled. */
async function startNode(
  host: Host,
  etcd: Host,
  folder: string,
  identity: { uid: number; gid: number },
): Promise<Supervised> {
  const disk = join(folder, host.name)
  await mkdir(disk)
  await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m,mode=0755`, 'tmpfs', disk])
  await chown(disk, identity.uid, identity.gid)
  const configuration = join(folder, `${host.name}.json`)
  // Patroni reads YAML, of which JSON is a part.
  await writeFile(configuration, JSON.stringify(patroniConfiguration(host, etcd, disk), null, 2), { mode: 0o644 })
  return supervise(host, folder, { file: '/usr/bin/patroni', args: [configuration], identity })
}

/**
 * The times are as short as Patroni allows (ttl ≥ loop_wait + 2 × retry_timeout); a dead leader is replaced within
 * `ttl`. Commits wait for the standby, so that a failover does not lose any.
 */
function patroniConfiguration(host: Host, etcd: Host, disk: string) {
  const login = (username: string) => ({ username, password: PASSWORD })
  return {
    scope: 'plumbline',
    name: host.name,
    restapi: { listen: `${host.address}:${REST_PORT}`, connect_address: `${host.address}:${REST_PORT}` },
    etcd3: { host: `${etcd.address}:2379` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        synchronous_mode: true,
        // While etcd is unreachable, the leader stays leader if it reaches all members.
        failsafe_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 200,
            wal_keep_size: '64MB',
            max_wal_size: '256MB',
            wal_log_hints: 'on',
            // A standby that disappears must not delay commits for longer than a statement may take.
            wal_sender_timeout: '5s',
            wal_receiver_timeout: '5s',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums', { locale: 'C.UTF-8' }],
    },
    postgresql: {
      listen: `${host.address}:${POSTGRES_PORT}`,
      connect_address: `${host.address}:${POSTGRES_PORT}`,
      data_dir: join(disk, 'data'),
      // pg_rewind fails if the WAL since the last common checkpoint is gone; Patroni then copies the whole node again.
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
      bin_dir: POSTGRES_BIN,
      pgpass: join(disk, 'pgpass'),
      pg_hba: [
        'local all all trust',
        `host all all ${NETWORK} scram-sha-256`,
        `host replication all ${NETWORK} scram-sha-256`,
      ],
      parameters: { unix_socket_directories: disk, password_encryption: 'scram-sha-256' },
      authentication: { superuser: login('postgres'), replication: login('replicator'), rewind: login('rewinder') },
    },
  }
}

interface Member {
  name: string
  role: string
  state: string
}

/** The members, as seen by the node that responds first. */
async function listMembers(hosts: readonly Host[]): Promise<Member[]> {
  return await Promise.any(
    hosts.map(async ({ address }) => {
      const response = await request(`http://${address}:${REST_PORT}/cluster`, {
        headersTimeout: 3_000,
        bodyTimeout: 3_000,
      })
      return list(fields(await response.body.json()).members).map((member) => {
        const { name, role, state } = fields(member)
        return { name: text(name) ?? '', role: text(role) ?? '', state: text(state) ?? '' }
      })
    }),
  ).catch(() => [])
}

async function identityOf(user: string): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (which) => Number((await run('id', [which, user])).stdout)),
  )
  if (uid === undefined || gid === undefined) throw new Error(`user ${user} has no id`)
  return { uid, gid }
}

/** Waits until `look` returns true; a failure counts as false. */
export async function eventually(what: string, look: () => Promise<boolean>, maxMs = READY_MS): Promise<void> {
  const startedMs = performance.now()
  while (!(await look().catch(() => false))) {
    if (performance.now() - startedMs > maxMs) throw new Error(`timed out after ${maxMs / 1000} s, waiting for ${what}`)
    await sleep(200)
  }
}
