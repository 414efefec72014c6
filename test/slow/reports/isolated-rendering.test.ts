import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { Agent, request } from 'undici'
import { executeRun } from '../../../src/features/assessments/execution/service.ts'
import { renderReport } from '../../../src/features/reports/html/page.ts'
import { renderPdf } from '../../../src/features/reports/pdf/content/document.ts'
import { createReportLink, getReport } from '../../../src/features/reports/service.ts'
import { createIsolatedPool } from '../../../src/platform/isolation/isolated-pool.ts'
import { createLog } from '../../../src/platform/log.ts'
import { snapshotOf } from '../../engine/snapshot-builder.ts'
import { assertProblem, makeCustomer, makeRun } from '../../harness/answers.ts'
import { startApi } from '../../harness/api.ts'
import type { Client } from '../../harness/client.ts'
import { OPEN, STARTED } from '../../platform/isolated-work.ts'
import { chunk, PNG_END, png, pngHeader, pngOf } from '../../reports/pictures.ts'

const lines: string[] = []
const log = createLog('warn', { write: (line) => void lines.push(line) })
const api = await startApi({ collect: async ({ tenantId }) => snapshotOf({}, tenantId), log })
const dispatcher = new Agent({ connect: { ca: api.ca }, pipelining: 1 })
// One thread on every machine, so that the order of work is known.
const isolated = createIsolatedPool({ log, threads: 1 })
const original = api.app.isolated
/** The signals of the tasks given to the pool, in order. */
const signals: (AbortSignal | undefined)[] = []
api.app.isolated = {
  ...isolated,
  run: (task, input, turn) => {
    signals.push(turn.signal)
    return isolated.run(task, input, turn)
  },
}
after(async () => {
  await dispatcher.close()
  await api[Symbol.asyncDispose]()
  await original.close()
})

const pathOf = (id: string): string => `/v1/partner/assessments/${id}/report?format=pdf`

async function makeEndedRun(client: Client): Promise<string> {
  const id = await makeRun(client, await makeCustomer(client))
  await executeRun(api.app, id, { deadlineMs: 10_000 })
  return id
}

/** Keeps the thread busy until released. */
async function occupy(): Promise<{ letGo: () => Promise<void> }> {
  const gate = new Int32Array(new SharedArrayBuffer(8))
  const file = new URL('../../platform/isolated-work.ts', import.meta.url)
  const task = { file, deadlineMs: 120_000, parse: (output: unknown) => output }
  const done = isolated.run(task, { do: 'wait for', gate }, { owner: 'nobody' })
  await Atomics.waitAsync(gate, STARTED, 0).value
  const letGo = async (): Promise<void> => {
    Atomics.store(gate, OPEN, 1)
    Atomics.notify(gate, OPEN)
    await done
  }
  return { letGo }
}

async function waitUntil(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
}

const [acme, globex] = [await api.as('acme'), await api.as('globex')]
const [acmeRun, globexRun] = [await makeEndedRun(acme), await makeEndedRun(globex)]

test('a PDF from a thread has the same bytes as one rendered in this process, with a logo as well', async () => {
  await acme.put('/v1/partner/brand', { logo: { type: 'image/png', data: png(30, 20).toString('base64') } })
  const { partnerId } = await api.partner('acme')
  const found = await getReport(api.app, partnerId, acmeRun, { withRequester: true })
  assert.ok('report' in found)
  const here = await renderPdf(found.report)
  assert.match(here.toString('latin1'), /\/Subtype \/Image/)
  const { body } = await request(`${api.baseUrl}/api${pathOf(acmeRun)}`, {
    dispatcher,
    headers: { 'X-Partner-Key': acme.key },
  })
  assert.ok(Buffer.from(await body.arrayBuffer()).equals(here))
})

test('a page from a thread is the page rendered in this process, with its logo, and comes before PDFs that wait', async () => {
  const { partnerId } = await api.partner('acme')
  const found = await getReport(api.app, partnerId, acmeRun, { withRequester: true })
  assert.ok('report' in found)
  const here = renderReport(found.report)
  assert.match(here, /src="data:image\/png;base64,iVBOR/)
  const order: string[] = []
  const { letGo } = await occupy()
  const before = signals.length
  const pdf = acme.get(pathOf(acmeRun)).then(() => order.push('pdf'))
  await waitUntil(() => signals.length === before + 1)
  const page = acme.get(`/v1/partner/assessments/${acmeRun}/report`).then(({ text }) => {
    order.push('page')
    return text
  })
  await waitUntil(() => signals.length === before + 2)
  await letGo()
  await pdf
  assert.equal(await page, here)
  assert.deepEqual(order, ['page', 'pdf'])
})

test("twenty PDFs of one partner, by key or by link, do not delay another partner's first", async () => {
  const link = (await createReportLink(api.app, acmeRun)).replace(api.app.appUrl, api.baseUrl)
  const open = async (): Promise<number> => {
    const { statusCode, body } = await request(`${link}&format=pdf`, { dispatcher })
    await body.dump()
    return statusCode
  }
  const order: string[] = []
  const note = async (name: string, status: Promise<number>): Promise<void> => {
    assert.equal(await status, 200)
    order.push(name)
  }
  const { letGo } = await occupy()
  const before = signals.length
  const statusOf = async (client: Client, run: string) => (await client.get(pathOf(run))).status
  const many = Array.from({ length: 20 }, (_, index) =>
    note('acme', index % 2 === 0 ? open() : statusOf(acme, acmeRun)),
  )
  await waitUntil(() => signals.length === before + 20)
  const error = assertProblem(await acme.get(pathOf(acmeRun)), 503, 'SERVICE_UNAVAILABLE')
  assert.match(error.message, /try again/)
  const other = note('globex', statusOf(globex, globexRun))
  await waitUntil(() => signals.length === before + 22)
  await letGo()
  await Promise.all([...many, other])
  assert.ok(order.indexOf('globex') <= 1, order.join(' '))
  assert.equal(
    lines.filter((line) => line.includes('http.request.failed')).length,
    0,
    'a refusal is not logged as an error',
  )
})

test('a PDF is not rendered if the client has disconnected', async () => {
  const { letGo } = await occupy()
  const before = signals.length
  const reader = new AbortController()
  const reading = request(`${api.baseUrl}/api${pathOf(acmeRun)}`, {
    dispatcher,
    headers: { 'X-Partner-Key': acme.key },
    signal: reader.signal,
  })
  const gone = assert.rejects(reading, { name: 'AbortError' })
  await waitUntil(() => signals.length === before + 1)
  const signal = signals.at(-1)
  assert.ok(signal && !signal.aborted)
  const canceled = once(signal, 'abort')
  reader.abort()
  await Promise.all([gone, canceled])
  await letGo()
})

test('if the thread that renders a PDF dies, only that request fails, with an error from the catalogue', async () => {
  // Bypasses every check, as if our own encoder had written a picture that crashes the PDF writer.
  const logo = pngOf(pngHeader(4, 4), chunk('IDAT', Buffer.from('not compressed')), PNG_END)
  const run = api.app.isolated.run
  api.app.isolated.run = async (task, input, turn) => {
    const poisoned = typeof input === 'object' &&
      input !== null && { ...input, brand: { logo: { type: '', bytes: logo } } }
    return await run(task, poisoned, turn)
  }
  const failing = acme.get(pathOf(acmeRun))
  const before = signals.length
  await waitUntil(() => signals.length > before)
  api.app.isolated.run = run
  const behind = globex.get(pathOf(globexRun))
  assertProblem(await failing, 500, 'INTERNAL_ERROR')
  assert.equal((await behind).status, 200)
  assert.equal((await acme.get(pathOf(acmeRun))).status, 200)
  assert.match(lines.join('\n'), /incorrect header check/)
})
