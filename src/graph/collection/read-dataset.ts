import { MAX_HUNTING_ROWS } from '../../engine/datasets/advanced-hunting.ts'
import { type Dataset, requestPath, snapshotKey } from '../../engine/datasets/dataset.ts'
import type { SnapshotResponse } from '../../engine/model/snapshot.ts'
import { fields, text } from '../../shared/json.ts'
import { requestInBatches } from '../client/batch.ts'
import { type Graph, isSameOrigin, requestGraph } from '../client/graph-client.ts'
import { failedResponse, type GraphResponse } from '../client/response.ts'
import type { Journal } from './journal.ts'
import { completeNestedLists } from './nested-lists.ts'

/** Far more than any tenant has; protects against lists that never end. */
const MAX_PAGES = 20_000
/** Far more than any tenant has; further objects are not read. */
const MAX_OBJECTS = 10_000
/** Real links have a few hundred characters. */
const MAX_LINK_LENGTH = 16_384

/** Where responses come from: the tenant, or an earlier collection. */
interface Source {
  graph: Graph
  journal: Journal
  dataset: Dataset
}

/** Reads a dataset that is one object or one list. */
export async function readSingle(graph: Graph, journal: Journal, dataset: Dataset): Promise<SnapshotResponse> {
  const source = { graph, journal, dataset }
  const { hunt } = dataset
  const url = urlOf(graph, dataset)
  return readOnce(source, snapshotKey(dataset), async (key) =>
    hunt === undefined ? readRest(source, key, await ask(source, url)) : askHunting(source, url, hunt),
  )
}

/** Reads a dataset once for every id; returns snapshot keys. */
export async function readEach(
  graph: Graph,
  journal: Journal,
  dataset: Dataset,
  ids: readonly string[],
): Promise<[key: string, response: SnapshotResponse][]> {
  const source = { graph, journal, dataset }
  const keyed = ids.slice(0, MAX_OBJECTS).map((id) => ({ id, key: snapshotKey(dataset, id) }))
  const unread = keyed.filter(({ key }) => !journal.finished(key) && !journal.started(key))
  const paths = unread.map(({ id }) => requestPath(dataset, id))
  const responses = await requestInBatches(graph, dataset, paths)
  const firsts = new Map(unread.map(({ key }, index) => [key, responses[index]]))
  return Promise.all(
    keyed.map(async ({ id, key }): Promise<[string, SnapshotResponse]> => {
      const readFromStart = async () =>
        readRest(source, key, firsts.get(key) ?? (await ask(source, urlOf(graph, dataset, id))))
      return [key, await readOnce(source, key, readFromStart)]
    }),
  )
}

/** Takes a response from an earlier collection, completes one that it read in part, or reads it from the start. */
async function readOnce(
  source: Source,
  key: string,
  readFromStart: (key: string) => Promise<GraphResponse>,
): Promise<SnapshotResponse> {
  const { graph, journal, dataset } = source
  const finished = journal.finished(key)
  if (finished) return finished
  const response = finish(graph, dataset, (await resume(source, key)) ?? (await readFromStart(key)))
  journal.finish(key, response)
  return response
}

/** Completes a list that an earlier collection read in part; undefined if it must be read from the start. */
async function resume(source: Source, key: string): Promise<GraphResponse | undefined> {
  const { graph, journal } = source
  const started = journal.started(key)
  if (!started) return undefined
  if (!nextLinkProblem(graph, started.next, new Set())) {
    const page = await ask(source, started.next)
    if (!isLinkRefused(page)) return readRest(source, key, page, started)
  }
  journal.forget(key)
  return undefined
}

/** Links to the next page expire; services report that with various errors. */
const isLinkRefused = ({ status }: GraphResponse): boolean => status >= 400 && status < 500 && status !== 429

const urlOf = ({ baseUrl }: Graph, dataset: Dataset, id?: string): string =>
  `${baseUrl}/${dataset.apiVersion}${requestPath(dataset, id)}`

const ask = async ({ graph, dataset: { key, rateClass, trim } }: Source, url: string): Promise<GraphResponse> =>
  (await requestGraph(graph, { url, rateClass, dataset: key, trim })).response

/** The rows of a hunting query. A response of maximum length may be incomplete, so it counts as a failure. */
async function askHunting({ graph, dataset }: Source, url: string, query: string): Promise<GraphResponse> {
  const { key, rateClass } = dataset
  const { response } = await requestGraph(graph, { url, rateClass, dataset: key, post: { Query: query } })
  if (response.error) return response
  const { results } = fields(response.body)
  if (!Array.isArray(results))
    return failedResponse(response.status, 'NotAList', 'The response has no list of results.')
  if (results.length >= MAX_HUNTING_ROWS) {
    return failedResponse(
      response.status,
      'TooManyRows',
      'The response has the maximum number of rows; some may be missing.',
    )
  }
  return { ...response, body: results }
}

/** The whole object or list. An interrupted list is a failure, because checks would take a part of it for the whole. */
async function readRest(
  source: Source,
  key: string,
  first: GraphResponse,
  before: { items: readonly unknown[]; truncated?: number } = { items: [] },
): Promise<GraphResponse> {
  const { graph, journal, dataset } = source
  if (first.error || dataset.shape === 'object') return first
  const items = [...before.items]
  let truncated = before.truncated ?? 0
  const seen = new Set<string>()
  for (let page: GraphResponse = first; ; ) {
    if (page.error) return page
    const { value, '@odata.nextLink': next } = fields(page.body)
    if (!Array.isArray(value)) return failedResponse(page.status, 'NotAList', 'The response has no list of values.')
    truncated += (page.truncated ?? 0) + (await completeItems(source, value))
    for (const item of value) items.push(item)
    const cut = truncated > 0 ? { truncated } : {}
    if (next === undefined || next === null || dataset.firstPageOnly)
      return { status: page.status, body: items, ...cut }
    const problem = nextLinkProblem(graph, next, seen)
    if (problem) return failedResponse(page.status, problem.code, problem.message)
    const url = text(next) ?? ''
    seen.add(url)
    journal.addPage(key, items, { next: url, ...cut })
    page = await ask(source, url)
  }
}

/** Reads the rest of the lists inside these items; returns how many texts in them were cut. */
async function completeItems(source: Source, items: readonly unknown[]): Promise<number> {
  if (source.dataset.query?.$expand === undefined) return 0
  const seen = new Set<string>()
  let truncated = 0
  await completeNestedLists(items, async (link) => {
    if (nextLinkProblem(source.graph, link, seen)) return undefined
    seen.add(link)
    const page = await ask(source, link)
    if (page.error) return undefined
    truncated += page.truncated ?? 0
    return fields(page.body)
  })
  return truncated
}

function nextLinkProblem(graph: Graph, next: unknown, seen: ReadonlySet<string>) {
  if (typeof next !== 'string' || !isSameOrigin(next, graph.baseUrl)) {
    return {
      code: 'ForeignNextLink',
      message: 'The link to the next page leads to another server; it was not followed.',
    }
  }
  if (next.length > MAX_LINK_LENGTH) return { code: 'LongNextLink', message: 'The link to the next page was too long.' }
  if (seen.has(next))
    return { code: 'RepeatedNextLink', message: 'A link to the next page leads back to a page already read.' }
  if (seen.size >= MAX_PAGES) return { code: 'EndlessList', message: `The list had more than ${MAX_PAGES} pages.` }
  return undefined
}

function finish({ limits }: Graph, { shape }: Dataset, response: GraphResponse): SnapshotResponse {
  const { status } = response
  const collectedAt = new Date(limits.clock.now()).toISOString()
  if (response.error) return { status, collectedAt, error: response.error }
  if (
    shape === 'object' &&
    (typeof response.body !== 'object' || response.body === null || Array.isArray(response.body))
  ) {
    return { status, collectedAt, error: { code: 'NotAnObject', message: 'The response was not an object.' } }
  }
  return { status, collectedAt, value: response.body, ...(response.truncated && { truncated: response.truncated }) }
}
