import { collectRowErrors, type ValidatedRows } from '../../api.ts'
import type { App } from '../../app.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { DistributorActor } from '../../shared/actor.ts'
import { monthOf } from '../../shared/dates/month.ts'
import type { IdempotencyContext } from '../../shared/idempotency.ts'
import { requireId } from '../../shared/ids.ts'
import { type PageRequest, readList } from '../../shared/pagination.ts'
import { runsLimit } from '../../shared/plans.ts'
import { Problem } from '../../shared/problem.ts'
import { actForPartner } from '../accounts/service.ts'
import { cancelQueuedRuns } from '../assessments/canceling/service.ts'
import { recordChanges } from '../audit/service.ts'
import { changePlan } from '../billing/changes/service.ts'
import { changeSettlement } from '../billing/settlement/service.ts'
import { createSubscriptions } from '../billing/subscriptions/service.ts'
import { withIdempotency } from '../idempotency/service.ts'
import { revokeAllKeys } from '../keys/service.ts'
import { toNoticeAuthor } from '../notices/service.ts'
import { endSessionsOf } from '../people/sessions/service.ts'
import { endVisitsTo } from '../people/visits/service.ts'
import { deleteActivationToken } from './activation/store.ts'
import { toCreated, toPendingRow } from './rules.ts'
import type {
  ActivatedPartner,
  BulkPartners,
  ChangedPartner,
  CreatedPartner,
  NewPartner,
  PartnerChange,
  PartnerDetail,
  PartnerList,
  SuspendedPartner,
} from './schema.ts'
import { toPartnerEvent } from './status/rules.ts'
import { setActive } from './status/service.ts'
import { type PartnerRow, updatePartnerStatus } from './status/store.ts'
import { claimPartnerQuota, findPartnerDetail, insertPartners, listPartners, lockPartner } from './store.ts'

/** Creates a pending partner and sends it an activation email. */
export async function createPartner(
  app: App,
  actor: DistributorActor,
  input: NewPartner,
  idempotency?: IdempotencyContext,
): Promise<CreatedPartner> {
  return await withIdempotency(app, idempotency, async (tx) => {
    const [created] = await createRows(app, tx, actor, [input])
    if (!created) throw partnersFull(app)
    return created
  })
}

/** Creates a partner for each valid row until the distributor's limit is reached; every other row is listed with its error. */
export async function createPartners(
  app: App,
  actor: DistributorActor,
  rows: ValidatedRows<NewPartner>,
  idempotency?: IdempotencyContext,
): Promise<BulkPartners> {
  return await withIdempotency(app, idempotency, async (tx) => {
    const inputs = rows.good.map(({ input }) => input)
    const created = inputs.length > 0 ? await createRows(app, tx, actor, inputs) : []
    const errors = collectRowErrors(rows, created.length, () => partnersFull(app))
    return {
      created: created.length,
      failed: errors.length,
      partners: created.map(({ id, company, status }) => ({ id, company, status })),
      errors,
    }
  })
}

const partnersFull = ({ limits }: App): Problem =>
  new Problem('LIMIT_REACHED', { message: `A distributor has at most ${limits.partnersPerDistributor} partners.` })

/** Creates as many partners as the limit allows, in the order of the inputs. */
async function createRows(
  app: App,
  tx: Connection,
  actor: DistributorActor,
  inputs: readonly NewPartner[],
): Promise<CreatedPartner[]> {
  const at = app.now()
  const { distributorId } = actor
  const room = await claimPartnerQuota(tx, distributorId, inputs.length, app.limits.partnersPerDistributor)
  if (room === 0) return []
  const rows = inputs.slice(0, room).map((input) => toPendingRow(distributorId, input, at))
  await insertPartners(tx, rows)
  const subscribers = rows.map(({ id, plan, settlement_currency: currency, settlement_interval: interval }) => ({
    partnerId: id,
    plan,
    settlement: { currency: currency ?? 'USD', interval: interval ?? 'quarterly' },
  }))
  await createSubscriptions(app, tx, subscribers, at)
  await recordChanges(
    tx,
    actor,
    at,
    rows.map((row) => ({
      action: 'partner.created',
      subject: row.id,
      owner: { partnerId: row.id, distributorId },
      after: { ...toCreated(row, at), name: row.name },
      notice: { kind: 'partner-invited', partnerId: row.id, author: toNoticeAuthor(actor) },
    })),
  )
  return rows.map((row) => toCreated(row, at))
}

/** The distributor's partners, newest first, or one page of them. */
export async function listOwnPartners(
  app: App,
  actor: DistributorActor,
  { status, ...request }: PageRequest & { status?: PartnerRow['status'] },
): Promise<PartnerList> {
  const { distributorId } = actor
  const { items, ...more } = await readList(
    request,
    { list: 'partners', distributorId, status: status ?? null },
    (page) => listPartners(app.db, distributorId, status, page),
    (row) => row,
  )
  return { partners: items, ...more }
}

export async function getPartner(app: App, actor: DistributorActor, id: string): Promise<PartnerDetail> {
  requireId('prt', id)
  const month = monthOf(app.now())
  const row = await findPartnerDetail(app.db, actor.distributorId, id, month)
  if (!row) throw new Problem('NOT_FOUND')
  return {
    id: row.id,
    company: row.company,
    email: row.email,
    name: row.name,
    plan: row.plan,
    status: row.status,
    billing: { currency: row.settlement_currency, interval: row.settlement_interval },
    usage: { month, runsUsed: row.runsUsed, runsLimit: runsLimit(row.plan), customersCount: row.customersCount },
    createdAt: row.created_at,
  }
}

/** Changes plan and settlement; absent fields stay as they are. The plan changes as with POST plan. */
export async function changePartner(
  app: App,
  actor: DistributorActor,
  id: string,
  change: PartnerChange,
): Promise<ChangedPartner> {
  const partner = await actForPartner(app, actor, id)
  const { currency, interval } = change.billing ?? {}
  // Nothing else of it is stored: unknown fields are ignored, and may hold anything.
  const settlement = { ...(currency && { currency }), ...(interval && { interval }) }
  if (change.plan !== undefined && change.plan !== partner.plan) {
    await changePlan(app, partner, { plan: change.plan }, { settlement })
  } else {
    const owner = { partnerId: id, distributorId: actor.distributorId }
    await app.db.transaction().execute((tx) => changeSettlement(tx, actor, owner, settlement, app.now()))
  }
  const row = await findPartnerDetail(app.db, actor.distributorId, id, monthOf(app.now()))
  if (!row) throw new Problem('NOT_FOUND')
  const billing = { currency: row.settlement_currency, interval: row.settlement_interval }
  return { id, plan: row.plan, billing, updatedAt: row.updated_at }
}

/** Activates a pending or suspended partner. For an active one it changes nothing and sends no event. */
export async function activatePartner(
  app: App,
  actor: DistributorActor,
  id: string,
  idempotency?: IdempotencyContext,
): Promise<ActivatedPartner> {
  requireId('prt', id)
  const at = app.now()
  return await withIdempotency(app, idempotency, async (tx) => {
    const row = await lockPartner(tx, actor.distributorId, id)
    if (!row) throw new Problem('NOT_FOUND')
    const activatedAt = row.status === 'active' ? (row.activated_at ?? row.created_at) : at
    if (row.status !== 'active') await setActive(tx, actor, row, at)
    return { id, status: 'active', activatedAt }
  })
}

/**
 * Suspends a partner, with all the effects that `features/accounts/suspension/rules.ts` lists. For a partner that is
 * suspended already it changes nothing and sends no event.
 */
export async function suspendPartner(
  app: App,
  actor: DistributorActor,
  id: string,
  idempotency?: IdempotencyContext,
): Promise<SuspendedPartner> {
  requireId('prt', id)
  const at = app.now()
  return await withIdempotency(app, idempotency, async (tx) => {
    const row = await lockPartner(tx, actor.distributorId, id)
    if (!row) throw new Problem('NOT_FOUND')
    if (row.status === 'suspended') return { id, status: 'suspended', suspendedAt: row.suspended_at ?? row.updated_at }
    const owner = { partnerId: id, distributorId: row.distributor_id }
    await updatePartnerStatus(tx, id, 'suspended', at)
    await deleteActivationToken(tx, id)
    await recordChanges(tx, actor, at, [
      {
        action: 'partner.suspended',
        subject: id,
        owner,
        before: { status: row.status },
        after: { status: 'suspended' },
        event: { type: 'partner.suspended', data: toPartnerEvent(row, 'suspended', at) },
      },
    ])
    await revokeAllKeys(tx, actor, { kind: 'partner', id, owner }, at)
    await endSessionsOf(tx, { partnerId: id })
    await endVisitsTo(tx, actor, id, at)
    await cancelQueuedRuns(app, tx, actor, owner, at)
    return { id, status: 'suspended', suspendedAt: at }
  })
}
