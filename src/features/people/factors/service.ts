import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { PersonSession, Role } from '../../../shared/actor.ts'
import { Problem } from '../../../shared/problem.ts'
import { deleteCredentials } from '../credentials/store.ts'
import { includesRole } from '../rules.ts'
import { lockPersonWithAccount } from '../sessions/store.ts'
import { type Factors, hasFactor, NO_FACTORS } from './rules.ts'
import { listFactorRows, lockPerson, updateFactorSetUp } from './store.ts'

/** The second factors of a person. */
export async function getFactors(db: Connection, personId: string): Promise<Factors> {
  return (await listFactors(db, [personId])).get(personId) ?? NO_FACTORS
}

/** The second factors of these people, by their ids; those who have none are absent. */
export async function listFactors(db: Connection, ids: readonly string[]): Promise<ReadonlyMap<string, Factors>> {
  return await listFactorRows(db, ids)
}

/** Whether somebody of this role in this account must have a second factor. */
export const isFactorRequired = (
  { requiresFactor }: App,
  { role, account }: { role: Role; account: { requiresFactor: boolean } },
): boolean => account.requiresFactor || (requiresFactor && includesRole(role, 'admin'))

/** Locks a person in the caller's transaction, so that their factors change one after another. Throws NOT_FOUND. */
export async function requireLockedPerson(tx: Connection, personId: string): Promise<void> {
  if (!(await lockPerson(tx, personId))) throw new Problem('NOT_FOUND')
}

/** Lifts the restriction of sessions that waited for a second factor, in the transaction that adds one. */
export async function recordFactorAdded(tx: Connection, personId: string): Promise<void> {
  await updateFactorSetUp(tx, personId)
}

/**
 * Call after removing a second factor, in the same transaction, which has locked the person. Without another factor,
 * throws LAST_FACTOR if the role or the account needs one; otherwise deletes the recovery codes, which would be
 * useless.
 */
export async function requireOtherFactor(
  app: App,
  tx: Connection,
  { personId, role }: Pick<PersonSession, 'personId' | 'role'>,
): Promise<void> {
  if (hasFactor(await getFactors(tx, personId))) return
  // Read again instead of taken from the session: the account may have begun to require one just now.
  const { requiresFactor = false } = (await lockPersonWithAccount(tx, personId)) ?? {}
  if (isFactorRequired(app, { role, account: { requiresFactor } })) throw new Problem('LAST_FACTOR')
  await deleteCredentials(tx, personId, ['recovery'])
}

/** Removes all second factors of somebody who has lost them, in the caller's transaction; returns what there was. */
export async function deleteFactors(tx: Connection, personId: string): Promise<Factors> {
  await requireLockedPerson(tx, personId)
  const before = await getFactors(tx, personId)
  await deleteCredentials(tx, personId, ['totp', 'passkey', 'recovery'])
  return before
}
