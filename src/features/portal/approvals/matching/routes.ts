import { BODY_PROBLEMS, type Http, IDEMPOTENCY_PROBLEMS, problems } from '../../../../api.ts'
import type { App } from '../../../../app.ts'
import { ApprovalMails, ConsentLinks } from '../../../customers/consent/requests/schema.ts'
import { MatchingApprovals, MatchingPreview } from './schema.ts'
import { createMatchingLinks, previewMatchingApprovals, requestMatchingApprovals } from './service.ts'

const PROBLEMS = [...BODY_PROBLEMS, ...IDEMPOTENCY_PROBLEMS] as const

/** Asking all customers that match for their approval. Register behind a session. */
export function matchingApprovalRoutes(http: Http, app: App): void {
  http.post(
    '/approvals/matching/preview',
    { schema: { body: MatchingApprovals, response: { 200: MatchingPreview, ...problems(...BODY_PROBLEMS) } } },
    (request) => previewMatchingApprovals(app, request.actor, request.body),
  )

  http.post(
    '/approvals/matching/links',
    { schema: { body: MatchingApprovals, response: { 201: ConsentLinks, ...problems(...PROBLEMS) } } },
    async (request, reply) =>
      reply.code(201).send(await createMatchingLinks(app, request.actor, request.body, request.idempotency)),
  )

  http.post(
    '/approvals/matching/mails',
    { schema: { body: MatchingApprovals, response: { 201: ApprovalMails, ...problems(...PROBLEMS) } } },
    async (request, reply) =>
      reply.code(201).send(await requestMatchingApprovals(app, request.actor, request.body, request.idempotency)),
  )
}
