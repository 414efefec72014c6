import { Type } from 'typebox'
import { type Http, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { OwnerInvited, PartnerPeople } from './schema.ts'
import { getPartnerPeople, inviteOwner } from './service.ts'

const Params = Type.Object({ id: Type.String() })

/** The people of a distributor's partners, and their owners above all. Register behind a session, for distributors. */
export function partnersOwnerRoutes(http: Http, app: App): void {
  http.post(
    '/partners/:id/invite-owner',
    {
      config: { role: 'admin', strong: true },
      schema: { params: Params, response: { 200: OwnerInvited, ...problems('NOT_FOUND', 'PARTNER_INACTIVE') } },
    },
    ({ distributor, params }) => inviteOwner(app, distributor, params.id),
  )

  http.get(
    '/partners/:id/people',
    {
      config: { role: 'admin' },
      schema: { params: Params, response: { 200: PartnerPeople, ...problems('NOT_FOUND') } },
    },
    ({ distributor, params }) => getPartnerPeople(app, distributor, params.id),
  )
}
