import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Agent, request } from 'undici'
import type { RequirementResult } from '../../src/engine/model/result.ts'
import type { Verdict } from '../../src/engine/model/verdict.ts'
import { sealPart } from '../../src/features/assessments/storage/packing.ts'
import type { ReportInput } from '../../src/features/reports/content/input.ts'
import { signReportLink } from '../../src/features/reports/rules.ts'
import { getReport } from '../../src/features/reports/service.ts'
import { newId } from '../../src/shared/ids.ts'
import { assertProblem, TENANT } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import { png } from './pictures.ts'
import { sampleResult } from './sample.ts'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())

interface RunGiven {
  partner?: string
  day: number
  product?: string
  target?: number
  score?: number
  status?: 'completed' | 'failed' | 'canceled' | 'running'
  /** The verdict of the first requirement. */
  verdict?: Verdict
  /** What else it has. */
  row?: Partial<RequirementResult>
  /** Day of its creation, if it differs from the day of its end. */
  created?: number
}

const dayOf = (day: number): Date => new Date(Date.UTC(2026, 0, day, 3))

async function makeCustomer(partner: string, name = 'Bellbird'): Promise<string> {
  const { status, body } = await (await api.as(partner)).post('/v1/partner/customers', { name, tenantId: TENANT })
  assert.equal(status, 201)
  return body.id
}

/** A stored run that ended on this day of January. */
async function addRun(customerId: string, given: RunGiven): Promise<string> {
  const { partner = 'acme', day, product = 'essential-eight', target = 2, status = 'completed', created = day } = given
  const { partnerId } = await api.partner(partner)
  const sample = sampleResult('mixed')
  const [first, ...rest] = sample.requirements
  assert.ok(first)
  const requirements = [{ ...first, ...(given.verdict && { verdict: given.verdict }), ...given.row }, ...rest]
  const result = { ...sample, product, requirements, score: given.score ?? day }
  const id = newId('run')
  const ended = {
    completed: {
      score: result.score,
      score_ceiling: 90,
      coverage: 0.5,
      maturity_achieved: 1,
      critical: 1,
      high: 2,
      medium: 3,
      low: 0,
      completed_at: dayOf(day),
    },
    failed: { failure_code: 'CONSENT_MISSING', failure_message: 'No consent was given.', completed_at: dayOf(day) },
    canceled: { completed_at: dayOf(day) },
    running: {},
  }[status]
  const row = { id, partner_id: partnerId, customer_id: customerId, product, maturity_target: target, status }
  await api.db
    .insertInto('runs')
    .values({ ...row, created_at: dayOf(created), ...ended })
    .execute()
  if (status === 'completed') {
    const storedResult = {
      run_id: id,
      result: sealPart(api.app.secrets, 'result', id, gzipSync(JSON.stringify(result))),
      snapshot: Buffer.alloc(0),
      snapshot_sha256: '',
    }
    await api.db.insertInto('run_results').values(storedResult).execute()
  }
  return id
}

async function reportOf(runId: string, partner: string | undefined = 'acme'): Promise<ReportInput> {
  const found = await getReport(api.app, partner && (await api.partner(partner)).partnerId, runId)
  assert.ok('report' in found)
  return found.report
}

const scoresOf = ({ trend }: ReportInput): number[] => trend.map(({ score }) => score)

test('the trend of a first run has one run and no comparison', async () => {
  const report = await reportOf(await addRun(await makeCustomer('acme'), { day: 1, score: 40 }))
  assert.deepEqual(scoresOf(report), [40])
  assert.equal(report.difference, undefined)
  assert.deepEqual(report.brand, {})
})

test('a row of an earlier version says what its numbers count', async () => {
  const checks = [{ id: 'mfa-all-users', verdict: 'partial', kind: 'seen', proves: 'proof' }] as const
  const row = { checks: [...checks], coverage: { n: 2, of: 3 } }
  const report = await reportOf(await addRun(await makeCustomer('acme'), { day: 1, row }))
  assert.deepEqual(report.result.requirements[0]?.coverage, { n: 2, of: 3, counts: 'user' })
})

test("a trend has the completed runs of the run's customer, product and partner up to it, oldest first", async () => {
  const [customer, neighbour, stranger] = [
    await makeCustomer('acme'),
    await makeCustomer('acme'),
    await makeCustomer('globex'),
  ]
  const third = await addRun(customer, { day: 13, created: 2 })
  const second = await addRun(customer, { day: 12, target: 5 })
  const first = await addRun(customer, { day: 11, created: 5 })
  await addRun(customer, { day: 12, status: 'failed' })
  await addRun(customer, { day: 12, status: 'canceled' })
  await addRun(customer, { day: 12, status: 'running' })
  await addRun(customer, { day: 10, product: 'nist-csf' })
  await addRun(neighbour, { day: 9 })
  await addRun(stranger, { day: 8, partner: 'globex' })
  const newest = await addRun(customer, { day: 14 })

  const report = await reportOf(third)
  assert.deepEqual(report.trend, [
    { runId: first, completedAt: dayOf(11).toISOString(), score: 11, target: 2, ...SAME },
    { runId: second, completedAt: dayOf(12).toISOString(), score: 12, target: 3, ...SAME },
    { runId: third, completedAt: dayOf(13).toISOString(), score: 13, target: 2, ...SAME },
  ])
  assert.deepEqual(report.difference?.since, report.trend[1])
  assert.deepEqual(scoresOf(await reportOf(newest)), [11, 12, 13, 14])
})

const SAME = { scoreCeiling: 90, coverage: 0.5, maturityAchieved: 1, findings: 6 }

test('runs that ended at the same time are ordered by id', async () => {
  const customer = await makeCustomer('acme')
  const one = await addRun(customer, { day: 3, score: 1 })
  const two = await addRun(customer, { day: 3, score: 2 })
  assert.deepEqual(scoresOf(await reportOf(one)), [1])
  assert.deepEqual(scoresOf(await reportOf(two)), [1, 2])
})

test('a trend has the newest twelve runs', async () => {
  const customer = await makeCustomer('acme')
  const ids: string[] = []
  for (let day = 1; day <= 15; day++) ids.push(await addRun(customer, { day }))
  assert.deepEqual(scoresOf(await reportOf(ids[14] ?? '')), [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
  assert.deepEqual(scoresOf(await reportOf(ids[12] ?? '')), [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
})

test('the difference is to the previous completed run, whatever ran in between', async () => {
  const customer = await makeCustomer('acme')
  await addRun(customer, { day: 1, verdict: 'effective' })
  await addRun(customer, { day: 2, verdict: 'ineffective' })
  await addRun(customer, { day: 3, status: 'failed' })
  const { difference } = await reportOf(await addRun(customer, { day: 4, verdict: 'partial' }))
  const [change] = difference?.better ?? []
  assert.deepEqual([change?.id, change?.before, change?.after], ['ISM-1000', 'ineffective', 'partial'])
  assert.deepEqual([difference?.worse, difference?.otherwise, difference?.since.score], [[], [], 2])
})

test('another partner cannot read the report, and nobody can once the customer is deleted', async () => {
  const customer = await makeCustomer('acme')
  const runId = await addRun(customer, { day: 1 })
  const { partnerId } = await api.partner('globex')
  const gone = { code: 'NOT_FOUND' }
  await assert.rejects(getReport(api.app, partnerId, runId), gone)
  await assert.rejects(getReport(api.app, undefined, newId('run')), gone)
  for (const id of ['', 'run_', "run_'; drop", '\u0000']) await assert.rejects(getReport(api.app, undefined, id), gone)
  assert.equal((await reportOf(runId, undefined)).runId, runId)
  const acme = await api.as('acme')
  assert.equal((await acme.delete(`/v1/partner/customers/${customer}`)).status, 204)
  await assert.rejects(getReport(api.app, undefined, runId), gone)
  assertProblem(await acme.get(`/v1/partner/assessments/${runId}`), 404, 'NOT_FOUND')
})

test('a run without a result has its state instead', async () => {
  const customer = await makeCustomer('acme', 'Waiting Pty')
  const { partnerId } = await api.partner('acme')
  const failed = await getReport(api.app, partnerId, await addRun(customer, { day: 1, status: 'failed' }))
  assert.ok('pending' in failed)
  const { status, failure, customerName } = failed.pending
  assert.deepEqual([status, failure?.code, customerName], ['failed', 'CONSENT_MISSING', 'Waiting Pty'])
  const running = await getReport(api.app, partnerId, await addRun(customer, { day: 2, status: 'running' }))
  assert.ok('pending' in running && running.pending.status === 'running' && running.pending.failure === undefined)
})

test("the page behind a link has the partner's brand, and its policy allows nothing else", async () => {
  const brander = await api.as('brander')
  const bytes = png(30, 10)
  const sent = { type: 'image/png', data: bytes.toString('base64') }
  const set = await brander.put('/v1/partner/brand', { colour: '#f5a623', logo: sent })
  assert.equal(set.status, 200, set.text)
  const { logo } = set.body
  const customer = await makeCustomer('brander')
  await addRun(customer, { partner: 'brander', day: 1, verdict: 'partial' })
  const runId = await addRun(customer, { partner: 'brander', day: 2, verdict: 'effective' })
  const dispatcher = new Agent({ connect: { ca: api.ca } })
  const open = async (id: string) => {
    const link = signReportLink(api.app, id)
    const { statusCode, headers, body } = await request(link.replace(api.app.appUrl, api.baseUrl), { dispatcher })
    return { status: statusCode, policy: String(headers['content-security-policy']), page: await body.text() }
  }
  const { status, policy, page } = await open(runId)
  assert.equal(status, 200)
  assert.ok(page.includes(`<img class="logo" alt="" src="data:image/png;base64,${logo.data}">`))
  assert.match(page, /What changed since <time [^>]*>1 January 2026</)
  const [, sheet = ''] = page.match(/<style>([\s\S]*?)<\/style>/) ?? []
  assert.ok(policy.includes(`'sha256-${createHash('sha256').update(sheet).digest('base64')}'`))
  assert.match(policy, /^default-src 'none';.* img-src data:;/)

  const plain = await open(await addRun(await makeCustomer('acme'), { day: 1 }))
  assert.doesNotMatch(plain.page, /<img/)
  assert.doesNotMatch(plain.policy, /img-src/)
  assert.notEqual(plain.policy, policy)
  const failed = await addRun(customer, { partner: 'brander', day: 3, status: 'failed' })
  assert.match((await open(failed)).page, /<img class="logo"[\s\S]*what happens next\./)
  await dispatcher.close()
})
