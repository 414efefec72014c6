import type { App } from '../../app.ts'
import { findFramework } from '../../engine/frameworks/catalogue.ts'
import type { AssessmentResult } from '../../engine/model/result.ts'
import { plainName } from '../../shared/plain-name.ts'
import { Problem } from '../../shared/problem.ts'
import { findReportSource } from '../assessments/service.ts'
import { type RunTrend, readTrend } from '../assessments/trend/service.ts'
import { findBrand } from './brand/service.ts'
import { compareResults } from './content/difference.ts'
import { headline } from './content/executive-summary.ts'
import type { Difference, ReportInput, RunPoint } from './content/input.ts'
import type { PendingReport } from './html/pending-page.ts'
import { LINK_DAYS, signReportLink } from './rules.ts'

/** As many runs as a trend shows. */
const MAX_TREND_RUNS = 12

/** What there is to say of a run of this partner: its whole report, or the state it is in without one. */
export type Report = { partnerId: string } & ({ report: ReportInput } | { pending: PendingReport })

/**
 * All that the report of a run is made of, of a run of this partner; with undefined, of any partner's run, whose reader
 * must have proved the right to see it by other means. NOT_FOUND for a run that is another's or gone.
 */
export async function readReport(app: App, partnerId: string | undefined, runId: string): Promise<Report> {
  const source = await findReportSource(app, runId, partnerId)
  if (!source) throw new Problem('NOT_FOUND')
  const { run, customerName, partnerName, tenantId, result } = source
  const { completed_at, status } = run
  const about = {
    customerName,
    partnerName,
    productName: findFramework(run.product)?.name ?? run.product,
    runId,
    createdAt: run.created_at.toISOString(),
  }
  if (status !== 'completed') {
    const failure =
      run.failure_code === null ? {} : { failure: { code: run.failure_code, message: run.failure_message ?? '' } }
    const brand = await findBrand(app, run.partner_id)
    return { partnerId: run.partner_id, pending: { ...about, status, ...failure, brand } }
  }
  if (!result || !completed_at) throw new Error(`${runId} is completed without a result`)
  const [brand, trend] = await Promise.all([
    findBrand(app, run.partner_id),
    readTrend(app, { ...run, completed_at }, MAX_TREND_RUNS),
  ])
  const report = {
    ...about,
    tenantId,
    completedAt: completed_at.toISOString(),
    maturityTarget: run.maturity_target,
    result,
    ...compareTrend(trend, result),
    brand,
  }
  return { partnerId: run.partner_id, report }
}

function compareTrend(
  { runs, previous }: RunTrend,
  result: AssessmentResult,
): { trend: RunPoint[]; difference?: Difference } {
  const levels = findFramework(result.product)?.levels ?? { min: 0, max: Number.POSITIVE_INFINITY }
  const trend = runs.map(({ id, completedAt, level, target, ...point }) => ({
    runId: id,
    completedAt: completedAt.toISOString(),
    ...point,
    maturityAchieved: level,
    target: Math.min(Math.max(target, levels.min), levels.max),
  }))
  const since = trend.at(-2)
  return { trend, ...(previous && since && { difference: { since, ...compareResults(previous, result) } }) }
}

/** A link that lets whoever has it read the run's report. */
export async function createReportLink(app: App, runId: string): Promise<string> {
  if (!(await findReportSource(app, runId))) throw new Problem('NOT_FOUND', { message: `There is no run ${runId}.` })
  return signReportLink(app, runId)
}

/** What a mail tells of a finished report. */
export interface ReportDigest {
  customerId: string
  customerName: string
  partnerName: string
  productName: string
  /** One sentence: where the customer stands. */
  headline: string
  result: Pick<AssessmentResult, 'score' | 'target' | 'maturityAchieved' | 'findings' | 'critical' | 'high'>
  /** Lets whoever has it read the report, for so many days. */
  url: string
  linkDays: number
}

/** The digest of a completed run, with names as they may stand in a mail; undefined where it is gone. */
export async function digestReport(app: App, runId: string): Promise<ReportDigest | undefined> {
  const source = await findReportSource(app, runId)
  if (!source?.result) return undefined
  const { run, result } = source
  const [customerName, partnerName] = [plainName(source.customerName), plainName(source.partnerName)]
  return {
    customerId: run.customer_id,
    customerName,
    partnerName,
    productName: findFramework(run.product)?.name ?? run.product,
    headline: headline(result, customerName),
    result,
    url: signReportLink(app, runId),
    linkDays: LINK_DAYS,
  }
}
