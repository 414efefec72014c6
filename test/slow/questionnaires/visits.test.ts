import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { listMails } from '../../../src/features/mail/sending/service.ts'
import { notifyOfQuietAnswers, remindRecipients } from '../../../src/features/questionnaires/invitations/service.ts'
import { deleteExpiredVisits } from '../../../src/features/questionnaires/visits/service.ts'
import { openRow, sealRow } from '../../../src/shared/crypto/seal.ts'
import { SEALED_COLUMNS } from '../../../src/shared/crypto/sealed-columns.ts'
import { MINUTE_MS } from '../../../src/shared/dates/time-units.ts'
import { startApi } from '../../harness/api.ts'
import type { Json } from '../../harness/client.ts'
import { ALL_YES, askSamples, makeCustomer, pathOf, questionOf } from '../../questionnaires/fixture.ts'
import { codeIn, linkIn, type Page, type Visitor, visitorOf } from '../../questionnaires/visitor.ts'
import { emptySnapshot } from '../../runs/collections.ts'
import { eventually } from '../../runs/eventually.ts'
import { waitForEnd } from '../../runs/follow.ts'

const SCRIPT = { accept: 'application/json' }
const NOTE = 'Every quarter, in the <old> mill.'

askSamples()
let now = new Date('2026-03-10T08:00:00.000Z')
const collect = async ({ tenantId }: { tenantId: string }) => emptySnapshot(tenantId, now.toISOString())
const api = await startApi({ worker: true, now: () => now, collect })
after(() => api[Symbol.asyncDispose]())
const acme = await api.as('acme')

beforeEach(() => {
  later(61)
})

function later(minutes: number): void {
  now = new Date(now.getTime() + minutes * MINUTE_MS)
}

/** Newest first. */
const mailsTo = async (to: string, kind: string) => {
  const ids = (await listMails(api.app, 200)).filter((mail) => mail.kind === kind && mail.to === to)
  const rows = await api.db.selectFrom('mails').select(['id', 'text']).execute()
  return ids.map(({ id }) => ({ text: rows.find((row) => row.id === id)?.text ?? '' }))
}

const nextMail = (to: string, kind: string, before: number) =>
  eventually(`mail ${before + 1} of ${kind} to ${to}`, async () => {
    const mails = await mailsTo(to, kind)
    return mails.length > before && mails[0]
  })

let made = 0

interface Invited {
  id: string
  name: string
  email: string
  link: string
}

/** A customer that was invited, with the link of its one recipient. */
async function invite(): Promise<Invited> {
  made += 1
  const name = `Bellbird ${made}`
  const email = `ada${made}@bellbird.example`
  const id = await makeCustomer(acme, { name, questionnaireRecipients: [email] })
  const run = await acme.post('/v1/partner/assessments', { customerId: id, product: 'essential-eight' })
  await waitForEnd(acme, run.body.id)
  return { id, name, email, link: linkIn(await nextMail(email, 'questionnaire-invitation', 0)) }
}

async function askCode(visitor: Visitor, link: string, email: string): Promise<string> {
  const before = (await mailsTo(email, 'questionnaire-code')).length
  const asked = await visitor.post(`${link}/code`)
  assert.equal(asked.status, 303, asked.text)
  return codeIn(await nextMail(email, 'questionnaire-code', before))
}

async function enter(): Promise<Invited & { visitor: Visitor }> {
  const invited = await invite()
  const visitor = visitorOf(api)
  await signIn(visitor, invited)
  return { ...invited, visitor }
}

async function signIn(visitor: Visitor, { link, email }: { link: string; email: string }): Promise<Page> {
  const entered = await visitor.post(`${link}/enter`, { code: await askCode(visitor, link, email) })
  assert.equal(entered.status, 303, entered.text)
  return entered
}

const yes = (id: string): Record<string, string> => ({ [`answer.${id}`]: 'yes' })

/** The mails to the partner about answers from this customer. */
async function noticesOf(name: string): Promise<string[]> {
  await noJobs()
  const mails = await mailsTo('admin@acme.example', 'questionnaire-answered')
  return mails.flatMap(({ text }) => (text.startsWith(`${name} has answered`) ? [text] : []))
}

test('the link alone shows nothing: it offers a code, which opens the questionnaire', async () => {
  const { link, email } = await invite()
  const visitor = visitorOf(api)
  const door = await visitor.get(link)
  assert.equal(door.status, 200)
  assert.match(door.text, /Send me a code/)
  assert.match(door.text, /a•••@bellbird\.example/)
  assert.ok(!door.text.includes(email) && !door.text.includes('ISM-') && !door.text.includes('name="code"'))
  const policy = String(door.headers['content-security-policy'])
  assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'self';/)
  const code = await askCode(visitor, link, email)
  assert.match((await visitor.get(link)).text, /name="code"/)
  const entered = await visitor.post(`${link}/enter`, { code: `${code.slice(0, 3)} ${code.slice(3)}` })
  assert.deepEqual([entered.status, entered.headers.location], [303, link])
  const cookie = String(entered.headers['set-cookie'])
  for (const part of [`Path=${link};`, 'Secure', 'HttpOnly', 'SameSite=Lax', 'Max-Age=43200'])
    assert.ok(cookie.includes(part), cookie)
  const page = await visitor.get(link)
  assert.match(page.text, /Does ISM-1810 hold\?[\s\S]*Access to &lt;backups&gt;/)
  assert.match(page.text, /0 of 5 answered/)
  assert.match(page.text, /<strong>\d+ March 2026<\/strong>/)
  assert.ok(!/<script(?! type="module" src="\/q\/app\.js)/.test(page.text), 'the page has an inline script')
  assert.match((await visitorOf(api).get(link)).text, /send a code/)
  assert.equal((await visitorOf(api).post(`${link}/enter`, { code })).status, 400, 'the code works once')
  const { rows } = await sql<{
    all: string
  }>`select concat(json_agg(r), (select json_agg(s) from questionnaire_sessions s),
    (select json_agg(a) from audit a)) as all from questionnaire_recipients r`.execute(api.db)
  assert.ok(!rows[0]?.all.includes(code) && !rows[0]?.all.includes(/=([\w-]+)/.exec(cookie)?.[1] ?? ''))
})

test('the script is served from our own origin', async () => {
  const { visitor, link } = await enter()
  const source = /src="(\/q\/app\.js[^"]*)"/.exec((await visitor.get(link)).text)?.[1]
  const script = await visitorOf(api).get(source ?? '')
  assert.equal(script.status, 200)
  assert.match(String(script.headers['content-type']), /^text\/javascript/)
  assert.match(script.text, /fetch\(/)
})

test('after five wrong attempts even the right code does not work, but a new one does', async () => {
  const { link, email } = await invite()
  const visitor = visitorOf(api)
  const code = await askCode(visitor, link, email)
  const wrong = code === '000000' ? '000001' : '000000'
  for (let tries = 0; tries < 5; tries++) {
    const refused = await visitor.post(`${link}/enter`, { code: tries === 3 ? '' : wrong })
    assert.deepEqual([refused.status, refused.headers['set-cookie']], [400, undefined])
  }
  assert.equal((await visitor.post(`${link}/enter`, { code })).status, 400)
  await signIn(visitor, { link, email })
})

test('concurrent attempts are limited to five as well', async () => {
  const { link, email } = await invite()
  const visitor = visitorOf(api)
  const code = await askCode(visitor, link, email)
  const wrong = code === '000000' ? '000001' : '000000'
  await Promise.all(Array.from({ length: 20 }, () => visitor.post(`${link}/enter`, { code: wrong })))
  assert.equal((await visitor.post(`${link}/enter`, { code })).status, 400)
})

test('a code works for 15 minutes, and a session for 12 hours', async () => {
  const { link, email } = await invite()
  const visitor = visitorOf(api)
  const code = await askCode(visitor, link, email)
  later(15)
  assert.equal((await visitor.post(`${link}/enter`, { code })).status, 400)
  assert.match((await visitor.get(link)).text, /Send me a code/)
  await signIn(visitor, { link, email })
  later(12 * 60 - 1)
  assert.match((await visitor.get(link)).text, /0 of 5 answered/)
  later(1)
  assert.doesNotMatch((await visitor.get(link)).text, /answered/)
  assert.equal((await visitor.post(link, yes('ISM-1810'), SCRIPT)).status, 401)
  await deleteExpiredVisits(api.app)
  assert.equal((await visitor.get(link)).status, 200)
})

test('a recipient gets at most five codes and mails an hour', async () => {
  const { link, email } = await invite()
  const visitor = visitorOf(api)
  for (let asked = 0; asked < 5; asked++) await askCode(visitor, link, email)
  const refused = await visitor.post(`${link}/code`)
  assert.equal(refused.status, 429)
  assert.equal(refused.headers['retry-after'], '3600')
  assert.match(refused.text, /Too many codes/)
  assert.equal((await mailsTo(email, 'questionnaire-code')).length, 5)
  later(60)
  await askCode(visitor, link, email)
})

test('a session of one link does not open another', async () => {
  const one = await enter()
  const other = await invite()
  assert.match((await one.visitor.get(other.link)).text, /Send me a code/)
  assert.equal((await one.visitor.post(other.link, yes('ISM-1810'), SCRIPT)).status, 401)
})

test('invalid links and forms from another site get the same page', async () => {
  const { link, visitor, id } = await enter()
  const dead = await visitor.get('/q/nothing')
  assert.equal(dead.status, 404)
  for (const path of [`/q/${'a'.repeat(43)}`, '/q/%00', `/q/${'a'.repeat(5000)}`, `/q/${link.slice(3)}x`]) {
    const answer = await visitor.get(path)
    assert.deepEqual([answer.status, answer.text], [404, dead.text], path)
  }
  const origins: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]
  for (const headers of origins) {
    for (const path of [link, `${link}/code`, `${link}/enter`, `${link}/colleague`]) {
      const refused = await visitor.post(path, { ...yes('ISM-1810'), email: 'eve@evil.example', code: '1' }, headers)
      assert.deepEqual([refused.status, refused.text], [404, dead.text], path)
    }
  }
  assert.equal((await acme.get(pathOf(id))).body.open, 5)
})

test('the script saves one answer at a time, and gets the number of open questions', async () => {
  const { visitor, link, id, email } = await enter()
  const form = { ...yes('ISM-1810'), 'note.ISM-1810': NOTE, 'evidenceUrl.ISM-1810': 'https://docs.example/1' }
  const saved = await visitor.post(link, form, SCRIPT)
  assert.equal(saved.status, 200, saved.text)
  assert.deepEqual(JSON.parse(saved.text), {
    savedAt: now.toISOString(),
    answered: 1,
    of: 5,
    outOfScope: [],
    problems: [],
  })
  const { current } = questionOf((await acme.get(pathOf(id))).body, 'ISM-1810')
  assert.deepEqual(
    [current.answer, current.note, current.evidenceUrl, current.author],
    ['yes', NOTE, 'https://docs.example/1', { kind: 'recipient', id: email }],
  )
  const scope = JSON.parse((await visitor.post(link, { 'answer.scope-exercises': 'no' }, SCRIPT)).text)
  assert.deepEqual([scope.of, scope.outOfScope], [3, ['ISM-1515', 'ISM-1812']])
  const page = await visitor.get(link)
  assert.match(page.text, /data-question="ISM-1515" hidden/)
  assert.match(page.text, /name="answer\.ISM-1810" value="yes" checked/)
  assert.ok(page.text.includes('Every quarter, in the &lt;old&gt; mill.') && !page.text.includes('<old>'))
})

test('not applicable needs a reason, and invalid answers are reported while valid ones are saved', async () => {
  const { visitor, link, id } = await enter()
  const answer = { 'answer.ISM-1814': 'not_applicable', 'note.ISM-1814': ' ' }
  const refused = JSON.parse((await visitor.post(link, answer, SCRIPT)).text)
  assert.deepEqual(refused.problems, [
    { id: 'ISM-1814', field: 'note', message: 'Explain briefly why this does not apply.' },
  ])
  const bad = {
    ...answer,
    ...yes('ISM-1810'),
    'note.ISM-1515': 'Words without an answer',
    'answer.scope-exercises': 'perhaps',
    'answer.ISM-1812': 'partly',
    'evidenceUrl.ISM-1812': 'javascript:alert(1)',
  }
  const form = await visitor.post(link, bad)
  assert.equal(form.status, 400)
  assert.match(form.text, /Not everything could be saved[\s\S]*4 answers need/)
  assert.ok(form.text.includes('Words without an answer') && form.text.includes('value="not_applicable" checked'))
  const { body } = await acme.get(pathOf(id))
  assert.deepEqual([body.progress.answered, questionOf(body, 'ISM-1810').current.answer], [1, 'yes'])
  const corrected = await visitor.post(link, { ...answer, 'note.ISM-1814': 'We have no such accounts.' }, SCRIPT)
  assert.deepEqual(JSON.parse(corrected.text).problems, [])
})

test('without JavaScript, the button saves the whole form, and unchanged answers are not stored again', async () => {
  const { visitor, link, id } = await enter()
  const form = Object.assign({}, ...ALL_YES.map((answer) => yes(answer.id)))
  const saved = await visitor.post(link, { ...form, next: 'save' })
  assert.deepEqual([saved.status, saved.headers.location], [303, `${link}?notice=saved`])
  assert.match(
    (await visitor.get(`${link}?notice=saved`)).text,
    /Everything is saved\.[\s\S]*5 of 5|5 of 5[\s\S]*Everything is saved\./,
  )
  await visitor.post(link, { ...form, 'answer.ISM-1814': 'no', next: 'save' })
  const rows = await api.db.selectFrom('answers').select('question').where('customer_id', '=', id).execute()
  assert.equal(rows.length, 6)
  const { body } = await acme.get(pathOf(id))
  assert.deepEqual([body.open, body.invitation], [0, undefined])
  assert.match((await visitor.get(link)).text, /5 of 5 answered/, 'answers can still be changed')
})

/** Makes the answers of a customer as old as if they had been given then. */
async function ageAnswers(id: string, at: Date): Promise<void> {
  const rows = await api.db.selectFrom('answers').selectAll().where('customer_id', '=', id).execute()
  for (const row of rows) {
    const place = [row.customer_id, row.product, row.question] as const
    const content = openRow(api.app.secrets, SEALED_COLUMNS.answer, [...place, row.answered_at], row.content)
    const resealed = sealRow(api.app.secrets, SEALED_COLUMNS.answer, [...place, at], content)
    const change = { answered_at: at, content: resealed }
    await api.db.updateTable('answers').set(change).where('id', '=', row.id).execute()
  }
}

test('an expired answer is shown but not selected, and counts again once it is given again', async () => {
  const { visitor, link, id, email } = await enter()
  await visitor.post(link, { ...yes('ISM-1810'), 'note.ISM-1810': NOTE }, SCRIPT)
  later(80 * 24 * 60)
  await ageAnswers(id, new Date('2025-02-01'))
  await signIn(visitor, { link, email })
  const page = await visitor.get(link)
  assert.match(page.text, /The answer on 1 February 2025 was “Yes”/)
  assert.doesNotMatch(page.text, /name="answer\.ISM-1810" value="yes" checked/)
  const untouched = await visitor.post(link, { 'note.ISM-1810': NOTE, 'evidenceUrl.ISM-1810': '' })
  assert.equal(untouched.status, 303)
  assert.equal((await acme.get(pathOf(id))).body.open, 5)
  await visitor.post(link, { ...yes('ISM-1810'), 'note.ISM-1810': NOTE }, SCRIPT)
  assert.equal((await acme.get(pathOf(id))).body.open, 4)
})

test('the partner is notified once when the recipient is done, however often answers were saved', async () => {
  const { visitor, link, name } = await enter()
  await visitor.post(link, yes('ISM-1810'), SCRIPT)
  await visitor.post(link, yes('ISM-1814'), SCRIPT)
  const done = await visitor.post(link, { ...yes('ISM-1515'), next: 'done' })
  assert.equal(done.headers.location, `${link}?notice=sent`)
  await visitor.post(link, { ...yes('ISM-1515'), next: 'done' })
  later(60)
  await notifyOfQuietAnswers(api.app)
  const [first, ...more] = await noticesOf(name)
  assert.match(first ?? '', / has answered questions on Essential Eight\n[\s\S]*Answered: +3 of 5\nStill open: +2\n/)
  assert.deepEqual(more, [])
})

test('a recipient counts as done after half an hour without another answer', async () => {
  const { visitor, link, name } = await enter()
  await visitor.post(link, yes('ISM-1810'), SCRIPT)
  later(20)
  await visitor.post(link, yes('ISM-1814'), SCRIPT)
  later(29)
  await notifyOfQuietAnswers(api.app)
  assert.deepEqual(await noticesOf(name), [])
  later(1)
  await Promise.all(Array.from({ length: 4 }, () => notifyOfQuietAnswers(api.app)))
  assert.equal((await noticesOf(name)).length, 1)
})

test('the partner is not notified of its own answers', async () => {
  const { id, name } = await invite()
  await acme.put(pathOf(id), { answers: ALL_YES })
  later(60)
  await notifyOfQuietAnswers(api.app)
  assert.deepEqual(await noticesOf(name), [])
})

test('a colleague gets a link, answers under their own name, and cannot ask anybody else', async () => {
  const { visitor, link, id, email } = await enter()
  const asked = await visitor.post(`${link}/colleague`, { email: 'cy@bellbird.example', section: 'access' })
  assert.equal(asked.headers.location, `${link}?notice=asked`)
  const mail = await nextMail('cy@bellbird.example', 'questionnaire-invitation', 0)
  assert.ok(mail.text.includes(`${email} asks you to help`), mail.text)
  const colleague = { link: linkIn(mail), email: 'cy@bellbird.example' }
  const other = visitorOf(api)
  await signIn(other, colleague)
  const page = await other.get(colleague.link)
  assert.match(page.text, /the section <a href="#section-access">Access to &lt;backups&gt;<\/a>/)
  assert.doesNotMatch(page.text, /Ask a colleague/)
  await other.post(colleague.link, yes('ISM-1814'), SCRIPT)
  const { current } = questionOf((await acme.get(pathOf(id))).body, 'ISM-1814')
  assert.equal(current.author.id, 'cy@bellbird.example')
  const refused = await other.post(`${colleague.link}/colleague`, { email: 'dee@bellbird.example' })
  assert.match(String(refused.headers.location), /notice=refused$/)
  const again = [
    ['CY@bellbird.example', 'known'],
    ['nonsense', 'address'],
  ] as const
  for (const [email, notice] of again) {
    const answer = await visitor.post(`${link}/colleague`, { email })
    assert.match(String(answer.headers.location), new RegExp(`notice=${notice}$`), email)
  }
  await acme.put(`/v1/partner/customers/${id}`, { questionnaireRecipients: [] })
  for (const path of [link, colleague.link]) assert.equal((await visitor.get(path)).status, 404)
})

test('at most ten colleagues can be asked', async () => {
  const { visitor, link } = await enter()
  const answers = []
  for (let n = 0; n < 11; n++)
    answers.push(await visitor.post(`${link}/colleague`, { email: `c${n}@bellbird.example` }))
  const notices = answers.map(({ headers }) => String(headers.location).split('=')[1])
  assert.deepEqual(notices, [...Array.from({ length: 10 }, () => 'asked'), 'full'])
})

test('a link does not work after 90 days, and is deleted', async () => {
  const { link } = await invite()
  await remindRecipients(api.app)
  later(90 * 24 * 60)
  assert.equal((await visitorOf(api).get(link)).status, 404)
  await deleteExpiredVisits(api.app)
  assert.deepEqual(
    await api.db.selectFrom('questionnaire_links').select('hash').where('expires_at', '<=', now).execute(),
    [],
  )
})

test('no audit row, job or mail contains an answer', async () => {
  const { visitor, link } = await enter()
  const form = {
    'answer.ISM-1810': 'partly',
    'note.ISM-1810': 'cellar of the mill',
    'evidenceUrl.ISM-1810': 'https://cellar.example/',
  }
  await visitor.post(link, { ...form, next: 'done' })
  await noJobs()
  const { rows } = await sql<{ all: string }>`select concat(json_agg(a), (select json_agg(m) from mails m),
    (select json_agg(e) from events e), (select json_agg(w) from answers w)) as all from audit a`.execute(api.db)
  const all: Json = rows[0]?.all
  assert.ok(all.includes('questionnaire.saved') && !/cellar|partly/.test(all))
})

const noJobs = () =>
  eventually('the end of all jobs', async () => {
    const { rows } = await sql`select from graphile_worker.jobs`.execute(api.db)
    return rows.length === 0
  })
