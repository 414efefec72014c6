import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { AssessmentResult, RequirementResult } from '../../src/engine/model/result.ts'
import type { Snapshot, SnapshotResponse } from '../../src/engine/model/snapshot.ts'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { findReportSource } from '../../src/features/assessments/service.ts'
import { getReportAt } from '../../src/features/reports/links/service.ts'
import { createReportLink } from '../../src/features/reports/service.ts'
import { contentsOf } from '../../src/simulator/content/contents.ts'
import { recipeOf } from '../../src/simulator/tenants/recipes.ts'
import { startApi } from '../harness/api.ts'
import type { Json } from '../harness/client.ts'
import { tenantIdOf } from './follow.ts'

/** The clock of the service and of the collector. */
let now = new Date('2026-05-04T10:00:00.000Z')
const api = await startApi({ now: () => now, collect: async ({ tenantId }) => snapshot(tenantId) })
after(() => api[Symbol.asyncDispose]())
const acme = await api.as('acme')

/** All responses of a sample tenant, as if every permission were granted. */
function snapshot(tenantId: string): Snapshot {
  const recipe = recipeOf(tenantId)
  assert.ok(recipe)
  const collectedAt = now.toISOString()
  const responses: Record<string, SnapshotResponse> = {}
  for (const [path, value] of contentsOf(recipe, now.getTime()).responses) {
    responses[`${path.includes('/runHuntingQuery#') ? 'POST' : 'GET'} ${path}`] = { status: 200, collectedAt, value }
  }
  return { format: 'plumbline-snapshot/1', tenantId, collectedAt, responses }
}

async function customerOf(posture: string): Promise<string> {
  const created = await acme.post('/v1/partner/customers', { name: 'Umbrella', tenantId: tenantIdOf(posture) })
  return created.body.id
}

/** Executes a run; returns it as in the API, and its result. */
async function assess(
  customerId: string,
  product = 'essential-eight',
): Promise<{ run: Json; result: AssessmentResult }> {
  const queued = await acme.post('/v1/partner/assessments', { customerId, product })
  assert.equal(queued.status, 202, queued.text)
  await executeRun(api.app, queued.body.id, { deadlineMs: 60_000 })
  const { body: run } = await acme.get(`/v1/partner/assessments/${queued.body.id}`)
  const source = await findReportSource(api.app, run.id)
  assert.ok(source?.result, JSON.stringify(run))
  return { run, result: source.result }
}

async function record(customerId: string, more: Record<string, unknown>): Promise<Json> {
  const created = await acme.post(`/v1/partner/customers/${customerId}/exceptions`, {
    product: 'essential-eight',
    reason: 'The network lets nobody in who has not passed it.',
    approver: 'Ada Park, managing director',
    expiresAt: '2026-12-31T00:00:00Z',
    ...more,
  })
  assert.equal(created.status, 201, created.text)
  return created.body
}

const rowOf = ({ requirements }: AssessmentResult, id: string): RequirementResult | undefined =>
  requirements.find((row) => row.id === id)

/** The report behind its link. */
async function reportOf(runId: string): Promise<string> {
  const { searchParams } = new URL(await createReportLink(api.app, runId))
  const [expires, signature] = ['expires', 'signature'].map((name) => searchParams.get(name) ?? '')
  const answer = await getReportAt(api.app, runId, { expires: Number(expires), signature: signature ?? '' })
  assert.ok('page' in answer)
  return answer.page.toString()
}

test('a compensating control makes a failed row count in run, score and report until it expires', async () => {
  const customerId = await customerOf('weak')
  const before = await assess(customerId)
  assert.deepEqual(
    [rowOf(before.result, 'ISM-1504')?.verdict, rowOf(before.result, 'ISM-1504')?.severity],
    ['ineffective', 'critical'],
  )
  await record(customerId, { kind: 'compensating-control', requirement: 'ISM-1504' })
  const during = await assess(customerId)
  const row = rowOf(during.result, 'ISM-1504')
  assert.deepEqual([row?.verdict, row?.severity, row?.exceptions?.length], ['alternate', undefined, 1])
  assert.ok(during.run.score > before.run.score, `${during.run.score}, ${before.run.score}`)
  assert.deepEqual([during.run.findings, during.run.critical], [before.run.findings - 1, before.run.critical - 1])
  const { body } = await acme.get(`/v1/partner/assessments/${during.run.id}/findings`)
  assert.ok(!body.findings.some(({ requirement }: Json) => requirement === 'ISM-1504'))
  const page = await reportOf(during.run.id)
  assert.match(page, /Accepted risks and compensating controls/)
  assert.match(page, /The network lets nobody in who has not passed it\./)

  now = new Date('2027-01-01T00:00:00.000Z')
  const later = await assess(customerId)
  const reopened = rowOf(later.result, 'ISM-1504')
  assert.deepEqual([reopened?.verdict, reopened?.severity], ['ineffective', 'critical'])
  assert.match(reopened?.limitations.join() ?? '', /compensating control expired on 2026-12-31/)
  assert.match(await reportOf(later.run.id), /Expired/)
  now = new Date('2026-05-04T10:00:00.000Z')
})

test('an accepted risk is not a finding of the run, and earns nothing', async () => {
  const customerId = await customerOf('weak')
  const before = await assess(customerId)
  const { id } = await record(customerId, { kind: 'accepted-risk', requirement: 'ISM-1504' })
  const after = await assess(customerId)
  assert.deepEqual([after.run.findings, after.run.critical], [before.run.findings - 1, before.run.critical - 1])
  assert.deepEqual(
    [after.run.score, after.run.scoreCeiling, after.run.maturityAchieved, after.run.coverage],
    [before.run.score, before.run.scoreCeiling, before.run.maturityAchieved, before.run.coverage],
  )
  assert.equal(rowOf(after.result, 'ISM-1504')?.accepted, true)
  await acme.delete(`/v1/partner/customers/${customerId}/exceptions/${id}`)
  assert.equal((await assess(customerId)).run.findings, before.run.findings)
})

test('findings that contradict an answer say so, and no others do', async () => {
  const customerId = await customerOf('weak')
  const before = await assess(customerId)
  const failed = before.result.requirements.find(({ mode, severity }) => mode === 'partial' && severity)
  assert.ok(failed)
  const path = `/v1/partner/customers/${customerId}/questionnaires/essential-eight`
  const saved = await acme.put(path, { answers: [{ id: failed.id, answer: 'yes' }] })
  assert.equal(saved.status, 200, saved.text)
  const { run } = await assess(customerId)
  const { body } = await acme.get(`/v1/partner/assessments/${run.id}/findings`)
  const overruled = body.findings.filter(({ contradiction }: Json) => contradiction !== undefined)
  assert.deepEqual(
    overruled.map(({ requirement }: Json) => requirement),
    [failed.id],
  )
  assert.match(overruled[0].contradiction, /^People answered “yes”, but the tenant shows that it is/)
})

test('exceptions of one customer and product do not affect runs of another', async () => {
  const [one, two] = [await customerOf('weak'), await customerOf('weak')]
  const before = await assess(one, 'nist-csf')
  await record(one, { kind: 'compensating-control', requirement: 'ISM-1504' })
  assert.equal((await assess(one, 'nist-csf')).run.score, before.run.score)
  assert.equal(rowOf((await assess(two)).result, 'ISM-1504')?.verdict, 'ineffective')
})

test('declared emergency accounts are excluded and shown until the declaration expires', async () => {
  const customerId = await customerOf('typical')
  const { result: undeclared } = await assess(customerId)
  assert.equal(undeclared.emergencyAccounts, undefined)
  const presumed = undeclared.requirements.flatMap(({ limitations }) => limitations).join()
  const names = [...new Set(presumed.match(/emergency\.access0\d@\S+?\.example|emergency\.access0\d@[\w.-]+\.com/g))]
  assert.equal(names.length, 2, 'the presumed accounts')
  const emergency = { kind: 'emergency-account', product: undefined }
  for (const object of [...names, 'gone@umbrella.example']) await record(customerId, { ...emergency, object })

  const { run, result } = await assess(customerId)
  assert.deepEqual(result.emergencyAccounts, { setAside: names, notFound: ['gone@umbrella.example'] })
  const excluded = rowOf(result, 'ISM-1504')?.limitations.join() ?? ''
  assert.match(excluded, /2 declared emergency access accounts excluded: emergency\.access01/)
  assert.ok(!result.requirements.some(({ limitations }) => /though not declared/.test(limitations.join())))
  assert.match(await reportOf(run.id), /2 declared emergency accounts/)

  now = new Date('2027-01-01T00:00:00.000Z')
  assert.equal((await assess(customerId)).result.emergencyAccounts, undefined)
  now = new Date('2026-05-04T10:00:00.000Z')
})
