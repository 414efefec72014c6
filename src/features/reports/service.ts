import type { App } from '../../app.ts'
import { findFramework } from '../../engine/frameworks/catalogue.ts'
import type { AssessmentResult } from '../../engine/model.ts'
import { Problem } from '../../ground/problem.ts'
import { findReportSource } from '../assessments/service.ts'
import type { ReportInput } from './input.ts'
import { isReportLink, LINK_DAYS, signReportLink } from './link.ts'
import { headline } from './meaning.ts'
import { renderReport } from './page.ts'
import { type PendingInput, renderPending } from './pending.ts'

/** What there is to say of a run: its whole report, or the state it is in without one. */
export type Report = { report: ReportInput } | { pending: PendingInput }

/**
 * All that the report of a run is made of, of a run of this partner; with undefined, of any partner's run, whose reader
 * must have proved the right to see it by other means. NOT_FOUND for a run that is another's or gone.
 */
export async function readReport(app: App, partnerId: string | undefined, runId: string): Promise<Report> {
  const source = await findReportSource(app, runId)
  if (!source || (partnerId !== undefined && source.run.partner_id !== partnerId)) throw new Problem('NOT_FOUND')
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
    return { pending: { ...about, status, ...failure } }
  }
  if (!result || !completed_at) throw new Error(`${runId} is completed without a result`)
  const completedAt = completed_at.toISOString()
  const maturityTarget = run.maturity_target
  return { report: { ...about, tenantId, completedAt, maturityTarget, result, trend: [], brand: {} } }
}

/** The page of a run for whoever holds its signed link. NOT_FOUND for a wrong link and for a run that is gone alike. */
export async function getReportPage(
  app: App,
  runId: string,
  given: { expires?: number; signature?: string },
): Promise<string> {
  if (!isReportLink(app, runId, given)) throw new Problem('NOT_FOUND')
  const found = await readReport(app, undefined, runId)
  if ('pending' in found) return renderPending(found.pending)
  return renderReport(found.report, `?format=pdf&expires=${given.expires}&signature=${given.signature}`)
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
