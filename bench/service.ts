import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Agent, request } from 'undici'
import { fields, list, text } from '../src/shared/json.ts'
import { OPEN_TENANT_IDS, SAMPLE_TENANTS } from '../src/simulator/tenants/tenants.ts'
import { findFreePort } from '../test/harness/free-port.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../test/harness/temporary-folder.ts'
import { type Client, openClient, PARTNER } from './client.ts'
import { sendLoad } from './load/load.ts'
import { findReaders, MAIN, type Program, residentMib, startProgram } from './program.ts'
import { quantile } from './quantile.ts'
import { openSimulator } from './simulator.ts'

/** The measured figures of the whole service: everything in one process except the database. */
export interface ServiceFigures {
  firstStartMs: number
  laterStartMs: number
  restMib: number
  /** While tenants are read from a simulator in another process. */
  loadMib: number
  /** The same with the simulator and its tenants in the same process. */
  sandboxLoadMib: number
  /** From the creation of a run to its start by an idle worker. */
  startedP50Ms: number
  startedP99Ms: number
  /** 99th percentile of reads during 20 concurrent PDFs, relative to the same without PDFs. */
  besidePdfsRatio: number
}

export interface ServiceOptions {
  /** Number of runs whose start is measured. */
  runs: number
  /** How long the service is idle before its memory at rest is measured. */
  idleMs: number
  /** Longest time under load. */
  maxLoadMs: number
  /** How long reads are measured with PDFs, and without them. */
  readsMs: number
}

const MEMORY_POLL_MS = 50
const RUN_POLL_MS = 5
const LOAD_SECONDS = 3

export async function measureService(options: ServiceOptions): Promise<ServiceFigures> {
  const folder = await makeTemporaryFolder('plumbline-bench-')
  const sandboxFile = join(folder, 'sandbox.json')
  const env = {
    PLUMBLINE_DATA_DIR: folder,
    PLUMBLINE_PORT: String(await findFreePort()),
    PLUMBLINE_PARTNER_RATE: '1000000',
    DATABASE_URL: '',
    // The first start has no compiled code, as after an installation; later ones use the cache of the first.
    NODE_COMPILE_CACHE: join(folder, 'cache'),
  }
  const start = (args: readonly string[], more: Record<string, string> = {}): Promise<Program> =>
    startProgram(MAIN, { args, env: { ...env, ...more } })
  try {
    const { startMs: firstStartMs, stop } = await start(['up', '--sandbox'])
    await stop()
    const sandbox = await during(start(['up', '--sandbox']), async (program) => {
      await sleep(options.idleMs)
      // The sample run has ended by then, but its reader stays alive for a while, in case another run starts.
      while ((await findReaders(program.pid)).length > 0) await sleep(MEMORY_POLL_MS)
      const restMib = await residentMib(program.pid)
      await using client = await openClient(program.url, sandboxFile)
      const startedMs = await measureRunStarts(client, options.runs)
      const sandboxLoadMib = await measureLoad(program, client, options.maxLoadMs)
      const besidePdfsRatio = await measureBesidePdfs(program, client, options.readsMs)
      const [startedP50Ms, startedP99Ms] = [quantile(startedMs, 0.5), quantile(startedMs, 0.99)]
      return { laterStartMs: program.startMs, restMib, sandboxLoadMib, startedP50Ms, startedP99Ms, besidePdfsRatio }
    })
    await using simulator = await openSimulator(folder)
    const loadMib = await during(start(['up'], simulator.env), async (program) => {
      await using client = await openClient(program.url, sandboxFile)
      await approveTenants(client, env)
      return await measureLoad(program, client, options.maxLoadMs)
    })
    return { firstStartMs, ...sandbox, loadMib }
  } finally {
    await removeTemporaryFolder(folder)
  }
}

async function during<T>(starting: Promise<Program>, measure: (program: Program) => Promise<T>): Promise<T> {
  const program = await starting
  try {
    return await measure(program)
  } finally {
    await program.stop()
  }
}

/** Approves tenants as an operator does, because without the sandbox no tenant is approved. */
async function approveTenants(client: Client, env: Readonly<Record<string, string>>): Promise<void> {
  const partnerId = text((await client.call('/me')).id) ?? ''
  for (const tenantId of OPEN_TENANT_IDS) {
    const words = ['approval', 'grant', partnerId, '--tenant', tenantId]
    await promisify(execFile)(process.execPath, [fileURLToPath(MAIN), ...words], { env: { ...process.env, ...env } })
  }
}

/** Each run is of an unapproved tenant, so that it ends at once and the worker is idle before the next one. */
async function measureRunStarts(client: Client, runs: number): Promise<number[]> {
  const customer = await client.call('/customers', { name: 'Nobody', tenantId: randomUUID() })
  const startedMs = []
  for (let count = 0; count < runs; count++) {
    const { id } = await client.call('/assessments', { customerId: customer.id, product: 'essential-eight' })
    for (;;) {
      const run = await client.call(`/assessments/${text(id)}`)
      if (run.status === 'failed') {
        startedMs.push(Date.parse(text(run.startedAt) ?? '') - Date.parse(text(run.createdAt) ?? ''))
        break
      }
      await sleep(RUN_POLL_MS)
    }
  }
  return startedMs
}

/** The maximum memory while requests come in and the worker reads every sample tenant. */
async function measureLoad({ url, pid }: Program, client: Client, maxMs: number): Promise<number> {
  const requests = [`${PARTNER}/me`, `${PARTNER}/customers`].map((path) => ({ path, key: client.key }))
  const customers = []
  for (const { tenantId, name } of SAMPLE_TENANTS) {
    const { id } = await client.call('/customers', { name, tenantId })
    requests.push({ path: `${PARTNER}/customers/${text(id)}`, key: client.key })
    customers.push(id)
  }
  for (const customerId of customers) await client.call('/assessments', { customerId, product: 'essential-eight' })
  let maxMib = 0
  const timer = setInterval(async () => {
    maxMib = Math.max(maxMib, await residentMib(pid).catch(() => 0))
  }, MEMORY_POLL_MS)
  try {
    const until = performance.now() + maxMs
    do await sendLoad(url, { method: 'GET', requests }, LOAD_SECONDS)
    while ((await isBusy(client)) && performance.now() < until)
  } finally {
    clearInterval(timer)
  }
  return maxMib
}

const PDF_READERS = 20

/** How much longer a fast read takes while 20 clients request PDFs, one after the other. */
async function measureBesidePdfs({ url }: Program, client: Client, readsMs: number): Promise<number> {
  const completed = list((await client.call('/assessments')).runs)
    .map(fields)
    .find(({ status }) => status === 'completed')
  const pdf = `${url}${PARTNER}/assessments/${text(completed?.id)}/report?format=pdf`
  const aloneMs = await timeReads(client, readsMs)
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false }, headersTimeout: 0 })
  let reading = true
  const readers = Array.from({ length: PDF_READERS }, async () => {
    while (reading) {
      const { statusCode, body } = await request(pdf, { dispatcher, headers: { 'x-partner-key': client.key } })
      await body.dump()
      if (statusCode !== 200) throw new Error(`the response for a PDF was ${statusCode}`)
    }
  })
  const besideMs = await timeReads(client, readsMs)
  reading = false
  await Promise.all(readers)
  await dispatcher.close()
  return quantile(besideMs, 0.99) / quantile(aloneMs, 0.99)
}

async function timeReads(client: Client, readsMs: number): Promise<number[]> {
  const timesMs = []
  for (const until = performance.now() + readsMs; performance.now() < until; ) {
    const startedMs = performance.now()
    await client.call('/me')
    timesMs.push(performance.now() - startedMs)
  }
  return timesMs
}

async function isBusy(client: Client): Promise<boolean> {
  const runs = list((await client.call('/assessments')).runs).map(fields)
  return runs.some(({ status }) => status === 'queued' || status === 'running')
}
