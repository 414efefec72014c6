import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readlinkSync, rmSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { processLife } from '@plumbline/embedded-postgres/process-life'
import pg from 'pg'
import { required } from '../harness/database.ts'
import { findFreePort } from '../harness/free-port.ts'
import { eventually } from '../runs/eventually.ts'

export const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url))
const MAIN = join(CHECKOUT, 'bin/plumbline.js')

export interface Launch {
  dataDir: string
  /** By default `up --sandbox`. */
  args?: string[]
  env?: Record<string, string>
  port?: number
  user?: { uid: number; gid: number }
  /** Runs this with `args` instead of the command line itself. */
  program?: string
}

export interface Service {
  child: ChildProcess
  port: number
  /** All output so far. */
  output(): string
  /** Waits until the service is ready; throws its output if it ends before. Returns the milliseconds. */
  ready(): Promise<number>
  /** Exit code, or the signal that ended it. */
  exit: Promise<number | NodeJS.Signals | null>
  /** Sends a signal to the whole process group, as a terminal does. */
  signalGroup(signal: NodeJS.Signals): void
}

/** The environment of started processes, without settings of the user who runs the tests. */
const environmentOf = ({ dataDir, env = {} }: Launch): Record<string, string | undefined> => ({
  PATH: process.env.PATH,
  PLUMBLINE_DATA_DIR: dataDir,
  PLUMBLINE_LOG_LEVEL: 'warn',
  // A service on this machine may already use the default port.
  PLUMBLINE_METRICS_PORT: '0',
  PLUMBLINE_PARTNER_RATE: '100000',
  ...env,
})

/** Starts the service in its own process group, and kills what remains of it after the test. */
export async function startService(
  t: { after: (undo: () => Promise<void>) => void },
  launch: Launch,
): Promise<Service> {
  const { args = ['up', '--sandbox'], user } = launch
  const port = launch.port ?? (await findFreePort())
  const startedMs = Date.now()
  const child = spawn(launch.program ?? process.execPath, launch.program ? args : [MAIN, ...args], {
    cwd: CHECKOUT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environmentOf(launch), PLUMBLINE_PORT: String(port) },
    ...user,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const exit = once(child, 'close').then(([code, signal]): number | NodeJS.Signals | null => code ?? signal)
  const signalGroup = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal)
    } catch {
      // No process is left.
    }
  }
  t.after(() => {
    signalGroup('SIGKILL')
    return killDatabase(launch.dataDir)
  })
  const isReady = async (): Promise<true | undefined> => {
    if (output.includes(`ready https://localhost:${port}\n`) || /^ready$/m.test(output)) return true
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}:\n${output}`)
    return undefined
  }
  return {
    child,
    port,
    output: () => output,
    exit,
    signalGroup,
    async ready() {
      await eventually('the service is ready', isReady, 60_000)
      return Date.now() - startedMs
    },
  }
}

/** Runs a command to its end. */
export async function runCommand(
  launch: Launch & { args: string[]; cwd?: string },
): Promise<{ code: number; stdout: string; stderr: string; ms: number }> {
  const startedMs = Date.now()
  const { program, args, cwd = CHECKOUT, user } = launch
  const child = spawn(program ?? process.execPath, program ? args : [MAIN, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environmentOf(launch),
    ...user,
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const [code] = await once(child, 'close')
  return { code, stdout, stderr, ms: Date.now() - startedMs }
}

/**
 * An empty data folder, in a folder that every user may enter, with spaces and a quote in its path. Deleted after the test,
 * or after all tests of the file.
 */
export async function newDataDir(t?: { after: (undo: () => Promise<void>) => void }): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "plumbline it's a start ")))
  await chmod(folder, 0o755)
  const dataDir = join(folder, 'data')
  const remove = (): void => {
    const removal = { recursive: true, force: true, maxRetries: 20 }
    // As root, the database's files are outside the data folder, behind a link.
    const cluster = linkTarget(join(dataDir, 'postgres'))
    if (cluster !== undefined) rmSync(cluster, removal)
    rmSync(folder, removal)
  }
  if (t) t.after(async () => remove())
  else process.once('exit', remove)
  await mkdir(dataDir)
  return dataDir
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

/** Process id of the database server of this data folder, even if its parent was killed. */
export async function findDatabase(dataDir: string): Promise<number | undefined> {
  const content = await readFile(join(dataDir, 'database.json'), 'utf8').catch(() => undefined)
  if (content === undefined) return undefined
  const { pid } = JSON.parse(content)
  return (await processLife(pid)) === undefined ? undefined : pid
}

async function killDatabase(dataDir: string): Promise<void> {
  const pid = await findDatabase(dataDir)
  if (pid === undefined) return
  process.kill(pid, 'SIGKILL')
  await eventually('the database server is dead', async () => (await processLife(pid)) === undefined)
}

/** An empty database on the server that the tests share. */
export async function createEmptyDatabase(): Promise<{ url: string } & AsyncDisposable> {
  const url = new URL(required('TEST_DATABASE_URL'))
  const name = `plumbline_empty_${randomBytes(6).toString('hex')}`
  const administer = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: required('TEST_DATABASE_URL') })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await administer(`create database ${name}`)
  url.pathname = `/${name}`
  return { url: url.href, [Symbol.asyncDispose]: () => administer(`drop database if exists ${name} with (force)`) }
}
