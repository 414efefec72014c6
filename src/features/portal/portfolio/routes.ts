import type { Http } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { sendCompressed } from './send-compressed.ts'
import { getPortfolio } from './service.ts'

/** A partner's customers at a glance. */
export function portfolioRoutes(http: Http, app: App): void {
  http.get('/portfolio', async (request, reply) =>
    sendCompressed(request, reply, await getPortfolio(app, request.actor)),
  )
}
