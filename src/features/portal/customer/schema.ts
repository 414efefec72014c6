import { type Static, Type } from 'typebox'
import { RunId, RunStatus, Severity, Timestamp } from '../../../api.ts'

/** What the portal shows of one customer. No key reaches it, so the description of the API does not have it. */

const Count = Type.Integer()
const Product = Type.String()

/** A completed run in the course of a customer. */
const Point = Type.Object({
  runId: RunId,
  completedAt: Timestamp,
  score: Count,
  scoreCeiling: Count,
  coverage: Type.Number(),
  maturityAchieved: Type.Number(),
  maturityTarget: Count,
  findings: Count,
})
export type Point = Static<typeof Point>

/** Something that would make unknown requirements known. */
const Unknown = Type.Object({
  kind: Type.Enum(['permission', 'licence', 'question', 'reading']),
  /** Name of the licence, or what was found instead; of permissions and questions the first one. */
  name: Type.String(),
  /** How many things there are: permissions are counted together, and questions. */
  count: Count,
  /** How many requirements they make known. */
  rows: Count,
})
export type Unknown = Static<typeof Unknown>

const ProductState = Type.Object({
  product: Product,
  /** Whether the plan includes it. */
  isIncluded: Type.Boolean(),
  /** Completed runs, the oldest first, at most twelve. */
  trend: Type.Array(Point),
  /** Findings of the newest completed run, by severity. */
  findings: Type.Optional(Type.Object({ critical: Count, high: Count, medium: Count, low: Count })),
  /** Requirements of it that are unknown, and what would make them known: permissions, then what helps most. */
  unknown: Type.Optional(Type.Object({ rows: Count, by: Type.Array(Unknown) })),
  /** Whom an open questionnaire asks; absent where none is open. */
  asked: Type.Optional(
    Type.Object({
      /** None before the invitations have been written. */
      people: Count,
      /** Questions that nobody has answered; absent until that was counted. */
      open: Type.Optional(Count),
      dueAt: Timestamp,
    }),
  ),
  /** What to do first about its findings. */
  action: Type.Optional(
    Type.Object({
      id: Type.String(),
      title: Type.String(),
      severity: Severity,
      effort: Type.Optional(Type.Enum(['minutes', 'hours', 'days', 'project'])),
      /** Points of 100. */
      gain: Type.Optional(Type.Number()),
    }),
  ),
  /** The newest run, where it failed. */
  failed: Type.Optional(Type.Object({ runId: RunId, at: Timestamp, code: Type.String(), message: Type.String() })),
})
export type ProductState = Static<typeof ProductState>

export const CustomerOverview = Type.Object({
  access: Type.Object({
    isApproved: Type.Boolean(),
    approvedAt: Type.Optional(Timestamp),
    /** The administrator's name as the tenant gave it. */
    approvedBy: Type.Optional(Type.String()),
    how: Type.Optional(Type.Enum(['sign-in', 'operator', 'sandbox'])),
    /** Of the link that was made last, while it works. */
    linkEndsAt: Type.Optional(Timestamp),
    /** Somebody signed in through a link last who may not approve. */
    refusedAt: Type.Optional(Timestamp),
    /** Permissions that the newest run of a framework lacked for its checks. */
    missingPermissions: Type.Array(Type.String()),
  }),
  /** Those of the plan, and those with runs. */
  products: Type.Array(ProductState),
  /** Repairs that are planned, and those among them whose day has passed. */
  repairs: Type.Object({ planned: Count, overdue: Count, done: Count, verified: Count }),
})
export type CustomerOverview = Static<typeof CustomerOverview>

/** Who was asked about the customer by the open questionnaires, and whether they answered. */
export const AskedPeople = Type.Object({
  people: Type.Array(
    Type.Object({
      product: Product,
      email: Type.String(),
      /** Of a colleague: the recipient who asked for help. */
      invitedBy: Type.Optional(Type.String()),
      askedAt: Timestamp,
      dueAt: Timestamp,
      reminders: Count,
      /** The last invitation or reminder to this address; absent before the first. */
      mail: Type.Optional(
        Type.Object({ status: Type.String(), sentAt: Type.Optional(Timestamp), error: Type.Optional(Type.String()) }),
      ),
      /** When the person last opened a link and asked for a code there: a program that only follows links does not. */
      openedAt: Type.Optional(Timestamp),
      /** Questions of the product that the person has answered. */
      answered: Count,
      answeredAt: Type.Optional(Timestamp),
    }),
  ),
})
export type AskedPeople = Static<typeof AskedPeople>

/** Runs that have not ended, the newest first. */
export const RunningRuns = Type.Object({
  runs: Type.Array(
    Type.Object({
      id: RunId,
      customerId: Type.String(),
      product: Product,
      status: RunStatus,
      createdAt: Timestamp,
      /** How much of the tenant has been read; absent before the first report. */
      progress: Type.Optional(Type.Object({ done: Count, of: Count })),
    }),
  ),
})

export type RunningRuns = Static<typeof RunningRuns>

export const RunningQuery = Type.Object({ customerId: Type.Optional(Type.String({ maxLength: 100 })) })
