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
