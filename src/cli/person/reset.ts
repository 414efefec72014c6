import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { findAccount } from '../../features/accounts/service.ts'
import { renewMember } from '../../features/people/team/service.ts'
import type { Principal } from '../../shared/actor.ts'
import { type JsonOption, readEmail } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'person reset' }

interface Options {
  email: string
}

export const declare = (person: Command): Command =>
  person
    .command('reset')
    .description('remove the password and second factors of somebody, and send them a link for a new password')
    .argument('<account>', 'id of a partner or distributor')
    .requiredOption('--email <address>', 'their address')
    .option('--json', 'print JSON')
    .action((account: string, options: Options & JsonOption) =>
      runWithApp((app) => runPersonReset(app, account, options), options),
    )

export async function runPersonReset(app: App, accountId: string, options: Options): Promise<Output> {
  const email = readEmail('--email', options.email)
  const account = await findAccount(app, accountId)
  const { id } = await renewMember(app, { author: AUTHOR, account, role: 'owner' }, email)
  return listFields({ id, email })
}
