import type { Http } from '../api.ts'
import type { App } from '../app.ts'
import { partnersActivationRoutes } from '../features/partners/activation/routes.ts'
import { partnersOwnerRoutes } from '../features/people/owners/routes.ts'
import { partnersVisitRoutes } from '../features/people/visits/routes.ts'
import { partnersShownRoutes } from '../features/portal/partners/routes.ts'
import { partnersUsageRoutes } from '../features/portal/partners-usage/routes.ts'

/** Routes for distributors that only the portal has, below `/portal/api/distributor`. */
export function declarePortalDistributorRoutes(http: Http, app: App): void {
  partnersActivationRoutes(http, app)
  partnersOwnerRoutes(http, app)
  partnersShownRoutes(http, app)
  partnersUsageRoutes(http, app)
  partnersVisitRoutes(http, app)
}
