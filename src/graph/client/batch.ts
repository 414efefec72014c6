import type { Dataset, RateClass } from '../../engine/datasets/dataset.ts'
import { fields, list, text } from '../../shared/json.ts'
import { backoffMs, retryWaitMs } from '../transport/retry.ts'
import { waitWithin } from '../transport/time-limits.ts'
import { ASK_FOR_NEW_VALUES, type Graph, mayRetryWithNewToken, requestGraph } from './graph-client.ts'
import { unitsOf } from './request-units.ts'
import { failedResponse, type GraphResponse, lateResponse, readResponse, throttledResponse } from './response.ts'

/** Limit of Microsoft Graph. */
const MAX_BATCH_SIZE = 20
/** How many times we ask for a response that is missing from the batch. */
const MISSING_ATTEMPTS = 3

interface PendingRequest {
  /** Path with query, relative to the version. */
  path: string
  index: number
  attempt: number
}

interface Batch {
  graph: Graph
  url: string
  rateClass: RateClass
  dataset: string
  /** By index of the path. */
  responses: GraphResponse[]
}

interface BatchPart {
  status: number
  retryAfter?: string
  text?: string
  body: unknown
}

/** Reads many paths of a dataset (relative to the version) in batches; the responses have the order of the paths. */
export async function requestInBatches(
  graph: Graph,
  { key, apiVersion, rateClass }: Pick<Dataset, 'key' | 'apiVersion' | 'rateClass'>,
  paths: readonly string[],
): Promise<GraphResponse[]> {
  const batch: Batch = {
    graph,
    url: `${graph.baseUrl}/${apiVersion}/$batch`,
    rateClass,
    dataset: key,
    responses: paths.map(lateResponse),
  }
  const open = paths.map((path, index) => ({ path, index, attempt: 0 }))
  const chunks = Array.from({ length: Math.ceil(open.length / MAX_BATCH_SIZE) }, (_, chunk) =>
    open.slice(chunk * MAX_BATCH_SIZE, (chunk + 1) * MAX_BATCH_SIZE),
  )
  await Promise.all(chunks.map((chunk) => sendBatch(batch, chunk)))
  return batch.responses
}

/** Sends these requests together; throttled ones are repeated later, each after its own delay. */
async function sendBatch(batch: Batch, open: readonly PendingRequest[]): Promise<void> {
  const { graph, url, rateClass, dataset, responses } = batch
  const requests = open.map(({ path, index }) => ({
    id: String(index),
    method: 'GET',
    url: path,
    headers: ASK_FOR_NEW_VALUES,
  }))
  const asked = {
    url,
    rateClass,
    dataset,
    post: { requests },
    units: open.reduce((sum, { path }) => sum + unitsOf(rateClass, path), 0),
    isBatch: true,
  }
  const { response, tokenNumber, mayHaveLongTexts } = await requestGraph(graph, asked)
  const parts = response.error ? undefined : readParts(response.body)
  if (!parts) {
    for (const { index } of open) responses[index] = response.error ? response : notABatch(response.status)
    return
  }
  const again: { item: PendingRequest; waitMs: number }[] = []
  for (const item of open) {
    const part = parts.get(String(item.index))
    if (part && (await mayRetryWithNewToken(graph.tokens, part.status, tokenNumber))) {
      again.push({ item, waitMs: 0 })
      continue
    }
    const waitMs = part ? retryWaitMs(part, rateClass, item.attempt, graph.limits.clock) : missingWaitMs(item)
    responses[item.index] = part ? responseOfPart(part, waitMs, mayHaveLongTexts) : missingResponse()
    if (waitMs !== undefined) again.push({ item: { ...item, attempt: item.attempt + 1 }, waitMs })
  }
  await retryLater(batch, again)
}

/** Requests due within the same second share a batch. Those due after the deadline keep their last response. */
async function retryLater(batch: Batch, again: readonly { item: PendingRequest; waitMs: number }[]): Promise<void> {
  const bySecond = Map.groupBy(again, ({ waitMs }) => Math.ceil(waitMs / 1_000))
  await Promise.all(
    [...bySecond.values()].map(async (group) => {
      const waitMs = Math.max(...group.map((entry) => entry.waitMs))
      const isInTime = await waitWithin(batch.graph.limits, waitMs)
      if (isInTime) {
        await sendBatch(
          batch,
          group.map(({ item }) => item),
        )
      }
    }),
  )
}

const responseOfPart = (part: BatchPart, waitMs: number | undefined, mayHaveLongTexts: boolean): GraphResponse =>
  waitMs === undefined ? readResponse(part.status, part.body, mayHaveLongTexts) : throttledResponse(part.status)

const missingWaitMs = ({ attempt }: PendingRequest): number | undefined =>
  attempt + 1 < MISSING_ATTEMPTS ? backoffMs(attempt) : undefined

const missingResponse = (): GraphResponse => failedResponse(0, 'MissingAnswer', 'The batch response lacks this part.')

const notABatch = (status: number): GraphResponse =>
  failedResponse(status, 'NotABatch', 'The batch response has no list of responses.')

function readParts(body: unknown): Map<string, BatchPart> | undefined {
  const responses = fields(body).responses
  if (!Array.isArray(responses)) return undefined
  const parts = new Map<string, BatchPart>()
  for (const response of list(responses).map(fields)) {
    const { id, status } = response
    if ((typeof id !== 'string' && typeof id !== 'number') || typeof status !== 'number') continue
    const retryAfter = readHeader(response.headers, 'retry-after')
    // A body that is not JSON is a base64 string.
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
