import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'

/** An account that somebody may switch to. */
export interface OtherAccount {
  personId: string
  kind: 'partner' | 'distributor'
  id: string
  name: string
}

/**
 * The other active accounts in which the person had the same password when this session began, by name. If a password
 * was changed since then, the person has to type it.
 */
export async function listOtherAccounts(db: Connection, sessionId: string): Promise<OtherAccount[]> {
  const { rows } = await sql<OtherAccount>`
    select person.id as "personId",
      case when partner.id is null then 'distributor' else 'partner' end as kind,
      coalesce(partner.id, distributor.id) as id,
      coalesce(partner.company, distributor.company) as name
    from sessions as session
    join people as person on person.id = any(session.others) and person.status = 'active'
    join credentials as credential
      on credential.person_id = person.id and credential.kind = 'password' and credential.created_at <= session.created_at
    left join partners as partner on partner.id = person.partner_id
    left join distributors as distributor on distributor.id = person.distributor_id
    where session.id = ${sessionId} and coalesce(partner.status, distributor.status) = 'active'
    order by name, id limit 20`.execute(db)
  return rows
}
