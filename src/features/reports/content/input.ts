import type { AssessmentResult } from '../../../engine/model/result.ts'
import type { Verdict } from '../../../engine/model/verdict.ts'
import type { PointsMoved } from '../../../engine/results/points-moved.ts'
import type { Brand } from '../../brands/rules.ts'
import type { Edition } from './edition.ts'

/** Who requested a run; a person has no name once they have left. */
export interface Requester {
  kind: 'person' | 'key' | 'schedule' | 'distributor' | 'operator'
  name?: string
}

/** The content of a report, for every format. */
export interface ReportInput {
  customerName: string
  /** The partner that delivers the report. */
  partnerName: string
  /** Display name of the product, as in `Essential Eight`. */
  productName: string
  runId: string
  tenantId: string
  /** ISO 8601 UTC. */
  createdAt: string
  /** Absent if it is not known any more. */
  requestedBy?: Requester
  /** ISO 8601 UTC. */
  completedAt: string
  /** The requested target; the result has the one that was evaluated. */
  maturityTarget: number
  result: AssessmentResult
  /** Completed runs of the same customer and product up to this one, the oldest first, at most the newest 12. */
  trend: readonly RunPoint[]
  /** What changed since the completed run before; absent if there is none. */
  difference?: Difference
  brand: Brand
  /** Whom the report is for; absent for the content that reports had before there were editions. */
  edition?: Edition
}

/** A result with the name of its framework. */
export type Framed = Pick<ReportInput, 'result' | 'productName'>

/** The content of a report about one customer by several frameworks. */
export interface CombinedInput extends Pick<ReportInput, 'customerName' | 'partnerName' | 'brand'> {
  /** A report of the newest completed run by each framework, at least one. */
  parts: readonly ReportInput[]
  /** Names of frameworks that are to be in the report, and have no completed run. */
  missing: readonly string[]
  edition: Edition
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
  findings: number
  /** The evaluated target; scores of different targets are not comparable. */
  target?: number
}

/** What changed from one run to the next, row by row. */
export interface Difference {
  since: RunPoint
  better: readonly RowChange[]
  worse: readonly RowChange[]
  /** Rows that became known or unknown, or that began or ceased to apply: neither better nor worse. */
  otherwise: readonly RowChange[]
  /** Why the score moved; absent where the targets differ. */
  points?: PointsMoved
}

export interface RowChange {
  id: string
  group: string
  statement: string
  before: Verdict
  after: Verdict
  /** People have answered since, while the readings are the same. */
  byAnswer?: true
  /** The levels of the row, if it has one in both runs and they differ. */
  levelBefore?: number
  levelAfter?: number
}
