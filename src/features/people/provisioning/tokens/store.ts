import type { Insertable } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import type { ProvisioningTokens } from '../../../../platform/database/tables.gen.ts'
import { ownerColumnsOf, type PeopleAccount } from '../../rules.ts'

const ofAccount = (db: Connection, account: Pick<PeopleAccount, 'kind' | 'id'>) => {
  const { partner_id, distributor_id } = ownerColumnsOf(account)
  return db
    .selectFrom('provisioning_tokens')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .$if(partner_id !== null, (query) => query.where('partner_id', '=', partner_id))
    .$if(distributor_id !== null, (query) => query.where('distributor_id', '=', distributor_id))
}

/** The tokens of an account, oldest first. */
export async function listTokenRows(db: Connection, account: Pick<PeopleAccount, 'kind' | 'id'>) {
  return await ofAccount(db, account).orderBy('id').execute()
}

export async function insertToken(tx: Connection, row: Insertable<ProvisioningTokens>): Promise<void> {
  await tx.insertInto('provisioning_tokens').values(row).execute()
}

/** Deletes a token of an account; returns its name, undefined if there is none. */
export async function deleteTokenRow(tx: Connection, account: PeopleAccount, id: string): Promise<string | undefined> {
  const { partner_id, distributor_id } = ownerColumnsOf(account)
  const row = await tx
    .deleteFrom('provisioning_tokens')
    .where('id', '=', id)
    .$if(partner_id !== null, (query) => query.where('partner_id', '=', partner_id))
    .$if(distributor_id !== null, (query) => query.where('distributor_id', '=', distributor_id))
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

/** A token with its account and whether that is active. */
export async function findToken(db: Connection, hash: Buffer) {
  return await db
    .selectFrom('provisioning_tokens as token')
    .leftJoin('partners as partner', 'partner.id', 'token.partner_id')
    .leftJoin('distributors as distributor', 'distributor.id', 'token.distributor_id')
    .select([
      'token.id',
      'token.last_used_at as lastUsedAt',
      'token.partner_id as partnerId',
      'token.distributor_id as distributorId',
      'partner.distributor_id as partnerDistributorId',
    ])
    .select((eb) => eb.fn.coalesce('partner.status', 'distributor.status').as('status'))
    .where('token.hash', '=', hash)
    .executeTakeFirst()
}

export async function updateTokenUsed(db: Connection, id: string, at: Date): Promise<void> {
  await db.updateTable('provisioning_tokens').set({ last_used_at: at }).where('id', '=', id).execute()
}
