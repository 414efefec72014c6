import type { App } from '../../../app.ts'
import type { Principal } from '../../../shared/actor.ts'
import { isId, newId } from '../../../shared/ids.ts'
import { keysOf } from '../../../shared/keys-of.ts'
import { toNumber } from '../../../shared/money/amounts.ts'
import type { SettlementCurrency, SettlementInterval } from '../../../shared/money/prices.ts'
import { Problem } from '../../../shared/problem.ts'
import { recordChanges } from '../../audit/service.ts'
import { lockDistributor } from '../closing/store.ts'
import { dayOf } from '../rules.ts'
import { insertAdjustment } from '../store.ts'
import { findTerms, updateBillers, updateDistributor, upsertShare } from './store.ts'

/** How a distributor settles with us. */
export interface SettlementTerms {
  /** What it keeps of the list price, in hundredths of a percent. */
  basisPoints: number
  /** Whether the payment processor bills its partners, or the distributor. */
  processorBilling: boolean
  /** Where statements are sent. */
  billingEmail: string
}

/** The terms in force today. NOT_FOUND if the distributor does not exist. */
export async function getTerms(app: App, distributorId: string): Promise<SettlementTerms> {
  const terms = isId('dist', distributorId) ? await findTerms(app.db, distributorId, dayOf(app.now())) : undefined
  if (!terms) throw noDistributor(distributorId)
  const { basisPoints, processorBilling, billingEmail, email } = terms
  return { basisPoints, processorBilling, billingEmail: billingEmail ?? email }
}

/**
 * Changes the terms that are given. A share applies from today (UTC) on, also to what is left of today. Partners move to
 * the other biller when a period of their subscription ends. NOT_FOUND if the distributor does not exist.
 */
export async function changeTerms(
  app: App,
  author: Principal,
  distributorId: string,
  change: Partial<SettlementTerms>,
): Promise<SettlementTerms> {
  if (!isId('dist', distributorId)) throw noDistributor(distributorId)
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    if (!(await lockDistributor(tx, distributorId))) throw noDistributor(distributorId)
    const within = { ...app, db: tx }
    const before = await getTerms(within, distributorId)
    const { basisPoints, processorBilling, billingEmail } = change
    if (basisPoints !== undefined && basisPoints !== before.basisPoints) {
      await upsertShare(tx, distributorId, dayOf(at), basisPoints)
    }
    if (processorBilling !== undefined && processorBilling !== before.processorBilling) {
      await updateDistributor(tx, distributorId, { processor_billing: processorBilling, processor_billing_since: at })
    }
    if (billingEmail !== undefined && billingEmail !== before.billingEmail) {
      await updateDistributor(tx, distributorId, { billing_email: billingEmail })
    }
    const after = { ...before, ...change }
    const changed = keysOf(before).filter((key) => before[key] !== after[key])
    if (changed.length === 0) return
    const only = (terms: SettlementTerms) => Object.fromEntries(changed.map((key) => [key, terms[key]]))
    await recordChanges(tx, author, at, [
      {
        action: 'settlement.terms_changed',
        subject: distributorId,
        owner: { partnerId: null, distributorId },
        before: only(before),
        after: only(after),
      },
    ])
  })
  return await getTerms(app, distributorId)
}

/** An amount for the next statement, in whole minor units: above zero the distributor owes it, below zero we do. */
export interface NewAdjustment {
  currency: SettlementCurrency
  interval: SettlementInterval
  amountMinor: bigint
  reason: string
  /** Who decided it. */
  decidedBy: string
}

/** Records an adjustment; it becomes part of the statement of the period in which it is recorded. Returns its id. */
export async function createAdjustment(
  app: App,
  author: Principal,
  distributorId: string,
  { currency, interval, amountMinor, reason, decidedBy }: NewAdjustment,
): Promise<{ id: string }> {
  if (!isId('dist', distributorId)) throw noDistributor(distributorId)
  const id = newId('adj')
  await app.db.transaction().execute(async (tx) => {
    // A closing reads its clock under this lock, so an adjustment is never too late for its own period.
    if (!(await lockDistributor(tx, distributorId))) throw noDistributor(distributorId)
    const at = app.now()
    const row = { id, currency, interval, amount_minor: toNumber(amountMinor), reason }
    await insertAdjustment(tx, { ...row, distributor_id: distributorId, author: decidedBy, created_at: at })
    await recordChanges(tx, author, at, [
      {
        action: 'settlement.adjusted',
        subject: id,
        owner: { partnerId: null, distributorId },
        after: { currency, interval, amount: toNumber(amountMinor), reason, decidedBy },
      },
    ])
  })
  return { id }
}

const MOVED_BY: Principal = { kind: 'system', id: 'reconcileBillers' }

/** Partners that are moved in one transaction. */
const BATCH = 100

/**
 * Moves partners to the biller of their distributor where a period of their subscription has ended since it was changed.
 * Several processes may do this at once. Returns how many were moved.
 */
export async function reconcileBillers(app: App): Promise<number> {
  let moved = 0
  for (;;) {
    const partners = await app.db.transaction().execute(async (tx) => {
      const at = app.now()
      const batch = await updateBillers(tx, at, BATCH)
      await recordChanges(
        tx,
        MOVED_BY,
        at,
        batch.map(({ partnerId, distributorId, processorBilling }) => ({
          action: 'partner.biller_changed',
          subject: partnerId,
          owner: { partnerId, distributorId },
          before: { processorBilling: !processorBilling },
          after: { processorBilling },
        })),
      )
      return batch
    })
    moved += partners.length
    if (partners.length < BATCH) return moved
  }
}

const noDistributor = (id: string): Problem =>
  new Problem('NOT_FOUND', { message: `Distributor ${id.slice(0, 50)} not found.` })
