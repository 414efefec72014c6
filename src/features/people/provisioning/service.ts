import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Provisioner } from '../../../shared/actor.ts'
import { codeOf } from '../../../shared/error-code.ts'
import { requireId } from '../../../shared/ids.ts'
import { Problem } from '../../../shared/problem.ts'
import { ScimProblem } from '../../../shared/scim-problem.ts'
import { recordChanges } from '../../audit/service.ts'
import { countPeople, deleteInvitationRow, findInvitationByEmail } from '../invitations/store.ts'
import { MAX_PEOPLE, type TeamAuthor } from '../rules.ts'
import { createPerson, findMemberId, requireActiveAccount } from '../service.ts'
import { changeMemberWith, deleteMember } from '../team/service.ts'
import { toList } from './messages/discovery.ts'
import { readFilter, readPageOf } from './messages/filter.ts'
import { nameOf, requireUserName, splitName, USER_SCHEMA, type UserDraft } from './messages/user.ts'
import { findUser, listUserRows, type UserRow, updateUser } from './store.ts'

/** Somebody in the form of RFC 7643, 4.1. `base` is the address below which the calls are. */
export function toUser(base: string, { id, email, name, role, status, externalId, createdAt }: UserRow) {
  return {
    schemas: [USER_SCHEMA],
    id,
    ...(externalId !== null && { externalId }),
    userName: email,
    displayName: name,
    name: { formatted: name, ...splitName(name) },
    emails: [{ value: email, type: 'work', primary: true }],
    active: status === 'active',
    roles: [{ value: role, primary: true }],
    meta: { resourceType: 'User', created: createdAt, location: `${base}/Users/${id}` },
  }
}

export type User = ReturnType<typeof toUser>

interface ListQuery {
  filter?: string | undefined
  startIndex?: string | undefined
  count?: string | undefined
}

/** People of the account. Throws ScimProblem. */
export async function listUsers(app: App, { account }: Provisioner, base: string, query: ListQuery) {
  const page = readPageOf(query)
  const { total, rows } = await listUserRows(app.db, account, { filter: readFilter(query.filter), ...page })
  return toList(
    rows.map((row) => toUser(base, row)),
    { totalResults: total, startIndex: page.startIndex },
  )
}

/** Somebody of the account. Throws NOT_FOUND. */
export async function getUser(app: App, by: Provisioner, base: string, id: string): Promise<User> {
  return toUser(base, await requireUser(app.db, by, id))
}

async function requireUser(db: Connection, { account }: Provisioner, id: string): Promise<UserRow> {
  requireId('usr', id)
  const row = await findUser(db, account, id)
  if (!row) throw new Problem('NOT_FOUND')
  return row
}

/** It removes and blocks everybody, and gives no role above admin. */
const toTeamAuthor = ({ account, author }: Provisioner): TeamAuthor => ({ account, author, role: 'owner' })

const TAKEN = 'Somebody in the account has this userName or externalId.'

/**
 * Makes a person of the account, who has no password: they sign in through the provider of the account, or set one by a link. An
 * invitation of the address ends. Throws ScimProblem, DUPLICATE_ITEM, LIMIT_REACHED.
 */
export async function createUser(app: App, by: Provisioner, base: string, draft: UserDraft): Promise<User> {
  const { account, author } = by
  const email = requireUserName(draft)
  const role = draft.role ?? 'reader'
  if (role === 'owner') throw new ScimProblem('invalidValue', NO_OWNER)
  const name = nameOf(draft) ?? email.slice(0, email.indexOf('@'))
  const at = app.now()
  return await withUniqueIds(() =>
    app.db.transaction().execute(async (tx) => {
      await requireActiveAccount(tx, account)
      if ((await findMemberId(tx, account, email)) !== undefined)
        throw new Problem('DUPLICATE_ITEM', { message: TAKEN })
      const invitation = await findInvitationByEmail(tx, account, email)
      if (invitation) await deleteInvitationRow(tx, invitation.id)
      if ((await countPeople(tx, account, at)) >= MAX_PEOPLE)
        throw new Problem('LIMIT_REACHED', { message: `An account can have ${MAX_PEOPLE} people.` })
      const id = await createPerson(tx, author, account, { email, name, role }, at)
      const isActive = draft.isActive ?? true
      const externalId = draft.externalId ?? null
      await updateUser(tx, id, { external_id: externalId, ...(!isActive && { status: 'blocked' }) })
      if (!isActive || externalId !== null) {
        const after = { ...(externalId !== null && { externalId }), ...(!isActive && { status: 'blocked' }) }
        await recordChanges(tx, author, at, [{ action: 'person.changed', subject: id, owner: account.owner, after }])
      }
      return toUser(base, await requireUser(tx, by, id))
    }),
  )
}

const NO_OWNER = 'The directory cannot make anybody an owner: an owner does that under Team.'

/**
 * Changes somebody of the account; what the draft does not name stays as it is. Somebody who is deactivated loses their sessions in
 * the same transaction. Throws ScimProblem, NOT_FOUND, DUPLICATE_ITEM, LAST_OWNER.
 */
export async function changeUser(
  app: App,
  by: Provisioner,
  base: string,
  { id, draft }: { id: string; draft: UserDraft },
): Promise<User> {
  const { account, author } = by
  const at = app.now()
  return await withUniqueIds(() =>
    app.db.transaction().execute(async (tx) => {
      const before = await requireUser(tx, by, id)
      requireSameAddress(before, draft)
      await changeMemberWith(tx, toTeamAuthor(by), id, toChange(before, draft), at)
      const { externalId = before.externalId } = draft
      if (externalId !== before.externalId) {
        await updateUser(tx, id, { external_id: externalId })
        const [was, is] = [{ externalId: before.externalId }, { externalId }]
        await recordChanges(tx, author, at, [
          { action: 'person.changed', subject: id, owner: account.owner, before: was, after: is },
        ])
      }
      return toUser(base, await requireUser(tx, by, id))
    }),
  )
}

/** People sign in by their address, and get links for new passwords there: it is not changed by anybody but themselves. */
function requireSameAddress({ email }: UserRow, { userName }: UserDraft): void {
  if (userName === undefined || userName.toLowerCase() === email.toLowerCase()) return
  throw new ScimProblem('mutability', 'userName cannot change: delete the user, and create another one.')
}

function toChange({ name, role }: UserRow, draft: UserDraft) {
  const { isActive } = draft
  // Only owners can make somebody an owner.
  if (draft.role === 'owner' && role !== 'owner') throw new ScimProblem('invalidValue', NO_OWNER)
  return {
    name: nameOf(draft, name),
    role: role === 'owner' ? undefined : draft.role,
    status: isActive === undefined ? undefined : isActive ? ('active' as const) : ('blocked' as const),
  }
}

/** Removes somebody from the account, with sessions and credentials. Throws NOT_FOUND, LAST_OWNER. */
export async function deleteUser(app: App, by: Provisioner, id: string): Promise<void> {
  await deleteMember(app, toTeamAuthor(by), id)
}

const UNIQUE_VIOLATION = '23505'

/** Calls at once may take the same id: the second one finds out from the index. */
async function withUniqueIds<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (codeOf(error) === UNIQUE_VIOLATION) throw new Problem('DUPLICATE_ITEM', { message: TAKEN })
    throw error
  }
}
