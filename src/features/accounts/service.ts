import type { App } from '../../app.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { AccountStatus } from '../../platform/database/tables.gen.ts'
import type { Actor, DistributorActor } from '../../shared/actor.ts'
import { monthOf } from '../../shared/dates/month.ts'
import { isId } from '../../shared/ids.ts'
import { runsLimit } from '../../shared/plans.ts'
import { Problem } from '../../shared/problem.ts'
import type { LogOwner } from '../events/rules.ts'
import type { PartnerAccount } from './schema.ts'
import { findContactRow, findDistributor, findOwner, findPartnerOf, findPartnerWithUsage } from './store.ts'

/** The partner's own account with this month's usage. */
export async function getOwnAccount(app: App, actor: Actor): Promise<PartnerAccount> {
  const month = monthOf(app.now())
  const row = await findPartnerWithUsage(app.db, actor.partnerId, month)
  if (!row) throw new Problem('NOT_FOUND')
  const { runsUsed, customersCount, ...account } = row
  return { ...account, usage: { month, runsUsed, runsLimit: runsLimit(account.plan), customersCount } }
}

/** Throws NOT_FOUND if there is no such distributor. */
export async function requireDistributor(tx: Connection, id: string): Promise<void> {
  if (!(await findDistributor(tx, id))) throw new Problem('NOT_FOUND', { message: `Distributor ${id} not found.` })
}

/** An actor on a partner of any status: a distributor may act on a suspended one. */
export type AnyActor = Actor & { partnerStatus?: AccountStatus }

/** The distributor as an actor on one of its partners, whatever the partner's status; NOT_FOUND for any other. */
export async function actForPartner(app: App, distributor: DistributorActor, partnerId: string): Promise<AnyActor> {
  // Reject malformed ids first: PostgreSQL refuses some texts (NUL bytes).
  const isOne = isId('prt', partnerId)
  const partner = isOne ? await findPartnerOf(app.db, distributor.distributorId, partnerId) : undefined
  if (!partner) throw new Problem('NOT_FOUND', { message: 'Partner not found.' })
  const { plan, status: partnerStatus, subscriptionStatus } = partner
  return { ...distributor, partnerId, plan, partnerStatus, subscriptionStatus }
}

/** The recipient of an account's mails. */
export interface Contact {
  company: string
  email: string
}

/** The administrator of a partner or distributor; undefined if there is no such account. */
export async function findContact(app: Pick<App, 'db'>, accountId: string): Promise<Contact | undefined> {
  return await findContactRow(app.db, accountId)
}

/** A partner or distributor, with the owner of its events and audit rows. */
export interface Account {
  kind: 'partner' | 'distributor'
  id: string
  owner: LogOwner
}

/** The account with this id, for the operator. NOT_FOUND if there is none. */
export async function findAccount(app: Pick<App, 'db'>, id: string): Promise<Account> {
  const owner = isId('prt', id) || isId('dist', id) ? await findOwner(app.db, id) : undefined
  if (!owner) throw new Problem('NOT_FOUND', { message: `No partner or distributor has the id ${id.slice(0, 50)}.` })
  return { kind: owner.partnerId === null ? 'distributor' : 'partner', id, owner }
}
