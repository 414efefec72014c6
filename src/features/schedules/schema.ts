import { type Static, Type } from 'typebox'
import { CustomerId, NextCursor, PageQuery, RunId, timestamp } from '../../api.ts'
import type { OccurrenceOutcome } from '../../platform/database/tables.gen.ts'

/** In place of a customer's id. */
export const ALL_CUSTOMERS = 'all'

const UNITS = ['day', 'week', 'month', 'quarter'] as const
const PAUSE_REASONS = ['requested', 'consent_missing', 'failing', 'product_not_allowed'] as const
const SKIP_REASONS = [
  'run_limit',
  'already_running',
  'already_ran',
  'consent_missing',
  'failing',
  'partner_inactive',
  'product_not_allowed',
] as const satisfies readonly OccurrenceOutcome[]
/** Blank counts as missing. */
const FILLED = '\\S'

const Customer = Type.String({
  ...CustomerId,
  description: 'A customer id, or `all` for every customer that the partner has at the time.',
})
const Product = Type.String({ description: 'A product identifier, see GET products.', examples: ['essential-eight'] })
const Target = Type.Integer({
  minimum: 1,
  maximum: 5,
  description: "The maturity level to assess against; by default the product's own.",
  examples: [2],
})
const Every = Type.Object(
  {
    unit: Type.Enum([...UNITS], { examples: ['week'] }),
    count: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 12, description: 'The interval in units; by default 1.', examples: [1] }),
    ),
    on: Type.Optional(
      Type.Unsafe<string | number>({
        type: ['string', 'integer'],
        description:
          'For weeks: `monday` to `sunday`. For months and quarters: a day from 1 to 28, or `last`. By default the day of `startsOn`.',
        examples: ['sunday'],
      }),
    ),
  },
  { title: 'ScheduleInterval' },
)
const time = (example: string) =>
  Type.String({ format: 'time-of-day', description: 'HH:MM in `timeZone`.', examples: [example] })
const Window = Type.Object(
  { from: time('02:00'), to: time('06:00') },
  {
    title: 'ScheduleWindow',
    description:
      'Runs start within it, each customer always at the same point. If `to` is before `from`, it ends on the next day. At least 15 minutes.',
  },
)
const TimeZone = Type.String({
  format: 'time-zone',
  description: 'An IANA time zone.',
  examples: ['Australia/Sydney'],
})
const StartsOn = Type.String({
  format: 'date',
  description: 'First possible day, YYYY-MM-DD; occurrences are counted from it. By default today in `timeZone`.',
  examples: ['2026-05-04'],
})

export const NewSchedule = Type.Object(
  {
    customerId: Type.String({ ...Customer, pattern: FILLED }),
    product: Type.String({ ...Product, pattern: FILLED }),
    maturityTarget: Type.Optional(Target),
    every: Every,
    window: Window,
    timeZone: TimeZone,
    startsOn: Type.Optional(StartsOn),
  },
  { title: 'NewSchedule' },
)
export type NewSchedule = Static<typeof NewSchedule>

/** Absent fields stay as they are. */
export const ScheduleChange = Type.Object(
  {
    maturityTarget: Type.Optional(Type.Unsafe<number | null>({ ...Target, type: ['integer', 'null'] })),
    every: Type.Optional(Every),
    window: Type.Optional(Window),
    timeZone: Type.Optional(TimeZone),
    startsOn: Type.Optional(StartsOn),
  },
  { title: 'ScheduleChange' },
)
export type ScheduleChange = Static<typeof ScheduleChange>

const count = (description: string, example: number) => Type.Integer({ minimum: 0, description, examples: [example] })

const LastRun = Type.Object(
  {
    date: Type.String({ format: 'date', description: 'The day of the occurrence.', examples: ['2026-05-03'] }),
    at: timestamp('2026-05-02T17:21:09.120Z'),
    started: count('Customers with a run.', 1),
    missed: count('Customers without a run because the service was down for too long.', 0),
    skipped: Type.Array(
      Type.Object({
        reason: Type.Enum([...SKIP_REASONS], { examples: ['already_running'] }),
        customers: count('How many.', 1),
      }),
      { description: 'Customers without a run for another reason.' },
    ),
    runId: Type.Optional(Type.String({ ...RunId, description: 'Only for a schedule of one customer.' })),
  },
  { title: 'ScheduleLastRun', description: 'The latest occurrence so far.' },
)
export type LastRun = Static<typeof LastRun>

export const Schedule = Type.Object(
  {
    id: Type.String({ description: 'Prefix sch_.', examples: ['sch_01m7zb6f92ew9sper8a2k4w7qd'] }),
    customerId: Customer,
    product: Product,
    maturityTarget: Type.Optional(Target),
    every: Every,
    window: Window,
    timeZone: TimeZone,
    startsOn: StartsOn,
    status: Type.Enum(['active', 'paused'], { examples: ['active'] }),
    pauseReason: Type.Optional(
      Type.Enum([...PAUSE_REASONS], {
        description:
          '`consent_missing` ends automatically when the tenant approves the partner; for other reasons, resume the schedule.',
        examples: ['requested'],
      }),
    ),
    nextRunAt: Type.Optional(
      Type.Unsafe<Date>({
        ...timestamp('2026-05-09T16:21:09.000Z'),
        description: 'ISO 8601, UTC. For all customers: of the first one. Absent while paused.',
      }),
    ),
    lastRun: Type.Optional(LastRun),
    createdAt: timestamp('2026-05-04T02:11:09.120Z'),
  },
  { title: 'Schedule' },
)
export type Schedule = Static<typeof Schedule>

export const ScheduleList = Type.Object(
  { schedules: Type.Array(Schedule), nextCursor: NextCursor },
  { title: 'ScheduleList' },
)
export type ScheduleList = Static<typeof ScheduleList>

export const ScheduleQuery = Type.Object(PageQuery)
export type ScheduleQuery = Static<typeof ScheduleQuery>

const local = (example: string) =>
  Type.String({ description: 'The same time in the time zone, with its offset.', examples: [example] })

export const SchedulePreview = Type.Object(
  {
    customers: count('Customers that it would run for now.', 12),
    runsPerMonth: count('Runs of this schedule in an average month, rounded up.', 53),
    scheduledRunsPerMonth: count(
      'The same for this schedule together with all active ones. A run that two of them need on the same day counts once.',
      65,
    ),
    runsLimit: Type.Integer({ description: "The plan's runs a month; -1 means unlimited.", examples: [250] }),
    exceedsLimit: Type.Boolean({ description: 'Whether all of them need more than the limit.', examples: [false] }),
    occurrences: Type.Array(
      Type.Object(
        {
          date: Type.String({ format: 'date', examples: ['2026-05-10'] }),
          opensAt: timestamp('2026-05-09T16:00:00.000Z'),
          closesAt: timestamp('2026-05-09T20:00:00.000Z'),
          localOpensAt: local('2026-05-10T02:00:00+10:00'),
          localClosesAt: local('2026-05-10T06:00:00+10:00'),
        },
        { title: 'ScheduleOccurrence' },
      ),
      { description: 'The next five.' },
    ),
  },
  { title: 'SchedulePreview' },
)
export type SchedulePreview = Static<typeof SchedulePreview>
