import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

const BRIDGE = 'plumbline0'
const PREFIX = 'plumbline-'
const SUBNET = '10.213.7'

/** The network of the hosts, in CIDR notation. */
export const NETWORK = `${SUBNET}.0/24`
/** The address of this machine, on which load, simulator and webhook receiver run. */
export const OUTSIDE = `${SUBNET}.1`

/** A host of the cluster: a network namespace with one address. */
export interface Host {
  name: string
  address: string
  /** The name of its network namespace. */
  namespace: string
}

export interface Network extends AsyncDisposable {
  addHost(name: string, number: number): Promise<Host>
  /** Cuts the host off silently: packets in both directions are lost. */
  disconnect(host: Host): Promise<void>
  reconnect(host: Host): Promise<void>
  /**
   * Drops the packets from one host to some others, so that they cannot reach each other, while all other hosts reach
   * both.
   */
  separate(host: Host, others: readonly Host[]): Promise<void>
  rejoin(host: Host, others: readonly Host[]): Promise<void>
}

/** A bridge on this machine, to which each host is connected. First removes what an interrupted run left behind. */
export async function openNetwork(): Promise<Network> {
  await removeAll()
  await ip('link', 'add', BRIDGE, 'type', 'bridge')
  await ip('addr', 'add', `${OUTSIDE}/24`, 'dev', BRIDGE)
  await ip('link', 'set', BRIDGE, 'up')
  return {
    async addHost(name, number) {
      const host = { name, address: `${SUBNET}.${number}`, namespace: PREFIX + name }
      await ip('netns', 'add', host.namespace)
      await ip('link', 'add', portOf(host), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', host.namespace)
      await ip('link', 'set', portOf(host), 'master', BRIDGE, 'up')
      await ip('-n', host.namespace, 'addr', 'add', `${host.address}/24`, 'dev', 'eth0')
      await ip('-n', host.namespace, 'link', 'set', 'eth0', 'up')
      await ip('-n', host.namespace, 'link', 'set', 'lo', 'up')
      return host
    },
    disconnect: (host) => ip('link', 'set', portOf(host), 'nomaster'),
    reconnect: (host) => ip('link', 'set', portOf(host), 'master', BRIDGE),
    async separate({ namespace }, others) {
      for (const { address } of others) await ip('-n', namespace, 'route', 'add', 'blackhole', `${address}/32`)
    },
    async rejoin({ namespace }, others) {
      for (const { address } of others) await ip('-n', namespace, 'route', 'del', 'blackhole', `${address}/32`)
    },
    [Symbol.asyncDispose]: removeAll,
  }
}

/** The host's port of the bridge. The kernel allows 15 characters. */
const portOf = ({ name }: Host): string => `plumb-${name}`

async function removeAll(): Promise<void> {
  const { stdout } = await run('ip', ['netns', 'list'])
  const left = stdout.split('\n').flatMap((line) => line.split(' ')[0] ?? [])
  for (const namespace of left.filter((name) => name.startsWith(PREFIX))) await ip('netns', 'delete', namespace)
  await ip('link', 'delete', BRIDGE).catch(() => {})
}

async function ip(...args: string[]): Promise<void> {
  await run('ip', args)
}
