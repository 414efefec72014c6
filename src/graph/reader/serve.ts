import type { LeaseAnswer } from '../../platform/rates/leases.ts'
import type { RequestSpan } from '../client/request-spans.ts'
import { createSharedPace, type Lender } from '../client/shared-pace.ts'
import { CollectFailure, type CollectOptions, collectSnapshot } from '../collection/collect.ts'
import { type Connections, openConnections } from '../transport/http-client.ts'
import { createMemoryBudget } from '../transport/memory-budget.ts'
import { SHARED_BUDGET } from '../transport/sizes.ts'
import type { TenantSource } from '../transport/source.ts'
import { type AssessHost, type AssessInputs, assessTenant } from './assess.ts'
import { type Call, type CallResult, type FromReader, isToReader, type ToReader, toPlainError } from './messages.ts'

type Start = Extract<ToReader, { type: 'assess' }>

/** A run in progress. */
interface Run {
  stop: AbortController
  /** Calls waiting for their result, by number. */
  waiting: Map<number, PromiseWithResolvers<CallResult>>
}

/** Executes the runs that the parent process requests, until it exits. */
export function serveReader(): void {
  const runs = new Map<number, Run>()
  process.on('message', (message) => {
    if (!isToReader(message)) return
    if (message.type === 'ping') send({ type: 'pong' })
    else if (message.type === 'assess') void start(runs, message)
    else {
      const run = runs.get(message.run)
      if (message.type === 'abort') run?.stop.abort(new Error('The run was stopped.'))
      else if (message.type === 'result') run?.waiting.get(message.call)?.resolve(message.result)
      else run?.waiting.get(message.call)?.reject(new Error('The call failed in the parent process.'))
    }
  })
  process.on('disconnect', () => process.exit(0))
}

/** Opened only as needed. With fewer, the runs that a worker reads at the same time would wait for each other. */
const SHARED_CONNECTIONS = 256

/** A run that is alone in its reader is always the oldest, so it never waits. */
const BUDGET = createMemoryBudget(SHARED_BUDGET)

const opened = new Map<string | undefined, Connections>()

/**
 * All tenants are read from the same servers. A handshake costs more processor time than a request, so the connections
 * outlive the run.
 */
function connectionsFor({ ca }: TenantSource): Connections {
  const connections =
    opened.get(ca) ?? openConnections({ ...(ca !== undefined && { ca }), perOrigin: SHARED_CONNECTIONS })
  opened.set(ca, connections)
  return connections
}

async function start(runs: Map<number, Run>, { run, job, source, sizes, isPaced }: Start): Promise<void> {
  const stop = new AbortController()
  const waiting: Run['waiting'] = new Map()
  runs.set(run, { stop, waiting })
  const connections = connectionsFor(source)
  const share = BUDGET.open()
  const callParent = callsOf(run, waiting)
  const pace = isPaced ? createSharedPace(lenderOf(run, callParent)) : undefined
  const spans = job.isRecorded ? collectSpans(run) : undefined
  const collect = ({ trace, ...options }: CollectOptions) =>
    collectSnapshot(source, {
      ...options,
      ...(trace && { trace: { ...trace, onRequest: spans?.add } }),
      sizes,
      connections,
      share,
      ...(pace && { pace }),
    }).finally(() => {
      pace?.end()
      spans?.flush()
    })
  try {
    send({ type: 'done', run, assessed: await assessTenant(collect, job, hostOf(run, callParent), stop.signal) })
  } catch (error) {
    if (error instanceof CollectFailure) send({ type: 'failed', run, code: error.code, message: error.message })
    else send({ type: 'threw', run, error: toPlainError(error) })
  } finally {
    share.end()
    runs.delete(run)
  }
}

/** Each message costs time, so several requests are reported in one. */
const SPANS_PER_MESSAGE = 50

function collectSpans(run: number) {
  let requests: RequestSpan[] = []
  const flush = (): void => {
    if (requests.length > 0) send({ type: 'requests', run, requests })
    requests = []
  }
  return {
    add(span: RequestSpan): void {
      requests.push(span)
      if (requests.length >= SPANS_PER_MESSAGE) flush()
    },
    flush,
  }
}

type CallParent = (body: Call) => Promise<CallResult>

function callsOf(run: number, waiting: Run['waiting']): CallParent {
  let calls = 0
  return async (body) => {
    calls += 1
    const call = calls
    const result = Promise.withResolvers<CallResult>()
    waiting.set(call, result)
    send({ type: 'call', run, call, body })
    return await result.promise.finally(() => waiting.delete(call))
  }
}

/** Borrows through the parent process, which has access to the database. */
const lenderOf = (run: number, callParent: CallParent): Lender => ({
  lend: async (rateClass, units) => leaseIn(await callParent({ name: 'lend', rateClass, units })),
  giveBack: (rateClass, id, used) => send({ type: 'returned', run, rateClass, id, used }),
})

/** The callbacks of a run, which call the parent process. */
function hostOf(run: number, callParent: CallParent): AssessHost {
  return {
    async onProgress({ done, of }) {
      await callParent({ name: 'progress', done, of })
    },
    checkpoint: {
      load: async () => piecesIn(await callParent({ name: 'load' })),
      save: async (packed) => (await callParent({ name: 'save', packed })) === true,
    },
    readInputs: async () => inputsIn(await callParent({ name: 'inputs' })),
    onFault: (check, error) => send({ type: 'fault', run, check, error: toPlainError(error) }),
  }
}

const piecesIn = (result: CallResult): readonly Uint8Array[] =>
  typeof result === 'object' && 'length' in result ? result : []

function leaseIn(result: CallResult): LeaseAnswer {
  if (typeof result === 'object' && ('units' in result || 'waitMs' in result)) return result
  throw new Error('the call for a lease returned no lease')
}

function inputsIn(result: CallResult): AssessInputs {
  if (typeof result === 'object' && 'answers' in result) return result
  throw new Error('the call for the inputs of a run returned none')
}

/** Ignores a closed channel, because this process then exits on `disconnect`. */
function send(message: FromReader): void {
  process.send?.(message, undefined, undefined, () => {})
}
