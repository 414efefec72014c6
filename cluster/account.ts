import { request } from 'undici'
import { fields, text } from '../src/shared/json.ts'
import { generateTenantIds } from '../src/simulator/tenants/generated-tenants.ts'
import type { OpenCluster } from './cluster.ts'
import { openAgent, runCommand } from './service.ts'

/** A partner with a key, approved tenants, and a webhook. */
export interface Account {
  partnerId: string
  key: string
  tenantIds: string[]
  /** A customer that only the probe changes. */
  probedId: string
}

/** A tenant answers only one request a second about conditional access, so that runs of few tenants take long. */
const TENANTS = 12
const USERS = { min: 10, max: 20 }
const PARTNER = [
  '--company',
  'Cluster',
  '--email',
  'admin@cluster.example',
  '--name',
  'Cluster',
  '--plan',
  'enterprise',
]

/** Creates an account by the commands of the version that runs. Each row of the table has its own, so that rows do not mix. */
export async function createAccount({ started, proxies, webhookUrl }: OpenCluster): Promise<Account> {
  const run = (...args: string[]) => runCommand(started.version, started.environment, args)
  const { id, key } = fields(JSON.parse(await run('partner', 'create', ...PARTNER, '--json')))
  const account = { partnerId: text(id) ?? '', key: text(key) ?? '' }
  const seed = Math.floor(Math.random() * 1_000_000)
  const tenantIds = generateTenantIds({ tenants: TENANTS, users: USERS, posture: 'typical', seed })
  for (const tenantId of tenantIds) await run('approval', 'grant', account.partnerId, '--tenant', tenantId)
  await run('webhook', 'set', account.partnerId, '--url', webhookUrl)
  return { ...account, tenantIds, probedId: await createCustomer(proxies.apiUrl, account.key, tenantIds[0] ?? '') }
}

async function createCustomer(apiUrl: string, key: string, tenantId: string): Promise<string> {
  const agent = openAgent()
  try {
    const response = await request(`${apiUrl}/api/v1/partner/customers`, {
      dispatcher: agent,
      method: 'POST',
      headers: { 'x-partner-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Probed', tenantId }),
    })
    const created = text(fields(await response.body.json()).id)
    if (created === undefined) throw new Error(`no customer was created: status ${response.statusCode}`)
    return created
  } finally {
    await agent.close()
  }
}
