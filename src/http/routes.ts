import type { Http } from '../api.ts'
import type { App } from '../app.ts'
import { accountRoutes } from '../features/accounts/routes.ts'
import { actForPartner } from '../features/accounts/service.ts'
import { cancelingRoutes, partnersCancelingRoutes } from '../features/assessments/canceling/routes.ts'
import { findingRoutes, partnersFindingRoutes } from '../features/assessments/findings/routes.ts'
import { assessmentRoutes, partnersAssessmentRoutes } from '../features/assessments/routes.ts'
import { auditRoutes } from '../features/audit/routes.ts'
import { billingRoutes, partnersBillingRoutes } from '../features/billing/routes.ts'
import { consentRoutes, partnersConsentRoutes } from '../features/customers/consent/routes.ts'
import { consentPages } from '../features/customers/consent/sign-in/routes.ts'
import { partnersPreflightRoutes, preflightRoutes } from '../features/customers/preflight/routes.ts'
import { customerRoutes, partnersCustomerRoutes } from '../features/customers/routes.ts'
import { distributorRoutes } from '../features/distributors/routes.ts'
import { eventRoutes, partnersEventRoutes } from '../features/events/routes.ts'
import type { LogRoutesOptions } from '../features/events/rules.ts'
import { exceptionRoutes } from '../features/exceptions/routes.ts'
import { keyRoutes, partnersKeyRoutes } from '../features/keys/routes.ts'
import { toDistributorKeyAccount, toPartnerKeyAccount } from '../features/keys/service.ts'
import { activationRoutes } from '../features/partners/activation/routes.ts'
import { partnerRoutes } from '../features/partners/routes.ts'
import { signInPages } from '../features/people/sign-in/routes.ts'
import { MAX_FILE_BYTES } from '../features/questionnaires/attachments/rules.ts'
import { partnersQuestionnaireRoutes, questionnaireRoutes } from '../features/questionnaires/routes.ts'
import { visitRoutes } from '../features/questionnaires/visits/routes.ts'
import { uploadRoutes } from '../features/questionnaires/visits/uploads/routes.ts'
import { brandRoutes } from '../features/reports/brand/routes.ts'
import { partnerReportRoutes, partnersReportRoutes } from '../features/reports/formats/routes.ts'
import { reportRoutes } from '../features/reports/links/routes.ts'
import { admitDistributor, admitPartner } from './authenticate.ts'
import { healthRoutes } from './health.ts'
import { docsRoutes } from './openapi/docs-page.ts'
import { type PortalFiles, portalRoutes } from './portal-files.ts'
import type { RateLimiter } from './rate-limits/exact.ts'
import { createKeyGate } from './rate-limits/key-gate.ts'
import { readCookies, readForms, readUploads } from './requests/cookies-and-forms.ts'
import { refuseForeignForms } from './requests/same-origin.ts'
import { linkNextPage } from './responses/next-page.ts'
import { streamLists } from './responses/stream-list.ts'

/** Every route of the service. */
export async function registerRoutes(
  http: Http,
  app: App,
  options: {
    limiter: RateLimiter
    baseUrl: string
    partnerRate: number
    distributorRate: number
    portal?: PortalFiles
  },
): Promise<void> {
  const admission = { gate: createKeyGate(app), limiter: options.limiter }
  healthRoutes(http, app)
  reportRoutes(http, app)
  await http.register(async (pages: Http) => activationRoutes(pages, app))
  await http.register(async (pages: Http) => {
    await readCookies(pages)
    consentPages(pages, app)
  })
  const { portal } = options
  if (portal) {
    await http.register(async (pages: Http) => {
      await readCookies(pages)
      portalRoutes(pages, app, portal)
    })
  }
  await http.register(async (pages: Http) => {
    await readCookies(pages)
    await readForms(pages)
    pages.addHook('onRequest', refuseForeignForms(app.appUrl))
    signInPages(pages, app)
  })
  await http.register(async (pages: Http) => {
    await readCookies(pages)
    await readForms(pages)
    visitRoutes(pages, app)
    await pages.register(async (uploads: Http) => {
      await readUploads(uploads, MAX_FILE_BYTES)
      uploadRoutes(uploads, app)
    })
  })
  docsRoutes(http, options.baseUrl)
  await http.register(
    async (partner: Http) => {
      partner.addHook('onRequest', admitPartner(app, { ...admission, rate: options.partnerRate }))
      partner.addHook('onRoute', (route) => {
        if (route.schema) route.schema.security = [{ partnerKey: [] }]
      })
      partner.addHook('preSerialization', linkNextPage(options.baseUrl))
      streamLists(partner, app)
      accountRoutes(partner, app)
      assessmentRoutes(partner, app)
      findingRoutes(partner, app)
      cancelingRoutes(partner, app)
      partnerReportRoutes(partner, app)
      customerRoutes(partner, app)
      exceptionRoutes(partner, app)
      questionnaireRoutes(partner, app)
      consentRoutes(partner, app)
      preflightRoutes(partner, app)
      billingRoutes(partner, app)
      brandRoutes(partner, app)
      keyRoutes(partner, app, {
        prefix: '',
        inactive: 'PARTNER_INACTIVE',
        account: ({ actor }) => ({ author: actor, account: toPartnerKeyAccount(actor) }),
      })
      const log: LogRoutesOptions = {
        prefix: '',
        inactive: 'PARTNER_INACTIVE',
        scopeOf: ({ actor }) => ({ partnerId: actor.partnerId }),
      }
      eventRoutes(partner, app, log)
      auditRoutes(partner, app, log)
    },
    { prefix: '/api/v1/partner' },
  )
  await http.register(
    async (distributor: Http) => {
      distributor.addHook('onRequest', admitDistributor(app, { ...admission, rate: options.distributorRate }))
      distributor.addHook('onRoute', (route) => {
        if (route.schema) route.schema.security = [{ distributorKey: [] }]
      })
      distributor.addHook('preSerialization', linkNextPage(options.baseUrl))
      streamLists(distributor, app)
      distributorRoutes(distributor, app)
      partnerRoutes(distributor, app)
      partnersEventRoutes(distributor, app, async (actor, id) => {
        const { partnerId } = await actForPartner(app, actor, id)
        return { partnerId }
      })
      partnersCustomerRoutes(distributor, app)
      partnersConsentRoutes(distributor, app)
      partnersPreflightRoutes(distributor, app)
      partnersQuestionnaireRoutes(distributor, app)
      partnersBillingRoutes(distributor, app)
      partnersAssessmentRoutes(distributor, app)
      partnersFindingRoutes(distributor, app)
      partnersCancelingRoutes(distributor, app)
      partnersReportRoutes(distributor, app)
      partnersKeyRoutes(distributor, app)
      keyRoutes(distributor, app, {
        prefix: 'Distributor',
        inactive: 'DISTRIBUTOR_INACTIVE',
        account: ({ distributor: actor }) => ({ author: actor, account: toDistributorKeyAccount(actor) }),
      })
      const log: LogRoutesOptions = {
        prefix: 'Distributor',
        inactive: 'DISTRIBUTOR_INACTIVE',
        scopeOf: ({ distributor: actor }) => ({ distributorId: actor.distributorId }),
      }
      eventRoutes(distributor, app, log)
      auditRoutes(distributor, app, log)
    },
    { prefix: '/api/v1/distributor' },
  )
}
