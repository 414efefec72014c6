import assert from 'node:assert/strict'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { findFreePort } from '../test/harness/free-port.ts'
import { type Harness, SECRET_KEY } from './harness.ts'
import { type Load, sendLoad } from './load/load.ts'
import type { LoadResult } from './load/raw.ts'
import { type Program, processorMs, startProgram } from './program.ts'
import { quantile } from './quantile.ts'
import type { Workload } from './workloads.ts'

export interface Comparison {
  work: Workload
  ceiling: Measure
  ours: Measure
  ratio: number
}

export interface Measure {
  perSecond: number
  /** The median of the slices' p50. */
  p50Ms: number
  p99Ms: number
  /** Processor time of the server process per request. */
  processorUs: number
}

export interface Slices {
  /** Time slices of each of the two programs. */
  count: number
  seconds: number
  warmUpSeconds: number
}

/** Starts the API on the harness's database: as one process that counts rates by itself, or as one of several. */
export async function startApi(
  harness: Harness,
  script: URL,
  { args = [], env: own }: { args?: readonly string[]; env?: Record<string, string> } = {},
): Promise<Program> {
  const env = {
    DATABASE_URL: harness.databaseUrl,
    PLUMBLINE_DATA_DIR: join(harness.folder, 'service'),
    PLUMBLINE_SECRET_KEY: SECRET_KEY,
    PLUMBLINE_PARTNER_RATE: '1000000',
    PLUMBLINE_DISTRIBUTOR_RATE: '1000000',
    // Within seconds, the bench creates more than a partner may have.
    PLUMBLINE_CUSTOMERS_PER_PARTNER: '10000000',
    PLUMBLINE_UNFINISHED_RUNS_PER_PARTNER: '1000000',
    PLUMBLINE_TLS_CERT: harness.certFile,
    PLUMBLINE_TLS_KEY: harness.keyFile,
    PLUMBLINE_PORT: String(await findFreePort()),
    PLUMBLINE_METRICS_PORT: '0',
    ...own,
  }
  return await startProgram(script, { args, env, asService: true })
}

/** Measures the service and the ceiling alternately in short slices, so that variations of the machine affect both. */
export async function compare(harness: Harness, service: Program, work: Workload, slices: Slices): Promise<Comparison> {
  const { databaseUrl, certFile, keyFile } = harness
  const ceiling = await startProgram(work.ceiling, { args: [JSON.stringify({ databaseUrl, certFile, keyFile })] })
  try {
    const load = work.load(harness)
    await harness.clear()
    await compareAnswers(ceiling, service, load)
    for (const program of [ceiling, service]) await sendLoad(program.url, load, slices.warmUpSeconds)
    const taken = { ceiling: newTally(), ours: newTally() }
    for (let slice = 0; slice < slices.count; slice++) {
      const pair = [
        () => take(harness, ceiling, load, slices, taken.ceiling),
        () => take(harness, service, load, slices, taken.ours),
      ]
      // After the data was reset, the two take turns to be first.
      for (const measure of slice % 2 === 0 ? pair : pair.reverse()) await measure()
    }
    const [bare, ours] = [summarise(taken.ceiling), summarise(taken.ours)]
    return { work, ceiling: bare, ours, ratio: ours.perSecond / bare.perSecond }
  } finally {
    await ceiling.stop()
  }
}

interface Tally {
  slices: LoadResult[]
  processorMs: number
}

const newTally = (): Tally => ({ slices: [], processorMs: 0 })

async function take(harness: Harness, program: Program, load: Load, slices: Slices, tally: Tally): Promise<void> {
  if (load.method === 'POST') await harness.clear()
  const beforeMs = await processorMs(program.pid)
  tally.slices.push(await sendLoad(program.url, load, slices.seconds))
  tally.processorMs += (await processorMs(program.pid)) - beforeMs
}

function summarise({ slices, processorMs }: Tally): Measure {
  const answered = slices.reduce((sum, slice) => sum + slice.answered, 0)
  return {
    perSecond: answered / slices.reduce((sum, { seconds }) => sum + seconds, 0),
    p50Ms: median(slices.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(slices.map(({ p99Ms }) => p99Ms)),
    processorUs: (processorMs * 1000) / answered,
  }
}

const median = (values: readonly number[]): number => quantile(values, 0.5)

/** Checks that both do the same work: a read returns the same content, a write the same fields. */
async function compareAnswers(ceiling: Program, service: Program, load: Load): Promise<void> {
  const [first] = load.requests
  if (!first) throw new Error('expected a load with requests')
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
  const answers = []
  for (const { url } of [ceiling, service]) {
    const { statusCode, body } = await request(`${url}${first.path}`, {
      dispatcher,
      method: load.method,
      headers: { 'x-partner-key': first.key, 'content-type': 'application/json' },
      ...(first.body !== undefined && { body: JSON.stringify(first.body) }),
    })
    answers.push({ statusCode, body: normalise(await body.json(), load) })
  }
  await dispatcher.close()
  assert.deepEqual(answers[1], answers[0], `service and ceiling respond to ${first.path} differently`)
}

function normalise(answer: unknown, load: Load): unknown {
  if (load.method === 'POST') return Object.keys(Object(answer)).sort()
  return JSON.parse(JSON.stringify(answer), (key, value) =>
    key === 'completedAt' && value !== null ? new Date(value).toISOString() : value,
  )
}
