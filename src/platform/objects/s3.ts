import { createHash } from 'node:crypto'
import type { LookupFunction } from 'node:net'
import { createSecureContext, getCACertificates } from 'node:tls'
import { AwsV4Signer } from 'aws4fetch'
import { Agent, request } from 'undici'
import { codeOf } from '../../shared/error-code.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { readErrorCode, readObjectList } from './s3-answers.ts'
import { type ObjectPage, type ObjectStore, ObjectStoreAway } from './store.ts'

export interface S3Options {
  /** Address of the bucket: `https://host/bucket` or `https://bucket.host`. */
  url: string
  region: string
  accessKey: string
  secretKey: string
  /** Trusted in addition to the usual authorities, as PEM. */
  ca?: string | undefined
  log: Log
  metrics: Metrics
  /** How long one call may take. */
  deadlineMs?: number
  /** Resolves names; by default the system does. */
  lookup?: LookupFunction
}

interface Call {
  method: 'GET' | 'PUT' | 'DELETE'
  /** The name of an object; without it, the call is for the bucket. */
  name?: string
  query?: Readonly<Record<string, string>>
  content?: Uint8Array
  /** The statuses of a successful call. */
  expects: readonly number[]
}

const DEADLINE_MS = 10_000
const CONNECT_MS = 3_000
const CONNECTIONS = 16
const PAGE_OBJECTS = 1_000
/** More empty pages in a row than any server sends; protects against lists that never end. */
const MAX_EMPTY_PAGES = 1_000

/** Opens a bucket of a server that speaks the protocol of Amazon S3. Nothing is sent before the first call. */
export function openS3Store(options: S3Options): ObjectStore {
  const { log, metrics } = options
  const connections = openConnections(options)
  const send = createSender(options, connections)
  let isAway = false

  const attempt = async <T>(operation: string, call: () => Promise<T>): Promise<T> => {
    try {
      const answer = await call()
      metrics.objectCalls.inc({ operation, outcome: 'done' })
      if (isAway) log.info({ event: 'object-store.reached' }, 'the object store answers again')
      isAway = false
      return answer
    } catch (error) {
      metrics.objectCalls.inc({ operation, outcome: 'failed' })
      const reason = reasonOf(error)
      if (!isAway) log.warn({ event: 'object-store.lost', operation, reason }, 'the object store cannot be used')
      isAway = true
      throw new ObjectStoreAway(`The object store cannot be used: ${reason}.`)
    }
  }

  return {
    put: (name, content) =>
      attempt('put', async () => void (await send({ method: 'PUT', name, content, expects: [200] }))),
    get: (name) =>
      attempt('get', async () => {
        const { status, body } = await send({ method: 'GET', name, expects: [200, 404] })
        requireBucket(status, body)
        return status === 200 ? body : undefined
      }),
    // For an object that does not exist, some servers answer 404, Amazon's answers 204.
    delete: (name) =>
      attempt('delete', async () => {
        const { status, body } = await send({ method: 'DELETE', name, expects: [200, 204, 404] })
        requireBucket(status, body)
      }),
    list: (prefix, after) => attempt('list', async () => await listPage(send, prefix, after)),
    close: () => connections.close(),
  }
}

function openConnections({ ca, deadlineMs = DEADLINE_MS, lookup }: S3Options): Agent {
  return new Agent({
    connections: CONNECTIONS,
    allowH2: false,
    connect: {
      timeout: Math.min(CONNECT_MS, deadlineMs),
      ...(ca !== undefined && { secureContext: createSecureContext({ ca: [...getCACertificates('default'), ca] }) }),
      ...(lookup && { lookup }),
    },
  })
}

function requireBucket(status: number, body: Buffer): void {
  if (status === 404 && readErrorCode(body) === 'NoSuchBucket') throw new Error('the bucket does not exist')
}

/**
 * A page that starts after a name, because continuation tokens may expire soon. A page may have fewer objects than the
 * maximum, or none, although the list continues; Ceph returns such pages. After an empty page, the token continues the
 * list.
 */
async function listPage(send: Send, prefix: string, after: string): Promise<ObjectPage> {
  let token: string | undefined
  for (let pages = 0; pages < MAX_EMPTY_PAGES; pages++) {
    const query = {
      'list-type': '2',
      'max-keys': String(PAGE_OBJECTS),
      prefix,
      ...(after !== '' && token === undefined && { 'start-after': after }),
      ...(token !== undefined && { 'continuation-token': token }),
    }
    const { objects, isLast, next } = readObjectList((await send({ method: 'GET', query, expects: [200] })).body)
    if (objects.some(({ name }) => name <= after)) throw new Error('it does not support lists that start after a name')
    if (objects.length > 0 || isLast) return { objects, isLast }
    if (next === undefined || next === token) throw new Error('it does not say how to continue an unfinished list')
    token = next
  }
  throw new Error(`it answered with ${MAX_EMPTY_PAGES} empty pages in a row`)
}

type Send = ReturnType<typeof createSender>

/** Signs and sends calls. Does not follow redirects, because a signature is valid for one address. */
function createSender({ url, region, accessKey, secretKey, deadlineMs = DEADLINE_MS }: S3Options, dispatcher: Agent) {
  const cache = new Map<string, ArrayBuffer>()
  return async ({ method, name, query, content, expects }: Call): Promise<{ status: number; body: Buffer }> => {
    const path = name === undefined ? '' : `/${name.split('/').map(encodeURIComponent).join('/')}`
    const address = new URL(`${url}${path}`)
    for (const [key, value] of Object.entries(query ?? {})) address.searchParams.set(key, value)
    // The signature includes the hash of the content, so that the server refuses content that was changed in transit.
    const hash = createHash('sha256')
      .update(content ?? '')
      .digest('hex')
    const signed = await new AwsV4Signer({
      method,
      url: address.href,
      headers: { 'X-Amz-Content-Sha256': hash },
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      service: 's3',
      region,
      cache,
    }).sign()
    const { statusCode: status, body: answer } = await request(address, {
      dispatcher,
      method,
      headers: Object.fromEntries(signed.headers),
      body: content ?? null,
      signal: AbortSignal.timeout(deadlineMs),
    })
    const body = Buffer.from(await answer.arrayBuffer())
    if (!expects.includes(status)) throw new Error(`it answers ${status} ${readErrorCode(body)}`.trim())
    return { status, body }
  }
}

/** The reason of a failure, without the data that was sent. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in time'
  return codeOf(error) || (error instanceof Error ? error.message : 'the call failed')
}
