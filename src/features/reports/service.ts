import type { App } from '../../app.ts'
import { findFramework } from '../../engine/frameworks/catalogue.ts'
import type { AssessmentResult } from '../../engine/model.ts'
import { Problem } from '../../ground/problem.ts'
import { findReportSource } from '../assessments/service.ts'
import { isReportLink, LINK_DAYS, signReportLink } from './link.ts'
import { headline } from './meaning.ts'
import { renderReport } from './page.ts'
import { renderPending } from './pending.ts'

/** The page of a run for whoever holds its signed link. NOT_FOUND for a wrong link and for a run that is gone alike. */
export async function getReportPage(
  app: App,
  runId: string,
  given: { expires?: number; signature?: string },
): Promise<string> {
  if (!isReportLink(app, runId, given)) throw new Problem('NOT_FOUND')
  const source = await findReportSource(app, runId)
  if (!source) throw new Problem('NOT_FOUND')
  const { run, customerName, partnerName, tenantId, result } = source
  const about = {
    customerName,
    partnerName,
    productName: findFramework(run.product)?.name ?? run.product,
    runId,
    createdAt: run.created_at.toISOString(),
  }
  if (run.status === 'completed') {
    if (!result || !run.completed_at) throw new Error(`${runId} is completed without a result`)
    const completedAt = run.completed_at.toISOString()
    return renderReport({
      ...about,
      tenantId,
      completedAt,
      maturityTarget: run.maturity_target,
      result,
      trend: [],
      brand: {},
    })
  }
  const failure =
    run.failure_code === null ? {} : { failure: { code: run.failure_code, message: run.failure_message ?? '' } }
  return renderPending({ ...about, status: run.status, ...failure })
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

/** The digest of a completed run; undefined where it is gone. */
export async function digestReport(app: App, runId: string): Promise<ReportDigest | undefined> {
  const source = await findReportSource(app, runId)
  if (!source?.result) return undefined
  const { run, customerName, partnerName, result } = source
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
