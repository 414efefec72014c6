import type { App } from '../../app.ts'
import type { Actor, Author } from '../../ground/actor.ts'
import { hashKey, keyDisplay, newKey } from '../../ground/keys.ts'
import type { Connection } from '../../platform/database.ts'
import { recordChanges } from '../audit/service.ts'
import type { Owner } from '../events/service.ts'
import { LAST_USED_GRAIN_MS, requireKeyForm, requireLivingKey } from './rules.ts'
import { findPartnerKey, insertKey, updateKeyLastUsed } from './store.ts'

/** The partner that a key speaks for, as an actor, and the key's hash. Throws the Problem that a bad key deserves. */
export async function authenticatePartner(app: App, key: string | undefined): Promise<{ actor: Actor; hash: string }> {
  const hash = hashKey(requireKeyForm('partner', key))
  const found = await findPartnerKey(app.db, hash)
  const now = app.now()
  requireLivingKey('partner', found, now)
  if (!found) throw new Error('a living key was found')
  if (!found.lastUsedAt || now.getTime() - found.lastUsedAt.getTime() > LAST_USED_GRAIN_MS) {
    updateKeyLastUsed(app.db, hash, now).catch((error: unknown) =>
      app.log.warn({ error }, 'last use of a key not kept'),
    )
  }
  const { partnerId, distributorId, plan } = found
  return { actor: { kind: 'partner', id: partnerId, partnerId, distributorId, plan }, hash: hash.toString('base64') }
}

/** Creates a key in the caller's transaction and gives it in full, for the only time. */
async function createKeyInSlot(
  tx: Connection,
  author: Author,
  account: { kind: 'partner' | 'distributor'; id: string; owner: Owner },
  slot: 1 | 2,
  at: Date,
): Promise<{ slot: number; key: string; createdAt: Date }> {
  const key = newKey(account.kind)
  const shown = keyDisplay(key)
  const holder = account.kind === 'partner' ? { partnerId: account.id } : { distributorId: account.id }
  await insertKey(tx, {
    hash: hashKey(key),
    partner_id: account.kind === 'partner' ? account.id : null,
    distributor_id: account.kind === 'distributor' ? account.id : null,
    slot,
    ...shown,
    created_at: at,
  })
  const data = { ...holder, slot, ...shown, createdAt: at.toISOString() }
  await recordChanges(tx, author, at, [
    {
      action: 'key.created',
      subject: account.id,
      owner: account.owner,
      after: data,
      event: { type: 'key.created', data },
    },
  ])
  return { slot, key, createdAt: at }
}

/** The first key of a new account, in slot 1. */
export async function createFirstKey(
  app: App,
  author: Author,
  account: { kind: 'partner' | 'distributor'; id: string; owner: Owner },
): Promise<{ key: string }> {
  return await app.db.transaction().execute((tx) => createKeyInSlot(tx, author, account, 1, app.now()))
}
