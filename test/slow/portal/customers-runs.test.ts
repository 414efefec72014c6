import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { FAILURE_STEPS } from '../../../portal/screens/customer-runs/words.ts'
import { executeRun } from '../../../src/features/assessments/execution/service.ts'
import { COLLECT_FAILURE_CODES, CollectFailure } from '../../../src/graph/transport/collect-failure.ts'
import { DAY_MS } from '../../../src/shared/dates/time-units.ts'
import { sampleSnapshot } from '../../engine/sample-snapshot.ts'
import { assertProblem, makeCustomer } from '../../harness/answers.ts'
import { startApi } from '../../harness/api.ts'
import type { Client, Json } from '../../harness/client.ts'
import { signIn } from '../../portal/sessions.ts'

/** The runs of all customers of a partner. */

let nowMs = Date.parse('2031-05-15T12:00:00.000Z')
let isReadable = true
const api = await startApi({
  now: () => new Date(nowMs),
  collect: async ({ tenantId }) => {
    if (!isReadable) throw new CollectFailure('TENANT_UNREACHABLE', 'The tenant does not answer.')
    return { ...sampleSnapshot('weak', new Date(nowMs).toISOString()), tenantId }
  },
})
after(() => api[Symbol.asyncDispose]())

const PATH = '/partner/portfolio/runs'

async function enter(name: string) {
  const client = await api.as(name, 'enterprise')
  const { partnerId } = await api.partner(name)
  const read = async (query = ''): Promise<Json> => {
    const reader = await signIn(api, partnerId, { role: 'reader' })
    const { status, body, text } = await reader.get(`${PATH}${query}`)
    assert.equal(status, 200, text)
    return body
  }
  return { client, partnerId, read }
}

/** A run a second after the one before; carried out unless it should wait. */
async function run(
  client: Client,
  customerId: string,
  { product = 'essential-eight', isQueued = false, fails = false } = {},
): Promise<string> {
  nowMs += 1000
  const { status, body, text } = await client.post('/v1/partner/assessments', { customerId, product })
  assert.equal(status, 202, text)
  if (isQueued) return body.id
  isReadable = !fails
  await executeRun(api.app, body.id, { deadlineMs: 60_000 })
  isReadable = true
  return body.id
}

const idsOf = ({ runs }: Json): string[] => runs.map(({ id }: Json) => id)

test('the runs of all customers are listed with their results, their comparison and why they failed', async () => {
  const { client, read } = await enter('lists')
  const [bellbird, umbrella] = [await makeCustomer(client, 'Bellbird'), await makeCustomer(client, 'Umbrella')]
  const first = await run(client, bellbird)
  const broken = await run(client, umbrella, { fails: true })
  const second = await run(client, bellbird)
  const other = await run(client, bellbird, { product: 'nist-csf' })
  const queued = await run(client, umbrella, { product: 'nist-csf', isQueued: true })
  const { runs, nextCursor } = await read()
  assert.deepEqual(idsOf({ runs }), [queued, other, second, broken, first])
  assert.equal(nextCursor, undefined)
  const of = (id: string): Json => runs.find((each: Json) => each.id === id)
  const known = (await client.get(`/v1/partner/assessments/${second}`)).body
  const { earlierId, customerName, score, scoreCeiling, coverage, critical } = of(second)
  assert.deepEqual([earlierId, customerName], [first, 'Bellbird'])
  assert.deepEqual(
    [score, scoreCeiling, coverage, critical],
    [known.score, known.scoreCeiling, known.coverage, known.critical],
  )
  assert.equal(of(other).earlierId, undefined, 'of another product')
  assert.deepEqual(of(broken).failure, { code: 'TENANT_UNREACHABLE', message: 'The tenant does not answer.' })
  assert.equal(of(broken).isReplaced, undefined)
  assert.deepEqual([of(queued).status, of(queued).score, of(queued).progress], ['queued', undefined, undefined])

  await api.db.updateTable('runs').set({ progress_done: 3, progress_of: 9 }).where('id', '=', queued).execute()
  const again = await run(client, umbrella)
  const later = await read()
  assert.deepEqual(later.runs.find(({ id }: Json) => id === queued).progress, { done: 3, of: 9 })
  assert.equal(later.runs.find(({ id }: Json) => id === broken).isReplaced, true, again)
})

test('runs are filtered by state, framework, customer and day, and pages neither repeat nor omit one', async () => {
  const { client, read } = await enter('filters')
  const ids = [await makeCustomer(client, 'Bellbird (Sydney)'), await makeCustomer(client, 'Umbrella')]
  const [bellbird = '', umbrella = ''] = ids
  const old = await run(client, bellbird)
  nowMs += DAY_MS
  const failed = await run(client, umbrella, { fails: true })
  const waiting = await run(client, umbrella, { isQueued: true })
  const canceled = await run(client, bellbird, { isQueued: true })
  await client.post(`/v1/partner/assessments/${canceled}/cancel`)
  const csf = await run(client, bellbird, { product: 'nist-csf' })
  const day = encodeURIComponent(new Date(nowMs - DAY_MS / 2).toISOString())
  const wanted: [string, string[]][] = [
    ['status=failed', [failed]],
    ['status=unfinished', [waiting]],
    ['status=queued', [waiting]],
    ['status=canceled', [canceled]],
    ['status=completed', [csf, old]],
    ['product=nist-csf', [csf]],
    ['product=%00', []],
    ['q=UMBRELLA', [waiting, failed]],
    ['q=(sydney', [csf, canceled, old]],
    ['q=%25', []],
    ['q=a%00b', []],
    [`since=${day}`, [csf, canceled, waiting, failed]],
    [`until=${day}`, [old]],
    [`status=completed&q=bellbird&since=${day}`, [csf]],
  ]
  for (const [query, expected] of wanted) assert.deepEqual(idsOf(await read(`?${query}`)), expected, query)

  const paged: string[] = []
  for (let cursor = ''; ; ) {
    const page = await read(`?limit=2${cursor && `&cursor=${cursor}`}`)
    paged.push(...idsOf(page))
    if (page.nextCursor === undefined) break
    cursor = page.nextCursor
  }
  assert.deepEqual(paged, [csf, canceled, waiting, failed, old])
  const { nextCursor } = await read('?limit=2')
  const { partnerId } = await api.partner('filters')
  const reader = await signIn(api, partnerId, { role: 'reader' })
  assertProblem(await reader.get(`${PATH}?limit=2&status=failed&cursor=${nextCursor}`), 400, 'INVALID_FIELD')
  assertProblem(await reader.get(`${PATH}?status=lost`), 400, 'INVALID_FIELD')
  assertProblem(await reader.get(`${PATH}?since=yesterday`), 400, 'INVALID_FIELD')

  const stranger = await enter('stranger')
  assert.deepEqual((await stranger.read()).runs, [])
  assert.deepEqual((await stranger.read('?q=bellbird')).runs, [])
})

test('the file has one line for every matching run, and no formulas', async () => {
  const { client, partnerId } = await enter('files')
  const customerId = await makeCustomer(client, '=cmd|A1')
  const failed = await run(client, customerId, { fails: true })
  const completed = await run(client, customerId)
  const reader = await signIn(api, partnerId, { role: 'reader' })
  const file = await reader.get(`${PATH}/file`)
  assert.match(String(file.headers['content-type']), /^text\/csv/)
  assert.match(String(file.headers['content-disposition']), /attachment; filename="runs.csv"/)
  const lines = file.text.trim().split('\r\n')
  assert.match(lines[0] ?? '', /^\uFEFF?Customer,Customer id,Framework,/)
  assert.deepEqual(
    lines.slice(1).map((line) => [line.startsWith("'=cmd|A1,"), line.split(',').at(-1)]),
    [
      [true, completed],
      [true, failed],
    ],
  )
  assert.match(lines[2] ?? '', /,failed,.*,TENANT_UNREACHABLE,The tenant does not answer\.,/)
  const some = await reader.get(`${PATH}/file?status=failed`)
  assert.equal(some.text.trim().split('\r\n').length, 2)
  assertProblem(await reader.get(`${PATH}/file?status=lost`), 400, 'INVALID_FIELD')
  const none = await reader.get(`${PATH}/file?q=nobody`)
  assert.equal(none.text.trim().split('\r\n').length, 1)
})

test('the portal says what to do about every failure code', () => {
  assert.deepEqual(Object.keys(FAILURE_STEPS).toSorted(), [...COLLECT_FAILURE_CODES].toSorted())
})
