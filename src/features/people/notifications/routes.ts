import { BODY_PROBLEMS, type Http, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { toPersonActor } from '../rules.ts'
import { NotificationChange, OwnNotifications } from './schema.ts'
import { getOwnNotifications, setOwnNotifications } from './service.ts'

/** Which mails somebody gets, as they choose for themselves. Register behind a session. */
export function notificationRoutes(http: Http, app: App): void {
  http.get('/me/notifications', { schema: { response: { 200: OwnNotifications } } }, ({ person }) =>
    getOwnNotifications(app, person),
  )

  http.put(
    '/me/notifications',
    {
      config: { role: 'reader' },
      schema: { body: NotificationChange, response: { 200: OwnNotifications, ...problems(...BODY_PROBLEMS) } },
    },
    ({ person, ip, id, body }) => setOwnNotifications(app, toPersonActor(person, { address: ip, requestId: id }), body),
  )
}
