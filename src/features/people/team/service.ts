import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { requireId } from '../../../shared/ids.ts'
import { Problem } from '../../../shared/problem.ts'
import { recordChanges } from '../../audit/service.ts'
import type { AccessChange } from '../../notices/schema.ts'
import { recordNotices } from '../../notices/service.ts'
import { NO_FACTORS } from '../factors/rules.ts'
import { deleteFactors, listFactors } from '../factors/service.ts'
import { toAccessNotice } from '../notices/rules.ts'
import { deletePassword } from '../passwords/service.ts'
import { resetAuthorOf } from '../resets/rules.ts'
import { recordAccessReset } from '../resets/service.ts'
import { includesRole, type PeopleAccount, type TeamAuthor } from '../rules.ts'
import { findMemberId } from '../service.ts'
import { endSessionsOf } from '../sessions/service.ts'
import { deleteLink } from '../sign-on/links/service.ts'
import { deleteMicrosoftLinks } from '../single-sign-on/service.ts'
import type { MemberChange, TeamMember } from './rules.ts'
import {
  deletePerson,
  isExemptFromProvider,
  listPeople,
  lockMember,
  lockOwners,
  type PersonRow,
  updateMember,
} from './store.ts'

/** The people of an account, oldest first. */
export async function listTeam(db: Connection, account: PeopleAccount): Promise<TeamMember[]> {
  const rows = await listPeople(db, account)
  const factors = await listFactors(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ lastSeenAt, ...person }) => ({
    ...person,
    ...(lastSeenAt && { lastSeenAt }),
    factors: factors.get(person.id) ?? NO_FACTORS,
  }))
}

/**
 * Changes somebody's name, role or status. A new role or status ends their sessions. Throws NOT_FOUND outside the author's
 * account, ROLE_REQUIRED for roles above the author's, LAST_OWNER if no owner who can sign in would remain.
 */
export async function changeMember(
  app: App,
  by: TeamAuthor,
  id: string,
  { name, role, status }: MemberChange,
): Promise<TeamMember> {
  const at = app.now()
  return await app.db.transaction().execute(async (tx) => {
    await changeMemberWith(tx, by, id, { name, role, status }, at)
    const changed = (await listTeam(tx, by.account)).find((member) => member.id === id)
    if (!changed) throw new Error(`${id} was not found after a change`)
    return changed
  })
}

/** Like `changeMember`, in the caller's transaction. */
export async function changeMemberWith(
  tx: Connection,
  by: TeamAuthor,
  id: string,
  { name, role, status }: MemberChange,
  at: Date,
): Promise<void> {
  const { author, account } = by
  const { person, otherOwners } = await requireMember(tx, by, id)
  const before = { name: person.name, role: person.role, status: person.status }
  const after = { name: name ?? before.name, role: role ?? before.role, status: status ?? before.status }
  if (!includesRole(by.role, after.role)) throw new Problem('ROLE_REQUIRED')
  if (after.role !== 'owner' || after.status !== 'active') await requireOwner(tx, person, otherOwners)
  const changes: AccessChange[] = [
    ...(after.role !== before.role ? (['role-changed'] as const) : []),
    ...(after.status !== before.status ? ([after.status === 'blocked' ? 'blocked' : 'unblocked'] as const) : []),
  ]
  if (after.name !== before.name || changes.length > 0) {
    await updateMember(tx, id, after)
    if (changes.length > 0) await endSessionsOf(tx, { personId: id })
    await recordChanges(tx, author, at, [
      { action: 'person.changed', subject: id, owner: account.owner, before, after },
    ])
    const notices = changes.map((each) => toAccessNotice(toNotified(person, account), author, each))
    if (notices.length > 0)
      await recordNotices(
        tx,
        notices.map((notice) => ({ notice, owner: account.owner, at })),
      )
  }
}

/** Removes somebody from the account, with sessions and credentials. Throws as `changeMember` does. */
export async function deleteMember(app: App, by: TeamAuthor, id: string): Promise<void> {
  const { author, account } = by
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    const { person, otherOwners } = await requireMember(tx, by, id)
    await requireOwner(tx, person, otherOwners)
    await endSessionsOf(tx, { personId: id })
    await deletePerson(tx, id)
    const { email, name, role } = person
    const notice = toAccessNotice(toNotified(person, account), author, 'removed')
    await recordChanges(tx, author, at, [
      { action: 'person.removed', subject: id, owner: account.owner, before: { email, name, role }, notice },
    ])
  })
}

/**
 * Removes the second factors of somebody who has lost them, and ends their sessions; their password stays. Throws NOT_FOUND,
 * ROLE_REQUIRED, INVALID_FIELD for the author's own factors.
 */
export async function deleteMemberFactors(app: App, by: TeamAuthor, id: string): Promise<void> {
  const { author, account } = by
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    const { person } = await requireMember(tx, by, id)
    if (author.kind === 'person' && author.id === id)
      throw new Problem('INVALID_FIELD', { message: 'Replace your own factors in your security settings.' })
    const before = await deleteFactors(tx, id)
    await endSessionsOf(tx, { personId: id })
    await recordAccessReset(tx, { personId: id, kind: 'factors', byWhom: resetAuthorOf(author, account, id), at })
    const notice = toAccessNotice(toNotified(person, account), author, 'factors-removed')
    await recordChanges(tx, author, at, [
      { action: 'factors.removed', subject: id, owner: account.owner, before: { ...before }, notice },
    ])
  })
}

/**
 * Resets the sign-in of somebody who can no longer sign in: removes their password, second factors and linked accounts,
 * ends their sessions, and sends a link for a new password. For the operator, and for the distributor of a partner.
 * Throws NOT_FOUND.
 */
export async function renewMember(app: App, by: TeamAuthor, email: string): Promise<{ id: string }> {
  const { author, account } = by
  const at = app.now()
  return await app.db.transaction().execute(async (tx) => {
    const id = await findMemberId(tx, account, email)
    if (id === undefined) throw new Problem('NOT_FOUND', { message: 'Nobody in the account has this email address.' })
    const { person } = await requireMember(tx, by, id)
    const before = await deleteFactors(tx, id)
    await deletePassword(tx, id)
    await deleteMicrosoftLinks(tx, id)
    await deleteLink(tx, id)
    await endSessionsOf(tx, { personId: id })
    await recordAccessReset(tx, { personId: id, kind: 'everything', byWhom: resetAuthorOf(author, account, id), at })
    const notice = { kind: 'password-forgotten' as const, email: person.email, personId: id }
    await recordChanges(tx, author, at, [
      { action: 'person.reset', subject: id, owner: account.owner, before: { ...before }, notice },
    ])
    return { id }
  })
}

/** Locks owners before anybody else, in a fixed order, so that concurrent changes see each other. */
async function requireMember(
  tx: Connection,
  { account, role }: TeamAuthor,
  id: string,
): Promise<{ person: PersonRow; otherOwners: number }> {
  requireId('usr', id)
  const owners = await lockOwners(tx, account)
  const person = await lockMember(tx, account, id)
  if (!person) throw new Problem('NOT_FOUND')
  if (!includesRole(role, person.role)) throw new Problem('ROLE_REQUIRED')
  return { person, otherOwners: owners.filter((owner) => owner !== id).length }
}

/** Throws LAST_OWNER if the person is the only owner who can sign in, or who can without the account's provider. */
async function requireOwner(tx: Connection, { id, role, status }: PersonRow, otherOwners: number): Promise<void> {
  if (role !== 'owner' || status !== 'active') return
  if (otherOwners === 0) throw new Problem('LAST_OWNER')
  if (await isExemptFromProvider(tx, id)) throw new Problem('LAST_OWNER', { message: EXEMPT })
}

const EXEMPT =
  'This owner is the only one who can sign in without the provider of the account: choose another under Sign-on first.'

const toNotified = ({ id, email }: PersonRow, account: PeopleAccount) => ({ personId: id, email, account })
