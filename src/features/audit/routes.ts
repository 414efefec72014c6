import { type Http, problems } from '../../api.ts'
import type { App } from '../../app.ts'
import { onStandby } from '../../platform/database/standby/reads.ts'
import type { LogRoutesOptions } from '../events/rules.ts'
import { AuditList, AuditQuery } from './schema.ts'
import { listAudit } from './service.ts'

export function auditRoutes(http: Http, app: App, { inactive, prefix, scopeOf }: LogRoutesOptions): void {
  const whose = prefix === '' ? 'your account' : 'your account and your partners'
  http.get(
    '/audit',
    {
      schema: {
        operationId: `list${prefix}Audit`,
        summary: 'List the audit trail',
        description: `Who changed what in ${whose}, when and from where, newest first, with the state before and after. Calls that only read are not recorded.`,
        tags: ['Account'],
        querystring: AuditQuery,
        response: { 200: AuditList, ...problems(inactive, 'INVALID_FIELD') },
      },
    },
    (request) => onStandby(app, (reads) => listAudit(reads, scopeOf(request), request.query)),
  )
}
