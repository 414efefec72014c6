import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compress = promisify(gzip)

/**
 * Sends JSON that is large and often the same: with an ETag, and compressed off the event loop. Nothing in it may be both secret
 * and chosen together with text of an attacker, because the length of a compressed answer says something of its content.
 */
export async function sendCompressed(request: FastifyRequest, reply: FastifyReply, content: unknown) {
  const body = JSON.stringify(content)
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
  reply.headers({ ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding' })
  if (request.headers['if-none-match'] === etag) return await reply.code(304).send()
  reply.header('Content-Type', 'application/json; charset=utf-8')
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return await reply.send(body)
  return await reply.header('Content-Encoding', 'gzip').send(await compress(body))
}
