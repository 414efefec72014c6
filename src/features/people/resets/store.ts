import type { Connection } from '../../../platform/database/database.ts'
import { ownerColumnsOf, type PeopleAccount } from '../rules.ts'
import type { ResetAuthor, ResetKind } from './rules.ts'

/** Stores the newest reset of a person of a kind. */
export async function upsertAccessReset(
  tx: Connection,
  { personId, kind, byWhom, at }: { personId: string; kind: ResetKind; byWhom: ResetAuthor; at: Date },
): Promise<void> {
  await tx
    .insertInto('access_resets')
    .values({ person_id: personId, kind, by_whom: byWhom, at })
    .onConflict((conflict) => conflict.columns(['person_id', 'kind']).doUpdateSet({ by_whom: byWhom, at }))
    .execute()
}

/** The resets in an account since a time, of one person or of all, newest first. */
export async function listAccessResets(
  db: Connection,
  account: Pick<PeopleAccount, 'kind' | 'id'>,
  { personId, since, max }: { personId?: string | undefined; since: Date; max: number },
) {
  const { partner_id, distributor_id } = ownerColumnsOf(account)
  return await db
    .selectFrom('access_resets as reset')
    .innerJoin('people as person', 'person.id', 'reset.person_id')
    .select(['person.id as personId', 'person.name', 'reset.kind', 'reset.by_whom as byWhom', 'reset.at'])
    .$if(partner_id !== null, (query) => query.where('person.partner_id', '=', partner_id))
    .$if(distributor_id !== null, (query) => query.where('person.distributor_id', '=', distributor_id))
    .$if(personId !== undefined, (query) => query.where('person.id', '=', personId ?? ''))
    .where('reset.at', '>', since)
    .orderBy('reset.at', 'desc')
    .orderBy('person.id')
    .limit(max)
    .execute()
}
