import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { Role } from '../../../shared/actor.ts'
import { ownerColumnsOf, type PeopleAccount } from '../rules.ts'
import type { Topic } from './rules.ts'

/** The people of an account who are not blocked, each with their choice about a topic; null if they have made none. */
export async function listChoicesOfAccount(
  db: Connection,
  account: Pick<PeopleAccount, 'kind' | 'id'>,
  topic: Topic,
): Promise<{ email: string; role: Role; choice: boolean | null }[]> {
  const { partner_id, distributor_id } = ownerColumnsOf(account)
  return await db
    .selectFrom('people as person')
    .leftJoin('notification_choices as chosen', (join) =>
      join.onRef('chosen.person_id', '=', 'person.id').on('chosen.topic', '=', topic),
    )
    .select(['person.email', 'person.role', 'chosen.is_wanted as choice'])
    .$if(partner_id !== null, (query) => query.where('person.partner_id', '=', partner_id))
    .$if(distributor_id !== null, (query) => query.where('person.distributor_id', '=', distributor_id))
    .where('person.status', '=', 'active')
    .orderBy('person.id')
    .execute()
}

/** What one person has chosen. */
export async function listChoicesOfPerson(
  db: Connection,
  personId: string,
): Promise<{ topic: string; isWanted: boolean }[]> {
  return await db
    .selectFrom('notification_choices')
    .select(['topic', 'is_wanted as isWanted'])
    .where('person_id', '=', personId)
    .execute()
}

/** Locks a person's choices against another change. */
export async function lockChoices(tx: Connection, personId: string): Promise<void> {
  await tx.selectFrom('people').select('id').where('id', '=', personId).forNoKeyUpdate().execute()
}

export async function upsertChoices(
  tx: Connection,
  personId: string,
  choices: readonly { topic: Topic; isWanted: boolean }[],
): Promise<void> {
  await tx
    .insertInto('notification_choices')
    .values(choices.map(({ topic, isWanted }) => ({ person_id: personId, topic, is_wanted: isWanted })))
    .onConflict((conflict) =>
      conflict.columns(['person_id', 'topic']).doUpdateSet({ is_wanted: sql`excluded.is_wanted` }),
    )
    .execute()
}
