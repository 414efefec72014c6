import type { Connection } from '../../platform/database/database.ts'
import type { Principal } from '../../shared/actor.ts'
import { newId } from '../../shared/ids.ts'
import { Problem } from '../../shared/problem.ts'
import { recordChanges } from '../audit/service.ts'
import { type Member, type NewPerson, ownerColumnsOf, type PeopleAccount } from './rules.ts'
import { findPersonByEmail, insertPerson, listIdsByEmail, listMembers, lockAccount, type MemberRow } from './store.ts'

/** Adds somebody to an account in the caller's transaction; returns their id. The email address must be new to the account. */
export async function createPerson(
  tx: Connection,
  author: Principal,
  account: PeopleAccount,
  { email, name, role }: NewPerson,
  at: Date,
): Promise<string> {
  const id = newId('usr')
  await insertPerson(tx, { id, ...ownerColumnsOf(account), email, name, role, created_at: at })
  await recordChanges(tx, author, at, [
    { action: 'person.created', subject: id, owner: account.owner, after: { email, name, role } },
  ])
  return id
}

const INACTIVE = { partner: 'PARTNER_INACTIVE', distributor: 'DISTRIBUTOR_INACTIVE' } as const

/**
 * Locks an account in the caller's transaction, so that its people change one after another. Throws PARTNER_INACTIVE or
 * DISTRIBUTOR_INACTIVE unless it is active.
 */
export async function requireActiveAccount(tx: Connection, account: PeopleAccount): Promise<void> {
  if ((await lockAccount(tx, account)) !== 'active') throw new Problem(INACTIVE[account.kind])
}

/** The id of the person with this email address in an account. */
export async function findMemberId(db: Connection, account: PeopleAccount, email: string): Promise<string | undefined> {
  return (await findPersonByEmail(db, account, email))?.id
}

/** One person may have accounts with this many partners and distributors. */
const MAX_ACCOUNTS = 20

/** Everybody with this email address, in any account. */
export async function listMembersByEmail(db: Connection, email: string): Promise<Member[]> {
  return await getMembers(db, await listIdsByEmail(db, email, MAX_ACCOUNTS))
}

/** The people with these ids, in this order. */
export async function getMembers(db: Connection, ids: readonly string[]): Promise<Member[]> {
  return (await listMembers(db, ids)).map(toMember)
}

function toMember(row: MemberRow): Member {
  const { id, email, name, role, status } = row
  const requiresProvider = row.requiresProvider === true
  return { id, email, name, role, isBlocked: status === 'blocked', requiresProvider, account: toMemberAccount(row) }
}

function toMemberAccount(row: MemberRow): Member['account'] {
  const { distributorId, distributorName, distributorEmail } = row
  const requiresFactor = row.requiresFactor ?? false
  if (row.partnerId !== null && row.partnerStatus !== null) {
    return {
      kind: 'partner',
      id: row.partnerId,
      owner: { partnerId: row.partnerId, distributorId },
      name: row.partnerName ?? '',
      status: row.partnerStatus,
      requiresFactor,
      ...(distributorName !== null &&
        distributorEmail !== null && { contact: { company: distributorName, email: distributorEmail } }),
    }
  }
  if (distributorId === null || row.distributorStatus === null) throw new Error(`${row.id} belongs to no account`)
  return {
    kind: 'distributor',
    id: distributorId,
    owner: { partnerId: null, distributorId },
    name: distributorName ?? '',
    status: row.distributorStatus,
    requiresFactor,
  }
}
