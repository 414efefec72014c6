import { Type } from 'typebox'
import { type Http, ONCE_PROBLEMS, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { SMALL_PAGE_HEADERS } from '../../../ground/small-page.ts'
import { CALLBACK_PATH } from '../../../tenant/consent.ts'
import { renderConsentGiven, renderConsentRefused, renderDeadConsent } from './page.ts'
import { ConsentAnswer, ConsentLink } from './schema.ts'
import { createConsentLink, takeConsentAnswer } from './service.ts'

export function consentRoutes(http: Http, app: App): void {
  http.post(
    '/customers/:id/consent-link',
    {
      schema: {
        operationId: 'createConsentLink',
        summary: 'Make a consent link',
        description:
          "A link for an administrator of the customer's tenant, who approves there what a run reads. It works once, for 7 days; a new one takes the place of the old.",
        tags: ['Customers'],
        params: Type.Object({ id: Type.String({ description: 'Id of the customer, prefix cust_.' }) }),
        response: { 201: ConsentLink, ...problems('PARTNER_INACTIVE', 'NOT_FOUND', ...ONCE_PROBLEMS) },
      },
    },
    async (request, reply) => reply.code(201).send(await createConsentLink(app, request.actor, request.params.id)),
  )
}

/** The page to which the sign-in service sends administrators back. */
export function consentPages(http: Http, app: App): void {
  http.get(CALLBACK_PATH, { schema: { hide: true, querystring: ConsentAnswer } }, async (request, reply) => {
    const outcome = await takeConsentAnswer(app, request.query, request.ip)
    reply.headers(SMALL_PAGE_HEADERS)
    if (!outcome) return reply.code(404).send(renderDeadConsent())
    const render = outcome.given ? renderConsentGiven : renderConsentRefused
    return reply.send(render(outcome.customerName, outcome.partnerName))
  })
}
