import { Type } from 'typebox'
import { type Http, problems } from '../../api.ts'
import type { App } from '../../app.ts'
import { StatementDetail, StatementFileQuery, StatementList, StatementQuery } from './schema.ts'
import { getStatement, getStatementFile, listOwnStatements } from './service.ts'

const tags = ['Settlement']
const params = Type.Object({ id: Type.String({ description: 'Id of the statement, prefix stl_.' }) })
/** Behind a session, prices and shares are for admins and owners. */
const config = { role: 'admin' } as const

const file = (description: string) => ({
  schema: Type.Unsafe<Buffer | string>({ type: 'string', format: 'binary', description }),
})

/** The statements of a distributor. */
export function settlementRoutes(http: Http, app: App): void {
  http.get(
    '/settlements',
    {
      config,
      schema: {
        operationId: 'listSettlements',
        summary: 'List settlement statements',
        description:
          'The statements of closed periods, newest first. With `limit`, one page, with a `nextCursor` if there are more.',
        tags,
        querystring: StatementQuery,
        response: { 200: StatementList, ...problems('DISTRIBUTOR_INACTIVE', 'INVALID_FIELD') },
      },
    },
    (request) => listOwnStatements(app, request.distributor, request.query),
  )

  http.get(
    '/settlements/:id',
    {
      config,
      schema: {
        operationId: 'getSettlement',
        summary: 'Read a settlement statement',
        description:
          'A statement with its lines, usage and adjustments. It never changes: corrections are adjustments in the next one.',
        tags,
        params,
        response: { 200: StatementDetail, ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND') },
      },
    },
    (request) => getStatement(app, request.distributor.distributorId, request.params.id),
  )

  http.get(
    '/settlements/:id/file',
    {
      config,
      schema: {
        operationId: 'getSettlementFile',
        summary: 'Download a settlement statement',
        description: 'The statement as a PDF for printing, or its lines as CSV for your accounting.',
        tags,
        params,
        querystring: StatementFileQuery,
        response: {
          200: {
            description: 'The statement, in the media type of its format.',
            content: {
              'application/pdf': file('For printing and sharing.'),
              'text/csv': file('RFC 4180 in UTF-8 with a byte order mark, names in the first line.'),
            },
          },
          ...problems('DISTRIBUTOR_INACTIVE', 'NOT_FOUND', 'INVALID_FIELD'),
        },
      },
    },
    async ({ distributor, params, query, signal }, reply) => {
      const { distributorId } = distributor
      const found = await getStatementFile(app, distributorId, params.id, query.format ?? 'pdf', signal)
      return reply
        .headers({
          'Content-Type': found.contentType,
          'Content-Disposition': found.disposition,
          'Cache-Control': 'private, no-cache',
          'X-Content-Type-Options': 'nosniff',
        })
        .send(found.body)
    },
  )
}
