import { Type } from 'typebox'
import { type Http, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { inviteOwner } from './service.ts'

const Params = Type.Object({ id: Type.String() })

const OwnerInvited = Type.Object({
  email: Type.String({ description: "The partner's own e-mail address, which gets a link." }),
  sent: Type.Enum(['new-password', 'invitation']),
})

/** The owners of a distributor's partners. Register behind a session, for distributors. */
export function partnersOwnerRoutes(http: Http, app: App): void {
  http.post(
    '/partners/:id/invite-owner',
    {
      config: { role: 'admin', strong: true },
      schema: { params: Params, response: { 200: OwnerInvited, ...problems('NOT_FOUND', 'PARTNER_INACTIVE') } },
    },
    ({ distributor, params }) => inviteOwner(app, distributor, params.id),
  )
}
