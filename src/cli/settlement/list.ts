import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { listStatements } from '../../features/settlement/service.ts'
import { type JsonOption, wholeNumber } from '../base/options.ts'
import type { Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'
import { lineText } from './statement-text.ts'

interface Options {
  limit: number
}

export const declare = (settlement: Command): Command =>
  settlement
    .command('list')
    .description('list statements, newest first')
    .argument('[distributor]', 'id of the distributor; without it, of all')
    .option('--limit <number>', 'maximum number', wholeNumber, 50)
    .option('--json', 'print JSON')
    .action((distributor: string | undefined, options: Options & JsonOption) =>
      runWithApp((app) => runSettlementList(app, distributor, options), options),
    )

export async function runSettlementList(
  app: App,
  distributorId: string | undefined,
  { limit }: Options,
): Promise<Output> {
  const { items } = await listStatements(app, distributorId, { limit: Math.min(Math.max(limit, 1), 1_000) })
  if (items.length === 0) return { json: [], text: 'No statements yet.' }
  return { json: items, text: items.map(lineText).join('\n') }
}
