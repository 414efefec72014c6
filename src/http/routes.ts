import type { FastifyRequest } from 'fastify'
import type { Http } from '../api.ts'
import type { App } from '../app.ts'
import { accountRoutes } from '../features/accounts/routes.ts'
import { actForPartner } from '../features/accounts/service.ts'
import { cancelingRoutes, partnersCancelingRoutes } from '../features/assessments/canceling/routes.ts'
import { findingRoutes, partnersFindingRoutes } from '../features/assessments/findings/routes.ts'
import { assessmentRoutes, partnersAssessmentRoutes } from '../features/assessments/routes.ts'
import { auditRoutes } from '../features/audit/routes.ts'
import { billingRoutes, partnersBillingRoutes } from '../features/billing/changes/routes.ts'
import { stripeWebhookRoutes } from '../features/billing/stripe/webhooks/routes.ts'
import { brandRoutes } from '../features/brands/routes.ts'
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
import { currentSessionRoutes } from '../features/people/current-session/routes.ts'
import { invitationPages } from '../features/people/invitations/routes.ts'
import { meRoutes } from '../features/people/me/routes.ts'
import { passkeyRoutes } from '../features/people/passkeys/routes.ts'
import { recoveryPages } from '../features/people/recovery/routes.ts'
import { passkeySetupRoutes, setupPages } from '../features/people/setup/routes.ts'
import { companySignInRoutes } from '../features/people/sign-in/company/routes.ts'
import { microsoftSignInRoutes } from '../features/people/sign-in/microsoft/routes.ts'
import { passkeySignInRoutes } from '../features/people/sign-in/passkey/routes.ts'
import { signInPages } from '../features/people/sign-in/routes.ts'
import { signInStepPages } from '../features/people/sign-in/steps/routes.ts'
import { microsoftRoutes } from '../features/people/single-sign-on/routes.ts'
import { teamRoutes } from '../features/people/team/routes.ts'
import { distributorHomeRoutes, partnerHomeRoutes } from '../features/portal/home/routes.ts'
import { streamRoutes } from '../features/portal/stream/routes.ts'
import type { Streams } from '../features/portal/stream/service.ts'
import { MAX_FILE_BYTES } from '../features/questionnaires/attachments/rules.ts'
import { partnersQuestionnaireRoutes, questionnaireRoutes } from '../features/questionnaires/routes.ts'
import { visitRoutes } from '../features/questionnaires/visits/routes.ts'
import { sharingRoutes } from '../features/questionnaires/visits/sharing/routes.ts'
import { uploadRoutes } from '../features/questionnaires/visits/uploads/routes.ts'
import { combinedRoutes, partnersCombinedRoutes } from '../features/reports/combined/routes.ts'
import { partnerReportRoutes, partnersReportRoutes } from '../features/reports/formats/routes.ts'
import { reportRoutes } from '../features/reports/links/routes.ts'
import { customerShareRoutes, partnersCustomerShareRoutes } from '../features/reports/shares/customers/routes.ts'
import { partnersShareRoutes, shareRoutes } from '../features/reports/shares/routes.ts'
import { partnersSchedulePausingRoutes, schedulePausingRoutes } from '../features/schedules/pausing/routes.ts'
import { partnersScheduleRoutes, scheduleRoutes } from '../features/schedules/routes.ts'
import { settlementRoutes } from '../features/settlement/routes.ts'
import { admitDistributor, admitPartner } from './authenticate.ts'
import { admitPerson, type PersonAdmission } from './authenticate-person.ts'
import { documentationRoutes } from './docs/routes.ts'
import { fontRoutes } from './fonts.ts'
import { healthRoutes } from './health.ts'
import { docsRoutes } from './openapi/docs-page.ts'
import { framedPages, portalAccountRoutes, portalPersonRoutes } from './portal-account-routes.ts'
import { declarePortalDistributorRoutes } from './portal-distributor-routes.ts'
import { type PortalFiles, portalRoutes } from './portal-files.ts'
import { declarePortalPartnerRoutes } from './portal-partner-routes.ts'
import { portalWebhookRoutes } from './portal-webhook-routes.ts'
import { registerProvisioning } from './provisioning.ts'
import type { RateLimiter } from './rate-limits/exact.ts'
import { createKeyGate } from './rate-limits/key-gate.ts'
import { readCookies, readForms, readUploads } from './requests/cookies-and-forms.ts'
import { refuseForeignForms, requireSameOrigin } from './requests/same-origin.ts'
import { linkNextPage } from './responses/next-page.ts'
import { streamLists } from './responses/stream-list.ts'

/** Requests a minute. Higher than for keys, because a page with many lists sends more requests than a program. */
const SESSION_RATE = 600

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
    sessionRate?: number
    streams: Streams
  },
): Promise<void> {
  const admission = { gate: createKeyGate(app), limiter: options.limiter }
  healthRoutes(http, app)
  fontRoutes(http)
  await http.register(async (pages: Http) => {
    await readCookies(pages)
    reportRoutes(pages, app)
  })
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
    signInStepPages(pages, app)
    setupPages(pages, app)
    recoveryPages(pages, app)
    invitationPages(pages, app)
    activationRoutes(pages, app)
    framedPages(pages, app)
  })
  await http.register(async (pages: Http) => {
    await readCookies(pages)
    const check = requireSameOrigin(app.appUrl)
    pages.addHook('onRequest', async (request) => check(request))
    passkeySignInRoutes(pages, app)
    passkeySetupRoutes(pages, app)
    microsoftSignInRoutes(pages, app)
    companySignInRoutes(pages, app)
  })
  await http.register(async (pages: Http) => {
    await readCookies(pages)
    await readForms(pages)
    visitRoutes(pages, app)
    sharingRoutes(pages, app)
    await pages.register(async (uploads: Http) => {
      await readUploads(uploads, MAX_FILE_BYTES)
      uploadRoutes(uploads, app)
    })
  })
  await http.register(async (hooks: Http) => stripeWebhookRoutes(hooks, app))
  docsRoutes(http, options.baseUrl)
  documentationRoutes(http, app, options)
  await http.register(
    async (partner: Http) => {
      partner.addHook('onRequest', admitPartner(app, { ...admission, rate: options.partnerRate }))
      partner.addHook('onRoute', (route) => {
        if (route.schema) route.schema.security = [{ partnerKey: [] }]
      })
      partner.addHook('preSerialization', linkNextPage(options.baseUrl))
      streamLists(partner, app)
      declarePartnerRoutes(partner, app)
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
      declareDistributorRoutes(distributor, app)
    },
    { prefix: '/api/v1/distributor' },
  )
  await registerProvisioning(http, app, options)
  const person = { gate: createKeyGate(app), limiter: options.limiter, rate: options.sessionRate ?? SESSION_RATE }
  await http.register(async (portal: Http) => registerPortal(portal, app, { ...person, ...options }), {
    prefix: '/portal/api',
  })
}

/** The routes of the Partner API, without their door. */
function declarePartnerRoutes(http: Http, app: App): void {
  accountRoutes(http, app)
  assessmentRoutes(http, app)
  findingRoutes(http, app)
  cancelingRoutes(http, app)
  scheduleRoutes(http, app)
  schedulePausingRoutes(http, app)
  partnerReportRoutes(http, app)
  combinedRoutes(http, app)
  shareRoutes(http, app)
  customerShareRoutes(http, app)
  customerRoutes(http, app)
  exceptionRoutes(http, app)
  questionnaireRoutes(http, app)
  consentRoutes(http, app)
  preflightRoutes(http, app)
  billingRoutes(http, app)
  brandRoutes(http, app)
  keyRoutes(http, app, { prefix: '', inactive: 'PARTNER_INACTIVE', account: toPartner })
  const log: LogRoutesOptions = {
    prefix: '',
    inactive: 'PARTNER_INACTIVE',
    scopeOf: ({ actor }) => ({ partnerId: actor.partnerId }),
  }
  eventRoutes(http, app, log)
  auditRoutes(http, app, log)
}

/** The routes of the Distributor API, without their door. */
function declareDistributorRoutes(http: Http, app: App): void {
  distributorRoutes(http, app)
  settlementRoutes(http, app)
  partnerRoutes(http, app)
  partnersEventRoutes(http, app, async (actor, id) => {
    const { partnerId } = await actForPartner(app, actor, id)
    return { partnerId }
  })
  partnersCustomerRoutes(http, app)
  partnersConsentRoutes(http, app)
  partnersPreflightRoutes(http, app)
  partnersQuestionnaireRoutes(http, app)
  partnersBillingRoutes(http, app)
  partnersAssessmentRoutes(http, app)
  partnersFindingRoutes(http, app)
  partnersCancelingRoutes(http, app)
  partnersScheduleRoutes(http, app)
  partnersSchedulePausingRoutes(http, app)
  partnersReportRoutes(http, app)
  partnersCombinedRoutes(http, app)
  partnersShareRoutes(http, app)
  partnersCustomerShareRoutes(http, app)
  partnersKeyRoutes(http, app)
  keyRoutes(http, app, { prefix: 'Distributor', inactive: 'DISTRIBUTOR_INACTIVE', account: toDistributor })
  const log: LogRoutesOptions = {
    prefix: 'Distributor',
    inactive: 'DISTRIBUTOR_INACTIVE',
    scopeOf: ({ distributor: actor }) => ({ distributorId: actor.distributorId }),
  }
  eventRoutes(http, app, log)
  auditRoutes(http, app, log)
}

type Acting = Pick<FastifyRequest, 'actor' | 'distributor'>

const toPartner = ({ actor }: Acting) => ({ author: actor, account: toPartnerKeyAccount(actor) })
const toDistributor = ({ distributor }: Acting) => ({
  author: distributor,
  account: toDistributorKeyAccount(distributor),
})

/** The portal's door: the routes of both APIs again, behind a session, and those that only the portal has. */
async function registerPortal(
  http: Http,
  app: App,
  {
    baseUrl,
    caFile,
    streams,
    ...admission
  }: PersonAdmission & { baseUrl: string; caFile?: string | undefined; streams: Streams },
): Promise<void> {
  await readCookies(http)
  http.addHook('onRequest', admitPerson(app, admission))
  http.addHook('onRoute', (route) => {
    // The portal's paths are internal, and not part of the description, which is the contract with programs.
    route.schema = { ...route.schema, hide: true }
  })
  streamLists(http, app)
  currentSessionRoutes(http, app, { apiUrl: baseUrl, caFile })
  meRoutes(http, app)
  portalPersonRoutes(http, app, baseUrl)
  teamRoutes(http, app)
  passkeyRoutes(http, app)
  microsoftRoutes(http, app)
  for (const { kind, declare, declareHome, accountOf } of PORTAL_ROUTES) {
    await http.register(
      async (scope: Http) => {
        scope.addHook('onRoute', (route) => {
          route.config = { ...route.config, account: kind }
        })
        declare(scope, app)
        declareHome(scope, app)
        if (kind === 'partner') declarePortalPartnerRoutes(scope, app)
        if (kind === 'distributor') declarePortalDistributorRoutes(scope, app)
        portalAccountRoutes(scope, app, kind)
        streamRoutes(scope, streams)
        portalWebhookRoutes(scope, app, accountOf)
      },
      { prefix: `/${kind}` },
    )
  }
}

const PORTAL_ROUTES = [
  { kind: 'partner', declare: declarePartnerRoutes, declareHome: partnerHomeRoutes, accountOf: toPartner },
  {
    kind: 'distributor',
    declare: declareDistributorRoutes,
    declareHome: distributorHomeRoutes,
    accountOf: toDistributor,
  },
] as const
