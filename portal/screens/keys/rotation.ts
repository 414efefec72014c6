/** What is known of a key while it is replaced. */
export interface KeyUse {
  createdAt: string
  lastUsedAt?: string
}

/** `create`: there is no new key yet; `use`: it waits for its first call; `revoke`: the old one may go. */
export interface Rotation {
  step: 'create' | 'use' | 'revoke'
  /** Why revoking the old key now would break something. */
  warning?: 'unused' | 'old-in-use'
}

/** The service writes the last use at most once a minute, so that a key has been quiet only after two. */
const QUIET_MS = 120_000

/** How far the replacement of a key is, seen from the keys alone, so that it survives leaving the page. */
export function getRotation(old: KeyUse, fresh: KeyUse | undefined, now: Date): Rotation {
  if (!fresh) return { step: 'create' }
  if (fresh.lastUsedAt === undefined) return { step: 'use', warning: 'unused' }
  const isInUse = old.lastUsedAt !== undefined && now.getTime() - Date.parse(old.lastUsedAt) < QUIET_MS
  return { step: 'revoke', ...(isInUse && { warning: 'old-in-use' }) }
}
