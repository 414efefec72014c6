import { expireSession } from '../billing/timeline.ts'
import { invalid, missing, notModelled } from '../protocol/failures.ts'
import { flagOf, listOf, mapOf, mergeMetadata, numberOf, type Parameters, textOf } from '../protocol/parameters.ts'
import type { CheckoutSession, PortalConfiguration } from '../state/state.ts'
import { timeOf } from '../state/world.ts'
import type { Wire } from '../wire/catalogue.ts'
import { toCheckoutSession, toPortalConfiguration, toPortalSession, toSetupIntent } from '../wire/customers.ts'
import { type Call, ofList, type Route, requireCustomer, requireOne, toPage } from './request.ts'

const DAY = 86_400
const FEATURES = [
  ...['customer_update.allowed_updates', 'customer_update.enabled', 'invoice_history.enabled'],
  ...['payment_method_update.enabled', 'subscription_cancel.enabled', 'subscription_update.enabled'],
]
const CONFIGURATION = [
  ...['expand', 'metadata', 'metadata.*', 'default_return_url', 'business_profile.headline'],
  ...['business_profile.privacy_policy_url', 'business_profile.terms_of_service_url'],
  ...FEATURES.map((name) => `features.${name}`),
]
const CONFIGURATIONS = '/v1/billing_portal/configurations'

export const HOSTED_ROUTES: Route[] = [
  {
    method: 'POST',
    path: '/v1/checkout/sessions',
    parameters: 'CheckoutSessionCreateParams',
    modelled: [
      ...['mode', 'customer', 'currency', 'success_url', 'cancel_url', 'client_reference_id', 'expires_at', 'expand'],
      ...['metadata.*', 'setup_intent_data.metadata.*', 'payment_method_types', 'locale'],
    ],
    expandable: ['setup_intent'],
    answer: 'CheckoutSession',
    run: createSession,
  },
  {
    method: 'GET',
    path: '/v1/checkout/sessions',
    parameters: 'CheckoutSessionListParams',
    modelled: ofList('customer', 'status'),
    answer: 'CheckoutSession',
    isList: true,
    run: ({ world, parameters: { customer, status, ...parameters } }) => {
      const sessions = [...world.checkoutSessions.values()].filter(
        (each) =>
          (customer === undefined || each.customer === customer) && (status === undefined || each.status === status),
      )
      const toWire = (session: CheckoutSession) => toCheckoutSession(session, world.origin)
      return toPage(sessions, { parameters, url: '/v1/checkout/sessions', toWire })
    },
  },
  {
    method: 'GET',
    path: '/v1/checkout/sessions/{id}',
    parameters: 'CheckoutSessionRetrieveParams',
    modelled: ['expand'],
    expandable: ['setup_intent', 'setup_intent.payment_method', 'customer'],
    answer: 'CheckoutSession',
    run: (call) => toCheckoutSession(requireSession(call), call.world.origin),
  },
  {
    method: 'POST',
    path: '/v1/checkout/sessions/{id}/expire',
    parameters: 'CheckoutSessionExpireParams',
    modelled: ['expand'],
    answer: 'CheckoutSession',
    run: (call) => {
      const session = requireSession(call)
      if (session.status !== 'open') throw invalid('Only open Checkout sessions can be expired.')
      expireSession(call.world, session)
      return toCheckoutSession(session, call.world.origin)
    },
  },
  {
    method: 'GET',
    path: '/v1/setup_intents/{id}',
    parameters: 'SetupIntentRetrieveParams',
    modelled: ['expand'],
    expandable: ['payment_method'],
    answer: 'SetupIntent',
    run: ({ world, ids: [id = ''] }) => {
      const session = [...world.checkoutSessions.values()].find(({ setupIntent }) => setupIntent === id)
      if (session === undefined) throw missing('setupintent', id)
      return toSetupIntent(session)
    },
  },
  {
    method: 'POST',
    path: CONFIGURATIONS,
    parameters: 'BillingPortalConfigurationCreateParams',
    modelled: CONFIGURATION,
    answer: 'PortalConfiguration',
    run: createConfiguration,
  },
  {
    method: 'GET',
    path: CONFIGURATIONS,
    parameters: 'BillingPortalConfigurationListParams',
    modelled: ofList('active', 'is_default'),
    answer: 'PortalConfiguration',
    isList: true,
    run: ({ world, parameters }) => {
      const { active, is_default: isDefault } = parameters
      const found = [...world.portalConfigurations.values()].filter(
        (each) =>
          (active === undefined || each.active === active) && (isDefault === undefined || each.isDefault === isDefault),
      )
      return toPage(found, { parameters, url: CONFIGURATIONS, toWire: toPortalConfiguration })
    },
  },
  {
    method: 'GET',
    path: `${CONFIGURATIONS}/{id}`,
    parameters: 'BillingPortalConfigurationRetrieveParams',
    modelled: ['expand'],
    answer: 'PortalConfiguration',
    run: (call) => toPortalConfiguration(requireOne(call.world.portalConfigurations, 'configuration', call)),
  },
  {
    method: 'POST',
    path: `${CONFIGURATIONS}/{id}`,
    parameters: 'BillingPortalConfigurationUpdateParams',
    modelled: ['active', ...CONFIGURATION],
    answer: 'PortalConfiguration',
    run: updateConfiguration,
  },
  {
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    parameters: 'BillingPortalSessionCreateParams',
    modelled: ['customer', 'configuration', 'return_url', 'expand'],
    answer: 'PortalSession',
    run: createPortalSession,
  },
]

const requireSession = (call: Call): CheckoutSession =>
  requireOne(call.world.checkoutSessions, 'checkout.session', call)

function createSession({ world, parameters }: Call): Wire {
  if (parameters.mode !== 'setup') throw notModelled('Checkout in another mode than setup')
  const customer = requireCustomer(world, parameters.customer)
  const successUrl = textOf(parameters.success_url)
  if (successUrl === undefined) throw invalid('success_url is required.', { param: 'success_url' })
  const types = listOf(parameters.payment_method_types)
  if (types.some((type) => type !== 'card')) throw notModelled('payment methods other than cards')
  const currency = textOf(parameters.currency) ?? null
  if (currency === null && types.length === 0) {
    throw invalid('currency is required in setup mode without payment_method_types.', { param: 'currency' })
  }
  const created = timeOf(world, customer.clock)
  const session: CheckoutSession = {
    id: world.newId('cs_test'),
    created,
    expiresAt: numberOf(parameters.expires_at) ?? created + DAY,
    customer: customer.id,
    currency,
    successUrl,
    cancelUrl: textOf(parameters.cancel_url) ?? null,
    metadata: mergeMetadata({}, parameters.metadata),
    setupMetadata: mergeMetadata({}, mapOf(parameters.setup_intent_data).metadata),
    clientReferenceId: textOf(parameters.client_reference_id) ?? null,
    status: 'open',
    setupIntent: world.newId('seti'),
    paymentMethod: null,
  }
  world.checkoutSessions.set(session.id, session)
  return toCheckoutSession(session, world.origin)
}

/**
 * Features that are not sent are off. Throws 501 for features with which people could change subscriptions without our
 * API.
 */
function readFeatures(sent: Parameters): Record<string, unknown> {
  const enabled = (name: string): boolean => flagOf(mapOf(sent[name]).enabled) ?? false
  for (const name of ['subscription_cancel', 'subscription_update']) {
    if (enabled(name)) throw notModelled(`the portal feature ${name}`)
  }
  return {
    customer_update: {
      allowed_updates: listOf(mapOf(sent.customer_update).allowed_updates),
      enabled: enabled('customer_update'),
    },
    invoice_history: { enabled: enabled('invoice_history') },
    payment_method_update: { enabled: enabled('payment_method_update'), payment_method_configuration: null },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      enabled: false,
      mode: 'at_period_end',
      proration_behavior: 'none',
    },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: [],
      enabled: false,
      proration_behavior: 'none',
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'end_trial',
    },
  }
}

function createConfiguration({ world, parameters }: Call): Wire {
  const now = timeOf(world, null)
  const configuration: PortalConfiguration = {
    id: world.newId('bpc'),
    created: now,
    updated: now,
    active: true,
    isDefault: world.portalConfigurations.size === 0,
    features: readFeatures(mapOf(parameters.features)),
    businessProfile: readProfile(mapOf(parameters.business_profile)),
    defaultReturnUrl: textOf(parameters.default_return_url) ?? null,
    metadata: mergeMetadata({}, parameters.metadata),
  }
  world.portalConfigurations.set(configuration.id, configuration)
  return toPortalConfiguration(configuration)
}

const readProfile = (sent: Parameters): Record<string, string | null> => ({
  headline: textOf(sent.headline) ?? null,
  privacy_policy_url: textOf(sent.privacy_policy_url) ?? null,
  terms_of_service_url: textOf(sent.terms_of_service_url) ?? null,
})

function updateConfiguration(call: Call): Wire {
  const { world, parameters } = call
  const configuration = requireOne(world.portalConfigurations, 'configuration', call)
  const features = parameters.features === undefined ? {} : { features: readFeatures(mapOf(parameters.features)) }
  const profile = mapOf(parameters.business_profile)
  Object.assign(configuration, features, { updated: timeOf(world, null) })
  configuration.active = flagOf(parameters.active) ?? configuration.active
  if (parameters.business_profile !== undefined) configuration.businessProfile = readProfile(profile)
  if (parameters.default_return_url !== undefined) {
    configuration.defaultReturnUrl = textOf(parameters.default_return_url) ?? null
  }
  configuration.metadata = mergeMetadata(configuration.metadata, parameters.metadata)
  return toPortalConfiguration(configuration)
}

function createPortalSession({ world, parameters }: Call): Wire {
  const customer = requireCustomer(world, parameters.customer)
  const all = [...world.portalConfigurations.values()]
  const wanted = textOf(parameters.configuration)
  const configuration = all.find((each) => (wanted === undefined ? each.isDefault : each.id === wanted))
  if (configuration === undefined && wanted !== undefined) throw missing('configuration', wanted, 'configuration')
  if (configuration === undefined) throw invalid('There is no default configuration of the customer portal.')
  const session = {
    id: world.newId('bps'),
    created: timeOf(world, customer.clock),
    customer: customer.id,
    configuration: configuration.id,
    returnUrl: textOf(parameters.return_url) ?? configuration.defaultReturnUrl,
  }
  world.portalSessions.set(session.id, session)
  return toPortalSession(session, world.origin)
}
