import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { Problem } from '../../../shared/problem.ts'
import { recordChanges } from '../../audit/service.ts'
import { deleteCredentials } from '../credentials/store.ts'
import { hasFactor } from '../factors/rules.ts'
import { getFactors, requireLockedPerson } from '../factors/service.ts'
import { toAccessNotice } from '../notices/rules.ts'
import { ownerOf, type PersonActor } from '../rules.ts'
import { CODES, hashRecoveryCode, newRecoveryCode } from './rules.ts'
import { deleteRecoveryCode, insertRecoveryCodes } from './store.ts'

/**
 * Ten new recovery codes of the signed-in person, which are shown only now; earlier ones stop working. Throws INVALID_FIELD
 * if there is no second factor that they could stand in for.
 */
export async function createRecoveryCodes(app: App, { session, author }: PersonActor): Promise<string[]> {
  const { personId } = session
  const at = app.now()
  const codes = Array.from({ length: CODES }, newRecoveryCode)
  const hashes = codes.flatMap((code) => hashRecoveryCode(code) ?? [])
  await app.db.transaction().execute(async (tx) => {
    await requireLockedPerson(tx, personId)
    const before = await getFactors(tx, personId)
    if (!hasFactor(before))
      throw new Problem('INVALID_FIELD', { message: 'Add a passkey or an authenticator app first.' })
    await deleteCredentials(tx, personId, ['recovery'])
    await insertRecoveryCodes(tx, personId, hashes, at)
    await recordChanges(tx, author, at, [
      {
        action: 'recovery.created',
        subject: personId,
        owner: ownerOf(session),
        before: { left: before.recoveryCodesLeft },
        after: { left: CODES },
        notice: toAccessNotice(session, author, 'recovery-codes-created'),
      },
    ])
  })
  return codes
}

/**
 * Consumes a recovery code in the caller's transaction, which has locked the person; false if the person has no code like it.
 */
export async function claimRecoveryCode(tx: Connection, personId: string, typed: string): Promise<boolean> {
  const hash = hashRecoveryCode(typed)
  return hash !== undefined && (await deleteRecoveryCode(tx, personId, hash))
}
