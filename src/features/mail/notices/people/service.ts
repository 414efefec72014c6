import type { App } from '../../../../app.ts'
import { isId } from '../../../../shared/ids.ts'
import { findContact } from '../../../accounts/service.ts'
import type { NoticeAuthor, NoticeOf } from '../../../notices/schema.ts'
import { findInvited } from '../../../people/invitations/service.ts'
import { isRecoverable } from '../../../people/recovery/service.ts'
import { getMembers, listMembersByEmail } from '../../../people/service.ts'
import type { NewMail } from '../../outbox/rules.ts'
import { writeAccessChanged, writePartnerVisited } from '../../templates/access-changed.ts'
import { subjectOfRecovery } from '../../templates/password-recovery.ts'
import { subjectOfInvitation } from '../../templates/person-invitation.ts'
import { composeForTopic, type TopicReader } from '../topics/service.ts'

/** The invitation of somebody who has not accepted it. */
export async function composePersonInvitation(
  app: App,
  { invitationId }: NoticeOf<'person-invited'>,
): Promise<NewMail[]> {
  const invited = await findInvited(app, invitationId)
  if (!invited) return []
  const { email: to, company, accountId } = invited
  const content = { subject: subjectOfInvitation(company) }
  return [{ kind: 'person-invitation', to, owner: ownerOf(accountId), aboutId: invitationId, content }]
}

/** One email for each account of the address whose password may be reset; none for an unknown address. */
export async function composeRecovery(
  app: App,
  { email, personId }: NoticeOf<'password-forgotten'>,
): Promise<NewMail[]> {
  const members =
    personId === undefined ? await listMembersByEmail(app.db, email) : await getMembers(app.db, [personId])
  return members.filter(isRecoverable).map((member) => ({
    kind: 'password-recovery',
    to: member.email,
    owner: ownerOf(member.account.id),
    aboutId: member.id,
    content: { subject: subjectOfRecovery(member.account.name) },
  }))
}

export async function composeAccessChanged(
  app: App,
  { accountId, personId, email, change, author }: NoticeOf<'access-changed'>,
  at: Date,
): Promise<NewMail[]> {
  const account = await findContact(app, accountId)
  if (!account) return []
  const [person] = await getMembers(app.db, [personId])
  const content = writeAccessChanged({
    company: account.company,
    change,
    role: person?.role,
    by: author.id === personId ? undefined : await nameAuthor(app, author),
    address: author.address,
    at,
  })
  return [{ kind: 'access-changed', to: email, owner: ownerOf(accountId), content }]
}

/** To the owners of a partner that its distributor visits, and to its address. */
export async function composePartnerVisited(
  app: App,
  { partnerId, ...visit }: NoticeOf<'partner-visited'>,
  at: Date,
): Promise<NewMail[]> {
  const { company: visitor, name, reason, mayAct } = visit
  const write = (reader: TopicReader) => writePartnerVisited({ visitor, name, reason, mayAct, at, ...reader })
  return await composeForTopic(app, partnerId, { topic: 'visits', kind: 'partner-visited', write })
}

/** The account alone: its distributor does not see the email. */
const ownerOf = (accountId: string): NewMail['owner'] =>
  isId('prt', accountId) ? { partnerId: accountId, distributorId: null } : { partnerId: null, distributorId: accountId }

async function nameAuthor(app: App, { kind, id }: NoticeAuthor): Promise<string> {
  if (kind === 'operator') return 'the operator of this service'
  if (kind === 'system') return isId('scim', id) ? 'the directory of your company' : 'this service'
  const [person] = kind === 'person' ? await getMembers(app.db, [id]) : []
  return person?.name ?? (await findContact(app, id))?.company ?? id
}
