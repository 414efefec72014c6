import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { crc32, deflateRawSync } from 'node:zlib'
import writeXlsxFile from 'write-excel-file/node'
import { MAX_IMPORT_ROWS } from '../../src/features/customers/imports/schema.ts'
import { previewImport } from '../../src/features/customers/imports/service.ts'
import { assertProblem, countRows, TENANT } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import { countStatements } from '../harness/statements.ts'
import { signIn } from '../portal/sessions.ts'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())

const PREVIEW = '/partner/customers/import/preview'
const WORKBOOK = '/partner/customers/import/workbook'

const tenant = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const row = (n: number, more: object = {}) => ({ name: `Customer ${n}`, tenantId: tenant(n), ...more })

const { partnerId } = await api.partner('imports')
const client = await api.as('imports')
const technician = await signIn(api, partnerId, { role: 'technician' })

test('a preview reports everything that would prevent a row from being created, and changes nothing', async () => {
  const known = await client.post('/v1/partner/customers', { name: 'Known Ltd', tenantId: TENANT })
  const before = await countRows(api.db)
  const { status, body } = await technician.post(PREVIEW, {
    customers: [
      row(1, { email: 'a@b.example', receivers: ['r@b.example'] }),
      row(2, { name: ' ', email: 'nobody' }),
      row(3, { tenantId: 'x' }),
      row(4, { tenantId: tenant(1).toUpperCase() }),
      row(5, { tenantId: TENANT.toLowerCase() }),
      row(6, { receivers: ['a@b.example', 'x'] }),
      'not a row',
    ],
  })
  assert.equal(status, 200)
  assert.deepEqual({ customers: body.customers, limit: body.limit }, { customers: 1, limit: 10_000 })
  const twin = (index: number) => body.problems.find((problem: { index: number }) => problem.index === index).twin
  assert.deepEqual(
    body.problems.map(({ index, field }: { index: number; field: string }) => `${index} ${field}`),
    ['1 name', '1 email', '2 tenantId', '3 tenantId', '4 tenantId', '5 receivers[1]', '6 '],
  )
  assert.deepEqual(twin(3), { index: 0 })
  assert.deepEqual(twin(4), { customerId: known.body.id, name: 'Known Ltd' })
  assert.deepEqual(await countRows(api.db), before)
})

test('a preview reveals nothing about other partners’ customers', async () => {
  const other = await api.partner('stranger')
  await (await api.as('stranger')).post('/v1/partner/customers', row(77))
  const { body } = await technician.post(PREVIEW, { customers: [row(77)] })
  assert.deepEqual(body.problems, [])
  const own = await signIn(api, other.partnerId)
  assert.equal((await own.post(PREVIEW, { customers: [row(77)] })).body.problems.length, 1)
})

test('rows that a preview accepts are created, and sending them again creates nothing twice', async () => {
  const customers = [row(101), row(102), row(103)]
  assert.deepEqual((await technician.post(PREVIEW, { customers })).body.problems, [])
  const send = (key: string) =>
    technician.post(
      '/partner/customers/bulk',
      { customers },
      { headers: { prefer: 'handling=strict', 'idempotency-key': key } },
    )
  const first = await send('file one')
  assert.equal(first.body.created, 3)
  assert.deepEqual((await send('file one')).body, first.body, 'after an answer that was lost')
  const again = await send('the same file once more')
  assert.deepEqual([again.body.created, again.body.failed], [0, 3])
})

test('a preview accepts a whole file and checks it in one statement', async () => {
  const customers = Array.from({ length: MAX_IMPORT_ROWS }, (_, n) => row(1_000 + n))
  assert.deepEqual((await technician.post(PREVIEW, { customers })).body.problems, [])
  assertProblem(await technician.post(PREVIEW, { customers: [...customers, row(1)] }), 400, 'TOO_MANY')
  assertProblem(await technician.post(PREVIEW, { customers: [] }), 400, 'MISSING_FIELD')
  const counter = countStatements(api.app)
  const actor = {
    kind: 'person' as const,
    id: 'usr_1',
    partnerId,
    distributorId: null,
    plan: 'starter' as const,
    subscriptionStatus: null,
  }
  const statements = await counter.during(() =>
    previewImport(
      counter.app,
      actor,
      customers.map((input) => ({ input })),
    ),
  )
  assert.equal(statements, 1)
})

test('readers cannot import', async () => {
  const reader = await signIn(api, partnerId, { role: 'reader' })
  assertProblem(await reader.post(PREVIEW, { customers: [row(1)] }), 403, 'ROLE_REQUIRED')
  assertProblem(await reader.post(WORKBOOK, { data: 'UEs=' }), 403, 'ROLE_REQUIRED')
})

const readWorkbook = (file: Buffer) => technician.post(WORKBOOK, { data: file.toString('base64') })

test('a workbook is read as texts with row numbers, without empty rows', async () => {
  const file = await writeXlsxFile([
    [{ value: 'Name' }, { value: 'Tenant id' }, { value: 'Seats' }],
    [{ value: 'Zoë & Söhne <GmbH>' }, { value: tenant(1) }, { value: 25, type: Number }],
    [null, null, null],
    [{ value: '  padded' }, null, { value: true, type: Boolean }],
  ]).toBuffer()
  const { status, body } = await readWorkbook(file)
  assert.equal(status, 200)
  assert.deepEqual(body.rows, [
    { number: 1, cells: ['Name', 'Tenant id', 'Seats'] },
    { number: 2, cells: ['Zoë & Söhne <GmbH>', tenant(1), '25'] },
    { number: 4, cells: ['  padded', '', '1'] },
  ])
})

/** An archive of these parts, each with the size that its headers claim. */
function zip(parts: Readonly<Record<string, string | Buffer>>, { flags = 0 } = {}): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(parts)) {
    const content = Buffer.from(text)
    const packed = deflateRawSync(content)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(crc32(content), 16)
    entry.writeUInt32LE(packed.length, 20)
    // It lies about its size.
    entry.writeUInt32LE(1, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    files.push(local, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    at += 30 + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(parts).length, 10)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, ...directory, end])
}

const BOOK = {
  'xl/workbook.xml':
    '<x:workbook xmlns:x="m" xmlns:r="o"><x:sheets><x:sheet name="Old" state="hidden" r:id="a"/><x:sheet name="New" r:id="b"/></x:sheets></x:workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="a" Target="worksheets/1.xml"/><Relationship Id="b" Target="/xl/worksheets/2.xml"/></Relationships>',
  'xl/worksheets/1.xml': '<worksheet><sheetData/></worksheet>',
}
const withSheet = (sheet: string | Buffer, more: Readonly<Record<string, string | Buffer>> = {}): Buffer =>
  zip({ ...BOOK, 'xl/worksheets/2.xml': sheet, ...more })

test('texts of every kind are read from the first visible sheet', async () => {
  const shared =
    '<sst><si><r><t>Bell</t></r><r><t>bird</t></r><rPh><t>spoken</t></rPh></si><si><t><![CDATA[a & b]]></t></si></sst>'
  const sheet = `<x:worksheet xmlns:x="m"><x:sheetData><x:row r="7"><x:c r="B7" t="s"><x:v>0</x:v></x:c><x:c r="D7" t="inlineStr"><x:is><x:t>in line</x:t></x:is></x:c></x:row>
<x:row><x:c t="s"><x:v>1</x:v></x:c><x:c t="str"><x:f>A1</x:f><x:v>made</x:v></x:c><x:c t="e"><x:v>#REF!</x:v></x:c><x:c t="s"><x:v>99</x:v></x:c></x:row></x:sheetData></x:worksheet>`
  const { body } = await readWorkbook(withSheet(sheet, { 'xl/sharedStrings.xml': shared }))
  assert.deepEqual(body.rows, [
    { number: 7, cells: ['', 'Bellbird', '', 'in line'] },
    { number: 8, cells: ['a & b', 'made', '', ''] },
  ])
})

test('a damaged file, an oversized one, or one that is not a workbook is refused as the fault of the file', async () => {
  const good = await writeXlsxFile([[{ value: 'Name' }]]).toBuffer()
  const many = '<c t="s"><v>0</v></c>'.repeat(50)
  const hostile: Readonly<Record<string, Buffer>> = {
    'a text': Buffer.from('Name,Tenant id\n'),
    'a letter': Buffer.from('P'),
    'half of a file': good.subarray(0, good.length / 2),
    'another archive': zip({ 'word/document.xml': '<w/>' }),
    'an encrypted file': zip(BOOK, { flags: 1 }),
    'no sheet': zip(BOOK),
    'not XML': withSheet('<worksheet><row></worksheet>'),
    'entities that grow': withSheet(
      '<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><worksheet><row><c t="str"><v>&b;</v></c></row></worksheet>',
    ),
    'a bomb': withSheet(Buffer.concat([Buffer.from('<worksheet>'), Buffer.alloc(20 * 1024 * 1024, ' ')])),
    'one long text in very many cells': withSheet(`<worksheet>${`<row>${many}</row>`.repeat(900)}</worksheet>`, {
      'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(100_000)}</t></si></sst>`,
    }),
  }
  for (const [what, file] of Object.entries(hostile)) {
    const { message } = assertProblem(await readWorkbook(file), 400, 'INVALID_FIELD')
    assert.match(message, /cannot be read as an Excel workbook/, what)
  }
  assert.equal((await readWorkbook(good)).status, 200, 'and the next one is read')
})

test('at most one row more than can be imported is read from a workbook', async () => {
  const rows = Array.from({ length: 3_000 }, (_, n) => `<row><c t="str"><v>${n}</v></c></row>`).join('')
  const { body } = await readWorkbook(withSheet(`<worksheet>${rows}</worksheet>`))
  assert.equal(body.rows.length, MAX_IMPORT_ROWS + 2, 'the names of the columns, the rows, and one more')
})

test('a workbook that is damaged anywhere is refused with the same error', async () => {
  const good = await writeXlsxFile([
    [{ value: 'Name' }, { value: 'Tenant id' }],
    [{ value: 'A' }, { value: tenant(1) }],
  ]).toBuffer()
  for (let at = 0; at < good.length; at += Math.ceil(good.length / 40)) {
    const damaged = Buffer.from(good)
    damaged[at] = (damaged[at] ?? 0) ^ 0xff
    const { status } = await readWorkbook(damaged)
    assert.ok(status === 200 || status === 400, `byte ${at}: ${status}`)
  }
})
