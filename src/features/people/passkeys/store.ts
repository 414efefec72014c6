import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { StoredPasskey } from './ceremony.ts'
import type { ChallengePurpose } from './rules.ts'

/** Not a parameter: a generic plan finds the partial index by a constant only. */
const KIND = sql.lit('passkey' as const)

/** Inserts a challenge, and deletes the oldest of the same browser or session so that at most `max` remain. */
export async function insertChallenge(
  db: Connection,
  row: { hash: Buffer; purpose: ChallengePurpose; boundTo: Buffer; endsAt: Date },
  max: number,
): Promise<void> {
  const { hash, purpose, boundTo, endsAt } = row
  await db
    .with('ended', (eb) =>
      eb.deleteFrom('passkey_challenges').where(
        'hash',
        'in',
        eb
          .selectFrom('passkey_challenges')
          .select('hash')
          .where('bound_to', '=', boundTo)
          .orderBy('ends_at', 'desc')
          .offset(max - 1),
      ),
    )
    .insertInto('passkey_challenges')
    .values({ hash, purpose, bound_to: boundTo, ends_at: endsAt })
    .execute()
}

/** Deletes a challenge that may be answered now; false if there is none. Of several calls at once, one gets it. */
export async function claimChallenge(
  db: Connection,
  asked: { hash: Buffer; purpose: ChallengePurpose; boundTo: Buffer; at: Date },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenges')
    .where('hash', '=', asked.hash)
    .where('purpose', '=', asked.purpose)
    .where('bound_to', '=', asked.boundTo)
    .where('ends_at', '>', asked.at)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function deleteExpiredChallenges(db: Connection, at: Date): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('ends_at', '<=', at).execute()
}

export interface PasskeyRow extends StoredPasskey {
  id: string
  personId: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

const selectPasskeys = (db: Connection) =>
  db
    .selectFrom('credentials')
    .select([
      'id',
      'person_id as personId',
      'name',
      'external_id as externalId',
      'public_key as publicKey',
      'counter',
      'transports',
      'backup_eligible as backupEligible',
      'backed_up as backedUp',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
    ])
    .where('kind', '=', 'passkey')

type SelectedRow = Awaited<ReturnType<ReturnType<typeof selectPasskeys>['executeTakeFirstOrThrow']>>

function toPasskeyRow(row: SelectedRow): PasskeyRow {
  const { name, externalId, publicKey, counter, transports, backupEligible, backedUp, ...rest } = row
  if (externalId === null || publicKey === null) throw new Error(`the passkey ${row.id} is incomplete`)
  return {
    ...rest,
    name: name ?? '',
    externalId,
    publicKey: new Uint8Array(publicKey),
    counter: Number(counter ?? 0),
    transports: transports ?? [],
    backupEligible: backupEligible ?? false,
    backedUp: backedUp ?? false,
  }
}

/** The passkeys of a person, oldest first. */
export async function listPasskeyRows(db: Connection, personId: string): Promise<PasskeyRow[]> {
  const rows = await selectPasskeys(db).where('person_id', '=', personId).orderBy('id').execute()
  return rows.map(toPasskeyRow)
}

/** The person whose passkey has this id of its credential. */
export async function findOwner(db: Connection, externalId: string): Promise<string | undefined> {
  const row = await selectPasskeys(db).where('external_id', '=', externalId).executeTakeFirst()
  return row?.personId
}

/** The passkey with this credential id, locked to change its counter. */
export async function lockPasskeyByExternalId(tx: Connection, externalId: string): Promise<PasskeyRow | undefined> {
  const row = await selectPasskeys(tx).where('external_id', '=', externalId).forUpdate().executeTakeFirst()
  return row && toPasskeyRow(row)
}

/** Inserts a passkey; false if its credential is known, of this person or another. */
export async function insertPasskey(tx: Connection, row: Omit<PasskeyRow, 'lastUsedAt'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('credentials')
    .values({
      id: row.id,
      person_id: row.personId,
      kind: 'passkey',
      name: row.name,
      external_id: row.externalId,
      public_key: Buffer.from(row.publicKey),
      counter: row.counter,
      transports: row.transports,
      backup_eligible: row.backupEligible,
      backed_up: row.backedUp,
      created_at: row.createdAt,
    })
    .onConflict((conflict) => conflict.column('external_id').where('kind', '=', KIND).doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Stores what a use has changed. */
export async function updatePasskeyUsed(
  tx: Connection,
  id: string,
  { counter, backedUp, at }: { counter: number; backedUp: boolean; at: Date },
): Promise<void> {
  await tx
    .updateTable('credentials')
    .set({ counter, backed_up: backedUp, last_used_at: at })
    .where('id', '=', id)
    .execute()
}

/** Renames a passkey of a person; returns it as it was, undefined if there is none. */
export async function updatePasskeyName(
  tx: Connection,
  { personId, id, name }: { personId: string; id: string; name: string },
): Promise<PasskeyRow | undefined> {
  const row = await selectPasskeys(tx)
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  await tx.updateTable('credentials').set({ name }).where('id', '=', id).execute()
  return toPasskeyRow(row)
}
