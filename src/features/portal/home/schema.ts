import { type Static, Type } from 'typebox'
import { Month, Timestamp } from '../../../api.ts'

/** What the start page of the portal shows. No key reaches it, so the description of the API does not have it. */

const Count = Type.Integer()

/** The runs of a month and where they lead. */
export const Runs = Type.Object({
  /** As they count against the limit: failed and canceled ones do not. */
  used: Count,
  /** -1 means unlimited. */
  limit: Count,
  /** The days of the month until today that have runs. Runs of deleted customers are in `used` only. */
  days: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), runs: Count })),
  /** A straight line through the runs so far; absent while less than a day of the month has been observed. */
  forecast: Type.Optional(
    Type.Object({
      /** At the end of the month, if runs continue at this pace; the limit may stop them earlier. */
      runs: Count,
      /** What it is based on: `used` runs from here until `asOf`. */
      from: Timestamp,
      asOf: Timestamp,
      /** When the line reaches the limit; absent if it does not within the month. */
      limitReachedAt: Type.Optional(Timestamp),
    }),
  ),
})
export type Runs = Static<typeof Runs>

/** Something that needs attention. */
const attentionOf = <K extends string>(kinds: K[]) =>
  Type.Array(
    Type.Object({
      kind: Type.Enum(kinds),
      /** How many customers, exceptions, webhooks or partners it concerns. */
      count: Count,
      /** Since when the oldest of them needs attention; of exceptions, when the first one ends. */
      since: Timestamp,
      /** If it concerns only one customer or partner: which. */
      customerId: Type.Optional(Type.String()),
      partnerId: Type.Optional(Type.String()),
      name: Type.Optional(Type.String()),
    }),
  )

const checklistOf = <K extends string>(ids: K[]) =>
  Type.Array(Type.Object({ id: Type.Enum(ids), done: Type.Boolean() }))

export const PartnerHome = Type.Object({
  month: Month,
  runs: Runs,
  customers: Type.Object({ count: Count, limit: Count }),
  /** The steps to the first report. */
  checklist: checklistOf(['customer', 'consent', 'run', 'key', 'webhook']),
  attention: attentionOf(['run-failed', 'consent-missing', 'exception-ending', 'webhook-failing']),
})
export type PartnerHome = Static<typeof PartnerHome>

export const DistributorHome = Type.Object({
  month: Month,
  /** Of all partners together; there is no limit for them. */
  runs: Runs,
  customers: Type.Object({ count: Count }),
  partners: Type.Object({ active: Count, pending: Count, suspended: Count }),
  checklist: checklistOf(['partner', 'key', 'webhook']),
  attention: attentionOf(['activation-overdue', 'webhook-failing']),
})
export type DistributorHome = Static<typeof DistributorHome>
