import type Stripe from 'stripe'
import { instantOf } from '../mirror/rules.ts'

/** The job that copies a dispute from Stripe; its payload is `{ disputeId }`. */
export const DISPUTE_TASK = 'billing.dispute'

/** A payment that the bank of the payer has reversed, because the payer contests it. */
export interface Dispute {
  id: string
  amountMinor: bigint
  currency: string
  /** Stripe's words, as in fraudulent and needs_response. */
  reason: string
  status: string
  openedAt: Date
  answerBy: Date | null
  isClosed: boolean
}

/** Nothing follows a dispute in one of these states. */
const CLOSED: readonly string[] = ['won', 'lost', 'prevented', 'warning_closed']

export const toDispute = ({
  id,
  amount,
  currency,
  reason,
  status,
  created,
  evidence_details,
}: Stripe.Dispute): Dispute => ({
  id,
  amountMinor: BigInt(amount),
  currency,
  reason,
  status,
  openedAt: instantOf(created),
  answerBy: evidence_details.due_by === null ? null : instantOf(evidence_details.due_by),
  isClosed: CLOSED.includes(status),
})
