import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { listPartners } from '../../features/partners/operator/service.ts'
import type { JsonOption } from '../base/options.ts'
import { alignColumns, formatMinute, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'

export const declare = (partner: Command): Command =>
  partner
    .command('list')
    .description('list partners, newest first')
    .option('--json', 'print JSON')
    .action((options: JsonOption) => runWithApp(runPartnerList, options))

export async function runPartnerList(app: App): Promise<Output> {
  const items = await listPartners(app)
  if (items.length === 0) return { json: [], text: 'No partners yet.' }
  const rows = items.map(({ id, status, plan, distributorId, createdAt, company, email }) => [
    id,
    status,
    plan,
    distributorId ?? '-',
    formatMinute(createdAt),
    `${company} <${email}>`,
  ])
  const head = ['partner', 'status', 'plan', 'distributor', 'created (UTC)', 'company']
  return { json: items, text: alignColumns([head, ...rows]) }
}
