import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runSettlementAdjust } from '../../src/cli/settlement/adjust.ts'
import { runSettlementClose } from '../../src/cli/settlement/close.ts'
import { runSettlementList } from '../../src/cli/settlement/list.ts'
import { runSettlementShow } from '../../src/cli/settlement/show.ts'
import { runSettlementTerms } from '../../src/cli/settlement/terms.ts'
import { sendQueuedMail } from '../../src/features/mail/sending/service.ts'
import { getStatementFile } from '../../src/features/settlement/service.ts'
import { makeActivePartner } from '../harness/accounts.ts'
import { assertProblem } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Client, Json } from '../harness/client.ts'
import { signIn } from '../portal/sessions.ts'
import { readPdf } from '../reports/pdf-text.ts'
import { carryOutNotices, mailsOf, openMailbox } from '../security/mails.ts'

const PATH = '/v1/distributor/settlements'
const NOTHING = 'stl_01jd0000000000000000000000'
const HOSTILE = '=HYPERLINK("http://evil.example","Contour")'

let now = new Date('2031-01-01T00:00:00.000Z')
const mailbox = openMailbox()
const api = await startApi({ now: () => now, mailer: mailbox })
const { app } = api
const folder = await mkdtemp(join(tmpdir(), 'settlement-'))
after(async () => {
  await rm(folder, { recursive: true })
  await api[Symbol.asyncDispose]()
})

let distributor: Client & { id: string }
let other: Client & { id: string }
let partner: Client
let closed: Json

/** The cells of a CSV whose texts have no line breaks. */
const rowsOf = (csv: string): string[][] =>
  csv
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
      ),
    )

/** Two partners of one distributor, two quarters, and an adjustment: closed by the operator. */
before(async () => {
  distributor = await api.distributor('meridian')
  other = await api.distributor('other')
  const billing = { currency: 'GBP', interval: 'quarterly' }
  const made = await makeActivePartner(api, distributor, { company: HOSTILE, billing })
  partner = made.client
  await makeActivePartner(api, distributor, { company: 'Ибис 日本', plan: 'starter', billing })
  await makeActivePartner(api, other, { billing })
  await runSettlementTerms(app, distributor.id, { revenueShare: '12.5', billingEmail: 'accounts@meridian.example' })
  const options = { currency: 'gbp', amount: '-12.50', reason: 'A credit.', by: 'Ada', interval: 'quarterly' }
  await runSettlementAdjust(app, distributor.id, options)
  now = new Date('2031-07-02T00:00:00.000Z')
  closed = (await runSettlementClose(app)).json
})

test('the operator can read and change terms, and sees closed statements', async () => {
  assert.deepEqual((await runSettlementTerms(app, distributor.id)).json, {
    revenueSharePercent: 12.5,
    processorBilling: false,
    billingEmail: 'accounts@meridian.example',
  })
  assert.equal(closed.length, 4)
  assert.equal((await runSettlementClose(app)).text, 'No period is due.')
  const { json, text } = await runSettlementList(app, distributor.id, { limit: 1 })
  assert.equal((json as Json[]).length, 1)
  assert.match(text, /^stl_\w+ {2}2031-Q2 {2} +GBP 939\.74 {2}.+, statement 2, partners: 2$/)
  await assert.rejects(runSettlementTerms(app, distributor.id, { revenueShare: '101' }), /0 to 100/)
  await assert.rejects(runSettlementTerms(app, distributor.id, { processorBilling: 'yes' }), /on or off/)
  await assert.rejects(runSettlementTerms(app, 'dist_01jd0000000000000000000000'), /Distributor dist_.* not found/)
  const bad = { currency: 'SGD', amount: '1', reason: 'A', by: 'B', interval: 'quarterly' }
  await assert.rejects(runSettlementAdjust(app, distributor.id, bad), /--currency/)
  await assert.rejects(runSettlementAdjust(app, distributor.id, { ...bad, currency: 'USD', amount: '0' }), /--amount/)
})

test('a distributor lists its statements page by page and reads each, and nobody else does', async () => {
  const first = await distributor.get(`${PATH}?limit=1`)
  assert.equal(first.status, 200, first.text)
  const second = await distributor.get(`${PATH}?limit=1&cursor=${first.body.nextCursor}`)
  const both: Json[] = [...first.body.settlements, ...second.body.settlements]
  assert.deepEqual(
    both.map(({ number, period, currency }) => [number, period, currency]),
    [
      [2, '2031-Q2', 'GBP'],
      [1, '2031-Q1', 'GBP'],
    ],
  )
  assert.equal(second.body.nextCursor, undefined)
  assert.deepEqual((await distributor.get(PATH)).body.settlements, both)
  // 837.00 and 237.00, less an eighth of each (104.63 and 29.63), less 12.50.
  const { body } = await distributor.get(`${PATH}/${both[1].id}`)
  assert.partialDeepStrictEqual(body, {
    charged: 107_400,
    revenueShare: 13_426,
    adjusted: -1_250,
    total: 92_724,
    partnersCount: 2,
  })
  const sum = [...body.lines, ...body.adjustments].reduce((total: number, { amount }: Json) => total + amount, 0)
  assert.equal(sum, body.total)
  assert.equal(body.distributorId, undefined)
  for (const path of ['', '/file', '/file?format=csv']) {
    assertProblem(await other.get(`${PATH}/${both[1].id}${path}`), 404, 'NOT_FOUND')
    assertProblem(await distributor.get(`${PATH}/${NOTHING}${path}`), 404, 'NOT_FOUND')
    assertProblem(await distributor.get(`${PATH}/%00${path}`), 404, 'NOT_FOUND')
  }
  assertProblem(await distributor.get(`${PATH}/${both[1].id}/file?format=xlsx`), 400, 'INVALID_FIELD')
  assertProblem(await distributor.get(`${PATH}?cursor=x`), 400, 'INVALID_FIELD')
  assert.equal((await partner.get(PATH)).status, 401)
})

test('the portal serves the same routes to admins and owners of the distributor', async () => {
  const [admin, technician] = [
    await signIn(api, distributor.id, { role: 'admin' }),
    await signIn(api, distributor.id, { role: 'technician' }),
  ]
  const { body } = await admin.get('/distributor/settlements')
  assert.equal(body.settlements.length, 2)
  assert.equal((await admin.get(`/distributor/settlements/${body.settlements[0].id}/file`)).status, 200)
  assert.equal((await technician.get('/distributor/settlements')).status, 403)
})

test('the CSV adds up to the total, and no name becomes a formula', async () => {
  const [, first] = (await distributor.get(PATH)).body.settlements
  const { headers, text } = await distributor.get(`${PATH}/${first.id}/file?format=csv`)
  assert.match(
    String(headers['content-disposition']),
    /^attachment; filename="Settlement-1-meridian-2031-Q1-GBP\.csv"/i,
  )
  const [names = [], ...cells] = rowsOf(text)
  const rows = cells.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])))
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['plan', 'plan', 'adjustment', 'usage', 'usage'],
  )
  const sum = rows.reduce((total, { amount = '' }) => total + Math.round(Number(amount) * 100), 0)
  assert.equal(sum, first.total)
  assert.ok(rows.some(({ company }) => company === `'${HOSTILE}` || company?.startsWith("'=")))
})

test('the PDF has the amounts and the same bytes each time, and is mailed to the billing address', async () => {
  const [, first] = (await distributor.get(PATH)).body.settlements
  const [one, another] = await Promise.all(
    [0, 1].map(() => getStatementFile(app, distributor.id, first.id, 'pdf').then(({ body }) => Buffer.from(body))),
  )
  assert.ok(one && another?.equals(one))
  const { pages } = readPdf(one)
  const words = pages.join('\n').replaceAll(/\s+/g, ' ')
  for (const part of ['Settlement statement 1', 'You owe us GBP 927.24', 'A credit.', 'Ada', 'professional', '12.5%']) {
    assert.ok(words.includes(part), `${part} in ${words}`)
  }
  const out = join(folder, 'statement.pdf')
  await runSettlementShow(app, first.id, { out })
  assert.ok((await readFile(out)).equals(one))
  await carryOutNotices(api)
  const mails = await mailsOf(api, 'settlement-statement')
  const ours = mails.filter(({ to }) => to === 'accounts@meridian.example')
  assert.equal(ours.length, 2)
  assert.equal(mails.length, 4)
  for (const { id } of ours) await sendQueuedMail(app, id)
  const sent = mailbox.sent.find(({ subject }) => subject.startsWith('Settlement statement 1'))
  assert.match(sent?.text ?? '', /owes us GBP 927\.24/)
  assert.ok(sent?.attachments?.[0]?.body.equals(one))
})

test('the operator sees a statement as text', async () => {
  const [, first] = (await distributor.get(PATH)).body.settlements
  const { text } = await runSettlementShow(app, first.id)
  assert.match(text, /90 days {2}professional +GBP 732\.37/)
  assert.match(text, /adjustment +GBP -12\.50 {2}A credit\. \(Ada\)/)
  await assert.rejects(runSettlementShow(app, NOTHING), /Statement not found/)
  await assert.rejects(runSettlementShow(app, first.id, { format: 'csv' }), /--out/)
})
