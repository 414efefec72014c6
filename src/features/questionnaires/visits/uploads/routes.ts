import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Http } from '../../../../api.ts'
import type { App } from '../../../../app.ts'
import { attachmentDisposition } from '../../../../shared/http/content-disposition.ts'
import { Problem } from '../../../../shared/problem.ts'
import { ownerOf } from '../../../events/service.ts'
import { MAX_FILE_BYTES, toAsciiFileName } from '../../attachments/rules.ts'
import { type Attacher, createAttachment, deleteAttachment, getAttachment } from '../../attachments/service.ts'
import { back, createAdmission, dead, originOf, productOf } from '../requests.ts'
import { partOf } from '../rules.ts'
import { findVisit, isSignedIn, type Visit, type VisitPart } from '../service.ts'

/** What a form adds to its file, at most. */
const FORM_BYTES = 4096

/**
 * How much of a file that is too large is read and dropped, because browsers show a response only after they have sent
 * everything. More than this ends the connection.
 */
const MAX_READ_BYTES = 32 * 1024 * 1024

/** A file costs more than another form: 10 a minute with one link, at the default rate. */
const UPLOAD_COST = 12

/** A browser never shows a file in our origin, whatever it is. */
const FILE_HEADERS = {
  'Content-Type': 'application/octet-stream',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
} as const

/** Files of the answers behind a personal link. Register in a scope that reads cookies and uploads. */
export function uploadRoutes(http: Http, app: App): void {
  const { requireLink, requireVisit, requireSession, visitOf } = createAdmission<Visit>({
    appUrl: app.appUrl,
    findVisit: (token) => findVisit(app, token),
    isSignedIn: (visit, session) => isSignedIn(app, visit, session),
  })
  const subjectOf = (request: FastifyRequest): VisitPart => partOf(visitOf(request), productOf(request))
  const attacherOf = (request: FastifyRequest): Attacher => {
    const visit = visitOf(request)
    return { author: { kind: 'recipient', id: visit.email, ...originOf(request) }, owner: ownerOf(visit) }
  }

  http.post(
    '/q/:token/attachments/:question',
    {
      schema: { hide: true, params: Type.Object({ token: Type.String(), question: Type.String() }) },
      bodyLimit: MAX_READ_BYTES,
      config: { linkCost: UPLOAD_COST, streamsBody: true },
      onRequest: [requireVisit, requireSession],
      errorHandler(error, request, reply) {
        const isTooLarge = error instanceof Problem && error.code === 'PAYLOAD_TOO_LARGE'
        if (!isTooLarge) throw error
        return back(request, reply, { notice: 'file-size', question: request.params.question })
      },
    },
    async (request, reply) => {
      const { question } = request.params
      const file = await readFile(request)
      if (!file) return back(request, reply, { notice: 'no-file', question })
      const declared = Number(request.headers['content-length'] ?? MAX_FILE_BYTES)
      if (declared > MAX_FILE_BYTES + FORM_BYTES) {
        await skipRest(file.content)
        return back(request, reply, { notice: 'file-size', question })
      }
      const upload = { question, name: file.name, maxBytes: declared, content: readContent(file.content) }
      try {
        const created = createAttachment(app, subjectOf(request), upload, attacherOf(request))
        const notice = await created.finally(() => skipRest(file.content))
        return back(request, reply, { notice, question })
      } catch (error) {
        if (error instanceof Problem && error.code === 'NOT_FOUND') return dead(reply)
        throw error
      }
    },
  )

  const params = Type.Object({ token: Type.String(), attachment: Type.String() })

  http.post(
    '/q/:token/attachments/:attachment/remove',
    { schema: { hide: true, params }, onRequest: [requireVisit, requireSession] },
    async (request, reply) => {
      const { attachment } = request.params
      const question = await deleteAttachment(app, subjectOf(request), attachment, attacherOf(request))
      return back(
        request,
        reply,
        question === undefined ? { notice: 'file-of-other' } : { notice: 'detached', question },
      )
    },
  )

  http.get(
    '/q/:token/attachments/:attachment',
    { schema: { hide: true, params }, onRequest: [requireLink, requireSession] },
    async (request, reply) => {
      try {
        const { name, sizeBytes, content } = await getAttachment(app, subjectOf(request), request.params.attachment)
        const disposition = attachmentDisposition(toAsciiFileName(name), name)
        const headers = { ...FILE_HEADERS, 'Content-Disposition': disposition, 'Content-Length': sizeBytes }
        return reply.headers(headers).send(Readable.from(content))
      } catch (error) {
        if (error instanceof Problem && error.code === 'NOT_FOUND') return dead(reply)
        throw error
      }
    },
  )
}

const broken = (): Problem => new Problem('INVALID_JSON', { message: 'The form did not arrive as a whole.' })

/** The file of a form; undefined if none was chosen. */
async function readFile(request: FastifyRequest): Promise<{ name: string; content: Readable } | undefined> {
  let read = 0
  request.raw.on('data', (bytes: Buffer) => {
    read += bytes.length
    if (read > MAX_READ_BYTES) request.raw.destroy()
  })
  try {
    const part = await request.file()
    if (part?.filename) return { name: part.filename, content: part.file }
    part?.file.resume()
    return undefined
  } catch {
    throw broken()
  }
}

/** The content of an upload. Leaves the stream open if the reader stops early. */
async function* readContent(content: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const bytes of content.iterator({ destroyOnReturn: false })) yield bytes
  } catch {
    throw broken()
  }
}

/** Reads the rest of a file that was refused and drops it. An upload that breaks off ends it, too. */
async function skipRest(content: Readable): Promise<void> {
  if (content.readableEnded || content.destroyed) return
  content.resume()
  await finished(content).catch(() => {})
}
