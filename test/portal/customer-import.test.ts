import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findColumns, SAMPLE, toCustomer, toTable, toValues } from '../../portal/screens/customer-import/columns.ts'
import { stateOf, toCheck, toLines, withPreview } from '../../portal/screens/customer-import/lines.ts'
import { decodeText, parseCsv } from '../../portal/screens/customer-import/read-csv.ts'
import { toCalls, toRequest, withOutcome } from '../../portal/screens/customer-import/sending.ts'

const TENANT = '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02'
const cellsOf = (text: string) => parseCsv(text).map(({ cells }) => cells)

test('a CSV file is read with the numbers of its lines, whatever separates its cells', () => {
  assert.deepEqual(parseCsv('a,b\r\n\r\n"c ""quoted"", with\nbreak",d\n;\n'), [
    { number: 1, cells: ['a', 'b'] },
    { number: 3, cells: ['c "quoted", with\nbreak', 'd'] },
    { number: 5, cells: [';'] },
  ])
  assert.deepEqual(cellsOf('a;b,c;d\r1;2;3'), [
    ['a', 'b,c', 'd'],
    ['1', '2', '3'],
  ])
  assert.deepEqual(cellsOf('a\tb\n1\t'), [
    ['a', 'b'],
    ['1', ''],
  ])
  assert.deepEqual(parseCsv('sep=;\na,b;c'), [{ number: 2, cells: ['a,b', 'c'] }])
  assert.deepEqual(cellsOf('"not closed, at all'), [['not closed, at all']])
  assert.deepEqual(parseCsv(''), [])
})

test('files in the encodings that spreadsheets save are read', () => {
  const utf16 = Buffer.from('\ufeffZoë', 'utf16le')
  assert.equal(decodeText(utf16), 'Zoë')
  assert.equal(decodeText(Buffer.from(utf16).swap16()), 'Zoë')
  assert.equal(decodeText(Buffer.from('\ufeffZoë', 'utf8')), 'Zoë')
  assert.equal(decodeText(Buffer.from('Zo\xeb', 'latin1')), 'Zoë')
  assert.equal(decodeText(new Uint8Array()), '')
})

test('columns are found by the names that exports give them, and the tenant id also by how it looks', () => {
  const columnsOf = (text: string) => findColumns(toTable('file', parseCsv(text)))
  assert.deepEqual(columnsOf(SAMPLE), { name: 0, tenantId: 1, email: 2, receivers: 3, questionnaireRecipients: 4 })
  assert.deepEqual(columnsOf('Microsoft ID,Company name,Primary domain\nx,y,z'), { tenantId: 0, name: 1 })
  assert.deepEqual(columnsOf(`Wer,Was\nA,${TENANT}`), { tenantId: 1 })
  assert.equal(toTable('file', parseCsv(`A,${TENANT}\nB,${TENANT}`)).rows.length, 2, 'without names of columns')
})

test('a row becomes the body of a customer, and the server refuses what is invalid', () => {
  const table = toTable('file', parseCsv(SAMPLE))
  const [first, second] = table.rows.map((row) => toCustomer(toValues(row, findColumns(table))))
  assert.deepEqual(first?.receivers, ['owner@bellbird.example'])
  assert.deepEqual(second, {
    name: 'Harbour Dental',
    tenantId: '0d7c2f18-41ab-4c39-8e57-9b60d2f4a713',
    receivers: ['owner@harbour.example', 'office@harbour.example'],
  })
  const bad = toCustomer({ name: '', tenantId: 'x', email: 'nobody', receivers: ' ; ', questionnaireRecipients: '' })
  assert.deepEqual(bad, { name: '', tenantId: 'x', email: 'nobody', receivers: [] })
})

const file = parseCsv(`name,tenantId\nA,${TENANT}\nB,x\nC,${TENANT}\nD,${TENANT}\n`)
const table = toTable('file', file)
const lines = toLines(table.rows, findColumns(table))
const checked = withPreview(lines, toCheck(lines), {
  problems: [
    { index: 1, field: 'tenantId', message: 'tenantId must be a GUID.' },
    { index: 2, field: 'tenantId', message: 'tenantId already belongs to customers[0].', twin: { index: 0 } },
    {
      index: 3,
      field: 'tenantId',
      message: 'tenantId already belongs to D.',
      twin: { customerId: 'cust_1', name: 'D' },
    },
  ],
})

test('rows are ready, to be corrected, or existing customers, and messages name the rows of the file', () => {
  assert.deepEqual(lines.map(stateOf), ['checking', 'checking', 'checking', 'checking'])
  assert.deepEqual(checked.map(stateOf), ['ready', 'faulty', 'faulty', 'known'])
  assert.deepEqual(
    checked.flatMap(({ problems }) => problems.map(({ words }) => words)),
    ['Tenant id must be a GUID.', 'Row 2 has the same tenant id.', 'D has this tenant already.'],
  )
  assert.deepEqual(
    checked.map(({ isOpen }) => isOpen),
    [false, true, true, false],
  )
})

test('an answer about values that have changed meanwhile is ignored, and a corrected row stays in view', () => {
  const sent = toCheck(checked)
  const edited = checked.map((line, place) =>
    place === 1 ? { ...line, values: { ...line.values, tenantId: 'y' } } : line,
  )
  assert.deepEqual(withPreview(edited, sent, { problems: [] }).map(stateOf), ['ready', 'checking', 'ready', 'ready'])
  const corrected = withPreview(edited, toCheck(edited), { problems: [] })
  assert.deepEqual(corrected.map(stateOf), ['ready', 'ready', 'ready', 'ready'])
  assert.equal(corrected[1]?.isOpen, true)
})

test('a row with the tenant of another one still needs its own after that one is created', () => {
  const now = checked.map((line, place) => (place === 0 ? { ...line, outcome: 'created' as const } : line))
  const twin = { customerId: 'cust_2', name: 'A' }
  const again = withPreview(now, toCheck(now), {
    problems: [2, 3].map((index) => ({ index: index - 1, field: 'tenantId', message: 'tenantId belongs to A.', twin })),
  })
  assert.deepEqual(again.map(stateOf), ['created', 'ready', 'faulty', 'known'])
})

test('rows are sent in calls of 100, up to the limit, and a repeated call has the same key', async () => {
  const many = Array.from({ length: 230 }, (_, place) => {
    const [line] = checked
    assert.ok(line)
    return { ...line, number: place }
  })
  const sizes = (room: number) => toCalls(many, room).map((places) => places.length)
  assert.deepEqual(sizes(10_000), [100, 100, 30])
  assert.deepEqual(sizes(101), [100, 1])
  assert.deepEqual([sizes(0), sizes(-5)], [[], []])
  const [places = []] = toCalls(many, 2)
  const request = await toRequest(many, places, 'import')
  assert.equal(request.body.customers.length, 2)
  assert.deepEqual(await toRequest(many, places, 'import'), request)
  assert.notEqual((await toRequest(many, places, 'other')).idempotencyKey, request.idempotencyKey)
  const answer = {
    created: 1,
    failed: 1,
    customers: [],
    errors: [{ index: 1, code: 'LIMIT_REACHED' as const, message: 'Full.' }],
  }
  const [first, second, third] = withOutcome(many, places, answer)
  assert.deepEqual([first?.outcome, second?.refusal, third?.outcome], ['created', 'Full.', undefined])
})
