import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { listDistributors } from '../../features/distributors/service.ts'
import type { JsonOption } from '../base/options.ts'
import { alignColumns, formatMinute, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'

export const declare = (distributor: Command): Command =>
  distributor
    .command('list')
    .description('list distributors, newest first')
    .option('--json', 'print JSON')
    .action((options: JsonOption) => runWithApp(runDistributorList, options))

export async function runDistributorList(app: App): Promise<Output> {
  const items = await listDistributors(app)
  if (items.length === 0) return { json: [], text: 'No distributors yet.' }
  const rows = items.map(({ id, status, createdAt, company, email }) => [
    id,
    status,
    formatMinute(createdAt),
    `${company} <${email}>`,
  ])
  return { json: items, text: alignColumns([['distributor', 'status', 'created (UTC)', 'company'], ...rows]) }
}
