import { type Static, Type } from 'typebox'
import { RunId, Timestamp } from '../../../api.ts'

/** What the portal shows of two runs beside each other. No key reaches it, so the description of the API does not have it. */

const Run = Type.Object({
  runId: RunId,
  completedAt: Timestamp,
  score: Type.Integer(),
  scoreCeiling: Type.Integer(),
  coverage: Type.Number(),
  maturityAchieved: Type.Number(),
  maturityTarget: Type.Integer(),
  findings: Type.Integer(),
})

const Change = Type.Object({
  requirement: Type.String(),
  /** Name of its group. */
  group: Type.String(),
  statement: Type.String(),
  before: Type.String(),
  after: Type.String(),
  /** Where both have a level, and it changed. */
  levelBefore: Type.Optional(Type.Number()),
  levelAfter: Type.Optional(Type.Number()),
})

export const RunComparison = Type.Object({
  product: Type.String(),
  before: Run,
  after: Run,
  better: Type.Array(Change),
  worse: Type.Array(Change),
  /** The tenant shows the same, and people have answered since. */
  answered: Type.Array(Change),
  nowKnown: Type.Array(Change),
  nowUnknown: Type.Array(Change),
  /** Began or ceased to apply, for example. */
  otherwise: Type.Array(Change),
})
export type RunComparison = Static<typeof RunComparison>

export const ComparisonQuery = Type.Object({
  /** The earlier run; by default the completed one before. */
  with: Type.Optional(Type.String({ maxLength: 100 })),
})
