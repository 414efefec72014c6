import type { App } from '../app.ts'
import { createKey, partnerKeys } from '../features/keys/service.ts'
import { createActivePartner } from '../features/partners/service.ts'
import type { Author } from '../shared/actor.ts'
import { isPlan, PLAN_NAMES } from '../shared/plans.ts'
import { readEmail, readName } from './account-fields.ts'
import { CommandFailure } from './command-failure.ts'
import { listFields, type Output } from './output.ts'

const AUTHOR: Author = { kind: 'operator', id: 'partner create' }

/** Creates an active partner with its first key. */
export async function runPartnerCreate(
  app: App,
  options: { company: string; email: string; name: string; plan: string; distributor?: string },
): Promise<Output> {
  const { plan, distributor } = options
  if (!isPlan(plan)) throw new CommandFailure(`--plan must be one of ${PLAN_NAMES.join(', ')}.`)
  const input = {
    company: readName('--company', options.company),
    email: readEmail('--email', options.email),
    name: readName('--name', options.name),
    plan,
    ...(distributor !== undefined && { distributorId: distributor }),
  }
  const actor = await createActivePartner(app, AUTHOR, input)
  const { key } = await createKey(app, AUTHOR, partnerKeys(actor))
  return listFields({ id: actor.partnerId, key })
}
