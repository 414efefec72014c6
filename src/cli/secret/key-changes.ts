import { sql } from 'kysely'
import type { App } from '../../app.ts'
import { recordChanges } from '../../features/audit/service.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { SecretSource } from '../../platform/secret-keys.ts'
import type { Principal } from '../../shared/actor.ts'

/** The keys that come from the environment. */
export const environmentKeys = ({ secretKey, secretKeysOld }: SecretSource): string[] => [
  ...(secretKey === undefined ? [] : [secretKey]),
  ...secretKeysOld,
]

/** A change of the keys, for the audit. */
export interface KeyChange {
  action: `secret.${string}`
  /** Id of the key, never the key itself. */
  keyId: string
  details: Record<string, unknown>
}

/** Runs `change` in a transaction, while no other process changes the keys of the data folder. */
export async function changeKeys(app: App, change: (tx: Connection) => Promise<void>): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('secret keys', 0))`.execute(tx)
    await change(tx)
  })
}

export async function recordKeyChange(app: App, tx: Connection, author: Principal, change: KeyChange): Promise<void> {
  const { action, keyId, details } = change
  const owner = { partnerId: null, distributorId: null }
  await recordChanges(tx, author, app.now(), [{ action, subject: keyId, owner, after: details }])
}
