import type { Connection } from '../../../platform/database.ts'

/** The customer's one link that counts; a new one takes the place of the old. */
export async function upsertConsentLink(
  tx: Connection,
  link: { customerId: string; partnerId: string; tenantId: string; stateHash: Buffer; expiresAt: Date },
): Promise<void> {
  const { customerId, partnerId, tenantId, stateHash, expiresAt } = link
  const change = { tenant_id: tenantId, state_hash: stateHash, expires_at: expiresAt }
  await tx
    .insertInto('consent_links')
    .values({ customer_id: customerId, partner_id: partnerId, ...change })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(change))
    .execute()
}

/**
 * The link behind a state with what it is about, held until the transaction ends: of two uses at once the second finds
 * none. Whoever has the state has proved a right to it.
 */
export async function lockConsentLink(tx: Connection, stateHash: Buffer) {
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
      'partner.distributor_id as distributorId',
    ])
    .where('link.state_hash', '=', stateHash)
    .forUpdate('link')
    .executeTakeFirst()
}

export async function deleteConsentLink(tx: Connection, partnerId: string, customerId: string): Promise<void> {
  await tx
    .deleteFrom('consent_links')
    .where('partner_id', '=', partnerId)
    .where('customer_id', '=', customerId)
    .execute()
}

/** Keeps what the administrators answered last. */
export async function upsertConsent(
  tx: Connection,
  answer: { customerId: string; partnerId: string; tenantId: string; at: Date; refusal: string | null },
): Promise<void> {
  const { customerId, partnerId, tenantId, at, refusal } = answer
  const change = { tenant_id: tenantId, answered_at: at, refusal }
  await tx
    .insertInto('customer_consents')
    .values({ customer_id: customerId, partner_id: partnerId, ...change })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(change))
    .execute()
}

/** What the administrators of the customer's tenant answered last; of another tenant that it had before, nothing counts. */
export async function findConsent(db: Connection, partnerId: string, customerId: string, tenantId: string) {
  return await db
    .selectFrom('customer_consents')
    .select(['answered_at as answeredAt', 'refusal'])
    .where('partner_id', '=', partnerId)
    .where('customer_id', '=', customerId)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
}

export async function deleteExpiredLinks(db: Connection, at: Date): Promise<void> {
  await db.deleteFrom('consent_links').where('expires_at', '<=', at).execute()
}
