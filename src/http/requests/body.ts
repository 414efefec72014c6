import type { FastifyRequest } from 'fastify'
import { Problem } from '../../shared/problem.ts'

const MAX_DEPTH = 32
const JSON_TYPE = /^application\/([\w.+-]+\+)?json\s*(;|$)/i

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Parses the body of a route that declares one; undefined for other routes. Throws UNSUPPORTED_MEDIA_TYPE, INVALID_JSON. */
export function parseBody(request: FastifyRequest, bytes: Buffer): unknown {
  if (!takesBody(request)) return undefined
  const type = request.headers['content-type']
  if (type !== undefined && !JSON_TYPE.test(type)) throw new Problem('UNSUPPORTED_MEDIA_TYPE')
  return parseObject(bytes)
}

/** Ignores the body, of any type and size, of a request to a route that declares none. */
export function ignoreBody(request: FastifyRequest): void {
  if (isRead(request) || takesBody(request) || request.routeOptions.config.streamsBody) return
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) delete request.raw.headers[name]
}

/** Throws INVALID_JSON if a route that declares a body was called without one. */
export function requireBody(request: FastifyRequest): void {
  if (request.body === undefined && !isRead(request) && takesBody(request))
    throw new Problem('INVALID_JSON', { message: 'The request body is empty.' })
}

/** Throws UNSUPPORTED_MEDIA_TYPE if a route that declares a body was called with another type than JSON, or with none. */
export function requireJson(request: FastifyRequest): void {
  if (isRead(request) || !takesBody(request) || JSON_TYPE.test(request.headers['content-type'] ?? '')) return
  throw new Problem('UNSUPPORTED_MEDIA_TYPE')
}

const KIB = 1024

/** The problem for a body over the limit of its route. */
export function payloadTooLarge(maxBytes: number): Problem {
  const size = maxBytes < KIB * KIB ? `${Math.round(maxBytes / KIB)} KiB` : `${Math.round(maxBytes / KIB / KIB)} MiB`
  return new Problem('PAYLOAD_TOO_LARGE', { message: `The request body is larger than ${size}.` })
}

/** Bodies of these methods are never read. On the hot path, this check is faster than one of the route. */
const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

const takesBody = (request: FastifyRequest): boolean => request.routeOptions.schema?.body !== undefined

function parseObject(bytes: Buffer): object {
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(bytes))
  } catch {
    throw new Problem('INVALID_JSON', bytes.length === 0 ? { message: 'The request body is empty.' } : {})
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Problem('INVALID_JSON')
  if (isDeeper(value, MAX_DEPTH)) {
    throw new Problem('INVALID_JSON', { message: `The request body is nested deeper than ${MAX_DEPTH} levels.` })
  }
  return value
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}
