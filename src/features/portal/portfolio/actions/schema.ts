import { type Static, Type } from 'typebox'
import { AGES, STATES } from '../../../../shared/portal/portfolio-filter.ts'

/** What the actions on many customers take and answer. No key reaches them, so the description of the API does not have them. */

const Short = Type.String({ maxLength: 100 })

export const filterFields = {
  product: Short,
  q: Type.Optional(Type.String({ maxLength: 200 })),
  state: Type.Optional(Type.Enum([...STATES])),
  consent: Type.Optional(Type.Enum(['given', 'missing'])),
  level: Type.Optional(Short),
  age: Type.Optional(Type.Enum([...AGES])),
  group: Type.Optional(Short),
  questions: Type.Optional(Type.Enum(['open', 'none'])),
  findings: Type.Optional(Type.Enum(['critical', 'high'])),
}

/** All customers that match the filter; with ids, only those of them. */
const selection = {
  filter: Type.Object(filterFields),
  customerIds: Type.Optional(Type.Array(Short, { maxItems: 2_000 })),
}

export const Selection = Type.Object(selection)
export type Selection = Static<typeof Selection>

export const GroupSelection = Type.Object({
  ...selection,
  groupId: Type.String(),
  change: Type.Enum(['add', 'remove']),
})
export type GroupSelection = Static<typeof GroupSelection>

const Count = Type.Integer()

/** What starting runs would do. */
export const RunForecast = Type.Object({
  matching: Count,
  /** Runs that would start now. */
  starts: Count,
  /** Left out: their tenants have not approved the partner. */
  unapproved: Count,
  /** Left out: a run of the product has not ended yet. */
  running: Count,
  /** Left out: the month's limit. */
  overLimit: Count,
  /** Left out: as many runs as may be queued at once. */
  overQueue: Count,
  /** Runs that are left of the month; absent without a limit. */
  remaining: Type.Optional(Count),
})
export type RunForecast = Static<typeof RunForecast>

export const StartedRuns = Type.Object({ queued: Count, leftOut: Count })
export type StartedRuns = Static<typeof StartedRuns>

export const Reminded = Type.Object({
  /** Customers whose people get an email. */
  reminded: Count,
  /** Nobody is asked, nothing is open, or they got an email within a day. */
  leftOut: Count,
})
export type Reminded = Static<typeof Reminded>

export const Assigned = Type.Object({ changed: Count })
export type Assigned = Static<typeof Assigned>
