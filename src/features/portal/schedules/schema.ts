import { type Static, Type } from 'typebox'
import { NextCursor, PageQuery, RunId, RunStatus, Timestamp } from '../../../api.ts'
import { Schedule } from '../../schedules/schema.ts'

/** What became of the occurrences of a schedule. No key reaches it, so the description of the API does not have it. */

const Count = Type.Integer()

/** The outcome of an occurrence: a run was started, the service was down for too long, or something prevented a run. */
const OUTCOMES = [
  'started',
  'missed',
  'run_limit',
  'already_running',
  'already_ran',
  'consent_missing',
  'failing',
  'partner_inactive',
  'product_not_allowed',
] as const

const Outcome = Type.Enum([...OUTCOMES])
const Day = Type.String({ format: 'date' })

export const ScheduleHistory = Type.Object({
  schedule: Schedule,
  /** Of a schedule of one customer. */
  customerName: Type.Optional(Type.String()),
  /** The days that are stored, the latest first, with how many customers had each outcome; without an outcome they are waiting. */
  days: Type.Array(
    Type.Object({
      date: Day,
      outcomes: Type.Array(Type.Object({ outcome: Type.Optional(Outcome), customers: Count })),
    }),
  ),
})
export type ScheduleHistory = Static<typeof ScheduleHistory>

export const OccurrenceQuery = Type.Object({
  date: Type.Optional(Day),
  /** `waiting` are those that are still to come, `skipped` all for which something prevented a run. */
  outcome: Type.Optional(Type.Enum([...OUTCOMES, 'waiting', 'skipped'])),
  /** Part of the customer's name or tenant id. */
  q: Type.Optional(Type.String({ maxLength: 200 })),
  ...PageQuery,
})
export type OccurrenceQuery = Static<typeof OccurrenceQuery>

export const ScheduleOccurrences = Type.Object({
  occurrences: Type.Array(
    Type.Object({
      date: Day,
      customerId: Type.String(),
      customerName: Type.String(),
      dueAt: Timestamp,
      /** Absent while it is to come. */
      outcome: Type.Optional(Outcome),
      decidedAt: Type.Optional(Timestamp),
      /** The run that was started, unless it has been deleted since. */
      run: Type.Optional(Type.Object({ id: RunId, status: RunStatus, score: Type.Optional(Count) })),
    }),
  ),
  nextCursor: NextCursor,
})
export type ScheduleOccurrences = Static<typeof ScheduleOccurrences>
