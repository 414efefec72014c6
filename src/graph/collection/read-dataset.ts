import { MAX_HUNTING_ROWS } from '../../engine/datasets/advanced-hunting.ts'
import { type Dataset, snapshotKey } from '../../engine/datasets/dataset.ts'
import type { SnapshotResponse } from '../../engine/model/snapshot.ts'
import { fields, text } from '../../shared/json.ts'
import { askInBatches } from '../client/batch.ts'
import { askGraph, type Graph, isSameOrigin } from '../client/graph-client.ts'
import { failedAnswer, type GraphAnswer } from '../client/response.ts'
import type { Journal } from './checkpoint.ts'

/** Far above what any tenant has; a list without an end is a fault of the other side. */
const MOST_PAGES = 20_000
/** As above; what is beyond stays unread. */
const MAX_OBJECTS = 10_000
/** Real ones have a few hundred characters. */
const MAX_LINK_LENGTH = 16_384

/** Where answers come from: the tenant, and what an earlier collection has kept of them. */
interface Source {
  graph: Graph
  journal: Journal
  dataset: Dataset
}

/** Reads a dataset that is one request. */
export async function readSingle(graph: Graph, journal: Journal, dataset: Dataset): Promise<SnapshotResponse> {
  const source = { graph, journal, dataset }
  const { hunt } = dataset
  const url = urlOf(graph, dataset)
  return readOnce(source, snapshotKey(dataset), async (key) =>
    hunt === undefined ? readRest(source, key, await ask(source, url)) : askHunting(source, url, hunt),
  )
}

/** Reads a dataset once for every id; keys are those of the snapshot. */
export async function readEach(
  graph: Graph,
  journal: Journal,
  dataset: Dataset,
  ids: readonly string[],
): Promise<[key: string, response: SnapshotResponse][]> {
  const source = { graph, journal, dataset }
  const keyed = ids.slice(0, MAX_OBJECTS).map((id) => ({ id, key: snapshotKey(dataset, id) }))
  const unread = keyed.filter(({ key }) => !journal.finished(key) && !journal.begun(key))
  const paths = unread.map(({ id }) => pathOf(dataset, id))
  const answers = await askInBatches(graph, dataset.apiVersion, dataset.rateClass, paths)
  const firsts = new Map(unread.map(({ key }, index) => [key, answers[index]]))
  return Promise.all(
    keyed.map(async ({ id, key }): Promise<[string, SnapshotResponse]> => {
      const readAnew = async () =>
        readRest(source, key, firsts.get(key) ?? (await ask(source, urlOf(graph, dataset, id))))
      return [key, await readOnce(source, key, readAnew)]
    }),
  )
}

/** What an earlier collection has read to its end, or what it read in part with the rest, or what is read anew. */
async function readOnce(
  source: Source,
  key: string,
  readAnew: (key: string) => Promise<GraphAnswer>,
): Promise<SnapshotResponse> {
  const { graph, journal, dataset } = source
  const finished = journal.finished(key)
  if (finished) return finished
  const response = finish(graph, dataset, (await goOn(source, key)) ?? (await readAnew(key)))
  journal.finish(key, response)
  return response
}

/** The whole of a list of which an earlier collection has read a part; undefined where it must be read anew. */
async function goOn(source: Source, key: string): Promise<GraphAnswer | undefined> {
  const { graph, journal } = source
  const begun = journal.begun(key)
  if (!begun) return undefined
  if (!nextLinkProblem(graph, begun.next, new Set())) {
    const page = await ask(source, begun.next)
    if (!isLinkRefused(page)) return readRest(source, key, page, begun)
  }
  journal.forget(key)
  return undefined
}

/** The place in a list is kept for a while only; services have many words for its end. */
const isLinkRefused = ({ status }: GraphAnswer): boolean => status >= 400 && status < 500 && status !== 429

const urlOf = ({ baseUrl }: Graph, dataset: Dataset, id?: string): string =>
  `${baseUrl}/${dataset.apiVersion}${pathOf(dataset, id)}`

function pathOf(dataset: Dataset, id?: string): string {
  const path = id === undefined ? dataset.path : dataset.path.replace('{id}', encodeURIComponent(id))
  const query = Object.entries(dataset.query ?? {}).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

const ask = async ({ graph, dataset: { rateClass } }: Source, url: string): Promise<GraphAnswer> =>
  (await askGraph(graph, { url, rateClass })).answer

/** The rows of a hunting query. An answer as long as answers may be could be cut off, and is a failure. */
async function askHunting({ graph, dataset }: Source, url: string, query: string): Promise<GraphAnswer> {
  const { rateClass } = dataset
  const { answer } = await askGraph(graph, { url, rateClass, post: { Query: query } })
  if (answer.error) return answer
  const { results } = fields(answer.body)
  if (!Array.isArray(results)) return failedAnswer(answer.status, 'NotAList', 'The answer held no list of results.')
  if (results.length >= MAX_HUNTING_ROWS) {
    return failedAnswer(answer.status, 'TooManyRows', 'The answer was as long as answers may be; some may be missing.')
  }
  return { ...answer, body: results }
}

/** The whole object or list. A list that breaks off in the middle is a failure: half a list would be judged as all. */
async function readRest(
  source: Source,
  key: string,
  first: GraphAnswer,
  before: { items: readonly unknown[]; truncated?: number } = { items: [] },
): Promise<GraphAnswer> {
  const { graph, journal, dataset } = source
  if (first.error || dataset.shape === 'object') return first
  const items = [...before.items]
  let truncated = before.truncated ?? 0
  const seen = new Set<string>()
  for (let page: GraphAnswer = first; ; ) {
    if (page.error) return page
    const { value, '@odata.nextLink': next } = fields(page.body)
    if (!Array.isArray(value)) return failedAnswer(page.status, 'NotAList', 'The answer held no list of values.')
    for (const item of value) items.push(item)
    truncated += page.truncated ?? 0
    const told = truncated > 0 ? { truncated } : {}
    if (next === undefined || next === null || dataset.firstPageOnly)
      return { status: page.status, body: items, ...told }
    const problem = nextLinkProblem(graph, next, seen)
    if (problem) return failedAnswer(page.status, problem.code, problem.message)
    const url = text(next) ?? ''
    seen.add(url)
    journal.page(key, items, { next: url, ...told })
    page = await ask(source, url)
  }
}

function nextLinkProblem(graph: Graph, next: unknown, seen: ReadonlySet<string>) {
  if (typeof next !== 'string' || !isSameOrigin(next, graph.baseUrl)) {
    return { code: 'ForeignNextLink', message: 'The next page was said to be on another server; it was not asked for.' }
  }
  if (next.length > MAX_LINK_LENGTH)
    return { code: 'LongNextLink', message: 'The address of the next page was too long.' }
  if (seen.has(next))
    return { code: 'RepeatedNextLink', message: 'The pages of the list led back to one already read.' }
  if (seen.size >= MOST_PAGES) return { code: 'EndlessList', message: `The list had more than ${MOST_PAGES} pages.` }
  return undefined
}

function finish({ limits }: Graph, { shape }: Dataset, answer: GraphAnswer): SnapshotResponse {
  const { status } = answer
  const collectedAt = new Date(limits.clock.now()).toISOString()
  if (answer.error) return { status, collectedAt, error: answer.error }
  if (shape === 'object' && (typeof answer.body !== 'object' || answer.body === null || Array.isArray(answer.body))) {
    return { status, collectedAt, error: { code: 'NotAnObject', message: 'The answer was not an object.' } }
  }
  return { status, collectedAt, value: answer.body, ...(answer.truncated && { truncated: answer.truncated }) }
}
