import type { App } from '../../app.ts'
import { joinWritesAside } from '../../platform/database/aside.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { RateCount } from '../../platform/rates/windows.ts'
import type { Actor, DistributorActor, Principal } from '../../shared/actor.ts'
import { hashKey, type KeyKind, keyDisplay, newKey } from '../../shared/crypto/keys.ts'
import type { IdempotencyContext } from '../../shared/idempotency.ts'
import { Problem } from '../../shared/problem.ts'
import { findAccount } from '../accounts/service.ts'
import { type Change, recordChanges } from '../audit/service.ts'
import type { LogOwner } from '../events/rules.ts'
import { withIdempotency } from '../idempotency/service.ts'
import { toNoticeAuthor } from '../notices/service.ts'
import { isExpired, type KeyState, LAST_USED_GRAIN_MS, requireActiveKey, requireKeyForm } from './rules.ts'
import type { CreatedKey, KeyList } from './schema.ts'
import {
  findDistributorKey,
  findPartnerKey,
  insertKey,
  type KeyRow,
  listExpiredOwners,
  listKeys,
  lockKeyOwner,
  updateKeysLastUsed,
  updateKeysRevoked,
} from './store.ts'

const SLOTS = [1, 2] as const

const WORKER: Principal = { kind: 'system', id: 'worker' }

/** An account that has keys. */
export interface KeyAccount {
  kind: KeyKind
  id: string
  owner: LogOwner
}

export const toPartnerKeyAccount = ({ partnerId, distributorId }: Actor): KeyAccount => ({
  kind: 'partner',
  id: partnerId,
  owner: { partnerId, distributorId },
})

export const toDistributorKeyAccount = ({ distributorId }: DistributorActor): KeyAccount => ({
  kind: 'distributor',
  id: distributorId,
  owner: { partnerId: null, distributorId },
})

/** Most keys are used less than once a minute, so that nearly every request stores one. */
const storeLastUse = joinWritesAside(updateKeysLastUsed)

/** A call that carries a key. */
interface KeyCall {
  /**
   * Receives the hash of a well-formed key, and may throw before the database is asked. The lookup counts the request, if it
   * says how.
   */
  beforeLookup?: (hash: string) => RateCount | undefined
  /** Where the call comes from. */
  address?: string
}

/** The partner that a key belongs to, as an actor, and the key's hash. Throws the problem of an invalid key. */
export async function authenticatePartner(
  app: App,
  key: string | undefined,
  { beforeLookup, address }: KeyCall = {},
): Promise<{ actor: Actor; hash: string }> {
  const hash = hashKey(requireKeyForm('partner', key))
  const name = hash.toString('base64')
  const count = beforeLookup?.(name)
  const found = admit(app, 'partner', await findPartnerKey(app.db, hash, count), { hash, address })
  const { partnerId, distributorId, plan, subscriptionStatus } = found
  return {
    actor: { kind: 'partner', id: partnerId, partnerId, distributorId, plan, subscriptionStatus },
    hash: name,
  }
}

/** Like `authenticatePartner`, for the key of a distributor. */
export async function authenticateDistributor(
  app: App,
  key: string | undefined,
  { beforeLookup, address }: KeyCall = {},
): Promise<{ actor: DistributorActor; hash: string }> {
  const hash = hashKey(requireKeyForm('distributor', key))
  const name = hash.toString('base64')
  const count = beforeLookup?.(name)
  const { distributorId } = admit(app, 'distributor', await findDistributorKey(app.db, hash, count), { hash, address })
  return { actor: { kind: 'distributor', id: distributorId, distributorId }, hash: name }
}

function admit<T extends KeyState & { lastUsedAt: Date | null }>(
  app: App,
  kind: KeyKind,
  found: T | undefined,
  { hash, address = null }: { hash: Buffer; address: string | null | undefined },
): T {
  const now = app.now()
  const key = requireActiveKey(kind, found, now)
  if (!key.lastUsedAt || now.getTime() - key.lastUsedAt.getTime() > LAST_USED_GRAIN_MS) {
    storeLastUse(app.db, hash.toString('base64'), { hash, at: now, address }, (error) =>
      app.log.warn({ event: 'key.last-use.failed', error }, 'the last use of a key was not stored'),
    )
  }
  return key
}

/** The account's active keys; the keys themselves are not stored. */
export async function listAccountKeys(app: App, account: KeyAccount): Promise<KeyList> {
  const now = app.now()
  const rows = await listKeys(app.db, account.kind, account.id)
  return {
    keys: rows
      .filter((row) => !isExpired(row.expires_at, now))
      .map((row) => ({
        slot: row.slot,
        prefix: row.prefix,
        last4: row.last4,
        createdAt: row.created_at,
        ...(row.last_used_at && { lastUsedAt: row.last_used_at }),
        ...(row.last_used_address !== null && { lastUsedAddress: row.last_used_address }),
        ...(row.expires_at && { expiresAt: row.expires_at }),
      })),
  }
}

/**
 * Creates a key in the requested slot, by default the lowest free one. Only this returns the full key. MAX_KEYS if the slot
 * is not free.
 */
export async function createKey(
  app: App,
  author: Principal,
  account: KeyAccount,
  { slot: asked, expiresAt }: { slot?: number; expiresAt?: Date } = {},
  idempotency?: IdempotencyContext,
): Promise<CreatedKey> {
  const at = app.now()
  return await withIdempotency(app, idempotency, async (tx) => {
    const { living, status } = await lockLivingKeys(tx, author, account, at)
    // The call may have been admitted just before a suspension, which must leave no active key.
    if (account.kind === 'partner' && status === 'suspended') {
      throw new Problem('PARTNER_INACTIVE', { message: 'The partner account is suspended: activate it first.' })
    }
    const free = SLOTS.filter((candidate) => living.every((row) => row.slot !== candidate))
    const slot = asked === undefined ? free[0] : free.find((candidate) => candidate === asked)
    if (slot === undefined)
      throw new Problem(
        'MAX_KEYS',
        free.length > 0 ? { message: `Slot ${asked} is in use: revoke its key first.` } : {},
      )
    return await createKeyInSlot(tx, author, account, { slot, expiresAt, at })
  })
}

/** Revokes the key in a slot at once. NOT_FOUND for an empty slot, LAST_KEY for the only key. */
export async function revokeKey(app: App, author: Principal, account: KeyAccount, slot: number): Promise<void> {
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    const { living } = await lockLivingKeys(tx, author, account, at)
    const row = living.find((candidate) => candidate.slot === slot)
    if (!row) throw new Problem('NOT_FOUND', { message: 'This slot is empty.' })
    if (living.length === 1) throw new Problem('LAST_KEY')
    await revokeRows(tx, author, account, { rows: [row], at, reason: 'revoked' })
  })
}

/** Revokes every key of an account in the caller's transaction, for a suspension. */
export async function revokeAllKeys(tx: Connection, author: Principal, account: KeyAccount, at: Date): Promise<void> {
  await lockKeyOwner(tx, account.kind, account.id)
  const rows = await listKeys(tx, account.kind, account.id)
  await revokeRows(tx, author, account, { rows, at, reason: 'suspension' })
}

/** Revokes expired keys, which writes their events. The API has refused them since they expired. */
export async function endExpiredKeys(app: App): Promise<void> {
  const at = app.now()
  for (const accountId of await listExpiredOwners(app.db, at)) {
    const account = await findAccount(app, accountId)
    await app.db.transaction().execute((tx) => lockLivingKeys(tx, WORKER, account, at))
  }
}

/** Locks the account, revokes its expired keys, and returns the active ones. */
async function lockLivingKeys(tx: Connection, author: Principal, account: KeyAccount, at: Date) {
  const status = await lockKeyOwner(tx, account.kind, account.id)
  const rows = await listKeys(tx, account.kind, account.id)
  const expired = rows.filter((row) => isExpired(row.expires_at, at))
  await revokeRows(tx, author, account, { rows: expired, at, reason: 'expired' })
  return { living: rows.filter((row) => !expired.includes(row)), status }
}

async function revokeRows(
  tx: Connection,
  author: Principal,
  account: KeyAccount,
  { rows, at, reason }: { rows: readonly KeyRow[]; at: Date; reason: 'revoked' | 'suspension' | 'expired' },
): Promise<void> {
  if (rows.length === 0) return
  const hashes = rows.map((row) => row.hash)
  await updateKeysRevoked(tx, hashes, at, reason)
  const changes = rows.map((row): Change => {
    const { slot, prefix, last4 } = row
    const data = { ...holderOf(account), slot, prefix, last4, revokedAt: at.toISOString(), reason }
    const event = { type: 'key.revoked' as const, data }
    const notice = { kind: 'key-revoked' as const, ...keyOfNotice(author, account, row), reason }
    return { action: 'key.revoked', subject: account.id, owner: account.owner, after: data, event, notice }
  })
  await recordChanges(tx, author, at, changes)
}

async function createKeyInSlot(
  tx: Connection,
  author: Principal,
  account: KeyAccount,
  { slot, expiresAt, at }: { slot: 1 | 2; expiresAt: Date | undefined; at: Date },
): Promise<CreatedKey> {
  const key = newKey(account.kind)
  const shown = keyDisplay(key)
  await insertKey(tx, {
    hash: hashKey(key),
    partner_id: account.kind === 'partner' ? account.id : null,
    distributor_id: account.kind === 'distributor' ? account.id : null,
    slot,
    ...shown,
    created_at: at,
    expires_at: expiresAt ?? null,
  })
  const data = { ...holderOf(account), slot, ...shown, createdAt: at.toISOString() }
  const event = { type: 'key.created' as const, data }
  const notice = { kind: 'key-created' as const, ...keyOfNotice(author, account, { slot, ...shown }) }
  await recordChanges(tx, author, at, [
    { action: 'key.created', subject: account.id, owner: account.owner, after: data, event, notice },
  ])
  return { slot, key, createdAt: at }
}

const keyOfNotice = (
  author: Principal,
  account: KeyAccount,
  { slot, prefix, last4 }: Pick<KeyRow, 'slot' | 'prefix' | 'last4'>,
) => ({ accountId: account.id, slot, prefix, last4, author: toNoticeAuthor(author) })

const holderOf = ({ kind, id }: KeyAccount): Record<string, string> =>
  kind === 'partner' ? { partnerId: id } : { distributorId: id }
