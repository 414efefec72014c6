import { request } from 'undici'
import { findAccount } from '../src/features/accounts/service.ts'
import { grantByOperator } from '../src/features/approvals/service.ts'
import { createKey, toPartnerKeyAccount } from '../src/features/keys/service.ts'
import { createActivePartner } from '../src/features/partners/operator/service.ts'
import { setEndpoint } from '../src/features/webhooks/endpoints/service.ts'
import { readSettings } from '../src/platform/settings/settings.ts'
import { openRuntime } from '../src/runtime/runtime.ts'
import type { Principal } from '../src/shared/actor.ts'
import { fields, text } from '../src/shared/json.ts'
import { generateTenantIds } from '../src/simulator/tenants/generated-tenants.ts'
import type { OpenCluster } from './cluster.ts'
import { openAgent, runCommand, THIS_VERSION } from './service.ts'

/** A partner with a key, approved tenants, and a webhook. */
export interface Account {
  partnerId: string
  key: string
  tenantIds: string[]
  /** A customer that only the probe changes. */
  probedId: string
}

/**
 * A tenant answers five requests for reports in ten seconds, and a run needs three. With fewer tenants, runs would
 * queue up behind that limit, and each row of the table waits until all runs have ended.
 */
const TENANTS = 48
/** Fewer, because each is approved by a separate command. */
const TENANTS_OF_RELEASE = 12
const USERS = { min: 10, max: 20 }
const PARTNER = { company: 'Cluster', email: 'admin@cluster.example', name: 'Cluster', plan: 'enterprise' } as const
const CLUSTER: Principal = { kind: 'operator', id: 'cluster' }

type Created = Pick<Account, 'partnerId' | 'key'>

/**
 * Creates an account with the running version. Each row of the table has its own account, so that they do not affect
 * each other.
 */
export async function createAccount(cluster: OpenCluster): Promise<Account> {
  const isRelease = cluster.started.version !== THIS_VERSION
  const seed = Math.floor(Math.random() * 1_000_000)
  const tenants = isRelease ? TENANTS_OF_RELEASE : TENANTS
  const tenantIds = generateTenantIds({ tenants, users: USERS, posture: 'typical', seed })
  const { partnerId, key } = await (isRelease ? createByCommands : createInProcess)(cluster, tenantIds)
  return { partnerId, key, tenantIds, probedId: await createCustomer(cluster.proxies.apiUrl, key, tenantIds[0] ?? '') }
}

/** Starting the command line for each tenant would take longer than most faults. */
async function createInProcess({ newer, webhookUrl }: OpenCluster, tenantIds: readonly string[]): Promise<Created> {
  const { app, close } = await openRuntime(readSettings(newer.environment), { database: 'given', schema: 'require' })
  try {
    const partner = await createActivePartner(app, CLUSTER, PARTNER)
    const { partnerId } = partner
    const { key } = await createKey(app, CLUSTER, toPartnerKeyAccount(partner))
    for (const tenantId of tenantIds) await grantByOperator(app, CLUSTER, partnerId, tenantId)
    await setEndpoint(app, CLUSTER, await findAccount(app, partnerId), { url: webhookUrl })
    return { partnerId, key }
  } finally {
    await close()
  }
}

async function createByCommands({ started, webhookUrl }: OpenCluster, tenantIds: readonly string[]): Promise<Created> {
  const run = (...args: string[]) => runCommand(started.version, started.environment, args)
  const options = Object.entries(PARTNER).flatMap(([name, value]) => [`--${name}`, value])
  const { id, key } = fields(JSON.parse(await run('partner', 'create', ...options, '--json')))
  const created = { partnerId: text(id) ?? '', key: text(key) ?? '' }
  for (const tenantId of tenantIds) await run('approval', 'grant', created.partnerId, '--tenant', tenantId)
  await run('webhook', 'set', created.partnerId, '--url', webhookUrl)
  return created
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
