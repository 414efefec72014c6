import type { Http } from '../api.ts'
import type { App } from '../app.ts'
import type { LogRoutesOptions } from '../features/events/rules.ts'
import { notificationRoutes } from '../features/people/notifications/routes.ts'
import { preferenceRoutes } from '../features/people/preferences/routes.ts'
import { provisioningTokenRoutes } from '../features/people/provisioning/tokens/routes.ts'
import { signOnRoutes } from '../features/people/sign-on/settings/routes.ts'
import { auditLogRoutes } from '../features/portal/audit/routes.ts'
import { brandPreviewPages, logoRoutes } from '../features/portal/brand-preview/routes.ts'
import { eventLogRoutes } from '../features/portal/events/routes.ts'
import { partnerUsageRoutes } from '../features/portal/usage/routes.ts'

/**
 * Routes of the portal's screens about the account itself, below `/portal/api/partner` or `/portal/api/distributor`.
 */
export function portalAccountRoutes(http: Http, app: App, kind: 'partner' | 'distributor'): void {
  const log: Pick<LogRoutesOptions, 'scopeOf'> = {
    scopeOf: ({ actor, distributor }) =>
      kind === 'partner' ? { partnerId: actor.partnerId } : { distributorId: distributor.distributorId },
  }
  auditLogRoutes(http, app, log)
  eventLogRoutes(http, app, log)
  if (kind === 'distributor') return
  partnerUsageRoutes(http, app)
  logoRoutes(http, app)
}

/**
 * Pages that the portal shows in a frame. Register in a scope that reads cookies and accepts forms only from our own
 * pages.
 */
export function framedPages(http: Http, app: App): void {
  brandPreviewPages(http, app)
}

/** Personal settings, and how people sign in. */
export function portalPersonRoutes(http: Http, app: App, baseUrl: string): void {
  preferenceRoutes(http, app)
  notificationRoutes(http, app)
  signOnRoutes(http, app)
  provisioningTokenRoutes(http, app, baseUrl)
}
