import type { App } from '../../app.ts'
import type { Actor, Author, DistributorActor } from '../../ground/actor.ts'
import { newId } from '../../ground/ids.ts'
import { monthOf } from '../../ground/month.ts'
import { runsLimit } from '../../ground/plans.ts'
import { Problem } from '../../ground/problem.ts'
import type { Connection } from '../../platform/database.ts'
import { recordChanges } from '../audit/service.ts'
import type { PartnerAccount } from './schema.ts'
import { findContactRow, findDistributor, findPartnerOf, findPartnerWithUsage, insertDistributor } from './store.ts'

/** The partner's own account with this month's usage. */
export async function getOwnAccount(app: App, actor: Actor): Promise<PartnerAccount> {
  const month = monthOf(app.now())
  const row = await findPartnerWithUsage(app.db, actor.partnerId, month)
  if (!row) throw new Problem('NOT_FOUND')
  const { runsUsed, customersCount, ...account } = row
  return { ...account, usage: { month, runsUsed, runsLimit: runsLimit(account.plan), customersCount } }
}

/** Throws where there is no such distributor. */
export async function requireDistributor(tx: Connection, id: string): Promise<void> {
  if (!(await findDistributor(tx, id))) throw new Problem('NOT_FOUND', { message: `There is no distributor ${id}.` })
}

/** An active distributor without keys. */
export async function createDistributor(
  app: App,
  author: Author,
  input: { company: string; email: string },
): Promise<{ id: string }> {
  const at = app.now()
  const id = newId('dist')
  await app.db.transaction().execute(async (tx) => {
    await insertDistributor(tx, { id, ...input, status: 'active', created_at: at, activated_at: at })
    await recordChanges(tx, author, at, [
      {
        action: 'distributor.created',
        subject: id,
        owner: { partnerId: null, distributorId: id },
        after: { ...input },
      },
    ])
  })
  return { id }
}

/**
 * The distributor as an actor on one of its partners, NOT_FOUND for any other. Reads and customers are open to it
 * whatever the partner's status; `runs` asks for the right to start them, which ends with a suspension.
 */
export async function actForPartner(
  app: App,
  distributor: DistributorActor,
  partnerId: string,
  right: 'data' | 'runs' = 'data',
): Promise<Actor> {
  const partner = await findPartnerOf(app.db, distributor.distributorId, partnerId)
  if (!partner) throw new Problem('NOT_FOUND', { message: 'There is no such partner.' })
  if (right === 'runs' && partner.status === 'suspended') {
    throw new Problem('PARTNER_INACTIVE', { message: 'The partner account is suspended.' })
  }
  return { ...distributor, partnerId, plan: partner.plan, subscriptionStatus: partner.subscriptionStatus }
}

/** Whom to write to at an account. */
export interface Contact {
  company: string
  email: string
}

/** The administrator of a partner or distributor; undefined where there is no such account. */
export async function findContact(app: App, accountId: string): Promise<Contact | undefined> {
  return await findContactRow(app.db, accountId)
}
