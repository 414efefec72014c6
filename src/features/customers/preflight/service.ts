import type { App } from '../../../app.ts'
import { FRAMEWORKS, findFramework } from '../../../engine/frameworks/catalogue.ts'
import type { Framework } from '../../../engine/model/framework.ts'
import { findMissingPermissions } from '../../../engine/visibility/needed-permissions.ts'
import { CollectFailure } from '../../../graph/transport/collect-failure.ts'
import type { Actor, Principal } from '../../../shared/actor.ts'
import { isId } from '../../../shared/ids.ts'
import { planAllows } from '../../../shared/plans.ts'
import { Problem } from '../../../shared/problem.ts'
import { NOT_APPROVED } from '../../approvals/rules.ts'
import { endRemovedApproval } from '../../approvals/service.ts'
import { findConsentAnswer } from '../consent/service.ts'
import { askForConsentAgain, describeVisibility } from './rules.ts'
import type { Preflight } from './schema.ts'
import { findCustomerToRead } from './store.ts'

/** Short, because the caller waits for the answer. */
const DEADLINE_MS = 15_000

const PREFLIGHT: Principal = { kind: 'system', id: 'preflight' }

/**
 * Asks the customer's tenant what a run could read now. A tenant that we cannot read or reach is a result as well. Without an
 * approval for this partner, no request is sent to the tenant.
 */
export async function checkCustomer(app: App, actor: Actor, id: string, product?: string): Promise<Preflight> {
  const frameworks = chooseFrameworks(actor, product)
  const customer = isId('cust', id) ? await findCustomerToRead(app.db, actor.partnerId, id) : undefined
  if (!customer) throw new Problem('NOT_FOUND', { message: 'Customer not found.' })
  const { tenantId, approvedAt } = customer
  const answered = await findConsentAnswer(app, customer)
  const about = { tenantId, checkedAt: app.now(), ...(answered && { answered }) }
  const nothing = { permissions: [], servicePlans: undefined }
  if (approvedAt === null) {
    return { ...about, consent: 'missing', failure: NOT_APPROVED, ...describeVisibility(nothing, frameworks) }
  }
  try {
    const visibility = await app.preflight({ tenantId, deadlineMs: DEADLINE_MS })
    const missing = findMissingPermissions(visibility.permissions)
    return {
      ...about,
      consent: 'granted',
      ...(missing.length > 0 && { consentAgain: askForConsentAgain(missing) }),
      ...describeVisibility(visibility, frameworks),
    }
  } catch (error) {
    if (!(error instanceof CollectFailure)) throw error
    const failure = { code: error.code, message: error.message }
    if (error.code !== 'CONSENT_MISSING') {
      return { ...about, consent: 'unknown', failure, permissions: [], licences: [], products: [] }
    }
    const at = app.now()
    await app.db
      .transaction()
      .execute((tx) => endRemovedApproval(tx, PREFLIGHT, actor, { tenantId, seenAt: approvedAt }, at))
    return { ...about, consent: 'missing', failure, ...describeVisibility(nothing, frameworks) }
  }
}

function chooseFrameworks({ plan }: Actor, product: string | undefined): readonly Framework[] {
  if (product === undefined) return FRAMEWORKS.filter(({ id }) => planAllows(plan, id))
  const framework = findFramework(product)
  if (!framework) throw new Problem('INVALID_PRODUCT')
  if (!planAllows(plan, product)) {
    throw new Problem('PRODUCT_NOT_ALLOWED', { message: `The ${plan} plan does not include ${framework.name}.` })
  }
  return [framework]
}
