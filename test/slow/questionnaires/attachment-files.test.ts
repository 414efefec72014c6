import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { unpackResult } from '../../../src/features/assessments/storage/packing.ts'
import { CHUNK_BYTES } from '../../../src/features/questionnaires/attachments/rules.ts'
import {
  type Attacher,
  deleteAttachment,
  deleteOldAttachments,
  getAttachment,
  listAttachments,
} from '../../../src/features/questionnaires/attachments/service.ts'
import { listActiveAnswers } from '../../../src/features/questionnaires/service.ts'
import { DAY_MS } from '../../../src/shared/dates/time-units.ts'
import { startApi } from '../../harness/api.ts'
import { askSamples, pathOf } from '../../questionnaires/fixture.ts'
import { assess, enter, type Invited, invite, mailTo } from '../../questionnaires/invitation-fixture.ts'
import { docx, PDF, PNG } from '../../questionnaires/sample-files.ts'
import { linkIn, type Page, type TestFile, type Visitor, visitorOf } from '../../questionnaires/visitor.ts'
import { emptySnapshot } from '../../runs/collections.ts'

const MIB = 1024 * 1024
const REPORT: TestFile = { name: 'Bericht März.pdf', content: PDF }

askSamples()
let now = new Date('2026-03-10T08:00:00.000Z')
const collect = async ({ tenantId }: { tenantId: string }) => emptySnapshot(tenantId, now.toISOString())
const api = await startApi({ worker: true, now: () => now, collect })
after(() => api[Symbol.asyncDispose]())
const acme = await api.as('acme')
const { partnerId } = await api.partner('acme')

async function begin(): Promise<Invited & { visitor: Visitor }> {
  const invited = await invite(api, acme)
  return { ...invited, visitor: await enter(api, invited) }
}

/** What the page says after a form: the notice in the address that it redirects to. */
const noticeOf = ({ status, headers, text }: Page): string | null => {
  assert.equal(status, 303, text)
  return new URL(String(headers.location), api.baseUrl).searchParams.get('notice')
}

/** The paths of the files on a page. */
const filesOn = ({ text }: Page): string[] =>
  [...text.matchAll(/href="([^"]*\/attachments\/[^"]*)" download/g)].map(([, path = '']) => path)

const countRows = async (customerId: string): Promise<[files: number, chunks: number]> => {
  const { rows } = await sql<{
    files: number
    chunks: number
  }>`select count(distinct id) as files, count(number) as chunks
    from attachments left join attachment_chunks on attachment_id = id where customer_id = ${customerId}`.execute(
    api.db,
  )
  return [rows[0]?.files ?? -1, rows[0]?.chunks ?? -1]
}

const countsOf = async (customerId: string) => {
  const { answers } = await listActiveAnswers(api.app, { partnerId, customerId, product: 'essential-eight' })
  return Object.fromEntries(Object.entries(answers).map(([id, { attachments }]) => [id, attachments]))
}

test('a file is attached to a question, shown there, and downloaded unchanged, but never displayed', async () => {
  const { visitor, link } = await begin()
  const attached = await visitor.attach(link, 'ISM-1810', REPORT)
  assert.equal(attached.headers.location, `${link}?notice=attached&question=ISM-1810#q-ISM-1810`)
  const page = await visitor.get(`${link}?notice=attached&question=ISM-1810`)
  const question = page.text.slice(page.text.indexOf('id="q-ISM-1810"'), page.text.indexOf('id="q-ISM-1515"'))
  assert.match(question, /Bericht März\.pdf[\s\S]*10 March 2026[\s\S]*role="status">The file is attached\./)
  assert.equal(page.text.match(/The file is attached/g)?.length, 1)
  const [path = ''] = filesOn(page)
  assert.ok(path.startsWith(`${link}/attachments/att_`), path)
  const file = await visitor.download(path)
  assert.equal(file.status, 200)
  assert.deepEqual(file.bytes, PDF)
  const { headers } = file
  assert.equal(
    headers['content-disposition'],
    'attachment; filename="Bericht-Marz.pdf"; filename*=UTF-8\'\'Bericht%20M%C3%A4rz.pdf',
  )
  assert.equal(headers['content-type'], 'application/octet-stream')
  assert.equal(headers['content-length'], String(PDF.length))
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['cache-control'], 'private, no-store')
  assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'; sandbox")
})

test('a file of several pieces comes back unchanged, up to exactly 10 MiB', async () => {
  const { visitor, link, customerId } = await begin()
  for (const size of [CHUNK_BYTES, CHUNK_BYTES + 1, 10 * MIB]) {
    const content = Buffer.concat([PNG, randomBytes(size - PNG.length)])
    assert.equal(noticeOf(await visitor.attach(link, 'ISM-1810', { name: 'screen.png', content })), 'attached')
    const path = filesOn(await visitor.get(link)).at(-1) ?? ''
    assert.ok((await visitor.download(path)).bytes.equals(content), `${size}`)
  }
  assert.deepEqual(await countRows(customerId), [3, 1 + 2 + (10 * MIB) / CHUNK_BYTES])
})

test('a refused file leaves nothing behind, and the page says why', async () => {
  const { visitor, link, customerId } = await begin()
  const late = Buffer.concat([docx(), randomBytes(2 * MIB), Buffer.from('word/vbaProject.bin')])
  const cases: readonly [file: TestFile | undefined, notice: string, says: RegExp][] = [
    [undefined, 'no-file', /Choose a file first/],
    [{ name: 'run.exe', content: 'MZ' }, 'file-type', /PDF, PNG, JPEG, CSV, TXT, DOCX or XLSX\./],
    [{ name: 'report.pdf', content: '<script>' }, 'file-content', /content does not match its name/],
    [{ name: 'plan.docx', content: late }, 'file-content', /password or macros/],
    [{ name: 'list.txt', content: '' }, 'file-empty', /it is empty/],
    [{ name: 'big.pdf', content: Buffer.concat([PDF, randomBytes(10 * MIB - PDF.length + 1)]) }, 'file-size', /10 MiB/],
    [{ name: 'huge.pdf', content: Buffer.concat([PDF, Buffer.alloc(11 * MIB)]) }, 'file-size', /10 MiB/],
  ]
  for (const [file, notice, says] of cases) {
    assert.equal(noticeOf(await visitor.attach(link, 'ISM-1810', file)), notice, file?.name ?? 'no file')
    const page = await visitor.get(`${link}?notice=${notice}&question=ISM-1810`)
    assert.match(page.text, new RegExp(`role="alert">[^<]*${says.source}`), notice)
    assert.deepEqual(filesOn(page), [])
  }
  assert.deepEqual(await countRows(customerId), [0, 0])
})

test('only questions of the questionnaire that a requirement asks can have files', async () => {
  const { visitor, link, customerId } = await begin()
  for (const question of ['scope-exercises', 'GV.OC-01', 'nothing', '%00']) {
    assert.equal((await visitor.attach(link, question, REPORT)).status, 404, question)
  }
  assert.doesNotMatch((await visitor.get(link)).text, /id="file-scope-exercises"/)
  assert.deepEqual(await countRows(customerId), [0, 0])
})

test('a body that is not a form with a file is refused, and an upload that breaks off leaves nothing', async () => {
  const { visitor, link, customerId } = await begin()
  const path = `${link}/attachments/ISM-1810`
  assert.equal((await visitor.post(path, { file: 'x' })).status, 415)
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x'])
    assert.ok([303, 400].includes((await visitor.post(path, { file: 'x' }, { 'content-type': type })).status), type)
  const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7'
  const cut = await visitor.send(path, part, { 'content-type': 'multipart/form-data; boundary=x' })
  assert.equal(cut.status, 400, cut.text)
  assert.equal(JSON.parse(cut.text).error.code, 'INVALID_JSON')
  assert.deepEqual(await countRows(customerId), [0, 0])
})

test('an answer has at most five files, also when they are attached at the same time', async () => {
  const { visitor, link, customerId } = await begin()
  const all = await Promise.all(Array.from({ length: 9 }, () => visitor.attach(link, 'ISM-1810', REPORT)))
  const notices = all.map(noticeOf).sort()
  assert.deepEqual(notices, [...Array(5).fill('attached'), ...Array(4).fill('file-count')])
  assert.deepEqual(await countRows(customerId), [5, 5])
  const page = await visitor.get(link)
  assert.doesNotMatch(page.text, /id="file-ISM-1810"/)
  assert.match(page.text, /id="file-ISM-1515"/)
})

test('a questionnaire has at most 50 files and 100 MiB', async () => {
  const { visitor, link, customerId } = await begin()
  assert.equal(noticeOf(await visitor.attach(link, 'ISM-1810', REPORT)), 'attached')
  const copy = (count: number, sizeBytes: number) =>
    sql`insert into attachments
    (id, customer_id, product, question, name, size_bytes, author_id, attached_at, completed_at)
    select 'copy' || n, customer_id, product, 'other', name, ${sizeBytes}, author_id, attached_at, completed_at
    from attachments, generate_series(1, ${count}::int) as n where customer_id = ${customerId} and id like 'att%'`.execute(
      api.db,
    )
  const clear = () => sql`delete from attachments where id like 'copy%'`.execute(api.db)
  await copy(49, 1)
  assert.equal(noticeOf(await visitor.attach(link, 'ISM-1810', REPORT)), 'file-room')
  await clear()
  await copy(1, 100 * MIB - 2000)
  assert.equal(noticeOf(await visitor.attach(link, 'ISM-1810', REPORT)), 'attached')
  assert.equal(
    noticeOf(await visitor.attach(link, 'ISM-1810', { name: 'a.txt', content: 'x'.repeat(3000) })),
    'file-room',
  )
  await clear()
})

test('people remove their own files; a colleague can download them, but not remove them', async () => {
  const { visitor, link, customerId, email } = await begin()
  await visitor.attach(link, 'ISM-1810', REPORT)
  const [path = ''] = filesOn(await visitor.get(link))
  await visitor.post(`${link}/colleague`, { email: `cy.${email}`, section: '' })
  const colleague = linkIn(await mailTo(api, `cy.${email}`, 'questionnaire-invitation'))
  const other = await enter(api, { customerId, email: `cy.${email}`, link: colleague })
  const [theirs = ''] = filesOn(await other.get(colleague))
  assert.deepEqual((await other.download(theirs)).bytes, PDF)
  assert.doesNotMatch((await other.get(colleague)).text, /\/remove"/)
  assert.match((await other.get(colleague)).text, new RegExp(`by ${email}`))
  assert.equal(noticeOf(await other.post(`${theirs}/remove`)), 'file-of-other')
  assert.deepEqual(await countRows(customerId), [1, 1])
  assert.equal(noticeOf(await visitor.post(`${path}/remove`)), 'detached')
  assert.deepEqual(await countRows(customerId), [0, 0])
  assert.equal((await visitor.download(path)).status, 404)
  assert.equal(noticeOf(await visitor.post(`${path}/remove`)), 'file-of-other')
  const audit = (await acme.get('/v1/partner/audit?limit=10')).body.entries
  const mine = audit.filter(({ action }: { action: string }) => /tached$/.test(action))
  assert.deepEqual(
    mine.map(({ action, subject, author }: Record<string, unknown>) => [action, subject, author]),
    ['questionnaire.detached', 'questionnaire.attached'].map((action) => [
      action,
      customerId,
      { kind: 'recipient', id: email },
    ]),
  )
  assert.equal(mine[1].after.question, 'ISM-1810')
  assert.ok(!JSON.stringify(mine).includes('Bericht'), 'the audit does not name the file')
})

test('the partner of the customer lists, reads and removes any file, and another partner reaches none', async () => {
  const { visitor, link, customerId } = await begin()
  assert.equal(noticeOf(await visitor.attach(link, 'ISM-1810', REPORT)), 'attached')
  const subject = { partnerId, customerId, product: 'essential-eight' }
  const other = { ...subject, partnerId: (await api.partner('globex')).partnerId }
  const by = (id: string): Attacher => ({
    author: { kind: 'partner', id },
    owner: { partnerId: id, distributorId: null },
  })
  const [file] = await listAttachments(api.app, api.db, subject)
  assert.ok(file)
  assert.deepEqual(await listAttachments(api.app, api.db, other), [])
  await assert.rejects(getAttachment(api.app, other, file.id), { code: 'NOT_FOUND' })
  assert.equal(await deleteAttachment(api.app, other, file.id, by(other.partnerId)), undefined)
  const { name, content } = await getAttachment(api.app, subject, file.id)
  const pieces: Buffer[] = []
  for await (const piece of content) pieces.push(piece)
  assert.deepEqual([name, Buffer.concat(pieces)], [REPORT.name, PDF])
  assert.equal(await deleteAttachment(api.app, subject, file.id, by(partnerId)), 'ISM-1810')
  assert.deepEqual(await countRows(customerId), [0, 0])
  const logged = await api.db
    .selectFrom('audit')
    .select(['author_kind', 'author_id'])
    .where('action', '=', 'questionnaire.detached')
    .where('subject', '=', customerId)
    .execute()
  assert.deepEqual(logged, [{ author_kind: 'partner', author_id: partnerId }])
})

test('files cannot be reached without the code, from another link, or by another customer', async () => {
  const one = await begin()
  const two = await begin()
  await one.visitor.attach(one.link, 'ISM-1810', REPORT)
  const [path = ''] = filesOn(await one.visitor.get(one.link))
  const stranger = visitorOf(api)
  const asked = await stranger.download(path)
  assert.deepEqual([asked.status, asked.headers.location], [303, one.link])
  assert.equal(noticeOf(await stranger.post(`${path}/remove`)), null)
  assert.equal(noticeOf(await stranger.attach(one.link, 'ISM-1810', REPORT)), null)
  const own = path.replace(one.link, two.link)
  assert.equal((await two.visitor.download(own)).status, 404)
  assert.equal(noticeOf(await two.visitor.post(`${own}/remove`)), 'file-of-other')
  assert.equal((await two.visitor.download(path)).status, 303, 'the session belongs to the other link')
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
    assert.equal((await one.visitor.attach(one.link, 'ISM-1810', REPORT, headers)).status, 404)
    assert.equal((await one.visitor.post(`${path}/remove`, {}, headers)).status, 404)
  }
  assert.deepEqual(
    [await countRows(one.customerId), await countRows(two.customerId)],
    [
      [1, 1],
      [0, 0],
    ],
  )
})

test('a run knows how many files are attached to an answer, for 12 months', async () => {
  const { visitor, link, customerId } = await begin()
  const answers = ['ISM-1810', 'ISM-1515'].map((id) => ({ id, answer: 'yes' }))
  await acme.put(pathOf(customerId), { answers })
  await visitor.attach(link, 'ISM-1810', REPORT)
  await visitor.attach(link, 'ISM-1810', { name: 'screen.png', content: PNG })
  await visitor.attach(link, 'ISM-1812', REPORT)
  assert.deepEqual(await countsOf(customerId), { 'ISM-1810': 2, 'ISM-1515': undefined })
  const before = now
  now = new Date(before.getTime() + 366 * DAY_MS)
  await acme.put(pathOf(customerId), { answers })
  assert.deepEqual(await countsOf(customerId), { 'ISM-1810': undefined, 'ISM-1515': undefined })
  now = before
})

test('the next run rates an answer with a file as fair evidence, and one without as poor', async () => {
  const { visitor, link, customerId } = await begin()
  await acme.put(pathOf(customerId), { answers: ['ISM-1810', 'ISM-1515'].map((id) => ({ id, answer: 'yes' })) })
  await visitor.attach(link, 'ISM-1810', REPORT)
  const runId = await assess(acme, customerId)
  const query = api.db.selectFrom('run_results').select('result').where('run_id', '=', runId)
  const { result } = await query.executeTakeFirstOrThrow()
  assert.ok(result)
  const { requirements } = unpackResult(api.app.secrets, runId, result)
  const qualityOf = (id: string) => requirements.find((requirement) => requirement.id === id)?.quality
  assert.deepEqual([qualityOf('ISM-1810'), qualityOf('ISM-1515')], ['fair', 'poor'])
})

test('a name that cannot be decrypted hides the file, and pieces that were swapped are not served', async () => {
  const { visitor, link, customerId } = await begin()
  await acme.put(pathOf(customerId), { answers: [{ id: 'ISM-1810', answer: 'yes' }] })
  const content = Buffer.concat([PNG, randomBytes(MIB)])
  await visitor.attach(link, 'ISM-1810', { name: 'screen.png', content })
  const [path = ''] = filesOn(await visitor.get(link))
  const id = path.split('/').at(-1)
  await sql`update attachment_chunks as chunk set content = other.content from attachment_chunks as other
    where chunk.attachment_id = ${id} and other.attachment_id = ${id} and chunk.number <= 1 and other.number = 1 - chunk.number`.execute(
    api.db,
  )
  assert.equal((await visitor.download(path)).status, 500)
  await sql`update attachments set question = 'ISM-1515' where id = ${id}`.execute(api.db)
  assert.deepEqual(filesOn(await visitor.get(link)), [])
  assert.equal((await visitor.download(path)).status, 404)
  assert.deepEqual(await countsOf(customerId), { 'ISM-1810': undefined })
})

test('files are deleted after 400 days, and what is left of an upload after an hour', async () => {
  const { visitor, link, customerId } = await begin()
  await visitor.attach(link, 'ISM-1810', REPORT)
  await visitor.attach(link, 'ISM-1515', REPORT)
  await sql`update attachments set completed_at = null where customer_id = ${customerId} and question = 'ISM-1515'`.execute(
    api.db,
  )
  const before = now
  const at = async (ms: number) => {
    now = new Date(before.getTime() + ms)
    await deleteOldAttachments(api.app)
    return await countRows(customerId)
  }
  assert.deepEqual(await at(DAY_MS / 24), [2, 2])
  assert.equal(filesOn(await visitor.get(link)).length, 1, 'an upload that has not ended is not shown')
  assert.deepEqual(await at(DAY_MS / 24 + 1), [1, 1])
  assert.deepEqual(await at(400 * DAY_MS), [1, 1])
  assert.deepEqual(await at(400 * DAY_MS + 1), [0, 0])
  now = before
})

test('nothing of a file is readable in the database', async () => {
  const { visitor, link } = await begin()
  const content = 'the cellar of the old mill\n'
  await visitor.attach(link, 'ISM-1810', { name: 'cellar-plan.txt', content })
  const { rows } = await sql<{ all: string }>`select concat(json_agg(a), (select json_agg(c) from attachment_chunks c),
    (select json_agg(u) from audit u)) as all from attachments a`.execute(api.db)
  for (const text of ['cellar', Buffer.from('cellar').toString('hex'), Buffer.from('cellar').toString('base64')])
    assert.ok(!rows[0]?.all.includes(text), text)
})
