import type { App } from '../../../app.ts'
import { findFramework } from '../../../engine/frameworks/catalogue.ts'
import { toFileTask } from '../../../platform/isolation/file-task.ts'
import type { IsolatedTask } from '../../../platform/isolation/isolated-pool.ts'
import { storedJson } from '../../../platform/stored-json.ts'
import type { Actor } from '../../../shared/actor.ts'
import type { TimeStyle } from '../../../shared/dates/datetime.ts'
import { addQuarters, quarterOf, quarterText } from '../../../shared/dates/quarter.ts'
import { Problem } from '../../../shared/problem.ts'
import { listRepairs } from '../../assessments/remediation/service.ts'
import { findReportSource } from '../../assessments/service.ts'
import { type Course, getCompletedSpans, getCourses } from '../../assessments/trend/service.ts'
import { findBrand } from '../../brands/service.ts'
import { requireCustomer } from '../../customers/service.ts'
import { listEndingExceptions } from '../../exceptions/service.ts'
import { toProducts } from '../content/combined.ts'
import type { RunPoint } from '../content/input.ts'
import { dispositionOf, MEDIA_TYPES, type ReportFile } from '../formats/rules.ts'
import type { AssessedPoint, Sheet, SheetCourse, SheetInput } from './content/input.ts'
import { SheetContent } from './content/shapes.ts'
import { SHEET } from './content/words.ts'
import { renderSheetPage } from './html/page.ts'
import { sheetPolicy } from './html/style.ts'
import { boundsOf, dayIn, listQuarters, thinOut } from './rules.ts'
import type { Quarters, SheetQuery } from './schema.ts'

/** The quarters for which a customer of the partner has a sheet: from its first completed run to now, at most twelve. */
export async function listSheetQuarters(app: App, actor: Actor, customerId: string): Promise<Quarters> {
  const { partnerId } = actor
  await requireCustomer(app.db, actor, customerId)
  const [spans, { timeZone }] = await Promise.all([
    getCompletedSpans(app, partnerId, customerId),
    findBrand(app, partnerId),
  ])
  const [first] = spans.map((span) => span.first).toSorted((one, other) => one.getTime() - other.getTime())
  const today = dayIn(app.now(), timeZone)
  const quarters = first ? listQuarters(dayIn(first, timeZone), today) : []
  return {
    quarters: quarters.map((quarter) => ({
      quarter,
      name: quarterText(quarter),
      isOver: quarter < quarterOf(today),
    })),
    products: spans.map(({ product }) => product),
  }
}

/** Which sheet of a customer. */
export interface WantedSheet {
  customerId: string
  /** As in 2026-Q3; undefined for the current one. */
  quarter?: string | undefined
  /** Ids of products, separated by commas; undefined for all with a completed run. */
  products?: string | undefined
}

async function readInput(
  app: App,
  actor: Actor,
  { customerId, products, ...wanted }: WantedSheet,
  times: TimeStyle,
): Promise<SheetInput> {
  const { partnerId } = actor
  await requireCustomer(app.db, actor, customerId)
  const asked = products === undefined ? undefined : toProducts(products)
  const { timeZone, locale } = times
  const now = app.now()
  const today = dayIn(now, timeZone)
  const quarter = wanted.quarter ?? quarterOf(today)
  const { from, until: end } = boundsOf(quarter, timeZone)
  if (from > now) throw notBegun()
  const until = end < now ? end : now
  const nextEnd = boundsOf(addQuarters(quarter, 1), timeZone).until
  const [all, repairs, ending] = await Promise.all([
    getCourses(app, partnerId, customerId, { from, until: end }),
    listRepairs(app, partnerId, customerId),
    listEndingExceptions(app, partnerId, customerId, { from: until, until: nextEnd }),
  ])
  const chosen = all.filter(({ product }) => asked === undefined || asked.includes(product))
  const courses: SheetCourse[] = []
  let names = { customerName: '', partnerName: '' }
  // One after the other: a result takes memory, and milliseconds to unseal.
  for (const course of chosen) {
    const read = await readCourse(app, partnerId, course)
    if (!read) continue
    courses.push(read.course)
    names = read.names
  }
  if (courses.length === 0) throw notReady()
  return {
    ...names,
    times: { timeZone, locale },
    quarter,
    until: until.toISOString(),
    isOver: end <= now,
    today,
    courses,
    repairs,
    ending: ending.map(({ kind, requirement, object, expires_at }) => ({
      kind,
      ...(requirement !== null && { requirement }),
      ...(object !== null && { object }),
      expiresAt: expires_at.toISOString(),
    })),
  }
}

const notReady = (): Problem =>
  new Problem('REPORT_NOT_READY', {
    message: 'This customer had no completed run by the end of the quarter.',
  })

function notBegun(): Problem {
  const message = 'The quarter has not started yet.'
  return new Problem('INVALID_FIELD', { message, details: [{ field: 'quarter', code: 'INVALID_FIELD', message }] })
}

type Row = Course['within'][number]

const toPoint = ({ id, completedAt, level, ...row }: Row): RunPoint => ({
  runId: id,
  completedAt: completedAt.toISOString(),
  score: row.score,
  scoreCeiling: row.scoreCeiling,
  coverage: row.coverage,
  maturityAchieved: level,
  findings: row.findings,
  target: row.target,
})

interface ReadCourse {
  course: SheetCourse
  names: Pick<SheetInput, 'customerName' | 'partnerName'>
}

/** The course with the results at its beginning and end; undefined if the run at its end has been deleted meanwhile. */
async function readCourse(
  app: App,
  partnerId: string,
  { product, within, before }: Course,
): Promise<ReadCourse | undefined> {
  const last = within.at(-1) ?? before
  const first = before ?? within[0]
  if (!last || !first) return undefined
  const end = await readPoint(app, partnerId, last)
  if (!end) return undefined
  const start = first.id === last.id ? undefined : await readPoint(app, partnerId, first)
  const rows = first.id === last.id ? [last] : [first, ...within.filter(({ id }) => id !== first.id)]
  const { customerName, partnerName, ...shown } = end
  return {
    names: { customerName, partnerName },
    course: {
      productName: findFramework(product)?.name ?? product,
      ...(start && { start: { point: start.point, result: start.result } }),
      end: shown,
      points: thinOut(rows).map(toPoint),
      isCurrent: within.length > 0,
    },
  }
}

async function readPoint(
  app: App,
  partnerId: string,
  row: Row,
): Promise<(AssessedPoint & ReadCourse['names']) | undefined> {
  const source = await findReportSource(app, row.id, partnerId)
  if (!source?.result) return undefined
  const { customerName, partnerName, result } = source
  return { point: toPoint(row), result, customerName, partnerName }
}

const COMPOSE: IsolatedTask<SheetContent> = {
  file: new URL('compose-thread.ts', import.meta.url),
  deadlineMs: 30_000,
  parse: storedJson(SheetContent).parse,
}

/**
 * A quarterly sheet of a customer of the partner. The signal ends the wait for a thread. NOT_FOUND for a customer of another
 * partner or one that is gone, INVALID_PRODUCT, INVALID_FIELD for a quarter that has not begun, REPORT_NOT_READY if no run of the
 * products had completed by its end, and SERVICE_UNAVAILABLE if too many are waiting.
 */
export async function getSheet(app: App, actor: Actor, wanted: WantedSheet, signal?: AbortSignal): Promise<Sheet> {
  const brand = await findBrand(app, actor.partnerId)
  const input = await readInput(app, actor, wanted, brand)
  const content = await app.isolated.run(COMPOSE, input, { owner: actor.partnerId, signal })
  const { customerName, partnerName, quarter, until } = input
  return { customerName, partnerName, brand, quarter, until, content }
}

/** A quarterly sheet as a page or a PDF. Throws as `getSheet` does. */
export async function getSheetFile(
  app: App,
  actor: Actor,
  customerId: string,
  { format = 'html', ...wanted }: SheetQuery,
  signal?: AbortSignal,
): Promise<ReportFile> {
  const sheet = await getSheet(app, actor, { customerId, ...wanted }, signal)
  const about = { customerName: sheet.customerName, productName: SHEET.name, completedAt: sheet.quarter }
  const disposition = dispositionOf(about, format)
  if (format === 'pdf') {
    const body = await renderSheets(app, actor.partnerId, [sheet], signal)
    return { format, contentType: MEDIA_TYPES.pdf, body, disposition }
  }
  const contentType = `${MEDIA_TYPES.html}; charset=utf-8`
  return { format, contentType, body: renderSheetPage(sheet), disposition, policy: sheetPolicy(sheet.brand) }
}

const SHEET_PDF = toFileTask(new URL('pdf/render-thread.ts', import.meta.url))

/** One PDF with a page for each of these sheets of a partner. */
export async function renderSheets(
  app: App,
  partnerId: string,
  sheets: readonly Sheet[],
  signal?: AbortSignal,
): Promise<Buffer> {
  return await app.isolated.run(SHEET_PDF, sheets, { owner: partnerId, signal })
}
