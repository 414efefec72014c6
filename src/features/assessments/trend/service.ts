import type { App } from '../../../app.ts'
import { inCatalogueOrder } from '../../../engine/frameworks/catalogue.ts'
import type { AssessmentResult } from '../../../engine/model/result.ts'
import type { RunRow } from '../rules.ts'
import { getResult } from '../storage/service.ts'
import { type CourseRow, listCompletedSpans, listCourse, listNewestCompleted, listRunsUpTo } from './store.ts'

/** A completed run among the earlier ones of its customer and product. */
export interface RunTrend {
  /** Completed runs up to this one, the oldest first. */
  runs: {
    id: string
    completedAt: Date
    score: number
    scoreCeiling: number
    coverage: number
    level: number
    target: number
    findings: number
  }[]
  /** The result of the completed run before it, if there is one. */
  previous: AssessmentResult | undefined
}

/** The newest completed runs of the run's customer and product up to it, at most `max`. */
export async function getTrend(app: App, run: RunRow & { completed_at: Date }, max: number): Promise<RunTrend> {
  const rows = await listRunsUpTo(app.db, run, max)
  const before = rows[1]
  return {
    runs: rows.toReversed().map((row) => ({
      id: row.id,
      completedAt: row.completed_at,
      score: row.score,
      scoreCeiling: row.score_ceiling,
      coverage: row.coverage,
      level: row.maturity_achieved,
      target: row.maturity_target,
      findings: row.findings,
    })),
    previous: before && (await getResult(app, before.id, before)),
  }
}

/** The newest completed run of each product for a customer of the partner, in catalogue order. */
export async function listNewestRuns(
  app: App,
  partnerId: string,
  customerId: string,
): Promise<{ id: string; product: string }[]> {
  return inCatalogueOrder(await listNewestCompleted(app.db, partnerId, customerId))
}

/** Of each product with a completed run, in catalogue order, when the first and the newest one completed. */
export async function getCompletedSpans(
  app: App,
  partnerId: string,
  customerId: string,
): Promise<{ product: string; first: Date; last: Date }[]> {
  return inCatalogueOrder(await listCompletedSpans(app.db, partnerId, customerId))
}

/** The results of a customer for one product in a period. */
export interface Course {
  product: string
  /** Completed in the period: the first, and of each UTC day the last; the oldest first. */
  within: readonly CourseRow[]
  /** The newest that completed before the period. */
  before: CourseRow | undefined
}

/** How a customer of the partner did in a period by each product with a run that completed in it or before, in catalogue order. */
export async function getCourses(
  app: App,
  partnerId: string,
  customerId: string,
  period: { from: Date; until: Date },
): Promise<Course[]> {
  const rows = await listCourse(app.db, partnerId, customerId, period)
  const courses = [...Map.groupBy(rows, ({ product }) => product)].map(([product, its]) => ({
    product,
    within: its.filter(({ completedAt }) => completedAt >= period.from),
    before: its.find(({ completedAt }) => completedAt < period.from),
  }))
  return inCatalogueOrder(courses)
}
