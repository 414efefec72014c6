import type { App } from '../../app.ts'
import type { Actor, Author, DistributorActor } from '../../ground/actor.ts'
import { newId } from '../../ground/ids.ts'
import { monthOf } from '../../ground/month.ts'
import { type Plan, runsLimit } from '../../ground/plans.ts'
import { Problem } from '../../ground/problem.ts'
import { recordChanges } from '../audit/service.ts'
import type { PartnerAccount } from './schema.ts'
import {
  findContactRow,
  findDistributor,
  findPartnerOf,
  findPartnerWithUsage,
  insertDistributor,
  insertPartner,
} from './store.ts'

export interface NewPartner {
  company: string
  email: string
  name: string
  plan: Plan
  distributorId?: string
}

/** The partner's own account with this month's usage. */
export async function getOwnAccount(app: App, actor: Actor): Promise<PartnerAccount> {
  const month = monthOf(app.now())
  const row = await findPartnerWithUsage(app.db, actor.partnerId, month)
  if (!row) throw new Problem('NOT_FOUND')
  const { runsUsed, customersCount, ...account } = row
  return { ...account, usage: { month, runsUsed, runsLimit: runsLimit(account.plan), customersCount } }
}

/** An active partner without keys, as the operator makes one. */
export async function createActivePartner(app: App, author: Author, input: NewPartner): Promise<Actor> {
  const at = app.now()
  const id = newId('prt')
  const distributorId = input.distributorId ?? null
  const { company, email, name, plan } = input
  await app.db.transaction().execute(async (tx) => {
    if (distributorId !== null && !(await findDistributor(tx, distributorId))) {
      throw new Problem('NOT_FOUND', { message: `There is no distributor ${distributorId}.` })
    }
    await insertPartner(tx, {
      id,
      distributor_id: distributorId,
      company,
      email,
      name,
      plan,
      status: 'active',
      created_at: at,
      updated_at: at,
      activated_at: at,
    })
    const after = { company, email, name, plan, status: 'active' }
    const data = { partnerId: id, company, email, plan, status: 'active', activatedAt: at.toISOString() }
    await recordChanges(tx, author, at, [
      {
        action: 'partner.created',
        subject: id,
        owner: { partnerId: id, distributorId },
        after,
        ...(distributorId !== null && { event: { type: 'partner.activated', data } }),
      },
    ])
  })
  return { ...author, partnerId: id, distributorId, plan }
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
  return { ...distributor, partnerId, plan: partner.plan }
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
