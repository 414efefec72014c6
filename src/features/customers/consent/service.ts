import type { App } from '../../../app.ts'
import type { Actor, Author } from '../../../ground/actor.ts'
import { Problem } from '../../../ground/problem.ts'
import { hashToken, newToken } from '../../../ground/tokens.ts'
import { CollectFailure } from '../../../tenant/collect-failure.ts'
import { recordChanges } from '../../audit/service.ts'
import { ownerOf } from '../../events/service.ts'
import { changeOnce } from '../../idempotency/service.ts'
import { requireCustomer } from '../service.ts'
import type { ConsentAnswer, ConsentLink } from './schema.ts'
import {
  deleteConsentLink,
  deleteExpiredLinks,
  findConsent,
  lockConsentLink,
  upsertConsent,
  upsertConsentLink,
} from './store.ts'

const LINK_DAYS = 7
const DAY_MS = 86_400_000

/** Codes of the sign-in service are plain words; anything else is of somebody's own making. */
const REFUSAL_FORM = /^[a-z_]{1,64}$/

/**
 * A fresh link with which an administrator of the customer's tenant approves our application, good for 7 days and one
 * use, for this customer and its tenant alone. Links given before stop working.
 */
export async function createConsentLink(app: App, actor: Actor, customerId: string): Promise<ConsentLink> {
  const at = app.now()
  const state = newToken()
  return await changeOnce(app, actor, async (tx) => {
    const customer = await requireCustomer(tx, actor, customerId)
    const { id, partnerId } = customer
    const tenantId = customer.tenantId.toLowerCase()
    const url = await findConsentUrl(app, tenantId, state)
    const expiresAt = new Date(at.getTime() + LINK_DAYS * DAY_MS)
    await upsertConsentLink(tx, { customerId: id, partnerId, tenantId, stateHash: hashToken(state), expiresAt })
    const after = { tenantId, expiresAt: expiresAt.toISOString() }
    await recordChanges(tx, actor, at, [{ action: 'consent.requested', subject: id, owner: ownerOf(actor), after }])
    return { url, expiresAt }
  })
}

async function findConsentUrl(app: App, tenantId: string, state: string): Promise<string> {
  try {
    return await app.consentUrl({ tenantId, state })
  } catch (error) {
    if (!(error instanceof CollectFailure)) throw error
    throw new Problem('SERVICE_UNAVAILABLE', { message: error.message })
  }
}

/** What came of a link: an answer that was taken down, or nothing, because the link does not work. */
export type ConsentOutcome = { given: boolean; customerName: string; partnerName: string } | undefined

/**
 * Takes down what an administrator answered. The link is used up by that; one that is expired, was used, or comes back
 * from another tenant than it was made for does nothing.
 */
export async function takeConsentAnswer(app: App, answer: ConsentAnswer, address: string): Promise<ConsentOutcome> {
  const { state, tenant, admin_consent: consented, error } = answer
  const isGiven = error === undefined && consented?.toLowerCase() === 'true'
  if (state === undefined || (error === undefined && !isGiven)) return undefined
  const at = app.now()
  return await app.db.transaction().execute(async (tx): Promise<ConsentOutcome> => {
    const link = await lockConsentLink(tx, hashToken(state))
    if (!link || link.expiresAt <= at || link.currentTenantId.toLowerCase() !== link.tenantId) return undefined
    // Who refuses need not say for which tenant; who approves must be of the right one.
    const isRightTenant = tenant?.toLowerCase() === link.tenantId
    if (!isRightTenant && (isGiven || tenant !== undefined)) return undefined
    const { customerId, partnerId, tenantId, distributorId, customerName, partnerName } = link
    const refusal = isGiven ? null : REFUSAL_FORM.test(error ?? '') ? (error ?? null) : 'unknown_error'
    await deleteConsentLink(tx, partnerId, customerId)
    await upsertConsent(tx, { customerId, partnerId, tenantId, at, refusal })
    const author: Author = { kind: 'system', id: 'consent', address }
    await recordChanges(tx, author, at, [
      {
        action: isGiven ? 'customer.consented' : 'consent.refused',
        subject: customerId,
        owner: { partnerId, distributorId },
        after: { tenantId, ...(refusal !== null && { refusal }) },
      },
    ])
    return { given: isGiven, customerName, partnerName }
  })
}

/** What an administrator of the tenant that the customer has now answered last. */
export async function findConsentAnswer(
  app: App,
  { id, partnerId, tenantId }: { id: string; partnerId: string; tenantId: string },
): Promise<{ at: Date; refusal?: string } | undefined> {
  const found = await findConsent(app.db, partnerId, id, tenantId.toLowerCase())
  return found && { at: found.answeredAt, ...(found.refusal !== null && { refusal: found.refusal }) }
}

/** Forgets links that have expired; they have led nowhere since. */
export async function forgetExpiredConsentLinks(app: App): Promise<void> {
  await deleteExpiredLinks(app.db, app.now())
}
