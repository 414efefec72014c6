import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { fields, list, text } from '../src/engine/json.ts'
import { SAMPLE_TENANTS } from '../src/tenant/suite/tenants.ts'
import { findFreePort } from './compare.ts'
import { quantile, sendLoad } from './load.ts'
import { MAIN, type Program, residentMib, startProgram } from './program.ts'

/** What the whole service comes to as people run it: `up --sandbox`, everything in one process but the database. */
export interface ServiceFigures {
  firstStartMs: number
  laterStartMs: number
  restMib: number
  loadMib: number
  /** From the creation of a run to its start by an idle worker. */
  startedP50Ms: number
  startedP99Ms: number
}

const PARTNER = '/api/v1/partner'
/** The service has settled when what its start left behind has been collected. */
const SETTLE_MS = 10_000
const MEMORY_LOOK_MS = 50
const RUN_LOOK_MS = 5

export async function measureService(options: {
  runs: number
  loadSeconds: number
  settleMs?: number
}): Promise<ServiceFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-bench-'))
  const env = {
    PLUMBLINE_DATA_DIR: folder,
    PLUMBLINE_PORT: String(await findFreePort()),
    PLUMBLINE_PARTNER_RATE: '1000000',
    DATABASE_URL: '',
    // The first start finds no compiled code, as after an installation; the later one finds what the first left.
    NODE_COMPILE_CACHE: join(folder, 'cache'),
  }
  const start = (): Promise<Program> => startProgram(MAIN, { args: ['up', '--sandbox'], env, asStarted: true })
  try {
    const first = await start()
    await first.stop()
    const later = await start()
    try {
      await sleep(options.settleMs ?? SETTLE_MS)
      const restMib = await residentMib(later.pid)
      const client = await openClient(later, join(folder, 'sandbox.json'))
      try {
        const startedMs = await measureRunStarts(client, options.runs)
        const loadMib = await measureLoad(later, client, options.loadSeconds)
        return {
          firstStartMs: first.startMs,
          laterStartMs: later.startMs,
          restMib,
          loadMib,
          startedP50Ms: quantile(startedMs, 0.5),
          startedP99Ms: quantile(startedMs, 0.99),
        }
      } finally {
        await client.close()
      }
    } finally {
      await later.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Client {
  key: string
  call(path: string, body?: unknown): Promise<ReturnType<typeof fields>>
  close(): Promise<void>
}

/** Speaks for the sandbox's partner without limits. */
async function openClient({ url }: Program, sandboxFile: string): Promise<Client> {
  const partners = list(fields(JSON.parse(await readFile(sandboxFile, 'utf8'))).partners).map(fields)
  const key = text(partners.find(({ plan }) => plan === 'enterprise')?.key) ?? ''
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
  return {
    key,
    close: () => dispatcher.close(),
    async call(path, body) {
      const response = await request(`${url}${PARTNER}${path}`, {
        dispatcher,
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'x-partner-key': key, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const answer = await response.body.json()
      if (response.statusCode >= 300) throw new Error(`${path}: ${JSON.stringify(answer)}`)
      return fields(answer)
    },
  }
}

/** Each run is of a tenant that nobody knows, so that it is over at once and the next meets an idle worker. */
async function measureRunStarts(client: Client, runs: number): Promise<number[]> {
  const customer = await client.call('/customers', { name: 'Nobody', tenantId: randomUUID() })
  const startedMs = []
  for (let count = 0; count < runs; count++) {
    const { id } = await client.call('/assessments', { customerId: customer.id, product: 'essential-eight' })
    for (;;) {
      const run = await client.call(`/assessments/${text(id)}`)
      const [createdAt, startedAt] = [Date.parse(text(run.createdAt) ?? ''), Date.parse(text(run.startedAt) ?? '')]
      if (run.status === 'failed') {
        startedMs.push(startedAt - createdAt)
        break
      }
      await sleep(RUN_LOOK_MS)
    }
  }
  return startedMs
}

/** The most memory held while requests come in and the worker reads every sample tenant at once. */
async function measureLoad({ url, pid }: Program, client: Client, seconds: number): Promise<number> {
  const paths = []
  const runs = []
  for (const { tenantId, name } of SAMPLE_TENANTS) {
    const { id } = await client.call('/customers', { name, tenantId })
    paths.push(`${PARTNER}/customers/${text(id)}`)
    runs.push({ customerId: id, product: 'essential-eight' })
  }
  for (const run of runs) await client.call('/assessments', run)
  let mostMib = 0
  const timer = setInterval(async () => {
    mostMib = Math.max(mostMib, await residentMib(pid).catch(() => 0))
  }, MEMORY_LOOK_MS)
  try {
    const requests = [`${PARTNER}/me`, `${PARTNER}/customers`, ...paths].map((path) => ({ path, key: client.key }))
    await sendLoad(url, { method: 'GET', requests }, seconds)
  } finally {
    clearInterval(timer)
  }
  return mostMib
}
