import { type Http, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import type { LogRoutesOptions } from '../../events/rules.ts'
import { AuditFileQuery, AuditLog, AuditLogQuery } from './schema.ts'
import { composeAuditFile, getAuditLog } from './service.ts'

/** The audit trail as people read it, and as a file. */
export function auditLogRoutes(http: Http, app: App, { scopeOf }: Pick<LogRoutesOptions, 'scopeOf'>): void {
  http.get(
    '/audit/log',
    { schema: { querystring: AuditLogQuery, response: { 200: AuditLog, ...problems('INVALID_FIELD') } } },
    (request) => getAuditLog(app, scopeOf(request), request.query),
  )

  http.get('/audit/file', { schema: { querystring: AuditFileQuery } }, async (request, reply) => {
    const file = composeAuditFile(app, scopeOf(request), request.query)
    file.on('error', (error) =>
      app.log.error({ event: 'http.stream.failed', error, requestId: request.id }, 'a streamed file failed'),
    )
    return await reply
      .headers({
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="audit.csv"',
        'Cache-Control': 'private, no-store',
        'X-Content-Type-Options': 'nosniff',
      })
      .send(file)
  })
}
