import type { Principal } from '../../../shared/actor.ts'
import { DAY_MS } from '../../../shared/dates/datetime.ts'
import type { PeopleAccount } from '../rules.ts'

/** What was replaced: the password by a link, the second factors, all ways to sign in; or somebody from outside let the person in. */
export const RESET_KINDS = ['password', 'factors', 'everything', 'invited'] as const
export type ResetKind = (typeof RESET_KINDS)[number]

/** Who did it. A colleague: somebody of the same account. */
export const RESET_AUTHORS = ['self', 'colleague', 'distributor', 'operator'] as const
export type ResetAuthor = (typeof RESET_AUTHORS)[number]

/** Banners go back so far. */
export const shownSince = (now: Date): Date => new Date(now.getTime() - DAY_MS)

/** So many banners are shown at most. */
export const MAX_SHOWN = 20

/** How an author stands to an account, or to a person in it. */
export function resetAuthorOf(author: Principal, account: Pick<PeopleAccount, 'id'>, personId?: string): ResetAuthor {
  if (author.kind === 'operator') return 'operator'
  if (author.kind === 'person' && author.id === personId) return 'self'
  return author.kind === 'person' && author.accountId === account.id ? 'colleague' : 'distributor'
}
