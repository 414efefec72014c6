import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseCluster } from './database.ts'
import type { Network } from './network.ts'
import type { Supervised } from './processes.ts'
import type { Proxies } from './proxies.ts'
import type { Environments } from './service.ts'

/** Everything that a fault can affect. */
export interface Cluster {
  network: Network
  database: DatabaseCluster
  proxies: Proxies
  /** The object store, which has the results and snapshots of runs. */
  objects: Supervised
  apis: readonly Supervised[]
  workers: readonly Supervised[]
  /** The settings for this version, to which an upgrade leads. */
  newer: Environments
}

/** A fault, which is repaired before the next round. */
export interface Fault {
  name: string
  /** Longest time in which no change succeeds, in seconds. */
  maxOutageS: number
  strike(cluster: Cluster, round: number): Promise<void>
}

const PARTITION_MS = 60_000
const FULL_DISK_MS = 30_000
const DOWN_MS = 5_000

/** Alternates between the processes of one role. */
const pick = (processes: readonly Supervised[], round: number): Supervised => {
  const chosen = processes[round % processes.length]
  if (!chosen) throw new Error('a role has no process')
  return chosen
}

export const FAULTS: readonly Fault[] = [
  { name: 'an API process is killed', maxOutageS: 5, strike: async ({ apis }, round) => pick(apis, round).kill() },
  { name: 'an API process is restarted', maxOutageS: 5, strike: async ({ apis }, round) => pick(apis, round).stop() },
  { name: 'a worker is killed', maxOutageS: 5, strike: async ({ workers }, round) => pick(workers, round).kill() },
  { name: 'a worker is restarted', maxOutageS: 5, strike: async ({ workers }, round) => pick(workers, round).stop() },
  {
    name: 'a worker is cut off for 60 s',
    maxOutageS: 5,
    strike: ({ network, workers }, round) => cutOff(network, pick(workers, round)),
  },
  { name: 'the pooler is killed', maxOutageS: 5, strike: async ({ proxies }) => proxies.pooler.kill() },
  { name: 'Redis is killed', maxOutageS: 5, strike: async ({ proxies }) => proxies.redis.kill() },
  {
    name: 'Redis is cut off for 60 s',
    maxOutageS: 5,
    strike: ({ network, proxies }) => cutOff(network, proxies.redis),
  },
  { name: 'the object store is killed', maxOutageS: 5, strike: async ({ objects }) => objects.kill() },
  {
    name: 'the object store is cut off for 60 s',
    maxOutageS: 5,
    strike: ({ network, objects }) => cutOff(network, objects),
  },
  {
    name: 'etcd is restarted',
    maxOutageS: 5,
    async strike({ database }) {
      await database.etcd.stop()
      // Several restarts in a row would be one long outage, in which the leader steps down.
      await database.untilHealthy()
    },
  },
  {
    name: 'switchover of the database',
    maxOutageS: 5,
    async strike({ database }) {
      await database.switchOver()
      await database.untilHealthy()
    },
  },
  {
    name: 'the standby is killed',
    maxOutageS: 15,
    async strike({ database }) {
      const leader = await database.findLeader()
      await bringBack(
        database,
        database.nodes.find((node) => node !== leader),
        DOWN_MS,
      )
    },
  },
  {
    name: 'the leader is killed',
    maxOutageS: 30,
    async strike({ database }) {
      await bringBack(database, await database.findLeader(), 2 * DOWN_MS)
    },
  },
  {
    name: 'the leader is cut off for 60 s',
    maxOutageS: 35,
    async strike({ network, database }) {
      await cutOff(network, await database.findLeader())
      await database.untilHealthy()
    },
  },
  {
    // Clients still reach the leader. It must not acknowledge changes that its standby, the next leader, has not
    // received.
    name: 'the leader loses its standby and etcd for 60 s',
    maxOutageS: 35,
    async strike({ network, database }) {
      const leader = await database.findLeader()
      const others = [database.etcd, ...database.nodes].filter((node) => node !== leader).map(({ host }) => host)
      await network.separate(leader.host, others)
      await sleep(PARTITION_MS)
      await network.rejoin(leader.host, others)
      await database.untilHealthy()
    },
  },
  {
    name: 'the disk of the leader is full for 30 s',
    maxOutageS: 35,
    async strike({ database }) {
      const leader = await database.findLeader()
      await database.fillDisk(leader)
      await sleep(FULL_DISK_MS)
      await database.freeDisk(leader)
      await database.untilHealthy()
    },
  },
]

async function cutOff(network: Network, { host }: Supervised): Promise<void> {
  await network.disconnect(host)
  await sleep(PARTITION_MS)
  await network.reconnect(host)
}

async function bringBack(database: DatabaseCluster, node: Supervised | undefined, downMs: number): Promise<void> {
  if (!node) throw new Error('the database has no standby')
  await node.crash()
  await sleep(downMs)
  // The other node is the leader by now or soon will be, and this one joins it as a standby.
  node.start()
  await database.untilHealthy()
}
