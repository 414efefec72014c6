import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Host } from './network.ts'

const run = promisify(execFile)

/** A command to run on a host. */
export interface Command {
  file: string
  args?: readonly string[]
  env?: Readonly<Record<string, string>>
  /** The user and group that it runs as; by default root. */
  identity?: { uid: number; gid: number }
}

/** A process on a host, which is restarted whenever it ends, as by a supervisor. */
export interface Supervised extends AsyncDisposable {
  host: Host
  /** Kills all processes on its host, as a power failure would. It is restarted. */
  kill(): Promise<void>
  /** Ends it with SIGTERM; it is restarted. */
  stop(): void
  /** Like `kill`, but it stays down until `start`. */
  crash(): Promise<void>
  /** Starts it, with another command if one is given. */
  start(command?: Command): void
}

const RESTART_MS = 1_000
/** A process that does not end by SIGTERM within this time is killed. */
const STOP_MS = 15_000

/** Starts a command on a host; its output goes to a file in `folder`. */
export function supervise(host: Host, folder: string, initial: Command): Supervised {
  const output = createWriteStream(join(folder, `${host.name}.log`), { flags: 'a' })
  let command = initial
  let child: ChildProcess | undefined
  let isWanted = true

  const start = (): void => {
    if (!isWanted || (child && child.exitCode === null && child.signalCode === null)) return
    const { file, args = [], env = {}, identity } = command
    // `setpriv` comes after `ip`, because only root may enter a namespace.
    const asOther = identity ? ['setpriv', `--reuid=${identity.uid}`, `--regid=${identity.gid}`, '--clear-groups'] : []
    const started = spawn('ip', ['netns', 'exec', host.namespace, ...asOther, file, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: folder, ...env },
      // A process group of its own, so that signals reach the children as well.
      detached: true,
    })
    started.stdout.pipe(output, { end: false })
    started.stderr.pipe(output, { end: false })
    started.once('exit', (code, signal) => {
      output.write(`--- ended: ${code ?? signal} ---\n`)
      setTimeout(start, RESTART_MS)
    })
    child = started
  }

  const stop = (): void => {
    child?.kill('SIGTERM')
  }

  start()
  return {
    host,
    kill: () => killAll(host),
    stop,
    async crash() {
      isWanted = false
      await killAll(host)
    },
    start(next) {
      command = next ?? command
      isWanted = true
      start()
    },
    async [Symbol.asyncDispose]() {
      isWanted = false
      if (child && child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit')
        stop()
        await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })])
      }
      await killAll(host)
      output.end()
    },
  }
}

/** Kills every process on the host: PostgreSQL, for example, outlives the Patroni that started it. */
async function killAll({ namespace }: Host): Promise<void> {
  const { stdout } = await run('ip', ['netns', 'pids', namespace])
  for (const pid of stdout.split('\n').filter(Boolean)) {
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It ended in the meantime.
    }
  }
}
