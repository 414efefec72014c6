import type { Http } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { ApprovalList, ApprovalQuery } from './schema.ts'
import { listCustomerApprovals } from './service.ts'

export function approvalOverviewRoutes(http: Http, app: App): void {
  http.get('/approvals', { schema: { querystring: ApprovalQuery, response: { 200: ApprovalList } } }, (request) =>
    listCustomerApprovals(app, request.actor, request.query),
  )
}
