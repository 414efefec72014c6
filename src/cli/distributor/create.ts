import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { createDistributor } from '../../features/distributors/service.ts'
import { createKey } from '../../features/keys/service.ts'
import type { Principal } from '../../shared/actor.ts'
import { type JsonOption, readEmail, readName } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'distributor create' }

interface Options {
  company: string
  email: string
}

export const declare = (distributor: Command): Command =>
  distributor
    .command('create')
    .description('create an active distributor with its first key')
    .requiredOption('--company <name>', 'company name')
    .requiredOption('--email <address>', "administrator's address")
    .option('--json', 'print JSON')
    .action((options: Options & JsonOption) =>
      runWithApp((app) => runDistributorCreate(app, options), options, { createsDatabase: true }),
    )

async function runDistributorCreate(app: App, options: Options): Promise<Output> {
  const [company, email] = [readName('--company', options.company), readEmail('--email', options.email)]
  const { id } = await createDistributor(app, AUTHOR, { company, email })
  const owner = { partnerId: null, distributorId: id }
  const { key } = await createKey(app, AUTHOR, { kind: 'distributor', id, owner })
  return listFields({ id, key })
}
