import type { App } from '../app.ts'
import { findAccount } from '../features/accounts/service.ts'
import { createKey, listAccountKeys, revokeKey } from '../features/keys/service.ts'
import { CommandFailure } from './command-failure.ts'
import { listFields, type Output } from './output.ts'
import { readTime } from './read-time.ts'

/** Creates a key of a partner or distributor, and prints it for the only time. */
export async function runKeyCreate(
  app: App,
  accountId: string,
  options: { slot?: number; expires?: string },
): Promise<Output> {
  const slotAsked = options.slot === undefined ? undefined : requireSlot(options.slot)
  const expiresAt = options.expires === undefined ? undefined : readTime('--expires', options.expires)
  if (expiresAt && expiresAt <= app.now()) throw new CommandFailure('--expires must lie in the future.')
  const account = await findAccount(app, accountId)
  const { slot, key, createdAt } = await createKey(app, { kind: 'operator', id: 'key create' }, account, {
    ...(slotAsked !== undefined && { slot: slotAsked }),
    ...(expiresAt && { expiresAt }),
  })
  return listFields({ slot, key, createdAt: createdAt.toISOString() })
}

/** The active keys of a partner or distributor, with what may be shown of them. */
export async function runKeyList(app: App, accountId: string): Promise<Output> {
  const { keys } = await listAccountKeys(app, await findAccount(app, accountId))
  if (keys.length === 0) return { json: { keys }, text: 'The account has no key.' }
  const lines = keys.map(({ slot, prefix, last4, createdAt, lastUsedAt, expiresAt }) =>
    [
      `${slot}  ${prefix}...${last4}`,
      `created ${minuteOf(createdAt)}`,
      lastUsedAt ? `last used ${minuteOf(lastUsedAt)}` : 'never used',
      ...(expiresAt ? [`expires ${minuteOf(expiresAt)}`] : []),
    ].join('  '),
  )
  return { json: { keys }, text: lines.join('\n') }
}

/** Revokes the key in a slot at once; not the only one, which nothing could take the place of. */
export async function runKeyRevoke(app: App, accountId: string, options: { slot: number }): Promise<Output> {
  const slot = requireSlot(options.slot)
  const account = await findAccount(app, accountId)
  await revokeKey(app, { kind: 'operator', id: 'key revoke' }, account, slot)
  return listFields({ id: accountId, slot, status: 'revoked' })
}

function requireSlot(slot: number): number {
  if (slot !== 1 && slot !== 2) throw new CommandFailure('--slot must be 1 or 2.')
  return slot
}

const minuteOf = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ')
