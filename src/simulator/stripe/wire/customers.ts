import type { CheckoutSession, Clock, Customer, PortalConfiguration, PortalSession } from '../state/state.ts'
import type { Wire } from './catalogue.ts'

export const toCustomer = (customer: Customer): Wire =>
  customer.deleted
    ? { id: customer.id, object: 'customer', deleted: true }
    : {
        id: customer.id,
        object: 'customer',
        address: customer.address,
        balance: customer.currency === null ? 0 : (customer.balances.get(customer.currency) ?? 0),
        created: customer.created,
        currency: customer.currency,
        default_source: null,
        delinquent: false,
        description: customer.description,
        discount: null,
        email: customer.email,
        invoice_prefix: customer.id.slice(-8).toUpperCase(),
        invoice_settings: {
          custom_fields: null,
          default_payment_method: customer.defaultPaymentMethod,
          footer: null,
          rendering_options: null,
        },
        livemode: false,
        metadata: customer.metadata,
        name: customer.name,
        next_invoice_sequence: customer.invoiceNumber,
        phone: customer.phone,
        preferred_locales: [],
        shipping: null,
        tax_exempt: 'none',
        test_clock: customer.clock,
      }

/**
 * With the credit in each currency, which an answer contains only if `expand` asks for it. An amount that the customer
 * owes is negative here.
 */
export const toCustomerWithCredit = (customer: Customer): Wire => ({
  ...toCustomer(customer),
  ...(!customer.deleted && {
    invoice_credit_balance: Object.fromEntries([...customer.balances].map(([currency, owed]) => [currency, 0 - owed])),
  }),
})

/** `at` is in real milliseconds: a clock still advances for a while after the request. */
export function toClock(clock: Clock, at: number): Wire {
  const isAdvancing = at < clock.readyAt
  return {
    id: clock.id,
    object: 'test_helpers.test_clock',
    created: clock.created,
    deletes_after: clock.created + 30 * 86_400,
    frozen_time: clock.frozenTime,
    livemode: false,
    name: clock.name,
    status: isAdvancing ? 'advancing' : 'ready',
    status_details: isAdvancing ? { advancing: { target_frozen_time: clock.frozenTime } } : {},
  }
}

export const toSetupIntent = (session: CheckoutSession): Wire => ({
  id: session.setupIntent,
  object: 'setup_intent',
  allowed_payment_method_types: null,
  application: null,
  automatic_payment_methods: null,
  cancellation_reason: null,
  client_secret: null,
  created: session.created,
  customer: session.customer,
  customer_account: null,
  description: null,
  excluded_payment_method_types: null,
  flow_directions: null,
  last_setup_error: null,
  latest_attempt: null,
  livemode: false,
  mandate: null,
  metadata: session.setupMetadata,
  next_action: null,
  on_behalf_of: null,
  payment_method: session.paymentMethod,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  single_use_mandate: null,
  status: session.status === 'complete' ? 'succeeded' : 'requires_payment_method',
  usage: 'off_session',
})

/** A Checkout session in setup mode. */
export const toCheckoutSession = (session: CheckoutSession, origin: string): Wire => ({
  id: session.id,
  object: 'checkout.session',
  adaptive_pricing: null,
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  amount_subtotal: null,
  amount_total: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  cancel_url: session.cancelUrl,
  client_reference_id: session.clientReferenceId,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  created: session.created,
  currency: session.currency,
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer: session.customer,
  customer_account: null,
  customer_creation: null,
  customer_details: null,
  customer_email: null,
  discounts: null,
  expires_at: session.expiresAt,
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  locale: null,
  managed_payments: null,
  metadata: session.metadata,
  mode: 'setup',
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: 'always',
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: ['card'],
  payment_status: 'no_payment_required',
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: session.setupIntent,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: session.status,
  submit_type: null,
  subscription: null,
  success_url: session.successUrl,
  total_details: null,
  ui_mode: 'hosted_page',
  url: session.status === 'open' ? `${origin}/pages/checkout/${session.id}` : null,
  wallet_options: null,
})

export const toPortalConfiguration = (configuration: PortalConfiguration): Wire => ({
  id: configuration.id,
  object: 'billing_portal.configuration',
  active: configuration.active,
  application: null,
  business_profile: configuration.businessProfile,
  created: configuration.created,
  default_return_url: configuration.defaultReturnUrl,
  features: configuration.features,
  is_default: configuration.isDefault,
  livemode: false,
  login_page: { enabled: false, url: null },
  metadata: configuration.metadata,
  name: null,
  updated: configuration.updated,
})

export const toPortalSession = (session: PortalSession, origin: string): Wire => ({
  id: session.id,
  object: 'billing_portal.session',
  configuration: session.configuration,
  created: session.created,
  customer: session.customer,
  customer_account: null,
  flow: null,
  livemode: false,
  locale: null,
  on_behalf_of: null,
  return_url: session.returnUrl,
  url: `${origin}/pages/portal/${session.id}`,
})
