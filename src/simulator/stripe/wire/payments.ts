import type { Dispute, Invoice } from '../state/state.ts'
import type { Wire } from './catalogue.ts'

/** Every invoice that is paid by card has one payment, whose ids follow from its own. */
export const intentOf = ({ id }: Pick<Invoice, 'id'>): string => `pi_${id.slice(3)}`
const chargeOf = (invoice: string): string => `ch_${invoice.slice(3)}`

export const toInvoicePayment = (invoice: Invoice): Wire => ({
  id: `inpay_${invoice.id.slice(3)}`,
  object: 'invoice_payment',
  amount_paid: invoice.status === 'paid' ? invoice.amountPaid : null,
  amount_requested: invoice.amountPaid,
  created: invoice.finalizedAt ?? invoice.created,
  currency: invoice.currency,
  invoice: invoice.id,
  is_default: true,
  livemode: false,
  payment: { payment_intent: intentOf(invoice), type: 'payment_intent' },
  status: invoice.status === 'paid' ? 'paid' : 'open',
  status_transitions: { canceled_at: null, paid_at: invoice.paidAt },
})

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
