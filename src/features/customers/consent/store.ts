import type { Connection } from '../../../platform/database/database.ts'

/** The customer's one link that counts; a new one takes the place of the old. */
export async function upsertConsentLink(
  tx: Connection,
  link: { customerId: string; partnerId: string; tenantId: string; tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  const { customerId, partnerId, tenantId, tokenHash, expiresAt } = link
  const change = { tenant_id: tenantId, state_hash: tokenHash, expires_at: expiresAt }
  await tx
    .insertInto('consent_links')
    .values({ customer_id: customerId, partner_id: partnerId, ...change })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(change))
    .execute()
}

/**
 * The link behind a token with what it is about; the customer stays until the transaction ends. Whoever has the token has
 * proved a right to it.
 */
export async function holdConsentLink(tx: Connection, tokenHash: Buffer) {
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

/** Uses a link up; false where another sign-in or a newer link was faster. To be called with its customer held. */
export async function deleteConsentLink(tx: Connection, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('consent_links')
    .where('state_hash', '=', tokenHash)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Keeps what a verified sign-in came to last; false where that is what stands there already. */
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

/** What a verified sign-in to the customer's tenant came to last; of another tenant that it had before, nothing counts. */
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
