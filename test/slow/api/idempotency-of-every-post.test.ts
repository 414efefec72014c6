import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  createWorld,
  customer,
  isReplay,
  openTableCounts,
  outcome,
  run,
  under,
  type World,
} from '../../api/idempotency-fixture.ts'
import { makePartner, newPartner } from '../../harness/accounts.ts'
import { assertProblem } from '../../harness/answers.ts'
import { startApi } from '../../harness/api.ts'
import type { Answer, Json } from '../../harness/client.ts'
import { openTestDatabase } from '../../harness/database.ts'

/** More than the database connections of the service. */
const CONCURRENT = 25

const now = new Date('2031-05-15T12:00:00.000Z')
const api = await startApi({ now: () => now })
// The service's own role cannot see all tables.
const { db: owner, pool } = openTestDatabase(api.databaseUrl, { poolSize: 2 })
after(async () => {
  await pool.end()
  await api[Symbol.asyncDispose]()
})

const countTables = await openTableCounts(owner)

interface Post {
  route: string
  status: number
  /** The path parameters, in order. */
  places?: (world: World) => Promise<string[]> | string[]
  body?: (world: World) => Json
  other?: (world: World) => Json
}

const exception = {
  kind: 'accepted-risk',
  product: 'essential-eight',
  requirement: 'ISM-1508',
  reason: 'It is replaced this year.',
  approver: 'Ada Park',
  expiresAt: new Date(now.getTime() + 30 * 86_400_000).toISOString(),
}
const weekly = ({ customerId }: World) => ({
  customerId,
  product: 'essential-eight',
  every: { unit: 'week' },
  window: { from: '02:00', to: '06:00' },
  timeZone: 'Europe/Berlin',
})
const makeSchedule = async (world: World): Promise<string> =>
  (await world.partner.post('/v1/partner/schedules', weekly(world))).body.id
const ofPartner = ({ id }: World) => [id]
const freshPartner = async ({ distributor }: World) => [await makePartner(distributor)]

const POSTS: readonly Post[] = [
  { route: 'POST /v1/partner/customers', status: 201, body: () => customer, other: () => ({ ...customer, name: 'M' }) },
  {
    route: 'POST /v1/partner/customers/bulk',
    status: 201,
    body: () => ({ customers: [customer, {}, customer] }),
    other: () => ({ customers: [customer] }),
  },
  { route: 'POST /v1/partner/customers/{id}/consent-link', status: 201, places: ({ customerId }) => [customerId] },
  {
    route: 'POST /v1/partner/customers/{id}/exceptions',
    status: 201,
    places: ({ customerId }) => [customerId],
    body: () => exception,
    other: () => ({ ...exception, approver: 'Bo Lane' }),
  },
  {
    route: 'POST /v1/partner/assessments',
    status: 202,
    body: run,
    other: (world) => ({ ...run(world), maturityTarget: 1 }),
  },
  {
    route: 'POST /v1/partner/assessments/bulk',
    status: 202,
    body: ({ customerId }) => ({ product: 'nist-csf', customerIds: [customerId, customerId, 'x'] }),
    other: ({ customerId }) => ({ product: 'nist-csf', customerIds: [customerId] }),
  },
  {
    route: 'POST /v1/partner/assessments/{id}/links',
    status: 201,
    places: ({ runId }) => [runId],
    body: () => ({ edition: 'owner' }),
    other: () => ({ edition: 'full' }),
  },
  { route: 'POST /v1/partner/assessments/{id}/cancel', status: 200, places: ({ runId }) => [runId] },
  {
    route: 'POST /v1/partner/customers/{id}/report-links',
    status: 201,
    places: ({ customerId }) => [customerId],
    body: () => ({ edition: 'owner' }),
    other: () => ({ edition: 'full' }),
  },
  {
    route: 'POST /v1/partner/schedules',
    status: 201,
    body: weekly,
    other: (world) => ({ ...weekly(world), product: 'nist-csf' }),
  },
  { route: 'POST /v1/partner/schedules/{id}/pause', status: 200, places: async (world) => [await makeSchedule(world)] },
  {
    route: 'POST /v1/partner/schedules/{id}/resume',
    status: 200,
    places: async (world) => [await makeSchedule(world)],
  },
  { route: 'POST /v1/partner/keys', status: 201 },
  {
    route: 'POST /v1/partner/plan',
    status: 200,
    body: () => ({ plan: 'starter' }),
    other: () => ({ plan: 'enterprise' }),
  },
  {
    route: 'POST /v1/distributor/partners',
    status: 201,
    body: () => newPartner(),
    other: () => newPartner({ name: 'Other' }),
  },
  {
    route: 'POST /v1/distributor/partners/bulk',
    status: 201,
    body: () => ({ partners: [newPartner(), {}] }),
    other: () => ({ partners: [{}] }),
  },
  { route: 'POST /v1/distributor/partners/{id}/activate', status: 200, places: freshPartner },
  { route: 'POST /v1/distributor/partners/{id}/suspend', status: 200, places: ofPartner },
  {
    route: 'POST /v1/distributor/partners/{id}/plan',
    status: 200,
    places: ofPartner,
    body: () => ({ plan: 'starter', billing: 'monthly' }),
    other: () => ({ plan: 'starter' }),
  },
  {
    route: 'POST /v1/distributor/partners/{id}/customers',
    status: 201,
    places: ofPartner,
    body: () => customer,
    other: () => ({ ...customer, name: 'M' }),
  },
  {
    route: 'POST /v1/distributor/partners/{id}/customers/{customerId}/consent-link',
    status: 201,
    places: ({ id, customerId }) => [id, customerId],
  },
  {
    route: 'POST /v1/distributor/partners/{id}/assessments',
    status: 202,
    places: ofPartner,
    body: run,
    other: (world) => ({ ...run(world), maturityTarget: 1 }),
  },
  {
    route: 'POST /v1/distributor/partners/{id}/assessments/{runId}/cancel',
    status: 200,
    places: ({ id, runId }) => [id, runId],
  },
  {
    route: 'POST /v1/distributor/partners/{id}/assessments/{runId}/links',
    status: 201,
    places: ({ id, runId }) => [id, runId],
    body: () => ({ edition: 'owner' }),
    other: () => ({ edition: 'full' }),
  },
  {
    route: 'POST /v1/distributor/partners/{id}/customers/{customerId}/report-links',
    status: 201,
    places: ({ id, customerId }) => [id, customerId],
    body: () => ({ edition: 'owner' }),
    other: () => ({ edition: 'full' }),
  },
  {
    route: 'POST /v1/distributor/partners/{id}/schedules',
    status: 201,
    places: ofPartner,
    body: weekly,
    other: (world) => ({ ...weekly(world), product: 'nist-csf' }),
  },
  {
    route: 'POST /v1/distributor/partners/{id}/schedules/{scheduleId}/pause',
    status: 200,
    places: async (world) => [world.id, await makeSchedule(world)],
  },
  {
    route: 'POST /v1/distributor/partners/{id}/schedules/{scheduleId}/resume',
    status: 200,
    places: async (world) => [world.id, await makeSchedule(world)],
  },
  { route: 'POST /v1/distributor/keys', status: 201 },
]

/** The call of the route on a new fixture. */
async function prepare(post: Post): Promise<(key: string, body?: Json) => Promise<Answer>> {
  const world = await createWorld(api)
  const places = [...((await post.places?.(world)) ?? [])]
  const path = (post.route.split(' ')[1] ?? '').replaceAll(/\{\w+\}/g, () => places.shift() ?? '')
  const sender = path.startsWith('/v1/partner/') ? world.partner : world.distributor
  const defaultBody = post.body?.(world)
  return (key, body) => sender.post(path, body === 'other' ? post.other?.(world) : defaultBody, under(key))
}

test('the table covers every POST except previews, which change nothing', async () => {
  const { paths } = (await api.client('').get('/openapi.json')).body
  const posts = Object.keys(paths).filter((path) => paths[path].post && !path.endsWith('/preview'))
  assert.deepEqual(POSTS.map(({ route }) => route).sort(), posts.map((path) => `POST ${path}`).sort())
})

for (const post of POSTS) {
  test(`${post.route}: a repeated call with the same key gets the first response and changes nothing`, async () => {
    const send = await prepare(post)
    const first = await send('one')
    assert.equal(first.status, post.status, first.text)
    assert.equal(first.headers['idempotency-replayed'], undefined)
    const before = await countTables()
    for (let again = 0; again < 2; again++) {
      const replayed = await send('one')
      assert.deepEqual(outcome(replayed), outcome(first))
      assert.equal(replayed.text, first.text)
      assert.ok(isReplay(replayed))
      assert.notEqual(replayed.headers['x-request-id'], first.headers['x-request-id'])
    }
    assert.deepEqual(await countTables(), before)
    if (!post.other) return
    assertProblem(await send('one', 'other'), 422, 'IDEMPOTENCY_MISMATCH')
    assert.deepEqual(outcome(await send('one')), outcome(first))
    assert.deepEqual(await countTables(), before)
  })

  test(`${post.route}: concurrent calls with the same key create one thing`, async () => {
    const [single, crowd] = [await prepare(post), await prepare(post)]
    const start = await countTables()
    const alone = await single('one')
    const after = await countTables()
    const answers = await Promise.all(Array.from({ length: CONCURRENT }, () => crowd('one')))
    for (const answer of answers.filter(({ status }) => status !== alone.status)) {
      assertProblem(answer, 409, 'IDEMPOTENCY_IN_PROGRESS')
      assert.equal(answer.headers['retry-after'], '1')
    }
    const done = answers.filter(({ status }) => status === alone.status)
    assert.equal(done.filter((answer) => !isReplay(answer)).length, 1)
    for (const answer of done) assert.deepEqual(answer.body, done[0]?.body)
    const end = await countTables()
    for (const table of Object.keys(start)) {
      assert.equal(end[table] - after[table], after[table] - start[table], table)
    }
    assert.ok(isReplay(await crowd('one')))
  })
}
