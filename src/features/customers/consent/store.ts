import type { Insertable } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { ConsentLinks } from '../../../platform/database/tables.gen.ts'

/** Sets the only valid link of each of these customers, replacing earlier ones. */
export async function upsertConsentLinks(tx: Connection, links: readonly Insertable<ConsentLinks>[]): Promise<void> {
  await tx
    .insertInto('consent_links')
    .values(links)
    .onConflict((conflict) =>
      conflict.column('customer_id').doUpdateSet((eb) => ({
        tenant_id: eb.ref('excluded.tenant_id'),
        state_hash: eb.ref('excluded.state_hash'),
        created_at: eb.ref('excluded.created_at'),
        expires_at: eb.ref('excluded.expires_at'),
        fetched_at: null,
        started_at: null,
      })),
    )
    .execute()
}

/** Records the first time that the page of a link was fetched. */
export async function updateFetched(db: Connection, tokenHash: Buffer, at: Date): Promise<void> {
  await db
    .updateTable('consent_links')
    .set({ fetched_at: at })
    .where('state_hash', '=', tokenHash)
    .where('fetched_at', 'is', null)
    .execute()
}

/** Records the first time that somebody continued from the page of a link to the sign-in. */
export async function updateStarted(tx: Connection, tokenHash: Buffer, at: Date): Promise<void> {
  await tx
    .updateTable('consent_links')
    .set({ started_at: at })
    .where('state_hash', '=', tokenHash)
    .where('started_at', 'is', null)
    .execute()
}

/**
 * The link of a token. Locks its customer against deletion. The token is the authorization.
 */
export async function lockConsentLink(tx: Connection, tokenHash: Buffer) {
  return await tx
    .selectFrom('consent_links as link')
    .innerJoin('customers as customer', 'customer.id', 'link.customer_id')
    .innerJoin('partners as partner', 'partner.id', 'link.partner_id')
    .select([
      'link.customer_id as customerId',
      'link.partner_id as partnerId',
      'link.tenant_id as tenantId',
      'link.expires_at as expiresAt',
      'customer.name as customerName',
      'customer.tenant_id as currentTenantId',
      'partner.company as partnerName',
      'partner.status as partnerStatus',
      'partner.distributor_id as distributorId',
    ])
    .where('link.state_hash', '=', tokenHash)
    .forKeyShare('customer')
    .executeTakeFirst()
}

/** Consumes a link; false if another sign-in or a newer link was faster. Call it with its customer locked. */
export async function deleteConsentLink(tx: Connection, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('consent_links')
    .where('state_hash', '=', tokenHash)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Stores the outcome of a verified sign-in; false if it is the same as the stored one. */
export async function upsertConsent(
  tx: Connection,
  answer: { customerId: string; partnerId: string; tenantId: string; at: Date; refusal: string | null },
): Promise<boolean> {
  const { customerId, partnerId, tenantId, at, refusal } = answer
  const change = { tenant_id: tenantId, answered_at: at, refusal }
  const row = await tx
    .insertInto('customer_consents')
    .values({ customer_id: customerId, partner_id: partnerId, ...change })
    .onConflict((conflict) =>
      conflict
        .column('customer_id')
        .doUpdateSet(change)
        .where((eb) =>
          eb.or([
            eb('customer_consents.tenant_id', '<>', tenantId),
            eb('customer_consents.refusal', 'is distinct from', refusal),
          ]),
        ),
    )
    .returning('customer_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The outcome of the latest verified sign-in to the customer's current tenant; those to an earlier tenant do not count. */
export async function findConsent(db: Connection, partnerId: string, customerId: string, tenantId: string) {
  return await db
    .selectFrom('customer_consents')
    .select(['answered_at as answeredAt', 'refusal'])
    .where('partner_id', '=', partnerId)
    .where('customer_id', '=', customerId)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
}

/** Deletes links that ended before a time. */
export async function deleteExpiredLinks(db: Connection, before: Date): Promise<void> {
  await db.deleteFrom('consent_links').where('expires_at', '<=', before).execute()
}
