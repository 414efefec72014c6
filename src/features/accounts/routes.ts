import { type Http, problems } from '../../api.ts'
import type { App } from '../../app.ts'
import { PartnerAccount } from './schema.ts'
import { getOwnAccount } from './service.ts'

export function accountRoutes(http: Http, app: App): void {
  http.get(
    '/me',
    {
      schema: {
        operationId: 'getOwnAccount',
        summary: 'Read your own account',
        description:
          "The partner account that the key belongs to: its plan and status, and how many of this month's runs are used.",
        tags: ['Account'],
        response: { 200: PartnerAccount, ...problems('PARTNER_INACTIVE') },
      },
    },
    (request) => getOwnAccount(app, request.actor),
  )
}
