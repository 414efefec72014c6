import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { listDistributors } from '../../features/distributors/service.ts'
import type { JsonOption } from '../base/options.ts'
import type { Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'

export const declare = (distributor: Command): Command =>
  distributor
    .command('list')
    .description('list distributors, newest first')
    .option('--json', 'print JSON')
    .action((options: JsonOption) => runWithApp(runDistributorList, options))

export async function runDistributorList(app: App): Promise<Output> {
  const items = await listDistributors(app)
  if (items.length === 0) return { json: [], text: 'There is no distributor yet.' }
  const lines = items.map(({ id, status, company, email }) => `${id}  ${status.padEnd(9)}  ${company} <${email}>`)
  return { json: items, text: lines.join('\n') }
}
