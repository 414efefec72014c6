import type { Connection } from '../../../../platform/database/database.ts'

export interface DomainRow {
  domain: string
  proof: string
  verifiedAt: Date | null
}

/** The domains of an account, by name. */
export async function listDomainRows(db: Connection, accountId: string): Promise<DomainRow[]> {
  return await db
    .selectFrom('sign_on_domains')
    .select(['domain', 'proof', 'verified_at as verifiedAt'])
    .where('account_id', '=', accountId)
    .orderBy('domain')
    .execute()
}

/** Adds a domain; false if the account has it. */
export async function insertDomain(
  tx: Connection,
  { accountId, domain, proof, at }: { accountId: string; domain: string; proof: string; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sign_on_domains')
    .values({ account_id: accountId, domain, proof, added_at: at })
    .onConflict((conflict) => conflict.columns(['account_id', 'domain']).doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Records that a domain is proven; false if it was, or is gone. */
export async function updateDomainVerified(
  tx: Connection,
  accountId: string,
  domain: string,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sign_on_domains')
    .set({ verified_at: at })
    .where('account_id', '=', accountId)
    .where('domain', '=', domain)
    .where('verified_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a domain; false if the account does not have it. */
export async function deleteDomainRow(tx: Connection, accountId: string, domain: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sign_on_domains')
    .where('account_id', '=', accountId)
    .where('domain', '=', domain)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Whether an account has proven a domain. */
export async function hasVerifiedDomain(db: Connection, accountId: string, domain: string): Promise<boolean> {
  const row = await db
    .selectFrom('sign_on_domains')
    .select('domain')
    .where('account_id', '=', accountId)
    .where('domain', '=', domain)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The account that proved a domain last and whose provider signs people in. */
export async function findDomainRoute(
  db: Connection,
  domain: string,
): Promise<{ accountId: string; issuer: string; isRequired: boolean } | undefined> {
  return await db
    .selectFrom('sign_on_domains as domain')
    .innerJoin('sign_on_providers as provider', 'provider.account_id', 'domain.account_id')
    .leftJoin('partners as partner', 'partner.id', 'provider.partner_id')
    .leftJoin('distributors as distributor', 'distributor.id', 'provider.distributor_id')
    .select(['provider.account_id as accountId', 'provider.issuer', 'provider.is_required as isRequired'])
    .where('domain.domain', '=', domain)
    .where('domain.verified_at', 'is not', null)
    .where('provider.tested_at', 'is not', null)
    .where((eb) => eb(eb.fn.coalesce('partner.status', 'distributor.status'), '=', 'active'))
    .orderBy('domain.verified_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
