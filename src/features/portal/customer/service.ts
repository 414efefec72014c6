import type { App } from '../../../app.ts'
import { FRAMEWORKS } from '../../../engine/frameworks/catalogue.ts'
import { actionsOf } from '../../../engine/results/actions.ts'
import { refusedPermissions } from '../../../engine/results/unknowns.ts'
import type { Actor } from '../../../shared/actor.ts'
import { isId, requireId } from '../../../shared/ids.ts'
import { planAllows } from '../../../shared/plans.ts'
import { Problem } from '../../../shared/problem.ts'
import { withoutRoutes } from '../../../shared/text/without-routes.ts'
import { countsOf } from '../../assessments/rules.ts'
import { findReportSource } from '../../assessments/service.ts'
import { requireCustomer } from '../../customers/service.ts'
import { showAction, summarizeUnknown } from './rules.ts'
import type { AskedPeople, CustomerOverview, Point, ProductState } from './schema.ts'
import {
  type CourseRow,
  countRepairs,
  findAccess,
  listAsked,
  listCourse,
  listOpenInvitations,
  listRunningRuns,
  type OpenInvitation,
} from './store.ts'

/** Points of a trend, as in the reports. */
const MAX_POINTS = 12

/** How a customer is doing by each product, whether its tenant may be read, and how far repairs are. */
export async function getCustomerOverview(app: App, actor: Actor, customerId: string): Promise<CustomerOverview> {
  requireId('cust', customerId)
  const { partnerId, plan } = actor
  const now = app.now()
  const access = await findAccess(app.db, partnerId, customerId, now)
  if (!access) throw new Problem('NOT_FOUND', { message: 'Customer not found.' })
  const [course, invitations, repairs] = await Promise.all([
    listCourse(app.db, partnerId, customerId, MAX_POINTS),
    listOpenInvitations(app.db, partnerId, customerId),
    countRepairs(app.db, partnerId, customerId, now.toISOString().slice(0, 10)),
  ])
  const missing = new Set<string>()
  const products: ProductState[] = []
  for (const { id } of FRAMEWORKS) {
    const own = course.filter(({ product }) => product === id)
    const isIncluded = planAllows(plan, id)
    if (!isIncluded && own.length === 0) continue
    const { state, missingPermissions } = await showProduct(app, partnerId, own)
    const asked = invitations.find(({ product }) => product === id)
    products.push({ product: id, isIncluded, ...state, ...(asked && { asked: showAsked(asked) }) })
    for (const name of missingPermissions) missing.add(name)
  }
  return { access: { ...showAccess(access), missingPermissions: [...missing].sort() }, products, repairs }
}

function showAccess({
  approvedAt,
  approverName,
  how,
  linkEndsAt,
  answeredAt,
  refusal,
}: NonNullable<Awaited<ReturnType<typeof findAccess>>>): Omit<CustomerOverview['access'], 'missingPermissions'> {
  return {
    isApproved: approvedAt !== null,
    ...(approvedAt && { approvedAt }),
    ...(approverName !== null && { approvedBy: approverName }),
    ...(how && { how }),
    ...(linkEndsAt && { linkEndsAt }),
    ...(answeredAt && refusal !== null && { refusedAt: answeredAt }),
  }
}

const showAsked = ({ people, open, dueAt }: OpenInvitation): NonNullable<ProductState['asked']> => ({
  people,
  ...(open !== null && { open }),
  dueAt,
})

async function showProduct(
  app: App,
  partnerId: string,
  rows: readonly CourseRow[],
): Promise<{ state: Omit<ProductState, 'product' | 'isIncluded'>; missingPermissions: readonly string[] }> {
  const completed = rows.filter(({ status }) => status === 'completed')
  const newest = completed[0]
  const last = rows.find(({ status }) => status === 'failed')
  const isLater = last && (last.completed_at ?? new Date(0)) > (newest?.completed_at ?? new Date(0))
  const failed = isLater && {
    runId: last.id,
    at: last.completed_at ?? new Date(0),
    code: last.failure_code ?? '',
    message: withoutRoutes(last.failure_message ?? ''),
  }
  const result = newest && (await findReportSource(app, newest.id, partnerId))?.result
  const [action] = result ? actionsOf(result) : []
  return {
    state: {
      trend: completed.toReversed().map(toPoint),
      ...(result && {
        findings: { critical: result.critical, high: result.high, medium: result.medium, low: result.low },
        unknown: summarizeUnknown(result),
      }),
      ...(action && { action: showAction(action) }),
      ...(failed && { failed }),
    },
    missingPermissions: result ? refusedPermissions(result) : [],
  }
}

const toPoint = (row: CourseRow): Point => ({
  runId: row.id,
  completedAt: row.completed_at ?? new Date(0),
  score: row.score ?? 0,
  scoreCeiling: row.score_ceiling ?? 0,
  coverage: row.coverage ?? 0,
  maturityAchieved: row.maturity_achieved ?? 0,
  maturityTarget: row.maturity_target,
  findings: countsOf(row).findings,
})

/** Who is asked about the customer now, whether the mails arrived, and how much each person has answered. */
export async function listAskedPeople(app: App, actor: Actor, customerId: string): Promise<AskedPeople> {
  await requireCustomer(app.db, actor, customerId)
  const rows = await listAsked(app.db, actor.partnerId, customerId)
  return {
    people: rows.map(({ invitedBy, mailStatus, sentAt, error, openedAt, answeredAt, ...asked }) => ({
      ...asked,
      ...(invitedBy !== null && { invitedBy }),
      ...(mailStatus !== null && {
        mail: { status: mailStatus, ...(sentAt && { sentAt }), ...(error !== null && { error }) },
      }),
      ...(openedAt && { openedAt }),
      ...(answeredAt && { answeredAt }),
    })),
  }
}

/** The partner's runs that have not ended, with how far each is; or those of one customer. */
export async function listRunning(app: App, actor: Actor, customerId?: string) {
  if (customerId !== undefined && !isId('cust', customerId)) return { runs: [] }
  const rows = await listRunningRuns(app.db, actor.partnerId, customerId)
  return {
    runs: rows.map(({ id, customer_id, product, status, created_at, progress_done, progress_of }) => ({
      id,
      customerId: customer_id,
      product,
      status,
      createdAt: created_at,
      ...(progress_done !== null && progress_of !== null && { progress: { done: progress_done, of: progress_of } }),
    })),
  }
}
