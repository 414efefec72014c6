import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { PostgresBinaries } from './binaries.ts'
import type { Cluster } from './cluster.ts'
import { serverFailure } from './errors.ts'
import { childOptions } from './programs.ts'

type Log = (line: string) => void

export interface Server {
  child: ChildProcess
  pid: number
  port: number
  /** Resolves when the process has ended, with its exit code or signal as text. */
  ended: Promise<string>
  lastLines: string[]
}

/** How long a server may take for a fast shutdown, and after that for an immediate one. */
export const FAST_STOP_MS = 10_000
export const IMMEDIATE_STOP_MS = 10_000
const PORT_ATTEMPTS = 5
const MAX_OUTPUT_LINES = 20

interface LaunchOptions {
  port?: number | undefined
  settings?: Readonly<Record<string, string>>
}

/** Starts the server on this port, or on a free one; resolves when it accepts connections. */
export async function launch(
  binaries: PostgresBinaries,
  cluster: Cluster,
  log: Log,
  { port, settings = {} }: LaunchOptions,
): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    const server = await launchOn({ ...settings, port: String(port ?? (await findFreePort())) }, binaries, cluster, log)
    if (typeof server !== 'string') return server
    // Another program may take the port between our probe and the start of the server.
    if (attempt === PORT_ATTEMPTS || !/could not (bind|create any TCP)/.test(server)) {
      throw serverFailure('The embedded database did not start', server)
    }
  }
}

/** Returns the server when it accepts connections, or its output if it ended. */
async function launchOn(
  given: Readonly<Record<string, string>> & { port: string },
  binaries: PostgresBinaries,
  cluster: Cluster,
  log: Log,
): Promise<Server | string> {
  const settings = {
    cluster_name: cluster.name,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '128MB',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    timezone: 'UTC',
    // Failed statements are reported to the client that sent them; in the log they would expose values.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_line_prefix: '',
    log_timezone: 'UTC',
    lc_messages: 'C',
    ...given,
  }
  const args = [
    '-D',
    cluster.folder,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const child = spawn(join(binaries.binDir, 'postgres'), args, {
    ...childOptions(cluster.user),
    // A process group of its own: Ctrl-C in the terminal then only reaches this process, which stops the server.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lastLines: string[] = []
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code, killedBy) => resolve(killedBy ?? `exit code ${code}`))
  })
  const ready = new Promise<true>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      log(line)
      lastLines.push(line)
      if (lastLines.length > MAX_OUTPUT_LINES) lastLines.shift()
      if (/database system is ready to accept (read-only )?connections/.test(line)) resolve(true)
    })
  })
  const outcome = await Promise.race([ready, ended])
  if (outcome !== true || child.pid === undefined) return [...lastLines, outcome].join('\n')
  return { child, pid: child.pid, port: Number(given.port), ended, lastLines }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

/** Stops the server with a fast shutdown, after a timeout with an immediate one, and after another by SIGKILL. */
export async function endServer(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGINT')
  const harsher = setTimeout(() => child.kill('SIGQUIT'), FAST_STOP_MS)
  const harshest = setTimeout(() => child.kill('SIGKILL'), FAST_STOP_MS + IMMEDIATE_STOP_MS)
  await ended
  clearTimeout(harsher)
  clearTimeout(harshest)
}
