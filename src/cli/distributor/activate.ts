import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { activateDistributor } from '../../features/distributors/service.ts'
import type { Principal } from '../../shared/actor.ts'
import type { JsonOption } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'distributor activate' }

export const declare = (distributor: Command): Command =>
  distributor
    .command('activate')
    .description('end the suspension of a distributor')
    .argument('<id>', 'id of the distributor')
    .option('--json', 'print JSON')
    .action((id: string, options: JsonOption) => runWithApp((app) => runDistributorActivate(app, id), options))

export async function runDistributorActivate(app: App, id: string): Promise<Output> {
  const activatedAt = await activateDistributor(app, AUTHOR, id)
  return listFields({ id, status: 'active', activatedAt: activatedAt.toISOString() })
}
