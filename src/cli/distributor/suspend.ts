import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { suspendDistributor } from '../../features/distributors/service.ts'
import type { Principal } from '../../shared/actor.ts'
import type { JsonOption } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'distributor suspend' }

export const declare = (distributor: Command): Command =>
  distributor
    .command('suspend')
    .description('block the access of a distributor; its keys stay, and its partners are not affected')
    .argument('<id>', 'id of the distributor')
    .option('--json', 'print JSON')
    .action((id: string, options: JsonOption) => runWithApp((app) => runDistributorSuspend(app, id), options))

export async function runDistributorSuspend(app: App, id: string): Promise<Output> {
  const suspendedAt = await suspendDistributor(app, AUTHOR, id)
  return listFields({ id, status: 'suspended', suspendedAt: suspendedAt.toISOString() })
}
