import { type Static, Type } from 'typebox'
import { NextCursor, PageQuery, RUN_STATUSES, RunId, RunStatus, Timestamp } from '../../../api.ts'

/** The runs of all customers. No key reaches it, so the description of the API does not have it. */

const Count = Type.Integer()

const filterFields = {
  /** `unfinished` are those that are queued or running. */
  status: Type.Optional(Type.Enum([...RUN_STATUSES, 'unfinished'])),
  product: Type.Optional(Type.String({ maxLength: 100 })),
  /** Part of the customer's name or tenant id. */
  q: Type.Optional(Type.String({ maxLength: 200 })),
  /** Created at this time or later. */
  since: Type.Optional(Type.String({ format: 'date-time' })),
  /** Created before this time. */
  until: Type.Optional(Type.String({ format: 'date-time' })),
}

export const RunFileQuery = Type.Object(filterFields)
export type RunFileQuery = Static<typeof RunFileQuery>

export const RunListQuery = Type.Object({ ...filterFields, ...PageQuery })
export type RunListQuery = Static<typeof RunListQuery>

export const CustomersRun = Type.Object({
  id: RunId,
  customerId: Type.String(),
  customerName: Type.String(),
  product: Type.String(),
  maturityTarget: Count,
  status: RunStatus,
  createdAt: Timestamp,
  completedAt: Type.Optional(Timestamp),
  /** How much of the tenant has been read; absent before the first report, and when the run has ended. */
  progress: Type.Optional(Type.Object({ done: Count, of: Count })),
  /** From here to `low` only of a completed run. */
  score: Type.Optional(Count),
  scoreCeiling: Type.Optional(Count),
  coverage: Type.Optional(Type.Number()),
  critical: Type.Optional(Count),
  high: Type.Optional(Count),
  medium: Type.Optional(Count),
  low: Type.Optional(Count),
  failure: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
  /** Of a completed run: the one before it of the customer and product, to compare with. */
  earlierId: Type.Optional(RunId),
  /** Of a run that failed or was canceled: there is a later one of the customer and product. */
  isReplaced: Type.Optional(Type.Boolean()),
})
export type CustomersRun = Static<typeof CustomersRun>

export const CustomersRuns = Type.Object({ runs: Type.Array(CustomersRun), nextCursor: NextCursor })
export type CustomersRuns = Static<typeof CustomersRuns>
