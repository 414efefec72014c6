import type { Dispute, Invoice } from '../state/state.ts'
import type { World } from '../state/world.ts'
import type { Wire } from './catalogue.ts'
import { amountDueOf } from './invoices.ts'

/** The decline code of a card whose bank requires a confirmation of each payment. */
export const AUTHENTICATION = 'authentication_required'

/** Every invoice with something to pay has one payment, whose ids follow from its own. */
export const intentOf = ({ id }: Pick<Invoice, 'id'>): string => `pi_${id.slice(3)}`
const chargeOf = (invoice: string): string => `ch_${invoice.slice(3)}`

/** Whether an invoice has a payment, made or to be made. */
export const hasPayment = (world: World, invoice: Invoice): boolean =>
  invoice.status !== 'draft' && amountDueOf(world, invoice) > 0

export const toInvoicePayment = (world: World, invoice: Invoice): Wire => ({
  id: `inpay_${invoice.id.slice(3)}`,
  object: 'invoice_payment',
  amount_paid: invoice.status === 'paid' ? invoice.amountPaid : null,
  amount_requested: amountDueOf(world, invoice),
  created: invoice.finalizedAt ?? invoice.created,
  currency: invoice.currency,
  invoice: invoice.id,
  is_default: true,
  livemode: false,
  payment: { payment_intent: intentOf(invoice), type: 'payment_intent' },
  status: invoice.status === 'paid' ? 'paid' : 'open',
  status_transitions: { canceled_at: null, paid_at: invoice.paidAt },
})

/** The status of the payment of an invoice. */
function statusOfIntent({ status, lastDecline }: Invoice): string {
  if (status === 'paid') return 'succeeded'
  if (status === 'void') return 'canceled'
  return lastDecline === AUTHENTICATION ? 'requires_action' : 'requires_payment_method'
}

export function toPaymentIntent(world: World, invoice: Invoice): Wire {
  const status = statusOfIntent(invoice)
  return {
    id: intentOf(invoice),
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: amountDueOf(world, invoice),
    amount_capturable: 0,
    amount_received: invoice.amountPaid,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: invoice.voidedAt,
    cancellation_reason: status === 'canceled' ? 'void_invoice' : null,
    capture_method: 'automatic',
    client_secret: null,
    confirmation_method: 'automatic',
    created: invoice.finalizedAt ?? invoice.created,
    currency: invoice.currency,
    customer: invoice.customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: status === 'succeeded' ? chargeOf(invoice.id) : null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: status === 'requires_action' ? { type: 'use_stripe_sdk' } : null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status,
    transfer_group: null,
  }
}

const EVIDENCE = [
  ...['access_activity_log', 'billing_address', 'cancellation_policy', 'cancellation_policy_disclosure'],
  ...['cancellation_rebuttal', 'customer_communication', 'customer_email_address', 'customer_name'],
  ...['customer_purchase_ip', 'customer_signature', 'duplicate_charge_documentation', 'duplicate_charge_explanation'],
  ...['duplicate_charge_id', 'product_description', 'receipt', 'refund_policy', 'refund_policy_disclosure'],
  ...['refund_refusal_explanation', 'service_date', 'service_documentation', 'shipping_address', 'shipping_carrier'],
  ...[
    'shipping_date',
    'shipping_documentation',
    'shipping_tracking_number',
    'uncategorized_file',
    'uncategorized_text',
  ],
]

export function toDispute({ id, created, invoice, amount, currency, reason, status, dueBy }: Dispute): Wire {
  const isOpen = status === 'needs_response'
  return {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: chargeOf(invoice),
    created,
    currency,
    enhanced_eligibility_types: [],
    evidence: { ...Object.fromEntries(EVIDENCE.map((name) => [name, null])), enhanced_evidence: {} },
    evidence_details: {
      due_by: isOpen ? dueBy : null,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intentOf({ id: invoice }),
    reason,
    status,
  }
}
