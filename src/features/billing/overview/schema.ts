import { type Static, Type } from 'typebox'
import { Timestamp } from '../../../api.ts'
import { BILLINGS, CURRENCIES } from '../../../shared/money/prices.ts'
import { PLAN_NAMES, SUBSCRIPTION_STATUSES } from '../../../shared/plans.ts'

const minor = (description: string) => Type.Integer({ description: `${description}, in minor units.` })

/** The partner's plan, as its own page shows it. */
export const PlanOverview = Type.Object({
  plan: Type.Enum([...PLAN_NAMES]),
  billing: Type.Enum([...BILLINGS]),
  currency: Type.Enum([...CURRENCIES]),
  status: Type.Enum([...SUBSCRIPTION_STATUSES]),
  price: minor('Of one whole period'),
  periodStart: Timestamp,
  periodEnd: Timestamp,
  runsLimit: Type.Integer({ description: 'Runs a month that plan and status allow; -1 means unlimited.' }),
  billedBy: Type.Enum(['stripe', 'distributor', 'nobody'], {
    description: 'Who collects the price: this service through Stripe, the distributor, or nobody.',
  }),
  mustConfirm: Type.Boolean({ description: 'Whether the bank wants a payment confirmed.' }),
  /** When the card is charged again for an overdue invoice. */
  nextAttemptAt: Type.Optional(Timestamp),
  /** The approximate time from which new runs are stopped if it stays unpaid. */
  stopsAt: Type.Optional(Timestamp),
  pendingChange: Type.Optional(
    Type.Object(
      {
        plan: Type.Enum([...PLAN_NAMES]),
        billing: Type.Enum([...BILLINGS]),
        currency: Type.Enum([...CURRENCIES]),
        requestedAt: Timestamp,
        isStuck: Type.Boolean({ description: 'Whether it has been repeated for a long time.' }),
      },
      { description: 'A change that the payment processor has not confirmed yet.' },
    ),
  ),
  disputes: Type.Array(
    Type.Object({
      amount: minor('The disputed payment'),
      currency: Type.String(),
      invoiceNumber: Type.Optional(Type.String()),
      openedAt: Timestamp,
    }),
  ),
})
export type PlanOverview = Static<typeof PlanOverview>

export const InvoiceList = Type.Object({
  invoices: Type.Array(
    Type.Object({
      number: Type.Optional(Type.String()),
      status: Type.Enum(['open', 'paid', 'uncollectible', 'void', 'draft']),
      currency: Type.String(),
      total: minor('Sum of the lines'),
      open: minor('What is still to be paid'),
      isSent: Type.Boolean({ description: 'Whether it was sent, to be paid by hand; otherwise a card is charged.' }),
      issuedAt: Timestamp,
      dueAt: Type.Optional(Timestamp),
      payUrl: Type.Optional(Type.String()),
      pdfUrl: Type.Optional(Type.String()),
    }),
  ),
})
export type InvoiceList = Static<typeof InvoiceList>

export const NextInvoice = Type.Object({
  invoice: Type.Optional(
    Type.Object({
      currency: Type.String(),
      date: Timestamp,
      total: minor('Sum of the lines, earlier changes of the plan included'),
      creditUsed: minor('Earlier credit that pays a part of it'),
      due: minor('What is left to pay'),
      creditLeft: minor('What is left of the credit then'),
    }),
  ),
})
export type NextInvoice = Static<typeof NextInvoice>

export const CardState = Type.Object({
  card: Type.Optional(
    Type.Object({
      brand: Type.String(),
      last4: Type.String(),
      expiryMonth: Type.Integer(),
      expiryYear: Type.Integer(),
    }),
  ),
})
export type CardState = Static<typeof CardState>

/** A page at Stripe, for this person alone and for minutes. */
export const PaymentPage = Type.Object({ url: Type.String() })
