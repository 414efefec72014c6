import { residentMib } from '../bench/program.ts'
import { fields, text } from '../src/shared/json.ts'
import { type Answer, checkAnswer, type Finding, isOverload } from './check.ts'
import { readDescription, readOperations } from './description.ts'
import { startObserver } from './observer.ts'
import {
  createGoalRequest,
  createRequest,
  type FuzzRequest,
  type Goal,
  type Group,
  goalsOf,
  type Plan,
} from './requests.ts'
import { BrokenError, createSender, HangError, type Sender } from './send.ts'
import { prepareWorld } from './setup.ts'
import type { Target } from './target.ts'
import { forget, learn, type World } from './world.ts'

export interface CampaignOptions {
  seed: number
  /** More follow, up to 1,000, while an operation or format has not yet succeeded. */
  requests: number
  /** No request is sent after this many seconds. */
  seconds: number
  concurrency: number
  /** Longest time without a response to a request. */
  hangMs: number
  /** Longest time in which the service does not respond to any request. */
  stallMs: number
  without: ReadonlySet<Group>
  onProgress?: (sent: number) => void
}

/** A finding with the first request that showed it. */
export interface FoundFinding extends Finding {
  label: string
  count: number
  example: string
}

export interface CampaignResult {
  sent: number
  seconds: number
  /** Responses by label, then by status; `overload` counts the allowed 503. */
  counts: Map<string, Map<string, number>>
  findings: FoundFinding[]
  memory: { beforeMib: number; maxMib: number; afterMib: number }
  longestStallMs: number
}

const WATCH_MS = 200
const MEMORY_POLL_MS = 500
const MAX_ADDED = 1_000
const EXAMPLE_BYTES = 1_500

/** Sends the requests to the service and checks every response. */
export async function runCampaign(target: Target, options: CampaignOptions): Promise<CampaignResult> {
  const { seed, requests, seconds, concurrency, hangMs, without } = options
  const operations = readOperations(readDescription())
  const world = await prepareWorld(target)
  const plan: Plan = { seed, operations, world, without, nowMs: Date.now() }
  const tally = createTally()
  let death: number | NodeJS.Signals | null | undefined
  void target.program.exited.then((how) => {
    death = how
  })
  const beforeMib = await residentMib(target.program.pid)
  let maxMib = beforeMib
  const timer = setInterval(async () => {
    maxMib = Math.max(maxMib, await residentMib(target.program.pid).catch(() => 0))
  }, MEMORY_POLL_MS)
  const observer = startObserver({
    ...target.address,
    path: '/healthz',
    headers: {},
    everyMs: WATCH_MS,
    timeoutMs: hangMs,
  })
  await using sender = createSender(target.address, { connections: concurrency, timeoutMs: hangMs })
  const startedMs = Date.now()
  let next = 0
  const unreached = (): Goal[] =>
    goalsOf(operations).filter((goal) => canBeReached(goal) && !tally.reached.has(goal.name))
  const request = (index: number): FuzzRequest => {
    const missing = index >= requests && index % 2 === 0 ? unreached() : []
    const goal = missing[(index / 2) % missing.length]
    return goal ? createGoalRequest(plan, goal, index) : createRequest(plan, index)
  }
  const hasMore = (): boolean => next < requests || (next < requests + MAX_ADDED && unreached().length > 0)
  const work = async (): Promise<void> => {
    while (hasMore() && death === undefined && tally.hangs < concurrency && Date.now() - startedMs < seconds * 1000) {
      const index = next++
      if (index > 0 && index % 1000 === 0) options.onProgress?.(index)
      await sendOne(sender, world, request(index), tally)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  clearInterval(timer)
  await observer.stop()
  const longestStallMs = Math.max(0, ...observer.looks.map(({ tookMs }) => tookMs))
  if (death !== undefined)
    tally.add('service', { rule: 'process', says: `ended by ${death}: ${target.output().slice(-2_000)}` })
  else if (longestStallMs > options.stallMs)
    tally.add(
      'GET /healthz',
      { rule: 'stall', says: `one health check took longer than ${options.stallMs} ms` },
      `${Math.round(longestStallMs)} ms`,
    )
  for (const { name } of unreached()) tally.add(name, { rule: 'not reached', says: 'no request succeeded' })
  return {
    sent: next,
    seconds: (Date.now() - startedMs) / 1000,
    counts: tally.counts,
    findings: [...tally.findings.values()].map((finding) => withLog(finding, target.output())),
    memory: { beforeMib, maxMib, afterMib: await residentMib(target.program.pid).catch(() => 0) },
    longestStallMs,
  }
}

/** Statements exist only after the end of a period, which is longer than a campaign. */
const NEED_A_CLOSED_PERIOD: readonly string[] = ['getSettlement', 'getSettlementFile']

const canBeReached = ({ operation }: Goal): boolean => !NEED_A_CLOSED_PERIOD.includes(operation.id)

const REQUEST_ID = /req_[0-9a-z]{26}/

/** Adds the service's log entries about the request of the finding. */
function withLog(finding: FoundFinding, log: string): FoundFinding {
  const [id = ''] = REQUEST_ID.exec(finding.example) ?? []
  const line = id === '' ? undefined : log.split('\n').find((candidate) => candidate.includes(id))
  return line === undefined ? finding : { ...finding, example: `${finding.example}\n  log: ${line}` }
}

interface Tally {
  counts: Map<string, Map<string, number>>
  findings: Map<string, FoundFinding>
  /** Requests without a response; too many end the campaign early. */
  hangs: number
  reached: Set<string>
  count(label: string, status: string): void
  add(label: string, finding: Finding, example?: string): void
}

function createTally(): Tally {
  const counts: Tally['counts'] = new Map()
  const findings: Tally['findings'] = new Map()
  return {
    counts,
    findings,
    hangs: 0,
    reached: new Set(),
    count(label, status) {
      const byStatus = counts.get(label) ?? new Map<string, number>()
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
      counts.set(label, byStatus)
    },
    add(label, finding, example = '') {
      const name = `${label} ${finding.rule} ${finding.says}`
      const known = findings.get(name)
      if (known) known.count++
      else findings.set(name, { ...finding, label, count: 1, example })
    },
  }
}

const KEY_PATH = /\/keys(\/[^/?]*)?\/?(\?|$)/

async function sendOne(sender: Sender, world: World, request: FuzzRequest, tally: Tally): Promise<void> {
  const { lesson, method } = request
  if (lesson && method !== 'GET' && KEY_PATH.test(request.target)) {
    // Key changes run one after the other, so that their responses are processed in order.
    const { account } = lesson
    const turn = account.changing.then(() => sendAndCheck(sender, world, request, tally))
    account.changing = turn.catch(() => {})
    await turn
  } else await sendAndCheck(sender, world, request, tally)
}

async function sendAndCheck(sender: Sender, world: World, request: FuzzRequest, tally: Tally): Promise<void> {
  const { label } = request
  let answer: Answer | undefined
  try {
    answer = await sender.send(request)
  } catch (error) {
    if (error instanceof HangError) tally.hangs++
    if (error instanceof HangError) tally.add(label, { rule: 'hang', says: error.message }, describe(request))
    else if (error instanceof BrokenError)
      tally.add(label, { rule: 'connection', says: error.message }, describe(request))
    // The client library refused to send it, so it never reached the service.
    tally.count(label, error instanceof HangError ? 'hang' : error instanceof BrokenError ? 'broken' : 'unsendable')
    return
  }
  if (!answer) {
    tally.count(label, 'closed')
    return
  }
  tally.count(label, isOverload(request.expected, answer) ? 'overload' : String(answer.status))
  for (const finding of checkAnswer(request.expected, answer))
    tally.add(label, finding, `${describe(request)}\n  -> ${answer.status} ${answer.body.toString('utf8', 0, 400)}`)
  if (answer.status >= 300) return
  for (const goal of request.goals) tally.reached.add(goal)
  takeLesson(world, request, answer)
}

function takeLesson(world: World, { lesson, method }: FuzzRequest, { status, headers, body }: Answer): void {
  if (!lesson) return
  const { account, operation, params } = lesson
  const slot = Number(params.keys)
  if (status === 204 && method === 'DELETE') {
    if (params.keys !== undefined) account.keys.delete(slot)
    else {
      const { segment } = operation.places.at(-1) ?? { segment: '' }
      forget(world, segment, params[segment] ?? '')
    }
    return
  }
  if (!String(headers['content-type']).startsWith('application/json')) return
  const value = fields(JSON.parse(body.toString('utf8') || 'null'))
  const key = text(value.key)
  const isReplay = headers['idempotency-replayed'] !== undefined
  if (key !== undefined && typeof value.slot === 'number' && !isReplay) account.keys.set(value.slot, key)
  learn(world, lesson, value)
}

/** The request in a form that can be repeated. */
function describe({ index, how, method, target, headers, body, raw }: FuzzRequest): string {
  const lines = raw
    ? [JSON.stringify(raw.toString('latin1'))]
    : [
        `${method} ${target}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
        ...(body === undefined ? [] : [typeof body === 'string' ? body : `base64 ${body.toString('base64')}`]),
      ]
  return [`request ${index} (${how})`, ...lines].join('\n  ').slice(0, EXAMPLE_BYTES)
}
