import { type Selectable, sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import type { Subscriptions } from '../../../../platform/database/tables.gen.ts'
import type { Terms } from '../../../../platform/payments/processor.ts'
import type { Prospect } from '../dunning/rules.ts'
import type { StripeState } from './rules.ts'

export type MirrorRow = Selectable<Subscriptions>

/** Our copy of the partner's subscription at Stripe; undefined where it has none, or another processor has it. */
export async function findMirror(db: Connection, partnerId: string): Promise<MirrorRow | undefined> {
  return await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('processor', '=', 'stripe')
    .executeTakeFirst()
}

/** Like `findMirror`, locked until the transaction ends. */
export async function lockMirror(tx: Connection, partnerId: string): Promise<MirrorRow | undefined> {
  return await tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('processor', '=', 'stripe')
    .forUpdate()
    .executeTakeFirst()
}

/** Starts mirrors of subscriptions that Stripe does not have yet; a partner with a subscription keeps it. Returns the others. */
export async function insertMirrors(
  tx: Connection,
  partners: readonly { partnerId: string; terms: Terms; periodEnd: Date }[],
  at: Date,
): Promise<string[]> {
  if (partners.length === 0) return []
  const rows = await tx
    .insertInto('subscriptions')
    .values(
      partners.map(({ partnerId, terms, periodEnd }) => ({
        partner_id: partnerId,
        processor: 'stripe' as const,
        status: 'active' as const,
        plan: terms.plan,
        billing: terms.billing,
        currency: terms.currency,
        anchor_at: at,
        period_start: at,
        period_end: periodEnd,
        created_at: at,
        updated_at: at,
      })),
    )
    .onConflict((conflict) => conflict.column('partner_id').doNothing())
    .returning('partner_id')
    .execute()
  return rows.map((row) => row.partner_id)
}

/** The partner behind a customer at Stripe. */
export async function findPartnerOfCustomer(db: Connection, customerId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('subscriptions')
    .select('partner_id')
    .where('stripe_customer_id', '=', customerId)
    .where('processor', '=', 'stripe')
    .executeTakeFirst()
  return row?.partner_id
}

/** A mirror with what the invoices of its partner say. */
export type ListedMirror = MirrorRow & { company: string; email: string }

/** At most `max` mirrors of partners after this id, in the order of their ids. */
export async function listMirrors(db: Connection, after: string, max: number): Promise<ListedMirror[]> {
  return await db
    .selectFrom('subscriptions')
    .innerJoin('partners', 'partners.id', 'subscriptions.partner_id')
    .selectAll('subscriptions')
    .select(['partners.company', 'partners.email'])
    .where('processor', '=', 'stripe')
    .where('partner_id', '>', after)
    .orderBy('partner_id')
    .limit(max)
    .execute()
}

/** The customers at Stripe of these partners. */
export async function listCustomerIds(db: Connection, partnerIds: readonly string[]): Promise<string[]> {
  if (partnerIds.length === 0) return []
  const rows = await db
    .selectFrom('subscriptions')
    .select('stripe_customer_id')
    .where('processor', '=', 'stripe')
    .where('partner_id', 'in', partnerIds)
    .execute()
  return rows.flatMap((row) => row.stripe_customer_id ?? [])
}

/** Whether a change of the partner's plan is under way. */
export async function hasPendingChange(db: Connection, partnerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('plan_changes')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('outcome', '=', 'pending')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a subscription at Stripe is that of a partner. */
export async function isMirrored(db: Connection, subscriptionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('subscriptions')
    .select('partner_id')
    .where('stripe_subscription_id', '=', subscriptionId)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the copy of a subscription; returns its id at Stripe, if it exists there. */
export async function deleteMirror(tx: Connection, partnerId: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('subscriptions')
    .where('partner_id', '=', partnerId)
    .where('processor', '=', 'stripe')
    .returning('stripe_subscription_id')
    .executeTakeFirst()
  return row?.stripe_subscription_id ?? undefined
}

/** Stores the customer as soon as it exists, so that a crash leaves no second one behind. */
export async function updateCustomerId(db: Connection, partnerId: string, customerId: string): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ stripe_customer_id: customerId })
    .where('partner_id', '=', partnerId)
    .where('processor', '=', 'stripe')
    .execute()
}

/** Stores which subscription is the partner's from now on, while its change is pending. */
export async function updateSubscriptionIds(
  db: Connection,
  partnerId: string,
  { subscriptionId, itemId }: Pick<StripeState, 'subscriptionId' | 'itemId'>,
): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ stripe_subscription_id: subscriptionId, stripe_item_id: itemId })
    .where('partner_id', '=', partnerId)
    .where('processor', '=', 'stripe')
    .execute()
}

/** What follows from a partner's open invoices. */
export interface PaymentState {
  isOwing: boolean
  /** Those of the present run of failed payments. */
  dunningMails: string[]
  prospect: Prospect
}

/** Writes the state from Stripe, and ends any read in progress, which may have got an older state. */
export async function updateMirror(
  tx: Connection,
  partnerId: string,
  state: StripeState,
  { at, payments }: { at: Date; payments?: PaymentState },
): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({
      stripe_customer_id: state.customerId,
      stripe_subscription_id: state.subscriptionId,
      stripe_item_id: state.itemId,
      status: state.status,
      plan: state.plan,
      billing: state.billing,
      currency: state.currency,
      period_start: state.periodStart,
      period_end: state.periodEnd,
      canceled_at: state.canceledAt,
      sync_lease: null,
      sync_leased_until: null,
      synced_at: at,
      updated_at: at,
      ...(payments && {
        has_open_invoices: payments.isOwing,
        dunning_mails: payments.dunningMails,
        must_confirm: payments.prospect.mustConfirm,
        next_attempt_at: payments.prospect.nextAttemptAt,
        stops_at: payments.prospect.stopsAt,
      }),
    })
    .where('partner_id', '=', partnerId)
    .where('processor', '=', 'stripe')
    .execute()
}

/** Leases the reading of a subscription; false while another reading, or a change of the plan, is under way. */
export async function claimSync(
  db: Connection,
  partnerId: string,
  { lease, at, until }: { lease: string; at: Date; until: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('subscriptions')
    .set({ sync_lease: lease, sync_leased_until: until })
    .where('partner_id', '=', partnerId)
    .where('processor', '=', 'stripe')
    .where((eb) => eb.or([eb('sync_leased_until', 'is', null), eb('sync_leased_until', '<', at)]))
    .where(sql<boolean>`not exists (
      select from plan_changes where partner_id = ${partnerId} and outcome = 'pending')`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends a lease without writing anything. */
export async function releaseSync(db: Connection, partnerId: string, lease: string): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ sync_lease: null, sync_leased_until: null })
    .where('partner_id', '=', partnerId)
    .where('sync_lease', '=', lease)
    .execute()
}
