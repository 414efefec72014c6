import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { readAmount } from '../../features/settlement/rules.ts'
import { createAdjustment } from '../../features/settlement/terms/service.ts'
import type { Principal } from '../../shared/actor.ts'
import { SETTLEMENT_CURRENCIES, SETTLEMENT_INTERVALS } from '../../shared/money/prices.ts'
import { CommandFailure } from '../base/command-failure.ts'
import { type JsonOption, readName } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'settlement adjust' }

interface Options {
  currency: string
  amount: string
  reason: string
  by: string
  interval: string
}

export const declare = (settlement: Command): Command =>
  settlement
    .command('adjust')
    .description('add an amount to the statement of the current period, for example to correct an earlier one')
    .argument('<distributor>', 'id of the distributor')
    .requiredOption('--currency <currency>', `one of ${SETTLEMENT_CURRENCIES.join(', ')}`)
    .requiredOption('--amount <amount>', 'for example 12.50, which the distributor owes, or -12.50, which we owe it')
    .requiredOption('--reason <text>', 'the reason, as the statement shows it')
    .requiredOption('--by <name>', 'who decided it, as the statement shows it')
    .option('--interval <interval>', 'the statements to add it to: quarterly or annual', 'quarterly')
    .option('--json', 'print JSON')
    .action((id: string, options: Options & JsonOption) =>
      runWithApp((app) => runSettlementAdjust(app, id, options), options),
    )

export async function runSettlementAdjust(app: App, distributorId: string, options: Options): Promise<Output> {
  const currency = SETTLEMENT_CURRENCIES.find((known) => known === options.currency.toUpperCase())
  if (!currency) throw new CommandFailure(`--currency must be one of ${SETTLEMENT_CURRENCIES.join(', ')}.`)
  const interval = SETTLEMENT_INTERVALS.find((known) => known === options.interval)
  if (!interval) throw new CommandFailure(`--interval must be one of ${SETTLEMENT_INTERVALS.join(', ')}.`)
  const amountMinor = readAmount(options.amount)
  if (amountMinor === undefined) {
    throw new CommandFailure('--amount must be an amount other than 0, at most 1,000,000,000.00, as in -12.50.')
  }
  const [reason, decidedBy] = [readName('--reason', options.reason), readName('--by', options.by)]
  const { id } = await createAdjustment(app, AUTHOR, distributorId, {
    currency,
    interval,
    amountMinor,
    reason,
    decidedBy,
  })
  return listFields({ id })
}
