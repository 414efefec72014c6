import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { STATEMENT_FORMATS } from '../../features/settlement/schema.ts'
import { getStatement, getStatementFile } from '../../features/settlement/service.ts'
import { formatMoney } from '../../shared/money/amounts.ts'
import { CommandFailure } from '../base/command-failure.ts'
import { toFileFailure } from '../base/named-file.ts'
import type { JsonOption } from '../base/options.ts'
import { chooseFormat } from '../base/out-format.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'
import { lineText } from './statement-text.ts'

interface Options {
  format?: string
  out?: string
}

export const declare = (settlement: Command): Command =>
  settlement
    .command('show')
    .description('print a statement, or write it to a file')
    .argument('<statement>', 'id of the statement')
    .option('--out <file>', 'write the statement to this file')
    .option('--format <format>', 'pdf or csv; with --out, by default according to the file name')
    .option('--json', 'print JSON')
    .action((id: string, options: Options & JsonOption) =>
      runWithApp((app) => runSettlementShow(app, id, options), options),
    )

const ENDINGS = { pdf: 'pdf', csv: 'csv' } as const

export async function runSettlementShow(app: App, id: string, { format, out }: Options = {}): Promise<Output> {
  if (out === undefined) {
    if (format !== undefined) throw new CommandFailure('--format needs --out FILE.')
    return await printStatement(app, id)
  }
  const wanted = chooseFormat(out, format, STATEMENT_FORMATS, ENDINGS)
  const { body } = await getStatementFile(app, undefined, id, wanted)
  await writeFile(out, body, { mode: 0o600 }).catch((error: unknown) => {
    throw toFileFailure(out, 'written', error)
  })
  return listFields({ statement: id, format: wanted, file: out, bytes: Buffer.byteLength(body) })
}

async function printStatement(app: App, id: string): Promise<Output> {
  const statement = await getStatement(app, undefined, id)
  const money = (minor: number): string => formatMoney(BigInt(minor), statement.currency).padStart(16)
  const lines = statement.lines.map(
    ({ company, plan, firstDay, lastDay, days, amount, billedBy }) =>
      `${firstDay} to ${lastDay}  ${String(days).padStart(3)} days  ${plan.padEnd(12)}  ${money(amount)}  ${company}${billedBy === 'processor' ? ', billed by the payment processor' : ''}`,
  )
  const adjustments = statement.adjustments.map(
    ({ createdAt, amount, reason, author }) =>
      `${createdAt.toISOString().slice(0, 10)}  adjustment  ${money(amount)}  ${reason} (${author})`,
  )
  return { json: statement, text: [lineText(statement), ...lines, ...adjustments].join('\n') }
}
