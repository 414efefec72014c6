import type { Command } from 'commander'
import type { DeliveryChoice } from '../cli/webhook-deliveries.ts'
import type { Carrier, Json } from './carrier.ts'

/** The commands of webhooks; each loads what it needs when it is called. */
export function addWebhookCommands(program: Command, { run, wholeNumber }: Carrier): void {
  const webhook = program.command('webhook').description('tell accounts of events')
  const choose = (command: Command): Command =>
    command
      .option('--delivery <id>', 'one delivery', wholeNumber)
      .option('--endpoint <id>', 'deliveries of this webhook')
      .option('--type <type>', 'deliveries of this kind of event')
      .option('--state <state>', 'pending, delivered, failed or canceled')
      .option('--since <time>', 'made at this time or later')
      .option('--until <time>', 'made before this time')
      .option('--json', 'print JSON')

  webhook
    .command('set')
    .description('set where an account hears of events, and print the secret for the only time')
    .argument('<account>', 'id of a partner or distributor')
    .requiredOption('--url <url>', 'address that is called')
    .option('--secret <secret>', 'a secret of your own; by default one is made')
    .option('--events <types>', 'kinds of events, separated by commas, or "all"')
    .option('--endpoint <id>', 'the webhook to change; its secret stays')
    .option('--another', 'add one beside those that there are')
    .option('--json', 'print JSON')
    .action(
      async (
        account: string,
        options: { url: string; secret?: string; events?: string; endpoint?: string; another?: boolean } & Json,
      ) => {
        const { runWebhookSet } = await import('../cli/webhook-set.ts')
        await run((app) => runWebhookSet(app, account, options), options)
      },
    )
  webhook
    .command('list')
    .description('list the webhooks of an account')
    .argument('<account>', 'id of a partner or distributor')
    .option('--json', 'print JSON')
    .action(async (account: string, options: Json) => {
      const { runWebhookList } = await import('../cli/webhook-set.ts')
      await run((app) => runWebhookList(app, account), options)
    })
  webhook
    .command('test')
    .description('send a test to a webhook')
    .argument('<webhook>', 'id of the webhook')
    .option('--json', 'print JSON')
    .action(async (id: string, options: Json) => {
      const { runWebhookTest } = await import('../cli/webhook-deliveries.ts')
      await run((app) => runWebhookTest(app, id), options)
    })
  webhook
    .command('rotate')
    .description('make the next secret, which signs beside the current one until it is activated')
    .argument('<webhook>', 'id of the webhook')
    .option('--secret <secret>', 'a secret of your own')
    .option('--activate', 'make the next secret the current one')
    .option('--json', 'print JSON')
    .action(async (id: string, options: { secret?: string; activate?: boolean } & Json) => {
      const { runWebhookRotate } = await import('../cli/webhook-change.ts')
      await run((app) => runWebhookRotate(app, id, options), options)
    })
  webhook
    .command('pause')
    .description('hold the deliveries of a webhook back; they are sent afterwards')
    .argument('<webhook>', 'id of the webhook')
    .option('--hours <hours>', 'for how long; 0 ends a pause', wholeNumber)
    .option('--json', 'print JSON')
    .action(async (id: string, options: { hours?: number } & Json) => {
      const { runWebhookPause } = await import('../cli/webhook-change.ts')
      await run((app) => runWebhookPause(app, id, options), options)
    })
  webhook
    .command('resume')
    .description('end the pause of a webhook')
    .argument('<webhook>', 'id of the webhook')
    .option('--json', 'print JSON')
    .action(async (id: string, options: Json) => {
      const { runWebhookResume } = await import('../cli/webhook-change.ts')
      await run((app) => runWebhookResume(app, id), options)
    })
  webhook
    .command('remove')
    .description('end a webhook; what is on its way to it is canceled')
    .argument('<webhook>', 'id of the webhook')
    .option('--json', 'print JSON')
    .action(async (id: string, options: Json) => {
      const { runWebhookRemove } = await import('../cli/webhook-change.ts')
      await run((app) => runWebhookRemove(app, id), options)
    })
  webhook
    .command('listen')
    .description('hear of the events of an account on this machine, check their signatures and pass them on')
    .argument('<account>', 'id of a partner or distributor')
    .option('--forward <url>', 'where each call is passed on to')
    .option('--events <types>', 'kinds of events, separated by commas')
    .option('--count <count>', 'end after so many calls', wholeNumber)
    .option('--json', 'print JSON')
    .action(async (account: string, options: { forward?: string; events?: string; count?: number } & Json) => {
      const { runWebhookListen } = await import('../cli/webhook-listen.ts')
      const stopping = new AbortController()
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
      const more = { signal: stopping.signal, print: (line: string) => console.log(line) }
      await run((app) => runWebhookListen(app, account, { ...options, ...more }), options)
    })
  choose(webhook.command('log'))
    .description('list the newest deliveries of an account, or show one with its attempts')
    .argument('<account>', 'id of a partner or distributor')
    .option('--limit <count>', 'how many to list', wholeNumber)
    .option('--before <id>', 'only deliveries older than this one', wholeNumber)
    .action(
      async (
        account: string,
        options: DeliveryChoice & { limit?: number; delivery?: number; before?: number } & Json,
      ) => {
        const { runWebhookLog } = await import('../cli/webhook-deliveries.ts')
        await run((app) => runWebhookLog(app, account, options), options)
      },
    )
  choose(webhook.command('replay'))
    .description('send the event of a delivery again, or those of a range')
    .argument('<account>', 'id of a partner or distributor')
    .option('--dry-run', 'only count')
    .action(async (account: string, options: DeliveryChoice & { delivery?: number; dryRun?: boolean } & Json) => {
      const { runWebhookReplay } = await import('../cli/webhook-deliveries.ts')
      await run((app) => runWebhookReplay(app, account, options), options)
    })
}
