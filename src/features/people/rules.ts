import type { AccountStatus } from '../../platform/database/tables.gen.ts'
import { type PersonSession, type Principal, ROLES, type Role } from '../../shared/actor.ts'
import { isPlainLine } from '../../shared/text/plain-line.ts'
import type { LogOwner } from '../events/rules.ts'

/** A partner or distributor that people belong to. */
export interface PeopleAccount {
  kind: 'partner' | 'distributor'
  id: string
  owner: LogOwner
}

/** Who is notified of a change that the signed-in person makes. */
export const ownerOf = ({ actor, account, visit }: PersonSession): LogOwner =>
  visit
    ? { partnerId: null, distributorId: visit.home.id }
    : actor
      ? { partnerId: actor.partnerId, distributorId: actor.distributorId }
      : { partnerId: null, distributorId: account.id }

/** A signed-in person who changes something; `author` is recorded in the audit. */
export interface PersonActor {
  session: PersonSession
  author: Principal
}

export const toPersonActor = (
  session: PersonSession,
  origin: Pick<Principal, 'address' | 'requestId'>,
): PersonActor => ({
  session,
  author: { kind: 'person', id: session.personId, accountId: session.visit?.home.id ?? session.account.id, ...origin },
})

/** The account of the signed-in person. */
export const toPeopleAccount = (session: PersonSession): PeopleAccount => ({
  kind: session.account.kind,
  id: session.account.id,
  owner: ownerOf(session),
})

/** Somebody who manages the people of an account. */
export interface TeamAuthor {
  author: Principal
  account: PeopleAccount
  /**
   * Nobody can grant a role above this one, or change anybody above it. For the operator and a partner's distributor:
   * owner.
   */
  role: Role
}

export const toTeamAuthor = ({ session, author }: PersonActor): TeamAuthor => ({
  author,
  account: toPeopleAccount(session),
  role: session.role,
})

/** Whether a role includes another one. */
export const includesRole = (role: Role, needed: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(needed)

/** The columns with the account of a person; one of them is null. */
export const ownerColumnsOf = ({ kind, id }: Pick<PeopleAccount, 'kind' | 'id'>) => ({
  partner_id: kind === 'partner' ? id : null,
  distributor_id: kind === 'distributor' ? id : null,
})

/** Somebody with their account. */
export interface Member {
  id: string
  email: string
  name: string
  role: Role
  isBlocked: boolean
  /** Whether they can sign in only through the account's own provider. */
  requiresProvider: boolean
  account: PeopleAccount & {
    name: string
    status: AccountStatus
    /** Whether everybody in it needs a second factor. */
    requiresFactor: boolean
    /** Who manages the account: the distributor of a partner. Undefined: the operator of this service. */
    contact?: { company: string; email: string }
  }
}

/** Somebody who is to belong to an account. */
export interface NewPerson {
  email: string
  name: string
  role: Role
}

export const MAX_EMAIL_CHARACTERS = 254

/** People of one account, with those who are invited. */
export const MAX_PEOPLE = 200

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Whether a text has the form of an email address. */
export const isEmail = (text: string): boolean =>
  text.length <= MAX_EMAIL_CHARACTERS && EMAIL.test(text) && isPlainLine(text)

const MAX_NAME_CHARACTERS = 200

/** Why the name of a person is not accepted, in a sentence; undefined if it is. */
export function nameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'Enter your name.'
  if ([...name].length > MAX_NAME_CHARACTERS) return `A name has at most ${MAX_NAME_CHARACTERS} characters.`
  return isPlainLine(name) ? undefined : 'A name must not contain control characters.'
}
