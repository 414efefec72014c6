import type { RateClass } from '../../engine/datasets/dataset.ts'
import { fields, list, text } from '../../shared/json.ts'
import { backoffMs, retryWaitMs } from '../transport/retry.ts'
import { waitWithin } from '../transport/time-limits.ts'
import { askGraph, type Graph, mayRetryWithNewToken } from './graph-client.ts'
import { failedAnswer, type GraphAnswer, lateAnswer, readAnswer, throttledAnswer } from './response.ts'

/** Microsoft Graph takes no more requests in one batch. */
const LARGEST_BATCH = 20
/** How often an answer that is simply not there is asked for again. */
const MISSING_ATTEMPTS = 3

interface Open {
  /** Path with query, relative to the version. */
  path: string
  index: number
  attempt: number
}

interface Batch {
  graph: Graph
  url: string
  rateClass: RateClass
  /** By index of the path. */
  answers: GraphAnswer[]
}

interface Part {
  status: number
  retryAfter?: string
  text?: string
  body: unknown
}

/** Reads many paths (relative to the version) by batches; the answers come in the order of the paths. */
export async function askInBatches(
  graph: Graph,
  version: string,
  rateClass: RateClass,
  paths: readonly string[],
): Promise<GraphAnswer[]> {
  const batch: Batch = { graph, url: `${graph.baseUrl}/${version}/$batch`, rateClass, answers: paths.map(lateAnswer) }
  const open = paths.map((path, index) => ({ path, index, attempt: 0 }))
  const chunks = Array.from({ length: Math.ceil(open.length / LARGEST_BATCH) }, (_, chunk) =>
    open.slice(chunk * LARGEST_BATCH, (chunk + 1) * LARGEST_BATCH),
  )
  await Promise.all(chunks.map((chunk) => settle(batch, chunk)))
  return batch.answers
}

/** Sends the open ones together; those that are asked to wait go again by themselves, each after its own time. */
async function settle(batch: Batch, open: readonly Open[]): Promise<void> {
  const { graph, url, rateClass, answers } = batch
  const requests = open.map(({ path, index }) => ({ id: String(index), method: 'GET', url: path }))
  const asked = { url, rateClass, post: { requests }, weight: open.length, isBatch: true }
  const { answer, tokenNumber, mayHaveLongTexts } = await askGraph(graph, asked)
  const parts = answer.error ? undefined : readParts(answer.body)
  if (!parts) {
    for (const { index } of open) answers[index] = answer.error ? answer : notABatch(answer.status)
    return
  }
  const again: { item: Open; waitMs: number }[] = []
  for (const item of open) {
    const part = parts.get(String(item.index))
    if (part && (await mayRetryWithNewToken(graph.tokens, part.status, tokenNumber))) {
      again.push({ item, waitMs: 0 })
      continue
    }
    const waitMs = part ? retryWaitMs(part, rateClass, item.attempt, graph.limits.clock) : missingWaitMs(item)
    answers[item.index] = part ? partAnswer(part, waitMs, mayHaveLongTexts) : missingAnswer()
    if (waitMs !== undefined) again.push({ item: { ...item, attempt: item.attempt + 1 }, waitMs })
  }
  await settleAgain(batch, again)
}

/** Those whose time is up within the same second share a batch. Whose time is past the deadline keep what they have. */
async function settleAgain(batch: Batch, again: readonly { item: Open; waitMs: number }[]): Promise<void> {
  const bySecond = Map.groupBy(again, ({ waitMs }) => Math.ceil(waitMs / 1_000))
  await Promise.all(
    [...bySecond.values()].map(async (group) => {
      const waitMs = Math.max(...group.map((entry) => entry.waitMs))
      const isInTime = await waitWithin(batch.graph.limits, waitMs)
      if (isInTime) {
        await settle(
          batch,
          group.map(({ item }) => item),
        )
      }
    }),
  )
}

const partAnswer = (part: Part, waitMs: number | undefined, mayHaveLongTexts: boolean): GraphAnswer =>
  waitMs === undefined ? readAnswer(part.status, part.body, mayHaveLongTexts) : throttledAnswer(part.status)

const missingWaitMs = ({ attempt }: Open): number | undefined =>
  attempt + 1 < MISSING_ATTEMPTS ? backoffMs(attempt) : undefined

const missingAnswer = (): GraphAnswer => failedAnswer(0, 'MissingAnswer', 'The batch was answered without this part.')

const notABatch = (status: number): GraphAnswer =>
  failedAnswer(status, 'NotABatch', 'The answer to the batch held no list of responses.')

function readParts(body: unknown): Map<string, Part> | undefined {
  const responses = fields(body).responses
  if (!Array.isArray(responses)) return undefined
  const parts = new Map<string, Part>()
  for (const response of list(responses).map(fields)) {
    const { id, status } = response
    if ((typeof id !== 'string' && typeof id !== 'number') || typeof status !== 'number') continue
    const retryAfter = readHeader(response.headers, 'retry-after')
    // What is not JSON comes as a string of base64.
    const part = typeof response.body === 'string' ? undefined : response.body
    parts.set(String(id), {
      status,
      body: part,
      ...(status === 500 && { text: JSON.stringify(part) ?? '' }),
      ...(retryAfter !== undefined && { retryAfter }),
    })
  }
  return parts
}

function readHeader(headers: unknown, name: string): string | undefined {
  const found = Object.entries(fields(headers)).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof found === 'number' ? String(found) : text(found)
}
