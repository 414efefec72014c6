import type { Connection } from '../../../platform/database/database.ts'
import type { PeopleAccount } from '../rules.ts'
import { type Topic, wantsNotice } from './rules.ts'
import { listChoicesOfAccount } from './store.ts'

/** The addresses of the people of an account who want mails about a topic. */
export async function listAddressesFor(
  db: Connection,
  account: Pick<PeopleAccount, 'kind' | 'id'>,
  topic: Topic,
): Promise<string[]> {
  const people = await listChoicesOfAccount(db, account, topic)
  return people.flatMap(({ email, role, choice }) => (wantsNotice(topic, role, choice) ? email : []))
}
