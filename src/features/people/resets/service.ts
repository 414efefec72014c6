import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { PersonSession } from '../../../shared/actor.ts'
import { MAX_SHOWN, RESET_AUTHORS, RESET_KINDS, type ResetAuthor, type ResetKind, shownSince } from './rules.ts'
import { listAccessResets, upsertAccessReset } from './store.ts'

/** Records in the caller's transaction, for the banner, that somebody's way to sign in was replaced. */
export async function recordAccessReset(
  tx: Connection,
  reset: { personId: string; kind: ResetKind; byWhom: ResetAuthor; at: Date },
): Promise<void> {
  await upsertAccessReset(tx, reset)
}

/** What the portal shows for a day. */
export interface AccessReset {
  personId: string
  name: string
  kind: ResetKind
  byWhom: ResetAuthor
  at: Date
}

/** What the signed-in person is shown, newest first: their own resets, and as an owner those of everybody in the account. */
export async function listShownResets(
  app: App,
  { personId, role, account }: Pick<PersonSession, 'personId' | 'role' | 'account'>,
): Promise<AccessReset[]> {
  const whose = role === 'owner' ? undefined : personId
  const rows = await listAccessResets(app.db, account, {
    personId: whose,
    since: shownSince(app.now()),
    max: MAX_SHOWN,
  })
  return rows.flatMap((row) => {
    const kind = RESET_KINDS.find((each) => each === row.kind)
    const byWhom = RESET_AUTHORS.find((each) => each === row.byWhom)
    // People know that they were invited themselves.
    if (!kind || !byWhom || (kind === 'invited' && row.personId === personId)) return []
    return [{ ...row, kind, byWhom }]
  })
}
