import type { Principal } from '../../../shared/actor.ts'
import { DAY_MS } from '../../../shared/dates/time-units.ts'
import type { PeopleAccount } from '../rules.ts'

/** What was replaced: the password by a link, the second factors, all ways to sign in; or somebody from outside let the person in. */
export const RESET_KINDS = ['password', 'factors', 'everything', 'invited'] as const
export type ResetKind = (typeof RESET_KINDS)[number]

/** Who did it. A colleague: somebody of the same account. */
export const RESET_AUTHORS = ['self', 'colleague', 'distributor', 'operator'] as const
export type ResetAuthor = (typeof RESET_AUTHORS)[number]

/** How old the resets shown in banners may be. */
export const shownSince = (now: Date): Date => new Date(now.getTime() - DAY_MS)

/** Maximum number of banners. */
export const MAX_SHOWN = 20

/** The relation of an author to an account, or to a person in it. */
export function resetAuthorOf(author: Principal, account: Pick<PeopleAccount, 'id'>, personId?: string): ResetAuthor {
  if (author.kind === 'operator') return 'operator'
  if (author.kind === 'person' && author.id === personId) return 'self'
  return author.kind === 'person' && author.accountId === account.id ? 'colleague' : 'distributor'
}
