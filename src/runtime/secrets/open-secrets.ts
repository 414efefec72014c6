import type { Database } from '../../platform/database/database.ts'
import { findMissingKey, recordKey } from '../../platform/database/secret-key-ids.ts'
import { hasSecretKey, newSecretKey, openKeyRing, type SecretSource } from '../../platform/secret-keys.ts'
import { createKeyRing, currentKey, type KeyRing } from '../../shared/crypto/key-ring.ts'
import { UserFacingError } from '../../shared/user-facing-error.ts'

/** The service has no secret key, or one that does not belong to its database; the message says what to do. */
class WrongSecretKey extends UserFacingError {
  override readonly name = 'WrongSecretKey'
}

interface SecretUse {
  database: 'own' | 'shared' | 'given'
  /** Also returns keys that do not fit the database. */
  anySecretKey?: boolean
}

/**
 * The secret keys of the settings and the data folder; without a setting, the data folder's key is the current one. Throws
 * WrongSecretKey if they are not those under which the database has sealed values, before anything is sealed under a wrong key.
 */
export async function openSecrets(source: SecretSource, use: SecretUse, db: Database): Promise<KeyRing> {
  if (source.secretKey === undefined && use.database === 'given') {
    throw new WrongSecretKey('PLUMBLINE_SECRET_KEY is not set. Processes that share a database must share it too.')
  }
  if (source.secretKey === undefined && !hasSecretKey(source.dataDir)) {
    // A missing key must not be replaced by a new one.
    const nothing = createKeyRing(newSecretKey())
    const missing = await findMissingKey(db, nothing)
    if (missing !== undefined && use.anySecretKey) return nothing
    if (missing !== undefined)
      throw new WrongSecretKey(
        `There is no secret key in ${source.dataDir} (secret-key), and ${missing}. Restore secret-key and secret-keys-old from their backup, or set PLUMBLINE_SECRET_KEY.`,
      )
  }
  const ring = await openKeyRing(source)
  if (ring.keys().length === 0) {
    throw new WrongSecretKey(
      `The secret key in ${source.dataDir} (secret-key) is empty or cannot be read. Restore it from a backup: without it nothing that was sealed can be opened.`,
    )
  }
  if (use.anySecretKey) return ring
  const missing = await findMissingKey(db, ring)
  if (missing !== undefined) throw new WrongSecretKey(explainMissing(missing, ring, source))
  await recordKey(db, currentKey(ring))
  return ring
}

/** The message shows ids of keys, never keys. */
function explainMissing(missing: string, ring: KeyRing, { secretKey, dataDir }: SecretSource): string {
  const place = secretKey === undefined ? `secret-key in ${dataDir}` : 'PLUMBLINE_SECRET_KEY'
  return `The secret key is the wrong one: ${missing}, and ${place} is ${currentKey(ring).id}. Restore the right one, or add it to PLUMBLINE_SECRET_KEYS_OLD. "plumbline doctor" says more.`
}
