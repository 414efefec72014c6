import type { Item, Subscription } from '../state/state.ts'
import type { World } from '../state/world.ts'
import { toPlan, toPrice, type Wire } from './catalogue.ts'

function toItem(world: World, subscription: Subscription, item: Item): Wire {
  const price = world.prices.get(item.price)
  if (price === undefined) throw new Error(`no price ${item.price}`)
  return {
    id: item.id,
    object: 'subscription_item',
    billed_until: item.period.end,
    billing_thresholds: null,
    created: item.created,
    current_period_end: item.period.end,
    current_period_start: item.period.start,
    current_trial: null,
    discounts: [],
    metadata: item.metadata,
    plan: toPlan(price),
    price: toPrice(price),
    quantity: item.quantity,
    subscription: subscription.id,
    tax_rates: [],
  }
}

export function toSubscription(world: World, subscription: Subscription): Wire {
  const customer = world.customers.get(subscription.customer)
  return {
    id: subscription.id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: subscription.anchor,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: subscription.cancelAtPeriodEnd ? Math.max(...subscription.items.map(({ period }) => period.end)) : null,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    canceled_at: subscription.canceledAt,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: subscription.canceledAt === null ? null : 'cancellation_requested',
    },
    collection_method: subscription.collectionMethod,
    created: subscription.created,
    currency: subscription.currency,
    customer: subscription.customer,
    customer_account: null,
    days_until_due: subscription.daysUntilDue,
    default_payment_method: subscription.defaultPaymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: subscription.description,
    discounts: [],
    ended_at: subscription.endedAt,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: subscription.items.map((item) => toItem(world, subscription, item)),
      has_more: false,
      url: `/v1/subscription_items?subscription=${subscription.id}`,
    },
    latest_invoice: subscription.latestInvoice,
    livemode: false,
    managed_payments: null,
    metadata: subscription.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: subscription.created,
    status: subscription.status,
    test_clock: customer?.clock ?? null,
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: null,
  }
}
