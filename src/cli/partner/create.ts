import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { createKey, toPartnerKeyAccount } from '../../features/keys/service.ts'
import { createActivePartner } from '../../features/partners/operator/service.ts'
import type { Principal } from '../../shared/actor.ts'
import { isPlan, PLAN_NAMES } from '../../shared/plans.ts'
import { CommandFailure } from '../base/command-failure.ts'
import { type JsonOption, readEmail, readName } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'partner create' }

interface Options {
  company: string
  email: string
  name: string
  plan: string
  distributor?: string
}

export const declare = (partner: Command): Command =>
  partner
    .command('create')
    .description('create an active partner with its first key')
    .requiredOption('--company <name>', 'company name')
    .requiredOption('--email <address>', "administrator's address")
    .requiredOption('--name <name>', "administrator's name")
    .requiredOption('--plan <plan>', 'starter, professional or enterprise')
    .option('--distributor <id>', 'distributor that the partner belongs to')
    .option('--json', 'print JSON')
    .action((options: Options & JsonOption) =>
      runWithApp((app) => runPartnerCreate(app, options), options, { createsDatabase: true }),
    )

async function runPartnerCreate(app: App, options: Options): Promise<Output> {
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
  const { key } = await createKey(app, AUTHOR, toPartnerKeyAccount(actor))
  return listFields({ id: actor.partnerId, key })
}
