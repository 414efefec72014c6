import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { Agent, request } from 'undici'
import { executeRun } from '../../../src/features/assessments/execution/service.ts'
import { createReportLink } from '../../../src/features/reports/service.ts'
import { createLog } from '../../../src/platform/log.ts'
import { snapshotOf } from '../../engine/snapshot-builder.ts'
import { assertProblem, fieldsAtFault, makeCustomer, makeRun } from '../../harness/answers.ts'
import { startApi } from '../../harness/api.ts'
import type { Client, Json } from '../../harness/client.ts'
import { REFUSED_JPEG, REFUSED_PNG, TAKEN_JPEG, TAKEN_PNG } from '../../reports/hostile-pictures.ts'
import { canvas, chunksOf, jpeg, noise, numbersFrom, png } from '../../reports/pictures.ts'

const BRAND = '/v1/partner/brand'

let now = new Date('2026-05-06T09:30:00.000Z')
const lines: string[] = []
const api = await startApi({
  now: () => now,
  collect: async ({ tenantId }) => snapshotOf({}, tenantId),
  log: createLog('warn', { write: (line) => void lines.push(line) }),
})
const dispatcher = new Agent({ connect: { ca: api.ca } })
after(async () => {
  await dispatcher.close()
  await api[Symbol.asyncDispose]()
})

const logoOf = (bytes: Buffer, type: string) => ({ type, data: bytes.toString('base64') })
const bytesOf = (logo: Json): Buffer => Buffer.from(logo.data, 'base64')

async function makeEndedRun(client: Client): Promise<string> {
  const id = await makeRun(client, await makeCustomer(client))
  await executeRun(api.app, id, { deadlineMs: 10_000 })
  return id
}

/** The report in all formats that show a logo; throws if one of them fails. */
async function openReport(client: Client, run: string) {
  const link = (await createReportLink(api.app, run)).replace(api.app.appUrl, api.baseUrl)
  const page = await client.get(`/v1/partner/assessments/${run}/report?format=html`)
  const pdf = await client.get(`/v1/partner/assessments/${run}/report?format=pdf`)
  const linked = await Promise.all(
    [link, `${link}&format=pdf`].map(async (url) => {
      const { statusCode, body } = await request(url, { dispatcher })
      return { status: statusCode, text: await body.text() }
    }),
  )
  const answers = [page, pdf, ...linked]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
    answers.map(({ text }) => text.slice(0, 200)).join('\n'),
  )
  return { pages: [page.text, linked[0]?.text ?? ''], pdfs: [pdf.text, linked[1]?.text ?? ''] }
}

const client = await api.as('acme')
const run = await makeEndedRun(client)

const ATTACKS = [
  ...REFUSED_PNG.map((attack) => ['image/png', ...attack] as const),
  ...REFUSED_JPEG.map((attack) => ['image/jpeg', ...attack] as const),
]
for (const [type, says, file, reason] of ATTACKS) {
  test(`a picture of ${type} with ${says} is refused with the reason`, async () => {
    const error = assertProblem(await client.put(BRAND, { logo: logoOf(file, type) }), 400, 'INVALID_FIELD')
    assert.deepEqual(fieldsAtFault(error), ['logo.data INVALID_FIELD'])
    assert.match(error.message, reason)
    assert.match(error.message, /^logo\.data /)
    assert.deepEqual((await client.get(BRAND)).body, {})
  })
}

for (const [says, file] of TAKEN_PNG) {
  test(`only the pixels of a PNG with ${says} are stored`, async () => {
    const answer = await client.put(BRAND, { logo: logoOf(file, 'image/png') })
    assert.equal(answer.status, 200, answer.text)
    const stored = bytesOf(answer.body.logo)
    const chunks = chunksOf(stored)
    for (const { name } of chunks) assert.match(name, /^(IHDR|PLTE|tRNS|pHYs|IDAT|IEND)$/)
    assert.equal(chunks[0]?.data[8], 8, 'bits')
    assert.equal(chunks[0]?.data[12], 0, 'not interlaced')
    assert.equal(chunks.at(-1)?.name, 'IEND', 'nothing after it')
    await assertSamePicture(stored, file)
  })
}

for (const [says, file] of TAKEN_JPEG) {
  test(`only the pixels of a JPEG with ${says} are stored`, async () => {
    const answer = await client.put(BRAND, { logo: logoOf(file, 'image/jpeg') })
    assert.equal(answer.status, 200, answer.text)
    const stored = bytesOf(answer.body.logo)
    const { isProgressive, exif, icc, iptc, xmp, space, depth } = await sharp(stored).metadata()
    assert.deepEqual([isProgressive, exif, icc, iptc, xmp, depth], [false, ...Array(4).fill(undefined), 'uchar'])
    assert.match(space ?? '', /^(srgb|b-w)$/)
    for (const text of ['script', 'Ada', 'PK\x03\x04']) assert.ok(!stored.includes(text), text)
    await assertSamePicture(stored, file)
  })
}

/** Checks that both show visibly the same colours. */
async function assertSamePicture(stored: Buffer, sent: Buffer): Promise<void> {
  const [one, other] = await Promise.all(
    [stored, sent].map((file) => sharp(file).toColourspace('srgb').ensureAlpha().raw().toBuffer()),
  )
  assert.ok(one && other && one.length === other.length)
  const average = one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length
  assert.ok(average < 8, `they differ by ${average}`)
}

test('a picture that its metadata rotates is stored rotated', async () => {
  const file = await canvas(60, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const { body } = await client.put(BRAND, { logo: logoOf(file, 'image/jpeg') })
  const { width, height } = await sharp(bytesOf(body.logo)).metadata()
  assert.deepEqual([width, height], [20, 60])
})

test('a large picture is scaled down to fit the size limit', async () => {
  const colours = await sharp(await noise(700, 500).png().toBuffer())
    .png({ palette: true, colours: 4, dither: 0 })
    .toBuffer()
  assert.ok(colours.length < 200_000, `${colours.length}`)
  for (const file of [colours, png(2000, 2000)]) {
    const { body } = await client.put(BRAND, { logo: logoOf(file, 'image/png') })
    const stored = bytesOf(body.logo)
    assert.ok(stored.length <= 200_000)
    const { width = 0, height = 0 } = await sharp(stored).metadata()
    assert.ok(Math.max(width, height) <= 1000)
    assert.ok(width >= 200)
  }
})

test('a logo that the API returned is stored unchanged when it is sent back', async () => {
  const { body } = await client.put(BRAND, { logo: logoOf(await noise(80, 60).jpeg().toBuffer(), 'image/jpeg') })
  now = new Date(now.getTime() + 60_000)
  assert.deepEqual((await client.put(BRAND, { logo: body.logo })).body, body)
})

/** A file with a few random changes: bytes, cuts, repetitions. */
function mutate(file: Buffer, next: () => number): Buffer {
  let copy = Buffer.from(file)
  const place = (): number => 2 + Math.floor(next() * (copy.length - 2))
  for (let count = 1 + Math.floor(next() * 3); count > 0; count--) {
    const [kind, at, to] = [next(), place(), place()]
    if (kind < 0.85) copy[at] = Math.floor(next() * 256)
    else if (kind < 0.9) copy = copy.subarray(0, Math.max(at, 12))
    else if (kind < 0.95) copy = Buffer.concat([copy.subarray(0, at), copy.subarray(to)])
    else
      copy = Buffer.concat([copy.subarray(0, at), copy.subarray(Math.min(at, to), Math.max(at, to)), copy.subarray(at)])
  }
  return copy
}

/** Corrects the checksums, so that changes reach the decoder. */
function repair(file: Buffer): Buffer {
  for (let at = 8; at + 12 <= file.length; ) {
    const end = at + 12 + file.readUInt32BE(at)
    if (end > file.length) break
    file.writeUInt32BE(crc32(file.subarray(at + 4, end - 4)), end - 4)
    at = end
  }
  return file
}

test('a randomly changed picture is either refused or accepted, without side effects', async () => {
  const next = numbersFrom(20260506)
  const sources = {
    'image/png': [
      png(30, 20),
      await canvas(40, 30, 0.5).png({ palette: true }).toBuffer(),
      await noise(30, 30).png().toBuffer(),
    ],
    'image/jpeg': [await jpeg(30, 20), await noise(60, 40).jpeg({ progressive: true }).toBuffer()],
  }
  const seen: Record<string, number> = {}
  for (let count = 0; count < 160; count++) {
    const type = next() < 0.5 ? 'image/png' : 'image/jpeg'
    const source = sources[type][Math.floor(next() * sources[type].length)] ?? Buffer.alloc(0)
    const mutated = mutate(source, next)
    const file = type === 'image/png' && next() < 0.8 ? repair(mutated) : mutated
    const answer = await client.put(BRAND, { logo: logoOf(file, type) })
    const outcome = `${type} ${answer.status}`
    seen[outcome] = (seen[outcome] ?? 0) + 1
    assert.match(outcome, / (200|400)$/, `${file.toString('base64')}: ${answer.text}`)
  }
  for (const type of Object.keys(sources)) {
    for (const status of [200, 400]) assert.ok((seen[`${type} ${status}`] ?? 0) > 5, JSON.stringify(seen))
  }
  await openReport(client, run)
})

/** Stores bytes unchecked, as earlier versions did. */
async function store(partner: string, logo: Buffer, began: Date | null = null): Promise<string> {
  const { partnerId } = await api.partner(partner)
  const row = {
    logo,
    logo_type: logo[0] === 0x89 ? 'image/png' : 'image/jpeg',
    updated_at: now,
    logo_check_began_at: began,
  }
  await api.db
    .insertInto('partner_brands')
    .values({ ...row, partner_id: partnerId, colour: '#123456' })
    .onConflict((conflict) => conflict.column('partner_id').doUpdateSet(row))
    .execute()
  return partnerId
}

const rowOf = async (partnerId: string) =>
  await api.db.selectFrom('partner_brands').selectAll().where('partner_id', '=', partnerId).executeTakeFirstOrThrow()

async function changesBySystem(partnerId: string): Promise<Json[]> {
  const query = api.db.selectFrom('audit').selectAll().where('subject', '=', partnerId)
  return await query.where('action', '=', 'brand.updated').where('author_kind', '=', 'system').orderBy('id').execute()
}

const old = await api.as('old')
const oldRun = await makeEndedRun(old)

async function assertRemoved(file: Buffer, use: () => Promise<void>): Promise<void> {
  const partnerId = await store('old', file)
  const before = (await changesBySystem(partnerId)).length
  lines.length = 0
  await use()
  const { logo, logo_type, colour } = await rowOf(partnerId)
  assert.deepEqual([logo, logo_type, colour], [null, null, '#123456'])
  const [change, ...others] = (await changesBySystem(partnerId)).slice(before)
  assert.deepEqual([change?.author_id, change?.partner_id, others.length], ['logo check', partnerId, 0])
  assert.equal(change?.before.logo.sha256, createHash('sha256').update(file).digest('hex'))
  assert.deepEqual(change?.after, { colour: '#123456', logo: null })
  assert.equal(lines.filter((line) => line.includes('a stored logo was removed')).length, 1)
}

// Pictures that crashed, blocked or bloated the process that rendered them.
for (const [says, file] of [...REFUSED_PNG.slice(0, 4), ...REFUSED_JPEG.slice(-5, -4)]) {
  test(`a stored picture with ${says} is removed, and reports have no logo`, async () => {
    await assertRemoved(file, async () => {
      const { pages, pdfs } = await openReport(old, oldRun)
      for (const page of pages) assert.doesNotMatch(page, /<img/)
      for (const pdf of pdfs) assert.doesNotMatch(pdf, /\/Subtype \/Image/)
    })
  })
}

test('every stored picture that would be refused today is removed on first use', async () => {
  for (const [, , file] of ATTACKS) {
    await assertRemoved(file, async () => {
      assert.deepEqual((await old.get(BRAND)).body, { colour: '#123456', updatedAt: now.toISOString() })
    })
  }
})

test('a stored picture that inflates to 190 MB is shown with only the pixels that it needs', async () => {
  const [, bomb] = TAKEN_PNG[0] ?? []
  assert.ok(bomb)
  const partnerId = await store('old', bomb)
  const { pages } = await openReport(old, oldRun)
  for (const page of pages) assert.match(page, /<img/)
  assert.ok(Number((await rowOf(partnerId)).logo?.length) < 500)
})

test('a valid picture stored by an earlier version is replaced by our own encoding on first use', async () => {
  const sent = await noise(90, 60)
    .withExif({ IFD0: { Artist: 'Ada' } })
    .jpeg()
    .toBuffer()
  const partnerId = await store('old', sent)
  const { pages, pdfs } = await openReport(old, oldRun)
  const { logo, logo_sha256 } = await rowOf(partnerId)
  assert.ok(logo && !logo.equals(sent))
  assert.deepEqual(logo_sha256, createHash('sha256').update(logo).digest())
  for (const page of pages) assert.ok(page.includes(`data:image/jpeg;base64,${logo.toString('base64')}`))
  for (const pdf of pdfs) assert.match(pdf, /\/Subtype \/Image/)
  const changes = await changesBySystem(partnerId)
  assert.equal(changes.at(-1)?.after.logo.sha256, createHash('sha256').update(logo).digest('hex'))
  await openReport(old, oldRun)
  assert.equal((await changesBySystem(partnerId)).length, changes.length, 'it is done once')
})

test('many concurrent requests check a stored picture once, and all of them show it', async () => {
  const partnerId = await store('old', await noise(91, 61).jpeg().toBuffer())
  const before = (await changesBySystem(partnerId)).length
  const opened = await Promise.all(Array.from({ length: 4 }, () => old.get(`/v1/partner/assessments/${oldRun}/report`)))
  for (const { text } of opened) assert.match(text, /<img/)
  assert.equal((await changesBySystem(partnerId)).length, before + 1)
})

test('a stored picture whose check did not finish is removed without decoding it again', async () => {
  const partnerId = await store('old', png(20, 20), new Date(now.getTime() - 6 * 60_000))
  assert.equal((await old.get(BRAND)).body.logo, undefined)
  assert.equal((await rowOf(partnerId)).logo, null)
  assert.match(lines.at(-1) ?? '', /did not end/)
})

test('a stored picture that another process is checking stays, but is not shown yet', async () => {
  const partnerId = await store('old', png(20, 20), new Date(now.getTime() - 1_000))
  assert.equal((await old.get(BRAND)).body.logo, undefined)
  assert.equal((await old.put(BRAND, { colour: '#654321' })).body.logo, undefined)
  const row = await rowOf(partnerId)
  assert.deepEqual([row.logo, row.colour], [png(20, 20), '#654321'])
  assert.equal((await old.put(BRAND, { logo: null })).status, 200)
  assert.equal((await rowOf(partnerId)).logo, null)
})

test('bytes that replaced our own encoding are checked again', async () => {
  await old.put(BRAND, { logo: logoOf(png(20, 10), 'image/png') })
  const [, hostile] = REFUSED_PNG[0] ?? []
  assert.ok(hostile)
  const partnerId = await store('old', hostile)
  await openReport(old, oldRun)
  assert.equal((await rowOf(partnerId)).logo, null)
})
