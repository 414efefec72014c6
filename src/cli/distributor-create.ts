import type { App } from '../app.ts'
import { createDistributor } from '../features/distributors/service.ts'
import { createKey } from '../features/keys/service.ts'
import type { Author } from '../shared/actor.ts'
import { readEmail, readName } from './account-fields.ts'
import { listFields, type Output } from './output.ts'

const AUTHOR: Author = { kind: 'operator', id: 'distributor create' }

/** Creates an active distributor with its first key. */
export async function runDistributorCreate(app: App, options: { company: string; email: string }): Promise<Output> {
  const [company, email] = [readName('--company', options.company), readEmail('--email', options.email)]
  const { id } = await createDistributor(app, AUTHOR, { company, email })
  const { key } = await createKey(app, AUTHOR, {
    kind: 'distributor',
    id,
    owner: { partnerId: null, distributorId: id },
  })
  return listFields({ id, key })
}
