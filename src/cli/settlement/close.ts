import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { closeSettlements } from '../../features/settlement/closing/jobs.ts'
import type { Principal } from '../../shared/actor.ts'
import type { JsonOption } from '../base/options.ts'
import type { Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'settlement close' }

export const declare = (settlement: Command): Command =>
  settlement
    .command('close')
    .description('close every period that has ended, as the worker does every minute')
    .option('--json', 'print JSON')
    .action((options: JsonOption) => runWithApp(runSettlementClose, options))

export async function runSettlementClose(app: App): Promise<Output> {
  const closed = await closeSettlements(app, AUTHOR)
  if (closed.length === 0) return { json: [], text: 'No period is due.' }
  const lines = closed.map(({ distributorId, period, statementIds }) =>
    [distributorId, period.padEnd(7), ...(statementIds.length > 0 ? statementIds : ['nothing to state'])].join('  '),
  )
  return { json: closed, text: lines.join('\n') }
}
