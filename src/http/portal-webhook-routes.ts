import type { Http } from '../api.ts'
import type { App } from '../app.ts'
import { eventTypeRoutes } from '../features/events/routes.ts'
import { deliveryRoutes } from '../features/webhooks/deliveries/routes.ts'
import { channelRoutes } from '../features/webhooks/endpoints/channels/routes.ts'
import { endpointRoutes } from '../features/webhooks/endpoints/routes.ts'
import { replayRoutes } from '../features/webhooks/replays/routes.ts'
import { rotationRoutes } from '../features/webhooks/rotation/routes.ts'
import type { WebhookRoutesOptions } from '../features/webhooks/rules.ts'

/** Webhooks of accounts of both kinds, which can be managed only in the portal. */
export function portalWebhookRoutes(http: Http, app: App, accountOf: WebhookRoutesOptions['accountOf']): void {
  eventTypeRoutes(http)
  endpointRoutes(http, app, { accountOf })
  channelRoutes(http, app, { accountOf })
  rotationRoutes(http, app, { accountOf })
  deliveryRoutes(http, app, { accountOf })
  replayRoutes(http, app, { accountOf })
}
