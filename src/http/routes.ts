import type { Http } from '../api.ts'
import type { App } from '../app.ts'
import { accountRoutes } from '../features/accounts/routes.ts'
import { assessmentRoutes } from '../features/assessments/routes.ts'
import { customerRoutes } from '../features/customers/routes.ts'
import { reportRoutes } from '../features/reports/routes.ts'
import { VERSION } from '../ground/version.ts'
import { admitPartner } from './authenticate.ts'
import { healthRoutes } from './health.ts'
import { describeApi } from './openapi.ts'
import type { RateLimiter } from './rate-limit.ts'

/** Every route of the service. */
export async function registerRoutes(
  http: Http,
  app: App,
  options: { limiter: RateLimiter; baseUrl: string; partnerRate: number },
): Promise<void> {
  await describeApi(http, { baseUrl: options.baseUrl, version: VERSION })
  healthRoutes(http, app)
  reportRoutes(http, app)
  http.get('/api/openapi.json', { schema: { hide: true } }, async () => http.swagger())
  await http.register(
    async (partner: Http) => {
      partner.addHook('onRequest', admitPartner(app, options.limiter, options.partnerRate))
      partner.addHook('onRoute', (route) => {
        if (route.schema) route.schema.security = [{ partnerKey: [] }]
      })
      accountRoutes(partner, app)
      assessmentRoutes(partner, app)
      customerRoutes(partner, app)
    },
    { prefix: '/api/v1/partner' },
  )
}
