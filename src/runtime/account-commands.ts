import type { Command } from 'commander'
import type { Carrier, Json } from './carrier.ts'

/** The commands of distributors, partners and their keys; each loads what it needs when it is called. */
export function addAccountCommands(program: Command, { run, wholeNumber }: Carrier): void {
  addDistributorCommands(program, run)
  const partner = program.command('partner').description('manage partners')
  partner
    .command('invite')
    .description('send a pending partner its activation link once more')
    .argument('<partner>', 'id of the partner')
    .option('--json', 'print JSON')
    .action(async (id: string, options: Json) => {
      const { runPartnerInvite } = await import('../cli/partner-invite.ts')
      await run((app) => runPartnerInvite(app, id), options)
    })
  partner
    .command('create')
    .description('create an active partner with its first key')
    .requiredOption('--company <name>', 'company name')
    .requiredOption('--email <address>', "administrator's address")
    .requiredOption('--name <name>', "administrator's name")
    .requiredOption('--plan <plan>', 'starter, professional or enterprise')
    .option('--distributor <id>', 'distributor that the partner belongs to')
    .option('--json', 'print JSON')
    .action(
      async (options: { company: string; email: string; name: string; plan: string; distributor?: string } & Json) => {
        const { runPartnerCreate } = await import('../cli/partner-create.ts')
        await run((app) => runPartnerCreate(app, options), options)
      },
    )

  const brand = program.command('brand').description("manage the look of a partner's reports")
  brand
    .command('set')
    .description("set the logo and the colour of a partner's reports")
    .argument('<partner>', 'id of the partner')
    .option('--logo <file>', 'PNG or JPEG picture of at most 200 kB; none takes it away')
    .option('--colour <colour>', 'as in #0c5a63; none takes it away')
    .option('--json', 'print JSON')
    .action(async (id: string, options: { logo?: string; colour?: string } & Json) => {
      const { runBrandSet } = await import('../cli/brand-set.ts')
      await run((app) => runBrandSet(app, id, options), options)
    })

  const key = program.command('key').description('manage the keys of partners and distributors')
  key
    .command('create')
    .description('create a key in a free slot, and print it for the only time')
    .argument('<account>', 'id of a partner or distributor')
    .option('--slot <number>', '1 or 2; by default the first that is free', wholeNumber)
    .option('--expires <time>', 'when it ends, as in 2027-01-31T12:00:00Z; by default it does not')
    .option('--json', 'print JSON')
    .action(async (account: string, options: { slot?: number; expires?: string } & Json) => {
      const { runKeyCreate } = await import('../cli/key.ts')
      await run((app) => runKeyCreate(app, account, options), options)
    })
  key
    .command('list')
    .description('list the active keys of an account')
    .argument('<account>', 'id of a partner or distributor')
    .option('--json', 'print JSON')
    .action(async (account: string, options: Json) => {
      const { runKeyList } = await import('../cli/key.ts')
      await run((app) => runKeyList(app, account), options)
    })
  key
    .command('revoke')
    .description('revoke a key at once')
    .argument('<account>', 'id of a partner or distributor')
    .requiredOption('--slot <number>', '1 or 2', wholeNumber)
    .option('--json', 'print JSON')
    .action(async (account: string, options: { slot: number } & Json) => {
      const { runKeyRevoke } = await import('../cli/key.ts')
      await run((app) => runKeyRevoke(app, account, options), options)
    })
}

function addDistributorCommands(program: Command, run: Carrier['run']): void {
  const distributor = program.command('distributor').description('manage distributors')
  distributor
    .command('create')
    .description('create an active distributor with its first key')
    .requiredOption('--company <name>', 'company name')
    .requiredOption('--email <address>', "administrator's address")
    .option('--json', 'print JSON')
    .action(async (options: { company: string; email: string } & Json) => {
      const { runDistributorCreate } = await import('../cli/distributor-create.ts')
      await run((app) => runDistributorCreate(app, options), options)
    })
  distributor
    .command('list')
    .description('list distributors, newest first')
    .option('--json', 'print JSON')
    .action(async (options: Json) => {
      const { runDistributorList } = await import('../cli/distributor-status.ts')
      await run(runDistributorList, options)
    })
  distributor
    .command('suspend')
    .description('shut a distributor out; its keys stay, its partners go on')
    .argument('<id>', 'id of the distributor')
    .option('--json', 'print JSON')
    .action(async (id: string, options: Json) => {
      const { runDistributorSuspend } = await import('../cli/distributor-status.ts')
      await run((app) => runDistributorSuspend(app, id), options)
    })
  distributor
    .command('activate')
    .description('let a distributor in again')
    .argument('<id>', 'id of the distributor')
    .option('--json', 'print JSON')
    .action(async (id: string, options: Json) => {
      const { runDistributorActivate } = await import('../cli/distributor-status.ts')
      await run((app) => runDistributorActivate(app, id), options)
    })
}
