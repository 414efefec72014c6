import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { inviteAgain } from '../../features/partners/activation/service.ts'
import type { Principal } from '../../shared/actor.ts'
import type { JsonOption } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'partner invite' }

export const declare = (partner: Command): Command =>
  partner
    .command('invite')
    .description('send a pending partner its activation link again')
    .argument('<partner>', 'id of the partner')
    .option('--json', 'print JSON')
    .action((id: string, options: JsonOption) => runWithApp((app) => runPartnerInvite(app, id), options))

async function runPartnerInvite(app: App, partnerId: string): Promise<Output> {
  const { id, email } = await inviteAgain(app, AUTHOR, partnerId)
  return listFields({ id, email })
}
