import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { executeRun } from '../../../src/features/assessments/execution/service.ts'
import { saveOldFindings } from '../../../src/features/assessments/tracking/service.ts'
import type { Posture } from '../../../src/simulator/tenants/tenants.ts'
import { sampleSnapshot } from '../../engine/sample-snapshot.ts'
import { makeActivePartner } from '../../harness/accounts.ts'
import { assertProblem, eventsOf, fieldsAtFault, makeCustomer, makeRun, NO_CUSTOMER } from '../../harness/answers.ts'
import { startApi } from '../../harness/api.ts'
import type { Client, Json } from '../../harness/client.ts'
import { deliveriesOf, hook } from '../../webhooks/fixture.ts'

/** Findings that are followed from run to run, and the events that report their changes. */

let nowMs = Date.parse('2031-05-15T12:00:00.000Z')
let posture: Posture = 'weak'
let isReadable = true

const api = await startApi({
  now: () => new Date(nowMs),
  collect: async ({ tenantId }) => {
    const snapshot = sampleSnapshot(posture, new Date(nowMs).toISOString())
    const responses = Object.fromEntries(
      Object.entries(snapshot.responses).map(([path, response]) => [
        path,
        isReadable ? response : { status: 403, collectedAt: response.collectedAt },
      ]),
    )
    return { ...snapshot, responses, tenantId }
  },
})
after(() => api[Symbol.asyncDispose]())

const distributor = await api.distributor('meridian')

/** A partner with a customer. */
async function createWorld(): Promise<{ id: string; client: Client; customerId: string }> {
  const { id, client } = await makeActivePartner(api, distributor)
  return { id, client, customerId: await makeCustomer(client, 'Bellbird Engineering') }
}

/** Executes a run of the customer, an hour after the one before; returns its id. */
async function assess(client: Client, customerId: string): Promise<string> {
  nowMs += 3_600_000
  const id = await makeRun(client, customerId)
  await executeRun(api.app, id, { deadlineMs: 60_000 })
  const { status } = (await client.get(`/v1/partner/assessments/${id}`)).body
  assert.equal(status, 'completed')
  return id
}

async function list(client: Client, path: string): Promise<Json[]> {
  const { status, body, text } = await client.get(path)
  assert.equal(status, 200, text)
  return body.findings
}

const namesOf = (findings: readonly Json[]): string[] => findings.map(({ requirement }) => requirement).toSorted()

const dataOf = async (partnerId: string, type: string): Promise<Json[]> =>
  (await eventsOf(api.db, partnerId)).filter((event) => event.type === type).map(({ data }) => data)

const decision = (kind = 'compensating-control'): Json => ({
  kind,
  product: 'essential-eight',
  requirement: 'ISM-1504',
  reason: 'The network lets nobody in who has not passed it.',
  approver: 'Ada Park, managing director',
  expiresAt: new Date(nowMs + 100 * 86_400_000).toISOString(),
})

test('the first run opens its findings; a second run with the same findings emits no event', async () => {
  const { id, client, customerId } = await createWorld()
  const named = await hook(api, id, 'https://localhost:1/named', { events: ['findings.changed'] })
  const every = await hook(api, id, 'https://localhost:1/every', { another: true })
  const first = await assess(client, customerId)
  const found = await list(client, `/v1/partner/assessments/${first}/findings`)
  const tracked = await list(client, '/v1/partner/findings?limit=200')
  assert.ok(found.length > 20)
  assert.deepEqual(namesOf(tracked), namesOf(found))
  for (const finding of tracked) {
    const { statement, severity } = found.find(({ requirement }) => requirement === finding.requirement) ?? {}
    const at = { since: finding.changedAt, assessmentId: first }
    assert.deepEqual(
      finding,
      {
        customerId,
        product: 'essential-eight',
        requirement: finding.requirement,
        state: 'open',
        change: 'baseline',
        changedAt: finding.changedAt,
        statement,
        severity,
        ...at,
      },
      finding.requirement,
    )
  }
  const [event] = await dataOf(id, 'findings.changed')
  assert.deepEqual(
    [event.assessmentId, event.previousAssessmentId, event.findings, event.opened.count, event.resolved],
    [first, undefined, found.length, found.length, { count: 0, requirements: [] }],
  )
  assert.equal(event.opened.requirements[0].severity, 'critical')
  await assess(client, customerId)
  assert.equal((await dataOf(id, 'findings.changed')).length, 1)
  assert.deepEqual(await dataOf(id, 'assessment.worsened'), [])
  assert.equal((await deliveriesOf(api, named.id)).length, 1)
  const types = (await deliveriesOf(api, every.id)).map(({ type }) => type)
  assert.ok(!types.includes('findings.changed'), 'a webhook that takes all events gets no optional ones')
})

test('a resolved finding is reported, and reported again when it comes back, which counts as worsened', async () => {
  const { id, client, customerId } = await createWorld()
  const first = await assess(client, customerId)
  const recorded = await client.post(`/v1/partner/customers/${customerId}/exceptions`, decision())
  assert.equal(recorded.status, 201, recorded.text)
  const second = await assess(client, customerId)
  const afterFirst = new Date(nowMs - 60_000).toISOString()
  const [resolved] = await list(client, `/v1/partner/findings?since=${afterFirst}`)
  assert.deepEqual(
    [resolved?.requirement, resolved?.state, resolved?.change, resolved?.assessmentId],
    ['ISM-1504', 'resolved', 'resolved', second],
  )
  assert.deepEqual(await list(client, '/v1/partner/findings?requirement=ISM-1504'), [], 'it is not open')
  await client.delete(`/v1/partner/customers/${customerId}/exceptions/${recorded.body.id}`)
  const third = await assess(client, customerId)
  const [, resolving, reopening] = await dataOf(id, 'findings.changed')
  const one = { count: 1, requirements: [{ id: 'ISM-1504', severity: 'critical' }] }
  assert.deepEqual([resolving.previousAssessmentId, resolving.resolved, resolving.opened.count], [first, one, 0])
  assert.deepEqual([reopening.reopened, reopening.opened.count], [one, 0])
  const [worsened, ...others] = await dataOf(id, 'assessment.worsened')
  assert.deepEqual(others, [])
  assert.deepEqual([worsened.assessmentId, worsened.customerName], [third, 'Bellbird Engineering'])
  assert.deepEqual(worsened.newCritical, { count: 1, requirements: ['ISM-1504'] })
  assert.ok(worsened.previousScore > worsened.score)
  // The findings of a run that are new since another run.
  const path = `/v1/partner/assessments/${third}/findings`
  assert.deepEqual(namesOf(await list(client, `${path}?since=${afterFirst}`)), [])
  const afterSecond = new Date(nowMs - 1_800_000).toISOString()
  assert.deepEqual(namesOf(await list(client, `${path}?since=${afterSecond}`)), ['ISM-1504'])
  assert.deepEqual(await list(client, `${path}?since=2030-01-01T00:00:00Z`), await list(client, path))
})

test('a finding that can no longer be read is unknown, not resolved, and the same finding once it can be read again', async () => {
  const { id, client, customerId } = await createWorld()
  const first = await assess(client, customerId)
  const before = await list(client, '/v1/partner/findings?limit=200')
  try {
    isReadable = false
    await assess(client, customerId)
  } finally {
    isReadable = true
  }
  const [, lost] = await dataOf(id, 'findings.changed')
  assert.equal(lost.resolved.count, 0)
  assert.ok(lost.unknown.count > 0)
  const unknown = await list(client, '/v1/partner/findings?state=unknown&limit=200')
  assert.ok(unknown.length > 0)
  for (const { since } of unknown) assert.ok(before.some((finding) => finding.since === since))
  await assess(client, customerId)
  const [, , again] = await dataOf(id, 'findings.changed')
  assert.deepEqual([again.opened.count, again.reopened.count], [0, 0])
  assert.ok(again.known.count >= unknown.length)
  const after = await list(client, '/v1/partner/findings?limit=200')
  assert.deepEqual(namesOf(after), namesOf(before))
  for (const { since } of after) assert.equal(since, before[0]?.since)
  const states = await api.db
    .selectFrom('requirement_states')
    .selectAll()
    .where('customer_id', '=', customerId)
    .execute()
  for (const { severity, since_run } of states) assert.equal(since_run, severity === null ? null : first)
})

test('a run with another target, or without a comparable run, is a baseline and does not count as worsened', async () => {
  const { id, client, customerId } = await createWorld()
  await assess(client, customerId)
  nowMs += 3_600_000
  const body = { customerId, product: 'essential-eight', maturityTarget: 3 }
  const run = await client.post('/v1/partner/assessments', body)
  await executeRun(api.app, run.body.id, { deadlineMs: 60_000 })
  const findings = await list(client, '/v1/partner/findings?limit=200')
  assert.deepEqual(new Set(findings.map(({ change }) => change)), new Set(['baseline']))
  assert.ok((await dataOf(id, 'findings.changed'))[1].opened.count > 0, 'receivers still hear of each finding')
  assert.deepEqual(await dataOf(id, 'assessment.worsened'), [])
})

test('if two first runs of a customer end at once, the findings of one are stored', async () => {
  const { client, customerId } = await createWorld()
  nowMs += 3_600_000
  const ids = [await makeRun(client, customerId), await makeRun(client, customerId)]
  await Promise.all(ids.map((id) => executeRun(api.app, id, { deadlineMs: 60_000 })))
  const findings = await list(client, `/v1/partner/assessments/${ids[0]}/findings`)
  assert.deepEqual(namesOf(await list(client, '/v1/partner/findings?limit=200')), namesOf(findings))
})

/** As the migration leaves the run of a customer that had completed before. */
async function forget(customerId: string): Promise<void> {
  await api.db.deleteFrom('requirement_states').where('customer_id', '=', customerId).execute()
  await api.db.deleteFrom('open_fixes').where('customer_id', '=', customerId).execute()
  const old = { is_read: false, framework_version: '' }
  await api.db.updateTable('tracked_runs').set(old).where('customer_id', '=', customerId).execute()
}

test('findings of older runs are added without an event, by the worker or by the next run', async () => {
  const { id, client, customerId } = await createWorld()
  await assess(client, customerId)
  const before = await list(client, '/v1/partner/findings?limit=200')
  await forget(customerId)
  await Promise.all([saveOldFindings(api.app), saveOldFindings(api.app)])
  const filled = await list(client, '/v1/partner/findings?limit=200')
  const byName = (findings: readonly Json[]) => findings.toSorted((a, b) => (a.requirement < b.requirement ? -1 : 1))
  assert.deepEqual(byName(filled), byName(before))
  assert.equal((await dataOf(id, 'findings.changed')).length, 1)

  await forget(customerId)
  await client.post(`/v1/partner/customers/${customerId}/exceptions`, decision())
  await assess(client, customerId)
  const [, compared] = await dataOf(id, 'findings.changed')
  assert.deepEqual([compared.opened.count, compared.resolved.count], [0, 1], 'it is compared with the old run')
})

test('a result that cannot be opened does not keep the next run from completing', async () => {
  const { client, customerId } = await createWorld()
  const first = await assess(client, customerId)
  await forget(customerId)
  await api.db
    .updateTable('run_results')
    .set({ result: Buffer.from('broken') })
    .where('run_id', '=', first)
    .execute()
  await assess(client, customerId)
  const findings = await list(client, '/v1/partner/findings?limit=200')
  assert.ok(findings.length > 20)
})

test('findings of the account’s own customers are filtered and paginated', async () => {
  const { id, client, customerId } = await createWorld()
  await assess(client, customerId)
  const other = await makeCustomer(client, 'Umbrella')
  posture = 'typical'
  await assess(client, other)
  posture = 'weak'
  const root = `/v1/distributor/partners/${id}`
  for (const [door, path] of [
    [client, '/v1/partner/findings'],
    [distributor, `${root}/findings`],
  ] as const) {
    const all: Json[] = []
    for (let cursor = ''; ; ) {
      const { body } = await door.get(`${path}?limit=7${cursor && `&cursor=${cursor}`}`)
      all.push(...body.findings)
      if (body.nextCursor === undefined) break
      cursor = body.nextCursor
    }
    assert.deepEqual(all, await list(door, `${path}?limit=200`))
    const filters: [string, (finding: Json) => boolean][] = [
      [`customerId=${other}`, (finding) => finding.customerId === other],
      ['severity=critical', ({ severity }) => severity === 'critical'],
      ['product=nist-csf', () => false],
      ['requirement=ISM-1504', ({ requirement }) => requirement === 'ISM-1504'],
      ['state=resolved', () => false],
      [`customerId=${NO_CUSTOMER}`, () => false],
      ['requirement=%00', () => false],
    ]
    for (const [query, isWanted] of filters)
      assert.deepEqual(await list(door, `${path}?limit=200&${query}`), all.filter(isWanted), query)
    const { body } = await door.get(`${path}?limit=7`)
    const elsewhere = await door.get(`${path}?limit=7&severity=low&cursor=${body.nextCursor}`)
    assert.deepEqual(fieldsAtFault(assertProblem(elsewhere, 400, 'INVALID_FIELD')), ['cursor INVALID_FIELD'])
    assertProblem(await door.get(`${path}?since=yesterday`), 400, 'INVALID_FIELD')
  }
  const stranger = await createWorld()
  assert.deepEqual(await list(stranger.client, `/v1/partner/findings?customerId=${customerId}`), [])
  const foreign = await api.distributor('another')
  assertProblem(await foreign.get(`${root}/findings`), 404, 'NOT_FOUND')
})

test('tracked findings are deleted with their run and their customer', async () => {
  const { client, customerId } = await createWorld()
  const run = await assess(client, customerId)
  const count = async (): Promise<number[]> => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from tracked_runs where customer_id = ${customerId}
      union all select count(*)::int from requirement_states where customer_id = ${customerId}
      union all select count(*)::int from open_fixes where customer_id = ${customerId}`.execute(api.db)
    return rows.map(({ n }) => n)
  }
  assert.ok((await count()).every((n) => n > 0))
  await api.db.deleteFrom('runs').where('id', '=', run).execute()
  assert.deepEqual(await count(), [0, 0, 0])
})
