import type { App } from '../../../../app.ts'
import type { Connection } from '../../../../platform/database/database.ts'
import type { ProviderIdentity } from '../../../../platform/openid/identity.ts'
import type { Principal } from '../../../../shared/actor.ts'
import { requireId } from '../../../../shared/ids.ts'
import { Problem } from '../../../../shared/problem.ts'
import { recordChanges } from '../../../audit/service.ts'
import { requireLockedPerson } from '../../factors/service.ts'
import { toAccessNotice } from '../../notices/rules.ts'
import { ownerOf, type PeopleAccount, type PersonActor, toPeopleAccount } from '../../rules.ts'
import { findMemberId, getMembers } from '../../service.ts'
import { endSessionsOf } from '../../sessions/service.ts'
import { hasVerifiedDomain } from '../domains/store.ts'
import { domainOf } from '../rules.ts'
import type { SignOnLink } from '../schema.ts'
import { findProvider } from '../store.ts'
import { deleteLinkOf, findLink, findLinkedPerson, insertLink, listLinkRows, updateLinkUsed } from './store.ts'

/** The part of an identity that a link is made of. */
type Linked = Pick<ProviderIdentity, 'subject' | 'name'>

/**
 * Who is signed in by a verified identity: the person it is linked to, or else the person of this account who has its
 * verified email address, if the account has proven the domain. Never anybody of another account.
 */
export async function findIdentified(
  db: Connection,
  account: PeopleAccount,
  { subject, email, isEmailVerified }: ProviderIdentity,
): Promise<string | undefined> {
  const linked = await findLinkedPerson(db, account.id, subject)
  if (linked !== undefined || email === undefined || !isEmailVerified) return linked
  const domain = domainOf(email)
  if (domain === undefined || !(await hasVerifiedDomain(db, account.id, domain))) return undefined
  return await findMemberId(db, account, email)
}

/**
 * Records that a person signs in through the provider, and links the identity at the first time. Throws SIGN_IN_REQUIRED if the
 * identity or the person is linked otherwise: an address that is given to somebody else gives them nothing here.
 */
export async function recordProviderUse(
  tx: Connection,
  account: PeopleAccount,
  { identity, personId, author, at }: { identity: Linked; personId: string; author: Principal; at: Date },
): Promise<void> {
  const { subject } = identity
  const use = { accountId: account.id, subject, personId, at }
  if (await updateLinkUsed(tx, use)) return
  if (!(await createLink(tx, account, { identity, personId, author, at }))) throw new Problem('SIGN_IN_REQUIRED')
  await updateLinkUsed(tx, use)
}

/**
 * Links an identity to a person of the account in the caller's transaction, and reports it to them by email. False if
 * either is already linked.
 */
export async function createLink(
  tx: Connection,
  account: PeopleAccount,
  { identity, personId, author, at }: { identity: Linked; personId: string; author: Principal; at: Date },
): Promise<boolean> {
  const { subject, name } = identity
  if (!(await insertLink(tx, { accountId: account.id, subject, personId, name, at }))) return false
  const [member] = await getMembers(tx, [personId])
  if (member?.account.id !== account.id) throw new Error(`${personId} does not belong to ${account.id}`)
  const notice = toAccessNotice({ personId, email: member.email, account }, author, 'provider-linked')
  await recordChanges(tx, author, at, [
    { action: 'signon.linked', subject: personId, owner: account.owner, after: { name, subject }, notice },
  ])
  return true
}

/** Like `createLink`, but throws DUPLICATE_ITEM if either is already linked. */
export async function requireLink(...args: Parameters<typeof createLink>): Promise<void> {
  if (!(await createLink(...args))) throw new Problem('DUPLICATE_ITEM', { message: LINKED_OTHERWISE })
}

const LINKED_OTHERWISE =
  'You are linked to another account at the provider, or this one is linked to somebody else. Unlink it first.'

/** Whether this identity is linked to this person. */
export async function isLinkedTo(
  db: Connection,
  account: PeopleAccount,
  subject: string,
  personId: string,
): Promise<boolean> {
  return (await findLinkedPerson(db, account.id, subject)) === personId
}

/** Who of an account is linked, by name. */
export async function listLinks(db: Connection, accountId: string): Promise<SignOnLink[]> {
  const rows = await listLinkRows(db, accountId)
  return rows.map(({ lastUsedAt, ...row }) => ({ ...row, ...(lastUsedAt && { lastUsedAt }) }))
}

/** The signed-in person's own link. */
export async function getOwnLink(
  db: Connection,
  personId: string,
): Promise<{ name: string; linkedAt: Date; lastUsedAt?: Date } | undefined> {
  const link = await findLink(db, personId)
  if (!link) return undefined
  const { lastUsedAt, ...rest } = link
  return { ...rest, ...(lastUsedAt && { lastUsedAt }) }
}

/**
 * Removes the signed-in person's own link. Sessions continue. Throws NOT_FOUND, LAST_FACTOR if they can sign in in no
 * other way.
 */
export async function deleteOwnLink(app: App, { session, author }: PersonActor): Promise<void> {
  const { personId } = session
  await app.db.transaction().execute(async (tx) => {
    await requireLockedPerson(tx, personId)
    const provider = await findProvider(tx, session.account.id)
    if (provider?.is_required && provider.exempt_person_id !== personId)
      throw new Problem('LAST_FACTOR', { message: ONLY_WAY })
    const name = await deleteLinkOf(tx, personId)
    if (name === undefined) throw new Problem('NOT_FOUND')
    const notice = toAccessNotice(session, author, 'provider-unlinked')
    await recordChanges(tx, author, app.now(), [
      { action: 'signon.unlinked', subject: personId, owner: ownerOf(session), before: { name }, notice },
    ])
  })
}

const ONLY_WAY = 'Your account requires the provider: ask an owner to unlink you.'

/** Removes the link of somebody in the account, and ends their sessions. Throws NOT_FOUND. */
export async function deleteMemberLink(app: App, self: PersonActor, personId: string): Promise<void> {
  requireId('usr', personId)
  const account = toPeopleAccount(self.session)
  const { author } = self
  await app.db.transaction().execute(async (tx) => {
    const [member] = await getMembers(tx, [personId])
    if (member?.account.id !== account.id) throw new Problem('NOT_FOUND')
    await requireLockedPerson(tx, personId)
    const name = await deleteLinkOf(tx, personId)
    if (name === undefined) throw new Problem('NOT_FOUND', { message: 'This person is not linked to the provider.' })
    await endSessionsOf(tx, { personId })
    const notice = toAccessNotice({ personId, email: member.email, account }, author, 'provider-unlinked')
    await recordChanges(tx, author, app.now(), [
      { action: 'signon.unlinked', subject: personId, owner: account.owner, before: { name }, notice },
    ])
  })
}

/** Removes the link of somebody who starts anew, in the caller's transaction. */
export async function deleteLink(tx: Connection, personId: string): Promise<void> {
  await deleteLinkOf(tx, personId)
}
