import { randomUUID } from 'node:crypto'
import { fields, list, text } from '../../shared/json.ts'
import { graphError, type Reply, type Request, reply } from '../responses/reply.ts'
import type { AnswerGraph } from './graph.ts'

const MAX_BATCH_SIZE = 20
const BATCH_PATH = /^\/(v1\.0|beta)\/\$batch$/

interface Step {
  id: string
  request: Request
}

/** Responds to `$batch` with its steps in another order than requested; undefined for other paths. */
export async function answerBatch(answer: AnswerGraph, request: Request, now: Date): Promise<Reply | undefined> {
  const version = BATCH_PATH.exec(decodeURIComponent(request.target))?.[1]
  if (version === undefined) return undefined
  const id = { requestId: randomUUID(), date: now }
  if (request.method !== 'POST')
    return graphError(405, 'Request_BadRequest', 'A batch must be posted.', id, { allow: 'POST' })
  // The batch needs a valid token itself, whatever its steps contain.
  const outer = await answer({ ...request, method: 'GET', target: `/${version}/` })
  if (outer.status === 401) return outer
  const wanted = parseSteps(request, version)
  if (typeof wanted === 'string') return graphError(400, 'BadRequest', wanted, id)
  const answered = await Promise.all(wanted.map(async (step) => ({ step, inner: await answer(step.request) })))
  return reply(200, { responses: shuffle(answered).map(({ step, inner }) => asResponse(step.id, inner)) })
}

function parseSteps(request: Request, version: string): Step[] | string {
  const steps = list(fields(parse(request.body)).requests)
  if (steps.length === 0) return 'The batch contains no requests.'
  if (steps.length > MAX_BATCH_SIZE) return `The batch contains more than ${MAX_BATCH_SIZE} requests.`
  const parsed: Step[] = []
  for (const step of steps.map(fields)) {
    const [id, method, url] = [text(step.id), text(step.method), text(step.url)]
    if (id === undefined || method === undefined || url === undefined)
      return 'A request of the batch lacks id, method or url.'
    if (parsed.some((other) => other.id === id)) return `The id '${id}' occurs twice in the batch.`
    const target = `/${version}/${url.replace(/^\//, '')}`
    const headers = { authorization: request.headers.authorization, ...headersOf(step.headers) }
    parsed.push({ id, request: { method: method.toUpperCase(), target, headers, body: '' } })
  }
  return parsed
}

/** Each step has its own headers; only the token is that of the batch. */
const headersOf = (headers: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(fields(headers)).map(([name, value]) => [name.toLowerCase(), String(value)]))

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Every second item in reverse order, then the others: with two or more, never the order of the requests. */
function shuffle<T>(items: readonly T[]): T[] {
  const reversed = items.toReversed()
  return [...reversed.filter((_, index) => index % 2 === 0), ...reversed.filter((_, index) => index % 2 === 1)]
}

function asResponse(id: string, { status, headers, body }: Reply): object {
  if (body === undefined) return { id, status, headers }
  if (typeof body === 'string') {
    return {
      id,
      status,
      headers: { ...headers, 'content-type': 'text/html' },
      body: Buffer.from(body).toString('base64'),
    }
  }
  return { id, status, headers: { ...headers, 'content-type': 'application/json' }, body }
}
