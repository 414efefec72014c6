import type { Http } from '../../../../api.ts'
import type { App } from '../../../../app.ts'
import { ApprovalCustomers, ApprovalMails, ConsentLinks } from './schema.ts'
import { createConsentLinks, requestApprovals } from './service.ts'

/** Asking many customers for their approval. */
export function approvalRequestRoutes(http: Http, app: App): void {
  http.post(
    '/approvals/links',
    { schema: { body: ApprovalCustomers, response: { 201: ConsentLinks } } },
    async (request, reply) => {
      const { actor, body } = request
      return reply.code(201).send(await createConsentLinks(app, actor, body.customerIds, request.idempotency))
    },
  )

  http.post(
    '/approvals/mails',
    { schema: { body: ApprovalCustomers, response: { 201: ApprovalMails } } },
    async (request, reply) => {
      const { actor, body } = request
      return reply.code(201).send(await requestApprovals(app, actor, body.customerIds, request.idempotency))
    },
  )
}
