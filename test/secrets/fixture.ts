import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { Agent, request } from 'undici'
import { findAccount } from '../../src/features/accounts/service.ts'
import { createCheckpointStore } from '../../src/features/assessments/execution/checkpoint/service.ts'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { continueSignIn, startSignIn } from '../../src/features/customers/consent/sign-in/service.ts'
import { ownerOf } from '../../src/features/events/service.ts'
import { createPerson } from '../../src/features/people/service.ts'
import { setProvider } from '../../src/features/people/sign-on/provider/service.ts'
import { startMicrosoftSignIn } from '../../src/features/people/single-sign-on/service.ts'
import { startAuthenticator } from '../../src/features/people/totp/service.ts'
import {
  createAttachment,
  getAttachment,
  listAttachments,
} from '../../src/features/questionnaires/attachments/service.ts'
import { createReportLink } from '../../src/features/reports/service.ts'
import { createNextSecret } from '../../src/features/webhooks/rotation/service.ts'
import { packedCheckpoint } from '../../src/graph/reader/packed-checkpoint.ts'
import { toIdentity } from '../../src/platform/database/sealed-rows.ts'
import { createLog } from '../../src/platform/log.ts'
import type { KeyRing } from '../../src/shared/crypto/key-ring.ts'
import { openRow } from '../../src/shared/crypto/seal.ts'
import { type RowIdentity, SEALED_COLUMNS, type SealedColumn } from '../../src/shared/crypto/sealed-columns.ts'
import { snapshotOf } from '../engine/snapshot-builder.ts'
import { AUTHOR } from '../harness/accounts.ts'
import { makeRun, TENANT } from '../harness/answers.ts'
import { type Api, startApi } from '../harness/api.ts'
import type { Answer, Client } from '../harness/client.ts'
import { actorOf } from '../people/fixture.ts'
import { CLIENT, startProvider } from '../people/openid-provider.ts'
import { makeCustomer, pathOf } from '../questionnaires/fixture.ts'
import { eventually } from '../runs/eventually.ts'
import { deliver, deliveriesOf, hook } from '../webhooks/fixture.ts'
import { hmacHex, type Receiver, startReceiver } from '../webhooks/receiver.ts'

/** A service with at least two rows of every sealed column, written by the service itself. */
export interface World extends AsyncDisposable {
  api: Api
  acme: Client
  customerIds: string[]
  runIds: string[]
  /** A run in progress with a checkpoint. */
  unfinished: { id: string; attempt: number; tenantId: string }
  endpointIds: string[]
  secret: string
  receiver: Receiver
  /** A link to a report that was mailed before any change of keys. */
  link: string
  /** The first responses to calls, by their Idempotency-Key. */
  replies: Map<string, Answer>
  /** Warnings and errors of the service. */
  lines: string[]
}

export async function startWorld(secrets?: KeyRing): Promise<World> {
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  const api = await startApi({ collect: async ({ tenantId }) => snapshotOf({}, tenantId), log })
  if (secrets) api.app.secrets = secrets
  const acme = await api.as('acme')
  const { partnerId } = await api.partner('acme')
  const receiver = await startReceiver()
  const [customerIds, runIds]: [string[], string[]] = [[], []]
  for (const note of ['one', 'another']) {
    const id = await makeCustomer(acme, { tenantId: TENANT })
    customerIds.push(id)
    for (const answer of ['no', 'yes']) {
      const given = await acme.put(pathOf(id), { answers: [{ id: 'ISM-1810', answer, note }] })
      assert.equal(given.status, 200, given.text)
    }
    const runId = await makeRun(acme, id)
    await executeRun(api.app, runId, { deadlineMs: 30_000 })
    runIds.push(runId)
    await signInHalfway(api, acme, id)
    await attach(api, id, `${note}.txt`)
  }
  await startAuthenticators(api)
  const [customerId = ''] = customerIds
  const replies = new Map<string, Answer>()
  for (const key of ['first call', 'second call']) replies.set(key, await createOnce(acme, key))
  const { id: first, secret } = await hook(api, partnerId, receiver.url)
  const { id: second } = await hook(api, partnerId, `${receiver.url}/other`, {
    another: true,
    events: ['key.revoked'],
  })
  const account = await findAccount(api.app, partnerId)
  await createNextSecret(api.app, AUTHOR, { account, endpointId: second })
  const id = await makeRun(acme, customerId)
  const { attempt } = await api.db
    .updateTable('runs')
    .set({ status: 'running', attempt: 1, started_at: new Date() })
    .where('id', '=', id)
    .returning('attempt')
    .executeTakeFirstOrThrow()
  const unfinished = { id, attempt, tenantId: TENANT }
  const checkpoint = packedCheckpoint(createCheckpointStore(api.app, unfinished))
  for (const key of ['users', 'groups']) {
    const response = { status: 200, collectedAt: '2026-01-01T00:00:00.000Z', value: [{ name: key }] }
    assert.equal(await checkpoint.save([{ key, from: 0, readAt: '2026-01-01T00:00:00.000Z', response }]), true)
  }
  for (const browser of ['one', 'other']) await startMicrosoftSignIn(api.app, `browser ${browser}`, '/')
  await setProviders(api)
  const link = await createReportLink(api.app, runIds[0] ?? '')
  return {
    api,
    acme,
    customerIds,
    runIds,
    unfinished,
    endpointIds: [first, second],
    secret,
    receiver,
    link,
    replies,
    lines,
    async [Symbol.asyncDispose]() {
      await receiver[Symbol.asyncDispose]()
      await api[Symbol.asyncDispose]()
    },
  }
}

/** Two accounts have a provider of their own. */
async function setProviders(api: Api): Promise<void> {
  await using provider = await startProvider()
  for (const name of ['bramble', 'cedar']) {
    const { partnerId } = await api.partner(name)
    const account = await findAccount(api.app, partnerId)
    const person = { email: `owner@${name}.example`, name: 'Robin', role: 'owner' } as const
    const id = await api.db.transaction().execute((tx) => createPerson(tx, AUTHOR, account, person, api.app.now()))
    const { actor } = await actorOf(api, { id, email: person.email, accountId: partnerId })
    await setProvider(api.app, actor, { issuer: provider.issuerOf(name), ...CLIENT })
  }
}

/** An administrator has approved the application and is about to sign in. */
async function signInHalfway({ app }: Api, client: Client, customerId: string): Promise<void> {
  const { url } = (await client.post(`/v1/partner/customers/${customerId}/consent-link`)).body
  const browser = `browser of ${customerId}`
  const consent = await startSignIn(app, new URL(url).pathname.split('/').at(-1) ?? '', browser)
  const state = new URL(consent ?? '').searchParams.get('state') ?? ''
  const outcome = await continueSignIn(app, { state, browser, error: undefined, query: '', address: '127.0.0.1' })
  assert.equal(outcome.kind, 'redirect')
}

/** Two people are setting up authenticator apps. */
async function startAuthenticators(api: Api): Promise<void> {
  const { partnerId } = await api.partner('acme')
  const account = await findAccount(api.app, partnerId)
  for (const email of ['one@acme.example', 'other@acme.example']) {
    const person = { email, name: 'Robin', role: 'reader' } as const
    const personId = await api.db
      .transaction()
      .execute((tx) => createPerson(tx, AUTHOR, account, person, api.app.now()))
    await startAuthenticator(api.app, { personId, email })
  }
}

/** A recipient has attached a file to an answer. */
async function attach(api: Api, customerId: string, name: string): Promise<void> {
  const owner = await api.partner('acme')
  const upload = {
    question: 'ISM-1810',
    name,
    maxBytes: 100,
    content: Readable.from([Buffer.from(`This is ${name}.`)]),
  }
  const by = { author: { kind: 'recipient' as const, id: 'ada@bellbird.example' }, owner: ownerOf(owner) }
  const subject = { partnerId: owner.partnerId, customerId, product: 'essential-eight' }
  assert.equal(await createAttachment(api.app, subject, upload, by), 'attached')
}

const createOnce = (client: Client, key: string): Promise<Answer> =>
  client.post('/v1/partner/customers', { name: key, tenantId: TENANT }, { headers: { 'Idempotency-Key': key } })

/** Checks that the service can read everything sealed, without warnings in the log. */
export async function assertAllReadable(world: World): Promise<void> {
  const { api, acme, customerIds, runIds, unfinished, replies } = world
  world.lines.length = 0
  const { partnerId } = await api.partner('acme')
  for (const id of customerIds) {
    const subject = { partnerId, customerId: id, product: 'essential-eight' }
    for (const file of await listAttachments(api.app, api.db, subject)) {
      const { content } = await getAttachment(api.app, subject, file.id)
      assert.equal((await buffer(content)).toString(), `This is ${file.name}.`)
    }
    const { body } = await acme.get(pathOf(id))
    const answers = body.sections.flatMap(({ questions }: typeof body) => questions)
    const { current } = answers.find(({ id }: typeof body) => id === 'ISM-1810')
    assert.equal(current?.answer, 'yes')
  }
  for (const id of runIds) {
    assert.equal((await acme.get(`/v1/partner/assessments/${id}/findings`)).status, 200)
    const report = await acme.get(`/v1/partner/assessments/${id}/report?format=json`)
    assert.equal(report.status, 200, report.text)
  }
  assert.deepEqual(
    (await packedCheckpoint(createCheckpointStore(api.app, unfinished)).load()).map(({ key }) => key),
    ['users', 'groups'],
  )
  for (const [key, first] of replies) {
    const again = await createOnce(acme, key)
    assert.deepEqual([again.status, again.body, again.headers['idempotency-replayed']], [201, first.body, 'true'])
  }
  assert.equal(await openLink(api, world.link), 200, 'the mailed link opens')
  await assertSigned(world)
  assert.deepEqual(world.lines, [])
}

/** The status of the page behind a link to a report. */
export async function openLink({ baseUrl, ca }: Api, link: string): Promise<number> {
  const { pathname, search } = new URL(link)
  const dispatcher = new Agent({ connect: { ca } })
  const { statusCode, body } = await request(`${baseUrl}${pathname}${search}`, { dispatcher })
  await body.dump()
  await dispatcher.close()
  return statusCode
}

/** Checks that a delivery is signed with the secret that was shown when the webhook was set. */
async function assertSigned({ api, acme, secret, receiver, endpointIds: [endpointId = ''] }: World): Promise<void> {
  const before = (await deliveriesOf(api, endpointId)).length
  const from = receiver.received.length
  await using _sending = deliver(api)
  await makeCustomer(acme)
  await eventually('the event is delivered', async () => {
    const rows = await deliveriesOf(api, endpointId)
    return rows.length > before && rows.every(({ state }) => state === 'delivered')
  })
  const last = receiver.received.slice(from).at(-1)
  assert.ok(last)
  assert.equal(last.headers['x-service-signature'], hmacHex(secret, last.body))
}

export interface SealedValue {
  key: Readonly<Record<string, unknown>>
  identity: RowIdentity
  sealed: Buffer
}

/** The sealed columns, with the columns that identify their rows. */
export const COLUMNS: readonly [name: string, column: SealedColumn][] = Object.entries(SEALED_COLUMNS)

/** Every value of a sealed column, with the identity of its row. */
export async function valuesOf({ api, unfinished }: World, column: SealedColumn): Promise<SealedValue[]> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(column.table)}
    order by ${sql.join(column.key.map((name) => sql.ref(name)))}`.execute(api.db)
  return rows.map((row) => {
    const sealed = row[column.column]
    assert.ok(Buffer.isBuffer(sealed))
    // A checkpoint is also bound to the tenant, which is in another table.
    const identity = column.row?.map((name) => row[name]) ?? [row.run_id, unfinished.tenantId.toLowerCase(), row.number]
    return {
      key: Object.fromEntries(column.key.map((name) => [name, row[name]])),
      identity: identity.map(toIdentity),
      sealed,
    }
  })
}

/** Writes a value of a sealed column. */
export async function setSealed({ api }: World, column: SealedColumn, key: SealedValue['key'], sealed: Buffer) {
  const place = Object.entries(key).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`update ${sql.table(column.table)} set ${sql.ref(column.column)} = ${sealed}
    where ${sql.join(place, sql` and `)}`.execute(api.db)
}

export const open = ({ api }: World, column: SealedColumn, identity: RowIdentity, sealed: Buffer): Buffer =>
  openRow(api.app.secrets, column, identity, sealed)
