import type { App } from '../../../app.ts'
import { FRAMEWORKS, findFramework } from '../../../engine/frameworks/catalogue.ts'
import type { Framework } from '../../../engine/model.ts'
import type { Actor } from '../../../ground/actor.ts'
import { planAllows } from '../../../ground/plans.ts'
import { Problem } from '../../../ground/problem.ts'
import { CollectFailure } from '../../../tenant/collect-failure.ts'
import { findConsentAnswer } from '../consent/service.ts'
import { requireCustomer } from '../service.ts'
import type { Preflight } from './schema.ts'

/** Whoever asks is waiting for the answer. */
const DEADLINE_MS = 15_000

/**
 * Asks the customer's tenant what a run would be able to see of it now. A tenant that lets us see nothing, or cannot be
 * asked, is an answer as well.
 */
export async function checkCustomer(app: App, actor: Actor, id: string, product?: string): Promise<Preflight> {
  const frameworks = chooseFrameworks(actor, product)
  const customer = await requireCustomer(app.db, actor, id)
  const { tenantId } = customer
  const answered = await findConsentAnswer(app, customer)
  // Loaded where it is first needed: all checks, and the model tenant that they judge.
  const { judgeSight } = await import('./rules.ts')
  const about = { tenantId, checkedAt: app.now(), ...(answered && { answered }) }
  try {
    const sight = await app.preflight({ tenantId, deadlineMs: DEADLINE_MS })
    return { ...about, consent: 'granted', ...judgeSight(sight, frameworks) }
  } catch (error) {
    if (!(error instanceof CollectFailure)) throw error
    const failure = { code: error.code, message: error.message }
    if (error.code !== 'CONSENT_MISSING') {
      return { ...about, consent: 'unknown', failure, permissions: [], licences: [], products: [] }
    }
    const nothing = { permissions: [], servicePlans: undefined }
    return { ...about, consent: 'missing', failure, ...judgeSight(nothing, frameworks) }
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
