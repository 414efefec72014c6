import type { AssessmentResult } from '../../../engine/model/result.ts'
import type { Verdict } from '../../../engine/model/verdict.ts'
import type { Brand } from '../brand/brand.ts'

/** Everything that a report is made of, whatever its format. */
export interface ReportInput {
  customerName: string
  /** Who hands the report over. */
  partnerName: string
  /** Display name of the product, as in `Essential Eight`. */
  productName: string
  runId: string
  tenantId: string
  /** ISO 8601 UTC. */
  createdAt: string
  /** ISO 8601 UTC. */
  completedAt: string
  /** The target as asked for; the result holds the one that was judged. */
  maturityTarget: number
  result: AssessmentResult
  /** Completed runs of the same customer and product up to this one, the oldest first, at most the newest 12. */
  trend: readonly RunPoint[]
  /** What changed since the completed run before; left out where there is none. */
  difference?: Difference
  brand: Brand
}

/** One completed run in a trend. */
export interface RunPoint {
  runId: string
  /** ISO 8601 UTC. */
  completedAt: string
  score: number
  scoreCeiling: number
  /** 0 to 1. */
  coverage: number
  maturityAchieved: number
  /** The target as it was judged; scores of different targets do not compare. */
  target?: number
}

/** What changed from one run to the next, row by row. */
export interface Difference {
  since: RunPoint
  better: readonly RowChange[]
  worse: readonly RowChange[]
  /** Rows that became known or unknown, or that began or ceased to apply: neither better nor worse. */
  otherwise: readonly RowChange[]
}

export interface RowChange {
  id: string
  group: string
  statement: string
  before: Verdict
  after: Verdict
  /** The levels of the row; only where it has one of its own in both runs and the two differ. */
  levelBefore?: number
  levelAfter?: number
}
