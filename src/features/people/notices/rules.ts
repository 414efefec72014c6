import type { Principal } from '../../../shared/actor.ts'
import type { AccessChange, NoticeOf } from '../../notices/schema.ts'
import { toNoticeAuthor } from '../../notices/service.ts'

/** Who is to be notified. */
interface Notified {
  personId: string
  email: string
  account: { id: string }
}

/** The notice to somebody about a change to how they sign in, or to what they may do. */
export const toAccessNotice = (
  { personId, email, account }: Notified,
  author: Principal,
  change: AccessChange,
): NoticeOf<'access-changed'> => ({
  kind: 'access-changed',
  accountId: account.id,
  personId,
  email,
  change,
  author: toNoticeAuthor(author),
})
