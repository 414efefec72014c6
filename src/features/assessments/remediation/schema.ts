import { type Static, Type } from 'typebox'
import { RunId, Severity, Timestamp } from '../../../api.ts'

/** What the portal shows of findings and their repair. No key reaches it, so the description of the API does not have it. */

const Requirement = Type.String({ maxLength: 100, pattern: '\\S' })
const Product = Type.String({ maxLength: 100 })
const Day = Type.String({ format: 'date' })

const Progress = Type.Object({
  status: Type.Enum(['open', 'planned', 'done', 'verified']),
  /** Who repairs it, prefix usr_. */
  ownerId: Type.Optional(Type.String()),
  /** Only of a planned one. */
  dueOn: Type.Optional(Day),
  /** Planned for a day that has passed. */
  isOverdue: Type.Boolean(),
  /** Absent where nobody has ever planned it. */
  changedAt: Type.Optional(Timestamp),
  /** The person who changed it last; absent where a run did. */
  changedBy: Type.Optional(Type.String()),
  /** A run found it again after it was done or verified. */
  reopenedAt: Type.Optional(Timestamp),
})
export type Progress = Static<typeof Progress>

const Link = Type.Object({ title: Type.String(), url: Type.String() })

/** One thing to do, which resolves some of the findings. */
const Action = Type.Object({
  id: Type.String(),
  title: Type.String(),
  effort: Type.Optional(Type.Enum(['minutes', 'hours', 'days', 'project'])),
  /** Points of 100 that it adds to the score by itself. */
  gain: Type.Optional(Type.Number()),
  why: Type.Optional(Type.String()),
  usersNotice: Type.Optional(Type.String()),
  licence: Type.Optional(Type.String()),
  verified: Type.Optional(Type.String()),
  steps: Type.Array(Type.Object({ text: Type.String(), link: Type.Optional(Link) })),
  documentation: Type.Array(Link),
})

const Finding = Type.Object({
  requirement: Requirement,
  /** Names of the groups that it belongs to. */
  groups: Type.Array(Type.String()),
  severity: Severity,
  verdict: Type.String(),
  statement: Type.String(),
  observed: Type.String(),
  expected: Type.String(),
  /** What the verdict rests on, and how good that evidence is; absent in results of earlier versions. */
  basis: Type.Optional(Type.Enum(['seen', 'contrary', 'absent', 'blind', 'reported'])),
  quality: Type.Optional(Type.Enum(['good', 'fair', 'poor'])),
  /** Ids of the actions that resolve it, the best first. */
  actions: Type.Array(Type.String()),
  progress: Progress,
})

export const FindingProgressList = Type.Object({
  /** The products with a completed run, in the order of the catalogue. */
  products: Type.Array(Product),
  /** The one that is shown; absent where no run has completed. */
  product: Type.Optional(Product),
  /** Its newest completed run. */
  run: Type.Optional(Type.Object({ id: RunId, completedAt: Timestamp, maturityTarget: Type.Integer() })),
  /** The findings of that run, the worst first. */
  findings: Type.Array(Finding),
  actions: Type.Array(Action),
  /** What a run has verified as repaired, the newest first. */
  verified: Type.Array(Type.Object({ requirement: Requirement, statement: Type.String(), progress: Progress })),
})
export type FindingProgressList = Static<typeof FindingProgressList>

export const FindingProgressQuery = Type.Object({ product: Type.Optional(Product) })

const MAX_CHANGED = 200

export const FindingProgressChange = Type.Object({
  product: Product,
  requirements: Type.Array(Requirement, { minItems: 1, maxItems: MAX_CHANGED }),
  status: Type.Enum(['open', 'planned', 'done']),
  /** Required for `planned`. */
  ownerId: Type.Optional(Type.String({ maxLength: 100 })),
  /** Required for `planned`. */
  dueOn: Type.Optional(Day),
})
export type FindingProgressChange = Static<typeof FindingProgressChange>

export const ChangedFindings = Type.Object({
  findings: Type.Array(Type.Object({ requirement: Requirement, progress: Progress })),
})
export type ChangedFindings = Static<typeof ChangedFindings>
