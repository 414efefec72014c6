import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { Agent, request } from 'undici'
import type { AssessmentResult } from '../../../src/engine/model/result.ts'
import { findReportSource } from '../../../src/features/assessments/service.ts'
import { openPart } from '../../../src/features/assessments/storage/packing.ts'
import { signReportLink } from '../../../src/features/reports/rules.ts'
import { recipeOf } from '../../../src/simulator/tenants/recipes.ts'
import { SAMPLE_TENANTS } from '../../../src/simulator/tenants/tenants.ts'
import { type Api, startApi } from '../../harness/api.ts'
import type { Client, Json } from '../../harness/client.ts'
import { administer } from '../../harness/database.ts'
import { createRun, historyOf, snapshotOf, tenantIdOf, waitForEnd } from '../../runs/follow.ts'

const SENTENCE = /^[A-Z].*\.$/s

let api: Api
let acme: Client
/** A completed run of each sample tenant. */
const runs = new Map<string, Json>()
const runOf = (posture: string): Json => runs.get(posture)

before(async () => {
  api = await startApi({ worker: true })
  acme = await api.as('acme')
  await Promise.all(
    SAMPLE_TENANTS.map(async ({ posture }) => {
      const { runId } = await createRun(acme, posture)
      runs.set(posture, await waitForEnd(acme, runId, 120_000))
    }),
  )
})

after(() => api[Symbol.asyncDispose]())

/** A service that reads tenants instantly, from the snapshot of an earlier run. */
async function startFast(): Promise<Api> {
  const snapshot = await snapshotOf(api, runOf('weak').id)
  return startApi({ worker: true, collect: async ({ tenantId }) => ({ ...snapshot, tenantId }) })
}

async function resultOf(posture: string): Promise<AssessmentResult> {
  const source = await findReportSource(api.app, runOf(posture).id)
  assert.ok(source?.result, posture)
  return source.result
}

test('a run of every sample tenant completes, and only the tenant without consent fails', () => {
  const ends = Object.fromEntries([...runs].map(([posture, run]) => [posture, run.status]))
  const wanted = SAMPLE_TENANTS.map(({ posture }) => [posture, posture === 'no-consent' ? 'failed' : 'completed'])
  assert.deepEqual(ends, Object.fromEntries(wanted))
})

test('a weaker tenant scores below a stronger one', () => {
  const [weak, typical, strong] = ['weak', 'typical', 'strong'].map((posture) => runOf(posture).score)
  assert.ok(weak < typical && typical < strong, `${weak}, ${typical}, ${strong}`)
})

test('a throttling tenant gets the same verdicts as its twin that does not throttle', async () => {
  const [typical, throttled] = await Promise.all([resultOf('typical'), resultOf('throttled')])
  const verdicts = ({ requirements, ...rest }: AssessmentResult): unknown => ({
    ...rest,
    requirements: requirements.map(({ id, group, verdict, severity, coverage }) => ({
      id,
      group,
      verdict,
      severity,
      coverage,
    })),
  })
  assert.deepEqual(verdicts(throttled), verdicts(typical))
})

test('missing permissions cost coverage, never raise the score, and are never a finding', async () => {
  const [typical, partial] = await Promise.all([resultOf('typical'), resultOf('partial')])
  assert.ok(partial.coverage < typical.coverage, `${partial.coverage}, ${typical.coverage}`)
  assert.ok(partial.score <= typical.score, `${partial.score}, ${typical.score}`)
  assert.ok(partial.scoreCeiling >= typical.scoreCeiling)
  const found = new Set(typical.requirements.filter(({ severity }) => severity).map(({ id }) => id))
  assert.deepEqual(
    partial.requirements.filter(({ id, severity }) => severity && !found.has(id)),
    [],
  )
})

test('a completed run has every field of the contract and the additional ones, and nothing else', () => {
  const run = runOf('typical')
  const fields = 'completedAt coverage createdAt critical customerId customerName findings high id low maturityAchieved'
  const more = 'maturityTarget medium product reportUrl score scoreCeiling startedAt status'
  assert.deepEqual(Object.keys(run).sort(), `${fields} ${more}`.split(' '))
  assert.equal(run.customerName, 'Customer typical')
  assert.equal(run.reportUrl, `${api.app.appUrl}/reports/${run.id}`)
  assert.ok(run.coverage > 0 && run.coverage < 1)
  assert.ok(run.scoreCeiling >= run.score)
  assert.ok(run.maturityAchieved >= 0 && run.maturityAchieved <= 3)
  assert.ok(run.createdAt <= run.startedAt && run.startedAt <= run.completedAt)
})

test('the counts by severity of a completed run add up to its findings and are those of its result', async () => {
  for (const [posture, run] of runs) {
    if (run.status !== 'completed') continue
    assert.equal(run.critical + run.high + run.medium + run.low, run.findings, posture)
    const { score, findings, critical, high, medium, low } = await resultOf(posture)
    assert.deepEqual(
      [run.score, run.findings, run.critical, run.high, run.medium, run.low],
      [score, findings, critical, high, medium, low],
      posture,
    )
  }
})

test('a failed run has a sentence that says why, and neither score nor counts', () => {
  const run = runOf('no-consent')
  const fields =
    'completedAt createdAt customerId customerName failure id maturityTarget product reportUrl startedAt status'
  assert.deepEqual(Object.keys(run).sort(), fields.split(' '))
  assert.deepEqual(Object.keys(run.failure), ['code', 'message'])
  assert.equal(run.failure.code, 'CONSENT_MISSING')
  assert.match(run.failure.message, SENTENCE)
})

test('a failed run releases its monthly quota', async () => {
  const { body } = await acme.get('/v1/partner/me')
  assert.equal(body.usage.runsUsed, SAMPLE_TENANTS.length - 1)
})

test('the start and the end of a run each emit one event with the documented fields', async () => {
  const started = 'assessmentId createdAt customerId maturityTarget partnerId product startedAt status'
  const completed = `${started} completedAt critical findings high low medium reportUrl score`
  const failed = `${started} completedAt failure`
  const { partnerId } = await api.partner('acme')
  for (const [posture, run] of runs) {
    const { events } = await historyOf(api, run.id)
    const end = posture === 'no-consent' ? 'assessment.failed' : 'assessment.completed'
    assert.deepEqual(
      events.map(({ type }) => type),
      ['assessment.started', end],
      posture,
    )
    for (const event of events) {
      assert.match(event.id, /^evt_[0-9a-z]{26}$/)
      assert.equal(event.partnerId, partnerId)
      const { assessmentId, customerId, product, status } = event.data
      assert.deepEqual([assessmentId, customerId, product], [run.id, run.customerId, run.product])
      assert.equal(status, event.type === 'assessment.started' ? 'running' : run.status)
    }
    const [start, finish] = events
    assert.deepEqual(Object.keys(start.data).sort(), started.split(' '))
    assert.equal(start.timestamp, run.startedAt)
    assert.equal(finish.timestamp, run.completedAt)
    const wanted = (end === 'assessment.failed' ? failed : completed).split(' ').sort()
    assert.deepEqual(Object.keys(finish.data).sort(), wanted)
    for (const field of wanted.filter((name) => name !== 'assessmentId' && name !== 'partnerId')) {
      assert.deepEqual(finish.data[field], run[field], `${posture}: ${field}`)
    }
  }
})

test('every step of a run is in the audit trail, with its author', async () => {
  for (const [posture, run] of runs) {
    const { audit } = await historyOf(api, run.id)
    assert.deepEqual(
      audit.map(({ action, author }) => [action, author]),
      [
        ['assessment.created', 'partner'],
        ['assessment.started', 'system'],
        [`assessment.${run.status}`, 'system'],
      ],
      posture,
    )
    assert.deepEqual(audit[2]?.before, { status: 'running' })
    assert.equal(audit[2]?.after.status, run.status)
  }
})

test('the snapshot is stored with its checksum, and the job is gone', async () => {
  const { id } = runOf('strong')
  const row = await api.db.selectFrom('run_results').selectAll().where('run_id', '=', id).executeTakeFirstOrThrow()
  const packed = openPart(api.app.secrets, 'snapshot', id, row.snapshot)
  assert.equal(row.snapshot_sha256, createHash('sha256').update(packed).digest('hex'))
  assert.equal((await snapshotOf(api, id)).tenantId, tenantIdOf('strong'))
  const { rows } = await sql`select id from graphile_worker.jobs where task_identifier = 'assess'`.execute(api.db)
  assert.deepEqual(rows, [])
})

test('a run stores its visibility: the permissions and the licences of its tenant', async () => {
  for (const posture of ['partial', 'unlicensed']) {
    const source = await findReportSource(api.app, runOf(posture).id)
    const { permissions, servicePlans } = source?.result?.sight ?? assert.fail(posture)
    assert.deepEqual(permissions, recipeOf(tenantIdOf(posture))?.permissions.toSorted())
    assert.equal(servicePlans?.includes('INTUNE_A'), posture === 'partial')
  }
})

test('a customer has its newest ten runs, newest first', async () => {
  await using fast = await startFast()
  const umbrella = await fast.as('umbrella', 'enterprise')
  const { customerId, runId } = await createRun(umbrella)
  const ids = [runId]
  for (let n = 0; n < 10; n++) {
    const { body } = await umbrella.post('/v1/partner/assessments', { customerId, product: 'essential-eight' })
    ids.unshift(body.id)
  }
  for (const id of ids) await waitForEnd(umbrella, id)
  const { body } = await umbrella.get(`/v1/partner/customers/${customerId}`)
  assert.deepEqual(
    body.recentRuns.map((run: Json) => [run.id, run.status]),
    ids.slice(0, 10).map((id) => [id, 'completed']),
  )
  for (const run of body.recentRuns) {
    assert.deepEqual(Object.keys(run).sort(), ['completedAt', 'id', 'product', 'status'])
    assert.equal(new Date(run.completedAt).toISOString(), run.completedAt)
  }
})

test('a run starts at once when a worker is idle', async () => {
  await using fast = await startFast()
  const umbrella = await fast.as('umbrella')
  const waits: number[] = []
  for (let n = 0; n < 15; n++) {
    const { runId } = await createRun(umbrella)
    const { createdAt, startedAt } = await waitForEnd(umbrella, runId)
    waits.push(Date.parse(startedAt) - Date.parse(createdAt))
  }
  waits.sort((a, b) => a - b)
  const [median = Infinity, longest = Infinity] = [waits[7], waits[14]]
  console.log(`from creation to start, with an idle worker: median ${median} ms, longest ${longest} ms`)
  assert.ok(longest < 1_000, waits.join(', '))
})

test('a run, its job, its quota and its audit row are written together or not at all', async () => {
  await using broken = await startApi()
  const globex = await broken.as('globex')
  const { customerId } = await createRun(globex)
  const parameters = 'text, json, text, timestamptz, int, text, int, text[], text'
  await administer(broken.databaseUrl, `alter function graphile_worker.add_job(${parameters}) rename to gone`)
  const refused = await globex.post('/v1/partner/assessments', { customerId, product: 'essential-eight' })
  assert.equal(refused.status, 500, refused.text)
  const { body } = await globex.get('/v1/partner/assessments')
  assert.equal(body.runs.length, 1)
  assert.equal((await globex.get('/v1/partner/me')).body.usage.runsUsed, 1)
  const audit = await broken.db.selectFrom('audit').select('id').where('action', '=', 'assessment.created').execute()
  assert.equal(audit.length, 1)
})

test('concurrent requests for the last runs of a month get exactly the remaining quota', async () => {
  await using full = await startApi()
  const initech = await full.as('initech', 'starter')
  const { customerId } = await createRun(initech)
  await full.db.updateTable('usage_months').set({ runs: 47 }).execute()
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      initech.post('/v1/partner/assessments', { customerId, product: 'essential-eight' }),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(3).fill(202), ...Array(9).fill(403)])
  const { rows } = await sql<{
    key: string
  }>`select key from graphile_worker.jobs where task_identifier = 'assess'`.execute(full.db)
  const { body } = await initech.get('/v1/partner/assessments')
  assert.deepEqual(rows.map(({ key }) => key).sort(), body.runs.map((run: Json) => run.id).sort())
  assert.equal(body.runs.length, 4)
})

test('the report opens only with its signed link', async () => {
  const dispatcher = new Agent({ connect: { ca: api.ca } })
  const open = async (path: string) => {
    const { statusCode, headers, body } = await request(`${api.baseUrl}${path}`, { dispatcher })
    return { status: statusCode, headers, text: await body.text() }
  }
  const pathOf = (id: string, app = api.app) => signReportLink(app, id).replace(api.app.appUrl, '')
  try {
    const { id } = runOf('typical')
    const path = pathOf(id)
    const page = await open(path)
    assert.equal(page.status, 200)
    assert.match(String(page.headers['content-type']), /^text\/html/)
    assert.match(String(page.headers['content-security-policy']), /default-src 'none'/)
    assert.match(page.text, /^<!doctype html>.*Customer typical/is)
    assert.equal((await open(pathOf(runOf('no-consent').id))).status, 200)

    const expired = pathOf(id, { ...api.app, now: () => new Date(Date.now() - 91 * 86_400_000) })
    const unlinked = [`/reports/${id}`, path.replace(/expires=\d+/, 'expires=soon')]
    const wrong = [
      path.replace(/signature=./, (first) => (first.endsWith('A') ? 'signature=B' : 'signature=A')),
      path.replace(/expires=\d+/, 'expires=9999999999'),
      path.replace(id, runOf('weak').id),
      path.replace(/signature=.*/, 'signature='),
      expired,
    ]
    for (const attempt of wrong) assert.equal((await open(attempt)).status, 410, attempt)
    for (const attempt of unlinked) {
      const refused = await open(attempt)
      assert.equal(refused.status, 303, attempt)
      assert.equal(
        refused.headers.location,
        `/sign-in?next=%2Freports%2F${new URL(attempt, api.baseUrl).pathname.split('/').at(-1)}`,
      )
      assert.doesNotMatch(refused.text, /Customer typical/)
    }
  } finally {
    await dispatcher.close()
  }
})
