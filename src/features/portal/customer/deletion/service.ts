import type { App } from '../../../../app.ts'
import type { Actor } from '../../../../shared/actor.ts'
import { requireId } from '../../../../shared/ids.ts'
import { Problem } from '../../../../shared/problem.ts'
import type { DeletionEffects } from './schema.ts'
import { countDeleted } from './store.ts'

/** What deleting a customer would delete. NOT_FOUND for a customer of another partner or one that is gone. */
export async function getDeletionEffects(app: App, actor: Actor, customerId: string): Promise<DeletionEffects> {
  requireId('cust', customerId)
  const effects = await countDeleted(app.db, actor.partnerId, customerId, app.now())
  if (!effects) throw new Problem('NOT_FOUND', { message: 'Customer not found.' })
  return effects
}
