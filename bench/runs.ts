import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../src/app.ts'
import { grantByOperator } from '../src/features/approvals/service.ts'
import { createAssessment } from '../src/features/assessments/service.ts'
import { createCustomer } from '../src/features/customers/service.ts'
import { createActivePartner } from '../src/features/partners/operator/service.ts'
import { readSettings } from '../src/platform/settings/settings.ts'
import { openRuntime } from '../src/runtime/runtime.ts'
import type { Principal } from '../src/shared/actor.ts'
import { generateTenantIds } from '../src/simulator/tenants/generated-tenants.ts'
import { type Harness, newCustomer, SECRET_KEY } from './harness.ts'
import { familyProcessorMs, MAIN, type Program, residentMib, startProgram } from './program.ts'
import { openSimulator } from './simulator.ts'

/** Runs of different tenants of one size, all queued at once. */
export interface RunWork {
  users: number
  tenants: number
  /** Runs that the worker carries out at once. */
  concurrency: number
  /** Runs a minute that one core must reach. */
  target?: number
  /** Peak memory of the worker with its readers. */
  targetMib?: number
}

export interface RunFigures extends RunWork {
  /** In wall-clock time, which includes waiting for tenants' limits on requests. */
  perMinute: number
  /** Processor time of the worker and its readers for each run. */
  processorMs: number
  /** Runs per minute that one core could complete if it never waited. */
  perCoreMinute: number
  peakMib: number
}

export const RUN_WORKS: readonly RunWork[] = [
  { users: 40, tenants: 200, concurrency: 64, target: 800 },
  { users: 500, tenants: 64, concurrency: 32 },
  { users: 5_000, tenants: 8, concurrency: 8, target: 80, targetMib: 400 },
]

export const QUICK_RUN_WORKS: readonly RunWork[] = RUN_WORKS.map((work) => ({
  ...work,
  tenants: Math.min(work.tenants, 40),
}))

const BENCH: Principal = { kind: 'operator', id: 'bench' }
const SEED = 5
const WARM_UP_SEED = 6
/** The first runs start a reader and compile its code. */
const WARM_UP_RUNS = 8
const POLL_MS = 100
const MAX_MS = 10 * 60_000

/** Assesses generated tenants with a worker process of its own; the simulator is in the process of the bench. */
export async function measureRuns(harness: Harness, works: readonly RunWork[]): Promise<RunFigures[]> {
  const environment = {
    DATABASE_URL: harness.databaseUrl,
    PLUMBLINE_SECRET_KEY: SECRET_KEY,
    PLUMBLINE_LOG_LEVEL: 'error',
    PLUMBLINE_DATA_DIR: join(harness.folder, 'worker'),
    PLUMBLINE_UNFINISHED_RUNS_PER_PARTNER: '1000000',
    PLUMBLINE_METRICS_PORT: '0',
  }
  const { app, close } = await openRuntime(readSettings(environment), { database: 'given' })
  await using simulator = await openSimulator(harness.folder)
  const figures = []
  try {
    for (const work of works) {
      const env = { ...environment, ...simulator.env, PLUMBLINE_WORKER_CONCURRENCY: String(work.concurrency) }
      const worker = await startProgram(MAIN, { args: ['work'], env })
      try {
        const warmUp = { ...work, tenants: Math.min(WARM_UP_RUNS, work.tenants) }
        await measureBatch(app, worker, warmUp, WARM_UP_SEED)
        figures.push(await measureBatch(app, worker, work, SEED))
      } finally {
        await worker.stop()
      }
    }
  } finally {
    await close()
  }
  return figures
}

async function queueRuns(app: App, { users, tenants }: RunWork, seed: number): Promise<string> {
  const input = { company: 'Runs', email: 'admin@runs.example', name: 'Runs', plan: 'enterprise' } as const
  const actor = await createActivePartner(app, BENCH, input)
  const ids = generateTenantIds({ tenants, users: { min: users, max: users }, posture: 'typical', seed })
  for (const [position, tenantId] of ids.entries()) {
    await grantByOperator(app, BENCH, actor.partnerId, tenantId)
    const { id: customerId } = await createCustomer(app, actor, { ...newCustomer(position), tenantId })
    await createAssessment(app, actor, { customerId, product: 'essential-eight' })
  }
  return actor.partnerId
}

/** Queues the runs and measures until all are completed. Throws if one failed, because failing is faster. */
async function measureBatch(app: App, { pid }: Program, work: RunWork, seed: number): Promise<RunFigures> {
  const processorBeforeMs = await familyProcessorMs(pid)
  const startedMs = performance.now()
  const partnerId = await queueRuns(app, work, seed)
  let peakMib = 0
  for (;;) {
    peakMib = Math.max(peakMib, await residentMib(pid))
    const runs = await app.db.selectFrom('runs').select('status').where('partner_id', '=', partnerId).execute()
    if (runs.some(({ status }) => status === 'failed')) throw new Error('a run of a generated tenant failed')
    if (runs.every(({ status }) => status === 'completed')) break
    if (performance.now() - startedMs > MAX_MS) throw new Error('the runs of generated tenants did not end in time')
    await sleep(POLL_MS)
  }
  const processorMs = ((await familyProcessorMs(pid)) - processorBeforeMs) / work.tenants
  const perMinute = (work.tenants * 60_000) / (performance.now() - startedMs)
  return { ...work, perMinute, processorMs, perCoreMinute: 60_000 / processorMs, peakMib }
}
