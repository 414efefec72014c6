import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Agent, request } from 'undici'
import { type Fields, fields, text } from '../src/shared/json.ts'
import { openAgent } from './service.ts'

/** What the service has acknowledged to the clients, and its other responses. */
export interface Ledger {
  customers: Set<string>
  runs: Set<string>
  /** Number of calls whose outcome is still unknown. */
  open: number
  /** Number of responses by status; `0` is a connection that was refused or cut, or on which no response came. */
  statuses: Map<number, number>
  /**
   * Responses that no client should get, with their bodies: all except success, 503, and 409 for a call that is still
   * in progress.
   */
  wrong: string[]
  /** Longest time without a successful change, in milliseconds. */
  longestOutageMs: number
}

export interface Load extends AsyncDisposable {
  ledger: Ledger
  /** Waits until changes have succeeded without a failure for two seconds. */
  untilSteady(): Promise<void>
}

export interface LoadOptions {
  apiUrl: string
  key: string
  /** Approved tenants; each new customer gets one of them. */
  tenantIds: readonly string[]
  /** A customer that the probe changes. */
  probedId: string
}

const CLIENTS = 4
/**
 * Pause between two calls of a client. The load does not use the machine fully, and ten rounds of the longest fault
 * create fewer than the 10,000 customers that a plan allows.
 */
const PAUSE_MS = 400
const RETRY_MS = 300
const TIMEOUT_MS = 20_000
const PROBE_PAUSE_MS = 100
const PROBE_TIMEOUT_MS = 3_000
const STEADY_MS = 2_000
const STEADY_MAX_MS = 120_000
/** One customer in this many gets a run. */
const CUSTOMERS_PER_RUN = 15

/**
 * Creates customers and starts runs, and repeats each call with its Idempotency-Key until it is answered, as a careful
 * client does. At the same time, a probe makes a change every tenth of a second, and measures how long none succeeds.
 */
export function startLoad({ apiUrl, key, tenantIds, probedId }: LoadOptions): Load {
  const ledger: Ledger = {
    customers: new Set(),
    runs: new Set(),
    open: 0,
    statuses: new Map(),
    wrong: [],
    longestOutageMs: 0,
  }
  const agent = openAgent()
  let isStopped = false
  let succeededMs = performance.now()
  let failedMs = succeededMs

  const call = createCaller({ apiUrl, key, agent, ledger })

  const client = async (): Promise<void> => {
    for (let count = 0; !isStopped; count++) {
      const tenantId = tenantIds[Math.floor(Math.random() * tenantIds.length)]
      const customerId = await create(call, ledger, '/customers', { name: `Customer ${randomUUID()}`, tenantId })
      if (customerId !== undefined) ledger.customers.add(customerId)
      if (customerId !== undefined && count % CUSTOMERS_PER_RUN === 0) {
        const runId = await create(call, ledger, '/assessments', { customerId, product: 'essential-eight' })
        if (runId !== undefined) ledger.runs.add(runId)
      }
      await call('GET', '/me', { timeoutMs: TIMEOUT_MS })
      await sleep(PAUSE_MS)
    }
  }

  const probe = async (): Promise<void> => {
    for (let count = 0; !isStopped; count++) {
      const body = { name: `Probed ${count}` }
      const { status } = await call('PUT', `/customers/${probedId}`, { body, timeoutMs: PROBE_TIMEOUT_MS })
      const nowMs = performance.now()
      if (status === 200) {
        ledger.longestOutageMs = Math.max(ledger.longestOutageMs, nowMs - succeededMs)
        succeededMs = nowMs
      } else {
        failedMs = nowMs
      }
      await sleep(PROBE_PAUSE_MS)
    }
  }

  const ended = Promise.all([probe(), ...Array.from({ length: CLIENTS }, client)])
  return {
    ledger,
    async untilSteady() {
      const startedMs = performance.now()
      for (;;) {
        await sleep(PROBE_PAUSE_MS)
        const nowMs = performance.now()
        if (nowMs - Math.max(startedMs, failedMs) > STEADY_MS && nowMs - succeededMs < STEADY_MS) return
        if (nowMs - startedMs > STEADY_MAX_MS) throw new Error('changes did not start to succeed again')
      }
    },
    async [Symbol.asyncDispose]() {
      isStopped = true
      await ended
      await agent.close()
    },
  }
}

interface CallerOptions extends Pick<LoadOptions, 'apiUrl' | 'key'> {
  agent: Agent
  ledger: Ledger
}

type Call = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  options: { body?: Fields; once?: string; timeoutMs: number },
) => Promise<{ status: number; body: Fields }>

/** Calls the API and records each response in the ledger. */
function createCaller({ apiUrl, key, agent, ledger }: CallerOptions): Call {
  const record = (status: number, shown: string): void => {
    ledger.statuses.set(status, (ledger.statuses.get(status) ?? 0) + 1)
    if (!isExpected(status) && !shown.includes('IDEMPOTENCY_IN_PROGRESS')) ledger.wrong.push(`${status} ${shown}`)
  }
  return async (method, path, { body, once, timeoutMs }) => {
    try {
      const response = await request(`${apiUrl}/api/v1/partner${path}`, {
        dispatcher: agent,
        method,
        headers: { 'x-partner-key': key, 'content-type': 'application/json', ...(once && { 'idempotency-key': once }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      const answer = fields(await response.body.json())
      record(response.statusCode, `${method} ${path}: ${JSON.stringify(answer)}`)
      return { status: response.statusCode, body: answer }
    } catch {
      record(0, '')
      return { status: 0, body: {} }
    }
  }
}

/** Repeats a creation until it is acknowledged, and returns its id. */
async function create(call: Call, ledger: Ledger, path: string, body: Fields): Promise<string | undefined> {
  const once = randomUUID()
  ledger.open++
  try {
    for (;;) {
      const answer = await call('POST', path, { body, once, timeoutMs: TIMEOUT_MS })
      if (answer.status >= 200 && answer.status < 300) return text(answer.body.id)
      if (isRefused(answer)) return undefined
      await sleep(RETRY_MS)
    }
  } finally {
    ledger.open--
  }
}

/**
 * Whether repeating the call is pointless. It is not if the refusal only says that the first call is still in progress.
 */
const isRefused = ({ status, body }: { status: number; body: Fields }): boolean =>
  status >= 400 && status < 500 && fields(body.error).code !== 'IDEMPOTENCY_IN_PROGRESS'

const isExpected = (status: number): boolean => status === 0 || status === 503 || (status >= 200 && status < 300)
