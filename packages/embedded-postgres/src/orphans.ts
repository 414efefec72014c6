import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { EmbeddedPostgresError, errorCode } from './errors.ts'
import { isPidTaken } from './process-life.ts'
import { runProgram } from './programs.ts'
import { FAST_STOP_MS, IMMEDIATE_STOP_MS } from './server.ts'

/** Enough for a process that reacts to SIGQUIT: an orphaned backend has no work to finish. */
const ORPHAN_STOP_MS = 1_000

/** Stops the server of a start that was killed. The caller has the lock, so every process of this cluster is an orphan. */
export async function stopOrphans(
  cluster: Pick<Cluster, 'folder' | 'name'>,
  log: (line: string) => void,
): Promise<void> {
  const pidFile = join(cluster.folder, 'postmaster.pid')
  const content = await readFile(pidFile, 'utf8').catch(() => undefined)
  if (content === undefined) return
  const pid = Number.parseInt(content, 10)
  const left = await findProcesses(cluster.name)
  if (left.length > 0)
    log(`stopping the database server that an earlier start left behind (process ${left.join(', ')})`)
  // A live server stops its own children; without one they are signalled directly.
  if (left.includes(pid)) signal(pid, 'SIGINT')
  const steps = [
    { waitMs: left.includes(pid) ? FAST_STOP_MS : 0, next: 'SIGQUIT' },
    { waitMs: ORPHAN_STOP_MS, next: 'SIGKILL' },
    { waitMs: IMMEDIATE_STOP_MS, next: undefined },
  ] as const
  for (const { waitMs, next } of steps) {
    const rest = await waitForEnd(cluster.name, waitMs)
    if (rest.length === 0) break
    if (next === undefined) {
      throw new EmbeddedPostgresError(
        `An earlier database server (process ${rest.join(', ')}) still uses ${cluster.folder} and does not end. Stop it, then start again.`,
      )
    }
    for (const each of rest) signal(each, next)
  }
  // The number may now belong to an unrelated process, or still to the dead server until its parent collects it.
  // PostgreSQL would take either for a live server, so the file is deleted. If the number is free, PostgreSQL evaluates
  // the file itself.
  if (pid > 0 && isPidTaken(pid)) await rm(pidFile, { force: true })
}

async function waitForEnd(name: string, waitMs: number): Promise<number[]> {
  const until = Date.now() + waitMs
  for (;;) {
    const rest = await findProcesses(name)
    if (rest.length === 0 || Date.now() >= until) return rest
    await delay(10)
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') {
      throw new EmbeddedPostgresError(
        `An earlier database server (process ${pid}) still runs, and this user may not stop it. Stop it, or start as the user that started it.`,
      )
    }
  }
}

/** The cluster's name is in the arguments of the server and in the process title of each of its children. */
async function findProcesses(name: string): Promise<number[]> {
  const found: number[] = []
  for (const [pid, command] of await listCommands()) {
    const isServer = /(^|\/)postgres -D /.test(command) && command.includes(`cluster_name=${name}`)
    if (isServer || command.startsWith(`postgres: ${name}: `)) found.push(pid)
  }
  return found
}

async function listCommands(): Promise<[number, string][]> {
  if (process.platform === 'win32') return []
  if (process.platform !== 'linux') {
    const { output } = await runProgram('ps', ['-axo', 'pid=,command='], undefined)
    return output.split('\n').map((line) => [Number.parseInt(line, 10), line.trim().replace(/^\d+ +/, '')])
  }
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))
  return Promise.all(
    pids.map(async (pid): Promise<[number, string]> => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      return [Number(pid), command.replaceAll('\0', ' ')]
    }),
  )
}
