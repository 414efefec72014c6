import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { ReportFile } from './rules.ts'

/** Sends a report as a file. Its look may change, so caches must revalidate it. */
export function sendReportFile(reply: FastifyReply, file: ReportFile, known: string | undefined): FastifyReply {
  const etag = `"${createHash('sha256').update(file.body).digest('base64url')}"`
  reply.headers({ ETag: etag, 'Cache-Control': 'private, no-cache' })
  if (known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)) return reply.code(304).send()
  reply.headers({
    'Content-Type': file.contentType,
    'Content-Disposition': file.disposition,
    'X-Content-Type-Options': 'nosniff',
    ...(file.policy !== undefined && { 'Content-Security-Policy': file.policy }),
  })
  return reply.send(file.body)
}
