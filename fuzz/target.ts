import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processLife } from '@plumbline/embedded-postgres/process-life'
import { MAIN, type Program, startProgram } from '../bench/program.ts'
import { readSettings } from '../src/platform/settings/settings.ts'
import { openRuntime, type Runtime } from '../src/runtime/runtime.ts'
import { type Fields, fields, list, text } from '../src/shared/json.ts'
import { findFreePort } from '../test/harness/free-port.ts'
import type { Address } from './send.ts'

/** The real service in a separate process, with its own data folder. */
export interface Target {
  address: Address
  metricsPort: number
  program: Program
  /** The runtime on the same database, for what no API returns: keys of further accounts, mails, links. */
  runtime: Runtime
  sandbox: { distributor: Credentials; partners: (Credentials & { plan: string })[] }
  /** Its output on standard error. */
  output(): string
  /** Stops it with SIGTERM; returns the milliseconds, or undefined if it had to be killed after the limit. */
  stop(limitMs: number): Promise<number | undefined>
}

interface Credentials {
  id: string
  key: string
}

/** Rate limits that the fuzz does not reach. Older versions ignore unknown settings. */
export const RAISED_RATES: Readonly<Record<string, string>> = {
  PLUMBLINE_PARTNER_RATE: '1000000',
  PLUMBLINE_DISTRIBUTOR_RATE: '1000000',
  PLUMBLINE_ADDRESS_RATE: '1000000',
  PLUMBLINE_LINK_RATE: '1000000',
  PLUMBLINE_INVITATION_WAIT_MINUTES: '0',
}

const HOST = '127.0.0.1'
const MAX_OUTPUT = 200_000
const POLL_MS = 100

/** Starts `plumbline up --sandbox` with these settings in addition to data folder and port. */
export async function startTarget(env: Readonly<Record<string, string>>): Promise<Target> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-fuzz-'))
  const [port, metricsPort] = [await findFreePort(), await findFreePort()]
  const settings = {
    PLUMBLINE_DATA_DIR: folder,
    PLUMBLINE_PORT: String(port),
    PLUMBLINE_HOST: HOST,
    PLUMBLINE_METRICS_PORT: String(metricsPort),
    PLUMBLINE_LOG_LEVEL: 'error',
    ...env,
  }
  let output = ''
  const onErrorOutput = (text: string): void => {
    output = (output + text).slice(-MAX_OUTPUT)
  }
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    const program = await startProgram(MAIN, {
      args: ['up', '--sandbox'],
      env: { DATABASE_URL: '', ...settings },
      onErrorOutput,
    })
    const runtime = await openRuntime(readSettings(settings), { database: 'shared', schema: 'leave' })
    const sandbox = fields(JSON.parse(await readFile(join(folder, 'sandbox.json'), 'utf8')))
    const ca = await readFile(text(sandbox.caFile) ?? '', 'utf8')
    const stop = async (limitMs: number): Promise<number | undefined> => {
      await runtime.close()
      const stoppedMs = await stopProgram(program, limitMs)
      if (stoppedMs === undefined) await killDatabase(folder)
      await remove()
      return stoppedMs
    }
    let stopping: Promise<number | undefined> | undefined
    return {
      address: { host: HOST, port, ca },
      metricsPort,
      program,
      runtime,
      sandbox: {
        distributor: toCredentials(fields(sandbox.distributor)),
        partners: list(sandbox.partners).map((item) => {
          const partner = fields(item)
          return { ...toCredentials(partner), plan: text(partner.plan) ?? '' }
        }),
      },
      output: () => output,
      // A signal may request it while it is already in progress.
      stop: (limitMs) => (stopping ??= stop(limitMs)),
    }
  } catch (error) {
    await killDatabase(folder)
    await remove()
    throw new Error(`the service did not start: ${output}`, { cause: error })
  }
}

const toCredentials = ({ id, key }: Fields): Credentials => ({ id: text(id) ?? '', key: text(key) ?? '' })

async function stopProgram(program: Program, limitMs: number): Promise<number | undefined> {
  const startedMs = performance.now()
  const limit = new AbortController()
  const late = sleep(limitMs, 'late' as const, { signal: limit.signal }).catch(() => 'late' as const)
  if ((await Promise.race([program.stop(), late])) !== 'late') {
    limit.abort()
    return performance.now() - startedMs
  }
  process.kill(program.pid, 'SIGKILL')
  await program.exited
  return undefined
}

/** Kills the embedded database, which survives a killed service. */
async function killDatabase(folder: string): Promise<void> {
  const content = await readFile(join(folder, 'database.json'), 'utf8').catch(() => '{}')
  const { pid } = fields(JSON.parse(content))
  if (typeof pid !== 'number' || (await processLife(pid)) === undefined) return
  process.kill(pid, 'SIGKILL')
  while ((await processLife(pid)) !== undefined) await sleep(POLL_MS)
}
