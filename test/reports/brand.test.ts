import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { runBrandSet } from '../../src/cli/brand/set.ts'
import { findBrand } from '../../src/features/brands/service.ts'
import { makeActivePartner } from '../harness/accounts.ts'
import { assertKeys, assertProblem, fieldsAtFault } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Client, Json } from '../harness/client.ts'
import { jpeg, png } from './pictures.ts'

const BRAND = '/v1/partner/brand'
const NOW = new Date('2026-05-06T09:30:00.000Z')

let now = NOW
const api = await startApi({ now: () => now })
const folder = await mkdtemp(join(tmpdir(), 'plumbline brand '))
after(async () => {
  await api[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const logoOf = (bytes: Buffer, type = 'image/png') => ({ type, data: bytes.toString('base64') })
const JPEG = await jpeg(30, 40)

/** The decoded logo of an API response. */
async function sizeOf({ type, data }: Json): Promise<unknown[]> {
  const { format, width, height } = await sharp(Buffer.from(data, 'base64')).metadata()
  assert.equal(type, `image/${format}`)
  return [format, width, height]
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

async function put(client: Client, change: Record<string, unknown>): Promise<Json> {
  const answer = await client.put(BRAND, change)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

async function auditOf(partnerId: string): Promise<Json[]> {
  const query = api.db.selectFrom('audit').selectAll().where('subject', '=', partnerId)
  return await query.where('action', '=', 'brand.updated').orderBy('id').execute()
}

test('a partner without settings has an empty brand', async () => {
  const client = await api.as('plain')
  assert.deepEqual((await client.get(BRAND)).body, {})
  assert.deepEqual(await findBrand(api.app, (await api.partner('plain')).partnerId), {})
})

test('the colour is stored as sent and the logo as our own file, absent fields stay, and null removes them', async () => {
  const client = await api.as('acme')
  const set = await put(client, { colour: '#0C5A63', logo: logoOf(png(320, 90)) })
  const { logo } = set
  assert.deepEqual(await sizeOf(logo), ['png', 320, 90])
  assert.deepEqual(set, {
    colour: '#0c5a63',
    logo,
    updatedAt: NOW.toISOString(),
  })
  now = new Date('2026-05-07T09:30:00.000Z')
  const changed = await put(client, { logo: logoOf(JPEG, 'image/jpeg') })
  assert.deepEqual(await sizeOf(changed.logo), ['jpeg', 30, 40])
  assert.deepEqual(changed, { colour: '#0c5a63', logo: changed.logo, updatedAt: now.toISOString() })
  assert.deepEqual((await client.get(BRAND)).body, changed)
  assertKeys(await put(client, { colour: null }), 'logo updatedAt')
  assertKeys(await put(client, { logo: null }), 'updatedAt')
})

test('each change is audited without the picture, and a change without a difference is not', async () => {
  const client = await api.as('audited')
  const { partnerId } = await api.partner('audited')
  await put(client, {})
  await put(client, { colour: null, logo: null })
  assert.deepEqual(await auditOf(partnerId), [])
  assert.deepEqual((await client.get(BRAND)).body, {})
  const { logo } = await put(client, { colour: '#123456', logo: logoOf(png(10, 20)) })
  await put(client, { colour: '#123456', logo: logoOf(png(10, 20)) })
  const bytes = Buffer.from(logo.data, 'base64')
  const rows = await auditOf(partnerId)
  assert.equal(rows.length, 1)
  assert.equal(rows[0].partner_id, partnerId)
  assert.deepEqual(rows[0].before, { colour: null, logo: null })
  const stored = { type: 'image/png', bytes: bytes.length, sha256: sha256(bytes) }
  assert.deepEqual(rows[0].after, { colour: '#123456', logo: stored })
})

const SMALL = png(10, 10)
const OF_THE_LIMIT = Buffer.concat([SMALL, Buffer.alloc(200_000 - SMALL.length)])

const REFUSED: [says: string, change: Record<string, unknown>, field: string][] = [
  ['a named colour', { colour: 'teal' }, 'colour'],
  ['a colour in three digits', { colour: '#abc' }, 'colour'],
  ['a colour with transparency', { colour: '#0c5a6380' }, 'colour'],
  ['a colour that would end the style sheet', { colour: '#0c5a6;}' }, 'colour'],
  ['an empty colour', { colour: '' }, 'colour'],
  ['a colour that is not a text', { colour: 7 }, 'colour'],
  ['a logo that is not an object', { logo: 'logo.png' }, 'logo'],
  ['another type of picture', { logo: { type: 'image/svg+xml', data: 'PHN2Zy8+' } }, 'logo.type'],
  ['data that is not base64', { logo: { type: 'image/png', data: 'no base64!' } }, 'logo.data'],
  ['text declared as a picture', { logo: logoOf(Buffer.from('<svg onload="alert(1)"/>')) }, 'logo.data'],
  ['a JPEG declared as a PNG', { logo: logoOf(JPEG) }, 'logo.data'],
  ['a PNG declared as a JPEG', { logo: logoOf(png(10, 10), 'image/jpeg') }, 'logo.data'],
  ['a PNG cut off before its size', { logo: logoOf(png(10, 10).subarray(0, 20)) }, 'logo.data'],
  ['a picture that is too wide', { logo: logoOf(png(2001, 1)) }, 'logo.data'],
  ['a picture that is too high', { logo: logoOf(await jpeg(1, 2001), 'image/jpeg') }, 'logo.data'],
  ['a picture without height', { logo: logoOf(png(10, 0)) }, 'logo.data'],
  [
    'a picture that is one byte too large',
    { logo: logoOf(Buffer.concat([OF_THE_LIMIT, Buffer.alloc(1)])) },
    'logo.data',
  ],
  ['a name with a line break', { name: 'one\ntwo' }, 'name'],
  ['a name with half of a surrogate pair', { name: 'half \ud800 a character' }, 'name'],
  ['a picture that is far too large', { logo: logoOf(Buffer.alloc(600_000)) }, 'logo.data'],
]

for (const [says, change, field] of REFUSED) {
  test(`${says} is refused and changes nothing`, async () => {
    const client = await api.as('careful')
    const before = await put(client, { colour: '#345678', logo: logoOf(png(3, 4)) })
    const error = assertProblem(await client.put(BRAND, { colour: '#111111', ...change }), 400, 'INVALID_FIELD')
    assert.deepEqual(fieldsAtFault(error), [`${field} INVALID_FIELD`])
    assert.deepEqual((await client.get(BRAND)).body, before)
  })
}

test('a logo without its type or data is incomplete', async () => {
  const error = assertProblem(await (await api.as('careful')).put(BRAND, { logo: {} }), 400, 'MISSING_FIELD')
  assert.deepEqual(fieldsAtFault(error), ['logo.data MISSING_FIELD', 'logo.type MISSING_FIELD'])
})

test('pictures at the limits are accepted', async () => {
  const client = await api.as('large')
  await put(client, { logo: logoOf(png(2000, 1)) })
  await put(client, { logo: logoOf(await jpeg(1, 2000, { progressive: true }), 'image/jpeg') })
  await put(client, { logo: logoOf(OF_THE_LIMIT) })
})

test("a partner cannot see another partner's brand, and a suspended partner cannot read or change its own", async () => {
  const [one, two] = [await api.as('one'), await api.as('two')]
  await put(one, { colour: '#111111' })
  await put(two, { colour: '#222222' })
  assert.equal((await one.get(BRAND)).body.colour, '#111111')
  const distributor = await api.distributor('meridian')
  const { id, client } = await makeActivePartner(api, distributor)
  await put(client, { colour: '#333333' })
  const [row] = await auditOf(id)
  assert.equal(row.distributor_id, distributor.id)
  await distributor.post(`/v1/distributor/partners/${id}/suspend`)
  assertProblem(await client.get(BRAND), 403, 'PARTNER_INACTIVE')
  assertProblem(await client.put(BRAND, { colour: '#444444' }), 403, 'PARTNER_INACTIVE')
})

test('two concurrent changes of a brand both apply', async () => {
  const client = await api.as('hurried')
  await Promise.all([put(client, { colour: '#abcdef' }), put(client, { logo: logoOf(png(5, 6)) })])
  const { colour, logo } = (await client.get(BRAND)).body
  assert.deepEqual([colour, await sizeOf(logo)], ['#abcdef', ['png', 5, 6]])
})

test('the operator can set and remove a brand with a command', async () => {
  const { partnerId } = await api.partner('served')
  const file = join(folder, 'logo.bin')
  await writeFile(file, JPEG)
  const set = await runBrandSet(api.app, partnerId, { logo: file, colour: '#0C5A63' })
  assert.deepEqual(set.json, { id: partnerId, colour: '#0c5a63', logo: 'image/jpeg' })
  const { colour, logo } = await findBrand(api.app, partnerId)
  assert.ok(logo && !logo.bytes.equals(JPEG), 'the command stores our own file as well')
  const shown = { type: logo.type, data: logo.bytes.toString('base64') }
  assert.deepEqual([colour, await sizeOf(shown)], ['#0c5a63', ['jpeg', 30, 40]])
  const cleared = await runBrandSet(api.app, partnerId, { logo: 'none' })
  assert.deepEqual(cleared.json, { id: partnerId, colour: '#0c5a63', logo: 'none' })
  const [first, second] = await auditOf(partnerId)
  assert.deepEqual([first.author_kind, first.author_id, second.after.logo], ['operator', 'brand set', null])
})

test('the command sets and removes the name and the locale', async () => {
  const { partnerId } = await api.partner('renamed')
  const { json } = await runBrandSet(api.app, partnerId, { name: ' Contour Security ', locale: 'en-US' })
  assert.deepEqual(json, { id: partnerId, name: 'Contour Security', colour: 'none', logo: 'none', locale: 'en-US' })
  assert.deepEqual(await findBrand(api.app, partnerId), { name: 'Contour Security', locale: 'en-US' })
  await runBrandSet(api.app, partnerId, { name: 'none' })
  assert.deepEqual(await findBrand(api.app, partnerId), { locale: 'en-US' })
  await runBrandSet(api.app, partnerId, { locale: 'none' })
  assert.deepEqual(await findBrand(api.app, partnerId), {})
})

test('the command reports invalid input', async () => {
  const { partnerId } = await api.partner('served')
  const { id: distributorId } = await api.distributor('meridian')
  const file = join(folder, 'logo.svg')
  await writeFile(file, '<svg/>')
  await assert.rejects(runBrandSet(api.app, partnerId, {}), /Name what to set/)
  await assert.rejects(runBrandSet(api.app, partnerId, { logo: file }), /neither a PNG nor a JPEG/)
  await assert.rejects(runBrandSet(api.app, partnerId, { logo: join(folder, 'gone.png') }), /cannot be read/)
  await writeFile(file, SMALL.subarray(0, -20))
  await assert.rejects(runBrandSet(api.app, partnerId, { logo: file }), { code: 'INVALID_FIELD' })
  await assert.rejects(runBrandSet(api.app, partnerId, { colour: 'teal' }), /#rrggbb/)
  for (const name of [' ', 'x'.repeat(201), 'two\nlines'])
    await assert.rejects(runBrandSet(api.app, partnerId, { name }), /--name must have 1 to 200 characters/)
  await assert.rejects(runBrandSet(api.app, partnerId, { name: 'Contour \ud800' }), { code: 'INVALID_FIELD' })
  await assert.rejects(runBrandSet(api.app, partnerId, { locale: 'en-us' }), /--locale must be one of en-GB, en-US/)
  await assert.rejects(runBrandSet(api.app, distributorId, { colour: '#0c5a63' }), /is a distributor/)
  await assert.rejects(runBrandSet(api.app, 'prt_nobody', { colour: '#0c5a63' }), { code: 'NOT_FOUND' })
})

test('the time zone is a name of the IANA database; null stands for UTC', async () => {
  const client = await api.as('zoned')
  const { partnerId } = await api.partner('zoned')
  assert.equal((await put(client, { timeZone: 'australia/sydney' })).timeZone, 'Australia/Sydney')
  assert.equal((await put(client, { colour: '#0c5a63' })).timeZone, 'Australia/Sydney')
  assert.equal((await findBrand(api.app, partnerId)).timeZone, 'Australia/Sydney')
  assert.equal((await put(client, { timeZone: 'Asia/Kolkata' })).timeZone, 'Asia/Kolkata')
  for (const timeZone of ['Sydney', '+10:00', 'UTC+10', '', 'Australia/Sydney\u0000', `A${'a'.repeat(64)}`, 10]) {
    const error = assertProblem(await client.put(BRAND, { timeZone }), 400, 'INVALID_FIELD')
    assert.deepEqual(fieldsAtFault(error), ['timeZone INVALID_FIELD'], String(timeZone))
  }
  assert.deepEqual(
    (await auditOf(partnerId)).map(({ after: { timeZone } }) => timeZone),
    ['Australia/Sydney', 'Australia/Sydney', 'Asia/Kolkata'],
  )
  const cleared = await put(client, { timeZone: null })
  assert.ok(!('timeZone' in cleared))
  const { text } = await runBrandSet(api.app, partnerId, { timeZone: 'Pacific/Auckland' })
  assert.match(text, /Pacific\/Auckland/)
})
