import { type Dataset, snapshotKey } from '../engine/datasets.ts'
import { MOST_HUNTING_ROWS } from '../engine/hunting-queries.ts'
import { fields, text } from '../engine/json.ts'
import type { SnapshotResponse } from '../engine/model.ts'
import { failedAnswer, type GraphAnswer } from './graph-answer.ts'
import { askInBatches } from './graph-batch.ts'
import { askGraph, type Graph, isSameOrigin } from './graph-client.ts'

/** Far above what any tenant has; a list without an end is a fault of the other side. */
const MOST_PAGES = 20_000

/** Reads a dataset that is one request. */
export async function readSingle(graph: Graph, dataset: Dataset): Promise<SnapshotResponse> {
  const url = `${graph.baseUrl}/${dataset.apiVersion}${pathOf(dataset)}`
  if (dataset.hunt !== undefined) return finish(graph, dataset, await hunt(graph, dataset, url, dataset.hunt))
  const first = await ask(graph, dataset, url)
  return finish(graph, dataset, await readRest(graph, dataset, first))
}

/** Reads a dataset once for every id; keys are those of the snapshot. */
export async function readEach(
  graph: Graph,
  dataset: Dataset,
  ids: readonly string[],
): Promise<[key: string, response: SnapshotResponse][]> {
  const paths = ids.map((id) => pathOf(dataset, id))
  const firsts = await askInBatches(graph, dataset.apiVersion, dataset.rateClass, paths)
  return Promise.all(
    ids.map(async (id, index): Promise<[string, SnapshotResponse]> => {
      const first = firsts[index] ?? failedAnswer(0, 'MissingAnswer', 'No answer came.')
      return [snapshotKey(dataset, id), finish(graph, dataset, await readRest(graph, dataset, first))]
    }),
  )
}

function pathOf(dataset: Dataset, id?: string): string {
  const path = id === undefined ? dataset.path : dataset.path.replace('{id}', encodeURIComponent(id))
  const query = Object.entries(dataset.query ?? {}).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

const ask = async (graph: Graph, { rateClass }: Dataset, url: string): Promise<GraphAnswer> =>
  (await askGraph(graph, { url, rateClass })).answer

/** The rows of a hunting query. An answer as long as answers may be could be cut off, and is a failure. */
async function hunt(graph: Graph, { rateClass }: Dataset, url: string, query: string): Promise<GraphAnswer> {
  const { answer } = await askGraph(graph, { url, rateClass, post: { Query: query } })
  if (answer.error) return answer
  const { results } = fields(answer.body)
  if (!Array.isArray(results)) return failedAnswer(answer.status, 'NotAList', 'The answer held no list of results.')
  if (results.length >= MOST_HUNTING_ROWS) {
    return failedAnswer(answer.status, 'TooManyRows', 'The answer was as long as answers may be; some may be missing.')
  }
  return { status: answer.status, body: results }
}

/** The whole object or list. A list that breaks off in the middle is a failure: half a list would be judged as all. */
async function readRest(graph: Graph, dataset: Dataset, first: GraphAnswer): Promise<GraphAnswer> {
  if (first.error || dataset.shape === 'object') return first
  const items: unknown[] = []
  const seen = new Set<string>()
  for (let page: GraphAnswer = first; ; ) {
    if (page.error) return page
    const { value, '@odata.nextLink': next } = fields(page.body)
    if (!Array.isArray(value)) return failedAnswer(page.status, 'NotAList', 'The answer held no list of values.')
    for (const item of value) items.push(item)
    if (next === undefined || next === null || dataset.firstPageOnly) return { status: page.status, body: items }
    const problem = nextLinkProblem(graph, next, seen)
    if (problem) return failedAnswer(page.status, problem.code, problem.message)
    const url = text(next) ?? ''
    seen.add(url)
    page = await ask(graph, dataset, url)
  }
}

function nextLinkProblem(graph: Graph, next: unknown, seen: ReadonlySet<string>) {
  if (typeof next !== 'string' || !isSameOrigin(next, graph.baseUrl)) {
    return { code: 'ForeignNextLink', message: 'The next page was said to be on another server; it was not asked for.' }
  }
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
  return { status, collectedAt, value: answer.body }
}
