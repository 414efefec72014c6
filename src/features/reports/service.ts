import type { App } from '../../app.ts'
import { findFramework } from '../../engine/frameworks/catalogue.ts'
import type { AssessmentResult } from '../../engine/model/result.ts'
import { withUnits } from '../../engine/results/units.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Principal } from '../../shared/actor.ts'
import { Problem } from '../../shared/problem.ts'
import { plainName } from '../../shared/text/plain-name.ts'
import { findReportSource, type ReportSource } from '../assessments/service.ts'
import { getTrend, type RunTrend } from '../assessments/trend/service.ts'
import { findAuthor } from '../audit/service.ts'
import { findBrand } from '../brands/service.ts'
import { getMembers } from '../people/service.ts'
import { compareResults } from './content/difference.ts'
import type { Edition } from './content/edition.ts'
import { headline } from './content/executive-summary.ts'
import type { Difference, ReportInput, Requester, RunPoint } from './content/input.ts'
import { resultLevelText } from './content/rules.ts'
import type { PendingReport } from './html/pending-page.ts'
import { firstStepTitle } from './mailed-first-step.ts'
import { signReportLink } from './rules.ts'
import { DEFAULT_LINK_DAYS, requireReportToCome } from './shares/rules.ts'
import { createMailedLink } from './shares/service.ts'

/** How many runs a trend shows. */
const MAX_TREND_RUNS = 12

/** The report of a completed run, or the state of any other. */
export type Report = { partnerId: string } & ({ report: ReportInput } | { pending: PendingReport })

/**
 * The content of the report of a run of this partner. With undefined, of any run: the caller must have authorized access in
 * another way. NOT_FOUND for a run of another partner or one that is gone.
 */
export async function getReport(
  app: App,
  partnerId: string | undefined,
  runId: string,
  { withRequester = false }: { withRequester?: boolean } = {},
): Promise<Report> {
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
  const [brand, trend, requestedBy] = await Promise.all([
    findBrand(app, run.partner_id),
    getTrend(app, { ...run, completed_at }, MAX_TREND_RUNS),
    withRequester ? findRequester(app, runId) : undefined,
  ])
  const report = {
    ...about,
    ...(requestedBy && { requestedBy }),
    tenantId,
    completedAt: completed_at.toISOString(),
    maturityTarget: run.maturity_target,
    result: await withUnits(result),
    ...compareTrend(trend, result),
    brand,
  }
  return { partnerId: run.partner_id, report }
}

const REQUESTERS: Readonly<Partial<Record<Principal['kind'], Requester['kind']>>> = {
  person: 'person',
  partner: 'key',
  distributor: 'distributor',
  system: 'schedule',
  operator: 'operator',
}

/** Who requested a run, from the audit trail; undefined if that has been deleted. */
async function findRequester(app: App, runId: string): Promise<Requester | undefined> {
  const author = await findAuthor(app.db, 'assessment.created', runId)
  const kind = author && REQUESTERS[author.kind]
  if (!kind) return undefined
  const [person] = kind === 'person' ? await getMembers(app.db, [author.id]) : []
  return { kind, ...(person && { name: person.name }) }
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

/**
 * Creates a signed link to the run's report, in an edition if one is given. NOT_FOUND if the run is gone, REPORT_NOT_READY if it
 * ended without a result.
 */
export async function createReportLink(app: App, runId: string, edition?: Edition): Promise<string> {
  const source = await findReportSource(app, runId)
  if (!source) throw new Problem('NOT_FOUND')
  requireReportToCome(source.run.status)
  return `${signReportLink(app, runId)}${edition ? `&edition=${edition}` : ''}`
}

/** What an email says of a completed report, with names that are safe in it. */
export interface ReportSummary {
  customerName: string
  partnerName: string
  productName: string
  /** The result in one sentence. */
  headline: string
  /** What the report's first screen begins with; absent if nothing is to be done. */
  firstStep?: string
  result: Pick<AssessmentResult, 'score' | 'scoreCeiling' | 'target' | 'findings' | 'critical' | 'high'>
  /** The level reached; empty if it is not known. */
  level: string
}

/** The content of an email to a receiver of reports. */
export interface ReportDigest extends ReportSummary {
  customerId: string
  /** The receiver's own link to the report, valid for `linkDays`. */
  url: string
  linkDays: number
}

/** What an email says of the report of a completed run; undefined if the run is gone. */
export async function findReportSummary(app: App, runId: string): Promise<ReportSummary | undefined> {
  const source = await findReportSource(app, runId)
  return source && summaryOf(runId, source)
}

/**
 * The digest of a completed run for one receiver, with a new link; undefined if the run is gone. The link is created in the
 * transaction that writes the email.
 */
export async function createReportDigest(
  app: App,
  tx: Connection,
  runId: string,
  recipient: string,
): Promise<ReportDigest | undefined> {
  // A second connection could be one too many when all are in use.
  const source = await findReportSource({ ...app, db: tx }, runId)
  const summary = source && summaryOf(runId, source)
  if (!summary) return undefined
  const { partner_id: partnerId, customer_id: customerId } = source.run
  const url = await createMailedLink(app, tx, { partnerId, runId, recipient })
  return { ...summary, customerId, url, linkDays: DEFAULT_LINK_DAYS }
}

function summaryOf(runId: string, { run, result, ...names }: ReportSource): ReportSummary | undefined {
  if (!result) return undefined
  const customerName = plainName(names.customerName)
  const firstStep = firstStepTitle(runId, result)
  return {
    customerName,
    partnerName: plainName(names.partnerName),
    productName: findFramework(run.product)?.name ?? run.product,
    headline: headline(result, customerName),
    ...(firstStep !== undefined && { firstStep }),
    result,
    level: resultLevelText(result),
  }
}
