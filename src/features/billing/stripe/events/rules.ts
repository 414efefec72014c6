/** Where Stripe sends events, below the address of the API. */
export const WEBHOOK_PATH = '/api/stripe/webhook'

/** Much more than any event of ours: Stripe sends at most a few dozen KiB. */
export const MAX_EVENT_BYTES = 256 * 1024

/** What follows from a kind of event. `sync`: the subscription of its customer is read again. */
export type Effect = 'sync' | 'card' | 'dispute' | 'none'

const EFFECTS = {
  'customer.subscription.created': 'sync',
  'customer.subscription.updated': 'sync',
  'customer.subscription.deleted': 'sync',
  'customer.subscription.paused': 'sync',
  'customer.subscription.resumed': 'sync',
  'customer.subscription.pending_update_expired': 'sync',
  // There are no trials. It is listed so that one that was made by hand is not an unknown event.
  'customer.subscription.trial_will_end': 'none',
  'invoice.paid': 'sync',
  'invoice.payment_failed': 'sync',
  'invoice.payment_action_required': 'sync',
  'invoice.finalization_failed': 'sync',
  'invoice.overdue': 'sync',
  'invoice.voided': 'sync',
  'invoice.marked_uncollectible': 'sync',
  'checkout.session.completed': 'card',
  'checkout.session.expired': 'none',
  'payment_method.attached': 'none',
  'payment_method.detached': 'none',
  'payment_method.automatically_updated': 'none',
  'customer.updated': 'sync',
  'customer.deleted': 'sync',
  'charge.dispute.created': 'dispute',
  'charge.dispute.updated': 'dispute',
  'charge.dispute.closed': 'dispute',
  'charge.refunded': 'none',
} as const satisfies Record<string, Effect>

export type HandledEvent = keyof typeof EFFECTS

/** The events that the webhook endpoint asks for. */
export const HANDLED_EVENTS: readonly HandledEvent[] = Object.keys(EFFECTS).filter(isHandled)

export function isHandled(type: string): type is HandledEvent {
  return Object.hasOwn(EFFECTS, type)
}

export const effectOf = (type: HandledEvent): Effect => EFFECTS[type]

/** Requests a minute from one address: Stripe sends all events of an account from few. */
export const EVENTS_PER_MINUTE = 6_000
