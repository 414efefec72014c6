import type { App } from '../app.ts'
import { activateDistributor, listDistributors, suspendDistributor } from '../features/distributors/service.ts'
import { listFields, type Output } from './output.ts'

/** Every distributor with its status. */
export async function runDistributorList(app: App): Promise<Output> {
  const items = await listDistributors(app)
  if (items.length === 0) return { json: [], text: 'There is no distributor yet.' }
  const lines = items.map(({ id, status, company, email }) => `${id}  ${status.padEnd(9)}  ${company} <${email}>`)
  return { json: items, text: lines.join('\n') }
}

/** Shuts a distributor out until it is activated again. */
export async function runDistributorSuspend(app: App, id: string): Promise<Output> {
  const at = await suspendDistributor(app, { kind: 'operator', id: 'distributor suspend' }, id)
  return listFields({ id, status: 'suspended', suspendedAt: at.toISOString() })
}

/** Lets a distributor in again. */
export async function runDistributorActivate(app: App, id: string): Promise<Output> {
  const at = await activateDistributor(app, { kind: 'operator', id: 'distributor activate' }, id)
  return listFields({ id, status: 'active', activatedAt: at.toISOString() })
}
