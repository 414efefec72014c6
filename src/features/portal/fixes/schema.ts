import { type Static, Type } from 'typebox'
import { Timestamp } from '../../../api.ts'

/** What the portal shows of findings across customers. No key reaches it, so the description of the API does not have it. */

const Count = Type.Integer()
const Effort = Type.Enum(['minutes', 'hours', 'days', 'project'])
const Severity = Type.Enum(['critical', 'high', 'medium', 'low'])
const Text = Type.String({ maxLength: 100 })

const Named = Type.Object({ id: Type.String(), name: Type.String() })

const fix = {
  /** Of the remedy; where none is written, of the requirement. */
  id: Type.String(),
  title: Type.String(),
  effort: Type.Optional(Effort),
  /** The worst at any customer. */
  severity: Severity,
  customers: Count,
  /** Customers by severity: of several products, the worst counts. */
  bySeverity: Type.Object({ critical: Count, high: Count, medium: Count, low: Count }),
  /** Mean of the points of the score that it adds by itself where that is known; absent if it is nowhere. */
  points: Type.Optional(Type.Number()),
}

export const FixQuery = Type.Object({
  product: Type.Optional(Text),
  /** Only where it is this severe for at least one customer; then only those customers count. */
  severity: Type.Optional(Severity),
  effort: Type.Optional(Effort),
})
export type FixQuery = Static<typeof FixQuery>

export const FixList = Type.Object({
  customers: Type.Object({
    total: Count,
    /** Those whose newest run the fixes are of. */
    included: Count,
    /** No completed run, and the tenant has not approved. */
    notApproved: Count,
    /** No completed run, for any other reason. */
    notAssessed: Count,
    /** A run from before findings were counted, which is still to be read. */
    notRead: Count,
    /** When the oldest of the included runs ended. */
    oldestAt: Type.Optional(Timestamp),
  }),
  /** What helps most for its effort first. */
  fixes: Type.Array(Type.Object(fix)),
})
export type FixList = Static<typeof FixList>

const Link = Type.Object({ title: Type.String(), url: Type.String() })

export const FixDetail = Type.Object({
  id: Type.String(),
  title: Type.String(),
  remedy: Type.Optional(
    Type.Object({
      why: Type.String(),
      effort: Effort,
      licence: Type.String(),
      usersNotice: Type.String(),
      verified: Type.String(),
      steps: Type.Array(Type.Object({ text: Type.String(), link: Type.Optional(Link) })),
      documentation: Type.Array(Link),
    }),
  ),
  /** One for each customer and product, the most severe first. */
  customers: Type.Array(
    Type.Object({
      customerId: Type.String(),
      name: Type.String(),
      product: Type.String(),
      severity: Severity,
      points: Type.Optional(Type.Number()),
      findings: Count,
      assessmentId: Type.String(),
      completedAt: Timestamp,
    }),
  ),
})
export type FixDetail = Static<typeof FixDetail>

export const FixFileQuery = Type.Object({ ...FixQuery.properties, fix: Type.Optional(Text) })
export type FixFileQuery = Static<typeof FixFileQuery>

export const SharedChanges = Type.Object({
  since: Timestamp,
  changes: Type.Array(
    Type.Object({
      product: Type.String(),
      requirement: Type.String(),
      statement: Type.Optional(Type.String()),
      change: Type.Enum(['opened', 'resolved', 'known', 'unknown']),
      severity: Severity,
      customers: Count,
      /** The first of them, the newest change first. */
      named: Type.Array(Named),
      newestAt: Timestamp,
    }),
  ),
})
export type SharedChanges = Static<typeof SharedChanges>
