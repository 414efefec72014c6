import type { App } from '../../../app.ts'
import type { MicrosoftIdentity } from '../../../graph/sign-in/person.ts'
import { deleteInBatches } from '../../../platform/database/batches.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { ProviderIdentity } from '../../../platform/openid/identity.ts'
import type { Principal } from '../../../shared/actor.ts'
import { hashToken, isToken, newToken } from '../../../shared/crypto/tokens.ts'
import { newId, requireId } from '../../../shared/ids.ts'
import { Problem } from '../../../shared/problem.ts'
import { findAccount, findContact } from '../../accounts/service.ts'
import { recordChanges } from '../../audit/service.ts'
import { toNoticeAuthor } from '../../notices/service.ts'
import { isFactorRequired } from '../factors/service.ts'
import { createPasswordHash, savePassword } from '../passwords/service.ts'
import { recordAccessReset } from '../resets/service.ts'
import {
  includesRole,
  MAX_PEOPLE,
  type NewPerson,
  ownerColumnsOf,
  type PeopleAccount,
  type TeamAuthor,
} from '../rules.ts'
import { createPerson, findMemberId, getMembers, requireActiveAccount } from '../service.ts'
import type { FirstFactorMethod } from '../sign-in/rules.ts'
import { type Browser, createSignInSession } from '../sign-in/service.ts'
import { requireLink } from '../sign-on/links/service.ts'
import { createFirstMicrosoftLink } from '../single-sign-on/service.ts'
import { endedBefore, type Invitation, invitationEnd, outsiderOf } from './rules.ts'
import {
  countPeople,
  deleteInvitationRow,
  deleteInvitationsBefore,
  findInvitationByEmail,
  findInvitationByHash,
  findInvitationById,
  type InvitationRow,
  insertInvitation,
  listInvitationRows,
  lockAnyInvitation,
  lockInvitation,
  updateInvitation,
} from './store.ts'

/** The invitations of an account that nobody has accepted, oldest first. */
export async function listInvitations(db: Connection, account: PeopleAccount): Promise<Invitation[]> {
  return (await listInvitationRows(db, account)).map(toInvitation)
}

const toInvitation = ({ id, email, name, role, created_at, ends_at }: InvitationRow): Invitation => ({
  id,
  email,
  name,
  role,
  invitedAt: created_at,
  endsAt: ends_at,
})

/**
 * Invites somebody to an account by email. Throws ROLE_REQUIRED for a role above the author's, DUPLICATE_ITEM if the address
 * belongs to somebody in the account or is invited, LIMIT_REACHED, and PARTNER_INACTIVE or DISTRIBUTOR_INACTIVE.
 */
export async function createInvitation(
  app: App,
  { author, account, role: ownRole }: TeamAuthor,
  { email, name, role }: NewPerson,
): Promise<Invitation> {
  if (!includesRole(ownRole, role)) throw new Problem('ROLE_REQUIRED')
  const at = app.now()
  const row = {
    id: newId('inv'),
    ...ownerColumnsOf(account),
    email,
    name,
    role,
    hash: null,
    invited_by: outsiderOf(author, account),
    created_at: at,
    ends_at: invitationEnd(at),
  }
  await app.db.transaction().execute(async (tx) => {
    await requireActiveAccount(tx, account)
    if ((await findMemberId(tx, account, email)) !== undefined)
      throw new Problem('DUPLICATE_ITEM', { message: 'This email address already belongs to the account.' })
    const earlier = await findInvitationByEmail(tx, account, email)
    if (earlier && earlier.ends_at > at)
      throw new Problem('DUPLICATE_ITEM', { message: 'This email address is already invited: resend the invitation.' })
    if (earlier) await deleteInvitationRow(tx, earlier.id)
    if ((await countPeople(tx, account, at)) >= MAX_PEOPLE)
      throw new Problem('LIMIT_REACHED', { message: `An account can have ${MAX_PEOPLE} people: remove one first.` })
    await insertInvitation(tx, row)
    await recordChanges(tx, author, at, [
      {
        action: 'person.invited',
        subject: row.id,
        owner: account.owner,
        after: { email, name, role },
        notice: { kind: 'person-invited', invitationId: row.id, author: toNoticeAuthor(author) },
      },
    ])
  })
  return toInvitation(row)
}

/** Sends an invitation again, for another 7 days; the earlier link stops working. Throws NOT_FOUND, ROLE_REQUIRED. */
export async function sendInvitationAgain(
  app: App,
  { author, account, role }: TeamAuthor,
  id: string,
): Promise<Invitation> {
  requireId('inv', id)
  const at = app.now()
  return await app.db.transaction().execute(async (tx) => {
    await requireActiveAccount(tx, account)
    const row = await requireInvitation(tx, account, role, id)
    const sent = { ...row, hash: null, ends_at: invitationEnd(at) }
    await updateInvitation(tx, id, { hash: sent.hash, ends_at: sent.ends_at })
    await recordChanges(tx, author, at, [
      {
        action: 'person.reinvited',
        subject: id,
        owner: account.owner,
        after: { email: row.email },
        notice: { kind: 'person-invited', invitationId: id, author: toNoticeAuthor(author) },
      },
    ])
    return toInvitation(sent)
  })
}

/** Withdraws an invitation: its link stops working at once. Throws NOT_FOUND, ROLE_REQUIRED. */
export async function revokeInvitation(app: App, { author, account, role }: TeamAuthor, id: string): Promise<void> {
  requireId('inv', id)
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    const { email, name, role: invited } = await requireInvitation(tx, account, role, id)
    await deleteInvitationRow(tx, id)
    await recordChanges(tx, author, at, [
      { action: 'invitation.revoked', subject: id, owner: account.owner, before: { email, name, role: invited } },
    ])
  })
}

async function requireInvitation(
  tx: Connection,
  account: PeopleAccount,
  ownRole: TeamAuthor['role'],
  id: string,
): Promise<InvitationRow> {
  const row = await lockInvitation(tx, account, id)
  if (!row) throw new Problem('NOT_FOUND')
  if (!includesRole(ownRole, row.role)) throw new Problem('ROLE_REQUIRED')
  return row
}

/** Whom an invitation is for, and to which account. */
export interface Invited {
  id: string
  email: string
  name: string
  role: Invitation['role']
  accountId: string
  /** Name of the account. */
  company: string
}

/** An invitation that may be sent; undefined if it is gone. */
export async function findInvited(app: App, id: string): Promise<Invited | undefined> {
  const row = await findInvitationById(app.db, id)
  return row && (await toInvited(app, row))
}

async function toInvited(app: App, row: InvitationRow): Promise<Invited | undefined> {
  const accountId = row.partner_id ?? row.distributor_id
  const contact = accountId === null ? undefined : await findContact(app, accountId)
  if (accountId === null || !contact) return undefined
  const { id, email, name, role } = row
  return { id, email, name, role, accountId, company: contact.company }
}

/** A new link for an invitation, in the caller's transaction; the earlier one stops working. Undefined if it is gone. */
export async function createPersonLink(
  app: App,
  tx: Connection,
  id: string,
): Promise<(Invited & { url: string }) | undefined> {
  const row = await lockAnyInvitation(tx, id)
  // Use the caller's transaction: a second connection could be one too many when all are in use.
  const invited = row && (await toInvited({ ...app, db: tx }, row))
  if (!invited) return undefined
  const token = newToken()
  await updateInvitation(tx, id, { hash: hashToken(token), ends_at: invitationEnd(app.now()) })
  return { ...invited, url: `${app.appUrl}/invitation/${token}` }
}

/** Starts the 7 days of an invitation, because its email has just been sent. */
export async function startPersonLink(tx: Connection, id: string, sentAt: Date): Promise<void> {
  await updateInvitation(tx, id, { ends_at: invitationEnd(sentAt) })
}

/** The invitation behind a link; undefined if the link does not work. */
export async function findInvitation(app: App, token: string): Promise<Invited | undefined> {
  return isToken(token) ? await findInvitationBy(app, hashToken(token)) : undefined
}

async function findInvitationBy(app: App, hash: Buffer): Promise<Invited | undefined> {
  const row = await findInvitationByHash(app.db, hash)
  return row && row.ends_at > app.now() ? await toInvited(app, row) : undefined
}

/**
 * Makes the person of an invitation, with a password, and signs them in. Returns the token for the session's cookie;
 * undefined if the link does not work any more. Throws PARTNER_INACTIVE or DISTRIBUTOR_INACTIVE.
 */
export async function completeInvitation(
  app: App,
  token: string,
  { name, password }: { name: string; password: string },
  browser: Browser,
): Promise<string | undefined> {
  const invited = await findInvitation(app, token)
  if (!invited) return undefined
  const hash = await createPasswordHash(app, invited.email, password)
  const link = { ...invited, name, hash: hashToken(token) }
  return await acceptInvitation(app, link, 'password', browser, (tx, { id, at }) => savePassword(tx, id, hash, at))
}

/** Like `completeInvitation`, without a password: with this Microsoft account, for the token of the link that has this hash. */
export async function completeMicrosoftInvitation(
  app: App,
  hash: Buffer,
  identity: MicrosoftIdentity,
  browser: Browser,
): Promise<string | undefined> {
  const invited = await findInvitationBy(app, hash)
  if (!invited) return undefined
  return await acceptInvitation(app, { ...invited, hash }, 'microsoft', browser, (tx, { id, owner, author, at }) =>
    createFirstMicrosoftLink(tx, author, { personId: id, owner }, identity, at),
  )
}

/** Like `completeMicrosoftInvitation`, as this identity at the provider of the account. */
export async function completeCompanyInvitation(
  app: App,
  hash: Buffer,
  { account, identity }: { account: PeopleAccount; identity: ProviderIdentity },
  browser: Browser,
): Promise<string | undefined> {
  const invited = await findInvitationBy(app, hash)
  // An identity at one account's provider must not accept an invitation to another account.
  if (invited?.accountId !== account.id) return undefined
  return await acceptInvitation(app, { ...invited, hash }, 'provider', browser, (tx, { id: personId, author, at }) =>
    requireLink(tx, account, { identity, personId, author, at }),
  )
}

/** A person who has just accepted an invitation. */
interface Accepted {
  id: string
  owner: PeopleAccount['owner']
  author: Principal
  at: Date
}

async function acceptInvitation(
  app: App,
  { id: invitationId, hash, accountId, email, name, role }: Invited & { hash: Buffer },
  method: FirstFactorMethod,
  browser: Browser,
  saveFirstFactor: (tx: Connection, accepted: Accepted) => Promise<void>,
): Promise<string | undefined> {
  const account = await findAccount(app, accountId)
  const at = app.now()
  const { address, requestId } = browser
  const author: Principal = { kind: 'recipient', id: email, address, requestId }
  return await app.db.transaction().execute(async (tx) => {
    await requireActiveAccount(tx, account)
    // Two uses at once, or a use and a withdrawal: the first one wins.
    const row = await lockInvitation(tx, account, invitationId)
    if (!row?.hash?.equals(hash) || (await findMemberId(tx, account, email)) !== undefined) return undefined
    await deleteInvitationRow(tx, invitationId)
    const id = await createPerson(tx, author, account, { email, name, role }, at)
    await saveFirstFactor(tx, { id, owner: account.owner, author, at })
    if (row.invited_by === 'distributor' || row.invited_by === 'operator')
      await recordAccessReset(tx, { personId: id, kind: 'invited', byWhom: row.invited_by, at })
    const [member] = await getMembers(tx, [id])
    if (!member) throw new Error(`the new person ${id} was not found`)
    const needsFactor = isFactorRequired(app, member)
    return await createSignInSession(tx, member, browser, { at, method, isStrong: false, needsFactor })
  })
}

/** Deletes invitations 30 days after they ended. */
export async function deleteOldInvitations(app: App): Promise<void> {
  const before = endedBefore(app.now())
  const deleted = await deleteInBatches((max) => deleteInvitationsBefore(app.db, before, max))
  app.metrics.retentionDeleted.inc({ kind: 'invitations' }, deleted)
}
