import { sql } from 'kysely'
import type { KeyRing, SecretKey } from '../../shared/crypto/key-ring.ts'
import type { Connection, Database } from './database.ts'
import { opensSample } from './sealed-rows.ts'

/**
 * Returns, as the end of a sentence, why these keys do not fit the database: the newest key that was used here is
 * missing, or, in a database from before keys were recorded, no value opens. Undefined if they fit.
 */
export async function findMissingKey(db: Database, ring: KeyRing): Promise<string | undefined> {
  if (!(await hasKeyIds(db))) return undefined
  const [newest] = (await listKeyIds(db)).slice(0, 1)
  if (newest === undefined) {
    return (await opensSample(db, ring)) ? undefined : 'the values in the database were sealed under another one'
  }
  const hasNewest = (): boolean => ring.keys().some(({ id }) => id === newest)
  if (hasNewest()) return undefined
  ring.reload()
  return hasNewest() ? undefined : `the database was sealed under the secret key ${newest}`
}

/** Before its migration there is no table. */
async function hasKeyIds(db: Connection): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('public.secret_key_ids') is not null as found`.execute(db)
  return rows[0]?.found === true
}

/** The ids of keys that were used here, the newest first. */
export async function listKeyIds(db: Connection): Promise<string[]> {
  const rows = await db.selectFrom('secret_key_ids').select('id').orderBy('used_at', 'desc').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Records that values may be sealed under this key from now on. */
export async function recordKey(db: Connection, { id }: SecretKey): Promise<void> {
  const known = await db.selectFrom('secret_key_ids').select('id').where('id', '=', id).executeTakeFirst()
  // Reads first, because a service must also start while the database accepts no changes.
  if (known) return
  await db
    .insertInto('secret_key_ids')
    .values({ id, used_at: sql<Date>`clock_timestamp()` })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes the record of an unused key. Returns false if it was not recorded. */
export async function forgetKey(db: Connection, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('secret_key_ids').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
