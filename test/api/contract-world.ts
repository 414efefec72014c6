import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { CollectFailure } from '../../src/graph/transport/collect-failure.ts'
import { OPEN_TENANT_IDS } from '../../src/simulator/tenants/tenants.ts'
import { snapshotOf } from '../engine/snapshot-builder.ts'
import { makeActivePartner, makePartner } from '../harness/accounts.ts'
import { makeRun, NO_CUSTOMER } from '../harness/answers.ts'
import { type Api, startApi } from '../harness/api.ts'
import type { Answer, CallOptions, Client, Json } from '../harness/client.ts'
import { type Call, TENANT } from './contract-tables.ts'

const UNREADABLE = '99999999-9999-4999-8999-999999999999'

export const startContractApi = (): Promise<Api> =>
  startApi({
    approved: [...OPEN_TENANT_IDS, UNREADABLE],
    collect: async ({ tenantId }) => {
      if (tenantId === UNREADABLE) throw new CollectFailure('CONSENT_MISSING', 'The tenant has not consented.')
      return snapshotOf({}, tenantId)
    },
  })

/** A distributor with a partner on professional that has two customers and a run in each of three states. */
export interface World {
  api: Api
  distributor: Client & { id: string }
  partner: Client
  /** Ids by name, for paths and bodies. */
  ids: Readonly<Record<string, string>>
  /** Makes a call with the key of the API in its path. */
  send(call: string, how?: Call, options?: CallOptions): Promise<Answer>
  run(customerId: string): Promise<void>
}

let worlds = 0

export async function createWorld(api: Api): Promise<World> {
  const distributor = await api.distributor(`distributor-${++worlds}`)
  const { id: partnerId, client } = await makeActivePartner(api, distributor)
  const create = async (body: Json): Promise<string> => (await client.post('/v1/partner/customers', body)).body.id
  const customer = await create({
    name: 'Umbrella',
    tenantId: TENANT,
    email: 'it@umbrella.example',
    receivers: ['a@umbrella.example'],
    questionnaireRecipients: ['q@umbrella.example'],
  })
  const bare = await create({ name: 'Bare', tenantId: UNREADABLE })
  const completed = await makeRun(client, customer)
  const failed = await makeRun(client, bare)
  for (const id of [completed, failed]) await executeRun(api.app, id, { deadlineMs: 1000 })
  const queued = await makeRun(client, customer)
  const pending = await makePartner(distributor)
  const ids: Record<string, string> = {
    customer,
    bare,
    completed,
    failed,
    queued,
    pending,
    partner: partnerId,
    slot: '1',
  }
  return {
    api,
    distributor,
    partner: client,
    ids,
    send(call, { path = {}, query, body } = {}, options) {
      const [method = '', pattern = ''] = call.split(' ')
      const address = pattern.replaceAll(/\{(\w+)\}/g, (_, place) => ids[path[place] ?? ''] ?? path[place] ?? '')
      const sender = pattern.startsWith('/v1/partner/') ? client : distributor
      return sender.call(
        method,
        query === undefined ? address : `${address}?${query}`,
        body && fill(body, ids),
        options,
      )
    },
    run: async (customerId) => {
      await executeRun(api.app, await makeRun(client, customerId), { deadlineMs: 1000 })
    },
  }
}

/** The body with `$customer` and the like replaced by ids. */
function fill(body: unknown, ids: Readonly<Record<string, string>>): Json {
  return JSON.parse(
    JSON.stringify(body).replaceAll(/"\$(\w+)"/g, (_, name) => JSON.stringify(ids[name] ?? NO_CUSTOMER)),
  )
}
