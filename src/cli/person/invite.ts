import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { findAccount } from '../../features/accounts/service.ts'
import { createInvitation } from '../../features/people/invitations/service.ts'
import type { Principal } from '../../shared/actor.ts'
import { type JsonOption, readEmail, readName } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'
import { requireRole } from './role.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'person invite' }

interface Options {
  email: string
  role: string
  name?: string
}

export const declare = (person: Command): Command =>
  person
    .command('invite')
    .description('invite somebody to sign in to an active account, by email')
    .argument('<account>', 'id of a partner or distributor')
    .requiredOption('--email <address>', 'their address')
    .option('--role <role>', 'owner, admin, technician or reader', 'owner')
    .option('--name <name>', 'their name; they can change it when they join')
    .option('--json', 'print JSON')
    .action((account: string, options: Options & JsonOption) =>
      runWithApp((app) => runPersonInvite(app, account, options), options),
    )

export async function runPersonInvite(app: App, accountId: string, options: Options): Promise<Output> {
  const email = readEmail('--email', options.email)
  const name = readName('--name', options.name ?? email.split('@')[0] ?? email)
  const role = requireRole(options.role)
  const account = await findAccount(app, accountId)
  const { id, endsAt } = await createInvitation(app, { author: AUTHOR, account, role: 'owner' }, { email, name, role })
  return listFields({ id, email, role, endsAt: endsAt.toISOString() })
}
