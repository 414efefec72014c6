import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import pg from 'pg'
import { findAccount } from '../../src/features/accounts/service.ts'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { suspendDistributor } from '../../src/features/distributors/service.ts'
import { createInvitation } from '../../src/features/people/invitations/service.ts'
import { createPerson } from '../../src/features/people/service.ts'
import { authenticateSession, createSession } from '../../src/features/people/sessions/service.ts'
import { createStatements } from '../../src/features/settlement/closing/service.ts'
import { createChannel } from '../../src/features/webhooks/endpoints/channels/service.ts'
import { setEndpoint } from '../../src/features/webhooks/endpoints/service.ts'
import { startReplay } from '../../src/features/webhooks/replays/service.ts'
import type { KeyKind } from '../../src/shared/crypto/keys.ts'
import { newId } from '../../src/shared/ids.ts'
import { AUTHOR, makeActivePartner } from '../harness/accounts.ts'
import { makeCustomer, makeRun } from '../harness/answers.ts'
import type { Api } from '../harness/api.ts'
import type { Client, Json } from '../harness/client.ts'

/** A distributor with a partner that has one of everything. */
export interface Owner {
  distributor: Client & { id: string }
  partner: Client
  /** Ids by the segment before them in paths. */
  ids: Readonly<Record<string, string>>
  /** Texts that must never be shown to another account. */
  secrets: readonly string[]
}

/** Answers stay valid for another day. The run has ended, so it has everything that can be read of a run. */
export async function makeOwner(api: Api, name: string): Promise<Owner> {
  const distributor = await api.distributor(`${name}-distribution`)
  const email = `admin@${name}.example`
  const { id: partnerId, client } = await makeActivePartner(api, distributor, { company: `${name} company`, email })
  const customerId = await makeCustomer(client, `${name} customer`)
  const recipient = `person@${name}.example`
  await client.put(`/v1/partner/customers/${customerId}`, {
    email: `it@${name}.example`,
    receivers: [`boss@${name}.example`],
    questionnaireRecipients: [recipient],
  })
  const runId = await makeRun(client, customerId)
  await executeRun(api.app, runId, { deadlineMs: 10_000 })
  const expiresAt = new Date(api.app.now().getTime() + 90 * 86_400_000).toISOString()
  const exception = await client.post(`/v1/partner/customers/${customerId}/exceptions`, {
    kind: 'emergency-account',
    object: `breakglass@${name}.example`,
    reason: `Nobody but ${name} may read this reason.`,
    approver: 'Ada Park',
    expiresAt,
  })
  assert.equal(exception.status, 201, exception.text)
  const schedule = await client.post('/v1/partner/schedules', {
    customerId,
    product: 'essential-eight',
    every: { unit: 'month', on: 'last' },
    window: { from: '22:00', to: '04:00' },
    timeZone: 'UTC',
  })
  assert.equal(schedule.status, 201, schedule.text)
  const link = await client.post(`/v1/partner/assessments/${runId}/links`, { edition: 'owner' })
  assert.equal(link.status, 201, link.text)
  const reportLink = await client.post(`/v1/partner/customers/${customerId}/report-links`, { edition: 'owner' })
  assert.equal(reportLink.status, 201, reportLink.text)
  await client.put('/v1/partner/brand', { colour: '#123456' })
  const credentials = await makeCredentials(api, partnerId)
  const { endpointId, channelId, deliveryId, replayId } = await makeDeliveries(api, client, partnerId)
  const ids = {
    ...credentials,
    webhooks: endpointId,
    channels: channelId,
    deliveries: String(deliveryId),
    replays: replayId,
    ...(await makeTeam(api, partnerId)),
    ...(await makeLabels(api, partnerId)),
    domains: 'proven.example',
    tokens: 'scim_01jd0000000000000000000001',
    settlements: await makeStatement(api, distributor.id),
    partners: partnerId,
    customers: customerId,
    assessments: runId,
    exceptions: exception.body.id,
    schedules: schedule.body.id,
    links: link.body.id,
    'report-links': reportLink.body.id,
    keys: '2',
    questionnaires: 'essential-eight',
    fixes: 'require-mfa-of-everyone',
  }
  const own = [
    partnerId,
    customerId,
    runId,
    exception.body.id,
    schedule.body.id,
    distributor.id,
    client.key,
    distributor.key,
  ]
  return { distributor, partner: client, ids, secrets: [...own, name, `${name} company`] }
}

/** A group of customers, and a view that all people of the partner share. */
async function makeLabels(api: Api, partnerId: string): Promise<{ groups: string; views: string }> {
  const [groups, views] = [newId('grp'), newId('view')]
  const own = { partner_id: partnerId, name: 'Own', created_at: api.app.now() }
  await api.db
    .insertInto('customer_groups')
    .values({ ...own, id: groups })
    .execute()
  await api.db
    .insertInto('saved_views')
    .values({ ...own, id: views, person_id: null, query: '' })
    .execute()
  return { groups, views }
}

/** A person of the partner with a session, and an invited one. */
async function makeTeam(api: Api, partnerId: string) {
  const account = await findAccount(api.app, partnerId)
  const at = api.app.now()
  const person = { email: `person@${partnerId}.example`, name: 'Person', role: 'owner' } as const
  const { people, token } = await api.db.transaction().execute(async (tx) => {
    const people = await createPerson(tx, AUTHOR, account, person, at)
    const session = { personId: people, at, isStrong: false, address: undefined, agent: undefined }
    return { people, token: await createSession(tx, session) }
  })
  const { sessionId: sessions } = await authenticateSession(api.app, token)
  const by = { author: AUTHOR, account, role: 'owner' } as const
  const invited = { ...person, email: `invited@${partnerId}.example` }
  const { id: invitations } = await createInvitation(api.app, by, invited)
  return { people, sessions, invitations }
}

/** A person of the partner with a passkey and a Microsoft account. */
async function makeCredentials(api: Api, partnerId: string): Promise<{ passkeys: string; microsoft: string }> {
  const account = await findAccount(api.app, partnerId)
  const at = api.app.now()
  const [passkeys, microsoft] = [newId('cred'), newId('cred')]
  await api.db.transaction().execute(async (tx) => {
    const person = { email: `credentials@${partnerId}.example`, name: 'Credentials', role: 'owner' } as const
    const personId = await createPerson(tx, AUTHOR, account, person, at)
    const own = { person_id: personId, created_at: at, name: 'Own' }
    await tx
      .insertInto('credentials')
      .values([
        { ...own, id: passkeys, kind: 'passkey', external_id: passkeys, public_key: Buffer.of(1) },
        { ...own, id: microsoft, kind: 'microsoft', external_id: microsoft, public_key: null },
      ])
      .execute()
  })
  return { passkeys, microsoft }
}

/** The statement of this year, closed by a clock that is ahead by some years. */
export async function makeStatement(api: Api, distributorId: string): Promise<string> {
  const later = { ...api.app, now: () => new Date(api.app.now().getTime() + 800 * 86_400_000) }
  const closed = await createStatements(later, AUTHOR, distributorId, 'annual')
  const [id] = closed?.statementIds ?? []
  assert.ok(id, 'a partner was active for a day')
  return id
}

/** A webhook of the partner, with a delivery that is never sent, and a replay. */
async function makeDeliveries(api: Api, client: Client, partnerId: string) {
  const account = await findAccount(api.app, partnerId)
  const url = `https://localhost:1/${partnerId}`
  const { id: endpointId } = await setEndpoint(api.app, AUTHOR, account, { url })
  await makeCustomer(client, 'Reported')
  const delivery = await api.db
    .selectFrom('deliveries')
    .select('id')
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirstOrThrow()
  const replay = await startReplay(api.app, AUTHOR, account, { endpointId })
  const { id: channelId } = await createChannel(api.app, AUTHOR, account, {
    format: 'slack',
    name: '#security',
    url: `${url}/channel`,
    events: ['key.created'],
  })
  return { endpointId, channelId, deliveryId: delivery.id, replayId: replay.id }
}

/** Keys of suspended accounts, and revoked keys. */
export interface Outcasts {
  suspended: Readonly<Record<KeyKind, string>>
  revoked: Readonly<Record<KeyKind, string>>
}

export async function makeOutcasts(api: Api): Promise<Outcasts> {
  const distributor = await api.distributor('outcasts')
  const suspended = await makeActivePartner(api, distributor, { email: 'admin@suspended.example' })
  const suspension = await distributor.post(`/v1/distributor/partners/${suspended.id}/suspend`)
  assert.equal(suspension.status, 200, suspension.text)
  const shutOut = await api.distributor('shut out')
  await suspendDistributor(api.app, AUTHOR, shutOut.id)
  const { client } = await makeActivePartner(api, distributor, { email: 'admin@revoked.example' })
  for (const [caller, path] of [
    [client, '/v1/partner/keys'] as const,
    [distributor, '/v1/distributor/keys'] as const,
  ]) {
    const [made, gone] = [await caller.post(path), await caller.delete(`${path}/1`)]
    assert.deepEqual([made.status, gone.status], [201, 204], gone.text)
  }
  return {
    suspended: { partner: suspended.client.key, distributor: shutOut.key },
    revoked: { partner: client.key, distributor: distributor.key },
  }
}

/** A fingerprint of each table's rows that mention the owner; it changes whenever anything of the owner's changes. */
export async function fingerprint(databaseUrl: string, { ids, distributor }: Owner): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')`,
    )
    const own = [ids.partners, ids.customers, ids.assessments, ids.exceptions, distributor.id]
    const prints: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select (to_jsonb(t) - 'last_used_at')::text as row from ${name} as t
         where exists (select from unnest($1::text[]) as own where t::text like '%' || own || '%') order by 1`,
        [own],
      )
      const hash = createHash('sha256').update(rows.map(({ row }) => row).join('\n'))
      prints[name] = `${rows.length} rows ${hash.digest('hex')}`
    }
    return prints
  } finally {
    await client.end()
  }
}

/** The body with every id of a customer or a run replaced. */
export const withIds = (body: unknown, ids: Readonly<Record<string, string>>): Json =>
  body === undefined
    ? undefined
    : JSON.parse(
        JSON.stringify(body).replaceAll(/"(cust|run)_[0-9a-z]{26}"/g, (_, prefix) =>
          JSON.stringify(prefix === 'cust' ? ids.customers : ids.assessments),
        ),
      )
