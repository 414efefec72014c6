import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { changePartnerContact } from '../../features/partners/operator/service.ts'
import type { Principal } from '../../shared/actor.ts'
import { CommandFailure } from '../base/command-failure.ts'
import { type JsonOption, readEmail, readName } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'partner change' }

interface Options {
  company?: string
  email?: string
}

export const declare = (partner: Command): Command =>
  partner
    .command('change')
    .description("change a partner's company name or address for emails and invoices")
    .argument('<partner>', 'id of the partner')
    .option('--company <name>', 'company name')
    .option('--email <address>', 'address for emails and invoices')
    .option('--json', 'print JSON')
    .action((id: string, options: Options & JsonOption) =>
      runWithApp((app) => runPartnerChange(app, id, options), options),
    )

async function runPartnerChange(app: App, partnerId: string, { company, email }: Options): Promise<Output> {
  if (company === undefined && email === undefined)
    throw new CommandFailure('Say what to change: --company or --email.')
  const contact = await changePartnerContact(app, AUTHOR, partnerId, {
    ...(company !== undefined && { company: readName('--company', company) }),
    ...(email !== undefined && { email: readEmail('--email', email) }),
  })
  return listFields({ id: partnerId, ...contact })
}
