import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { releaseWaitingMails } from '../../../src/features/mail/release/service.ts'
import { listMails } from '../../../src/features/mail/sending/service.ts'
import { MINUTE_MS } from '../../../src/shared/dates/time-units.ts'
import { startApi } from '../../harness/api.ts'
import { makeCustomer, pathOf, questionOf } from '../../questionnaires/fixture.ts'
import { assess, enter, type Invited, mailTo } from '../../questionnaires/invitation-fixture.ts'
import { PDF } from '../../questionnaires/sample-files.ts'
import { linkIn, type Visitor, visitorOf } from '../../questionnaires/visitor.ts'
import { emptySnapshot } from '../../runs/collections.ts'
import { eventually } from '../../runs/eventually.ts'

/** A person who is asked to complete several questionnaires opens all of them with one link. */

const SCRIPT = { accept: 'application/json' }
const NIST = '?questionnaire=nist-csf'
const ESSENTIAL = '?questionnaire=essential-eight'

let now = new Date('2026-03-10T08:00:00.000Z')
const collect = async ({ tenantId }: { tenantId: string }) => emptySnapshot(tenantId, now.toISOString())
const api = await startApi({ worker: true, now: () => now, collect, limits: { invitationWaitMinutes: 10 } })
after(() => api[Symbol.asyncDispose]())
const acme = await api.as('acme')

beforeEach(() => {
  now = new Date(now.getTime() + 61 * MINUTE_MS)
})

let made = 0

/** A customer with runs of both frameworks, whose one recipient got one email and has entered the code. */
async function open(products = ['essential-eight', 'nist-csf']): Promise<Invited & { visitor: Visitor }> {
  made += 1
  const email = `ada${made}@bellbird.example`
  const customerId = await makeCustomer(acme, { name: `Bellbird ${made}`, questionnaireRecipients: [email] })
  for (const product of products) await assess(acme, customerId, product)
  const invited = { customerId, email, link: linkIn(await release(email)) }
  return { ...invited, visitor: await enter(api, invited) }
}

/** The invitation to an address, once the mails that wait for others are released. */
async function release(email: string): Promise<{ text: string }> {
  await eventually(`two mails that wait for ${email}`, async () => {
    const waiting = (await listMails(api.app, 200)).filter(({ to, status }) => to === email && status === 'waiting')
    return waiting.length === 2
  })
  now = new Date(now.getTime() + 10 * MINUTE_MS)
  await releaseWaitingMails(api.app)
  const mails = (await listMails(api.app, 200)).filter(({ to }) => to === email)
  assert.deepEqual(mails.map(({ status }) => status).toSorted(), ['merged', 'outbox'])
  const { text } = await api.db
    .selectFrom('mails')
    .select('text')
    .where('recipient', '=', email)
    .where('status', '=', 'outbox')
    .executeTakeFirstOrThrow()
  return { text: text ?? '' }
}

const answerOf = async (customerId: string, product: string, id: string) =>
  questionOf((await acme.get(pathOf(customerId, product))).body, id).current

test('one link opens each questionnaire, with the progress of all', async () => {
  const { visitor, link } = await open()
  const first = await visitor.get(link)
  assert.match(first.text, /<h2 id="overview-title">2 questionnaires<\/h2>/)
  assert.match(first.text, /href="[^"]+\?questionnaire=essential-eight" aria-current="page">Essential Eight</)
  assert.match(first.text, /data-question="ISM-1810"/)
  assert.ok(!first.text.includes('data-question="GV.OC-01"'))
  const second = await visitor.get(link + NIST)
  assert.match(second.text, /data-question="GV.OC-01"/)
  assert.ok(!second.text.includes('data-question="ISM-1810"'))
  const [, all] = /0 of (\d+) answered in all/.exec(first.text) ?? []
  const openIn = (text: string) => Number(/id="progress-words">0 of (\d+) answered/.exec(text)?.[1])
  assert.equal(Number(all), openIn(first.text) + openIn(second.text))
  assert.equal((await visitor.get(`${link}?questionnaire=scuba-entra`)).text, first.text, 'not asked about')
})

test('the link opens the first questionnaire of the email with open questions, whichever run began first', async () => {
  const { visitor, link, customerId } = await open(['nist-csf', 'essential-eight'])
  const current = async () =>
    /href="[^"]+\?questionnaire=([\w-]+)" aria-current="page"/.exec((await visitor.get(link)).text)?.[1]
  assert.equal(await current(), 'essential-eight')
  const asked = (await acme.get(pathOf(customerId))).body
  const answers = asked.sections.flatMap(({ questions }: { questions: { id: string }[] }) =>
    questions.map(({ id }) => ({ id, answer: 'yes' })),
  )
  await acme.put(pathOf(customerId), { answers })
  assert.equal(await current(), 'nist-csf')
})

test('answers are saved in the questionnaire they were given in, which is completed on its own', async () => {
  const { visitor, link, customerId } = await open()
  const saved = await visitor.post(link + NIST, { 'answer.GV.OC-01': '3' }, SCRIPT)
  assert.deepEqual([saved.status, JSON.parse(saved.text).answered], [200, 1])
  assert.equal((await answerOf(customerId, 'nist-csf', 'GV.OC-01')).answer, 3)
  await visitor.post(link, { 'answer.GV.OC-02': '3' }, SCRIPT)
  assert.equal(await answerOf(customerId, 'nist-csf', 'GV.OC-02'), undefined, 'not a question of that questionnaire')
  assert.match((await visitor.get(link)).text, /1 of \d+ answered in all/)
  const asked = (await acme.get(pathOf(customerId, 'nist-csf'))).body
  const answers = asked.sections.flatMap(({ questions }: { questions: { id: string; kind: string }[] }) =>
    questions.map(({ id, kind }) => ({ id, answer: kind === 'scope' ? 'yes' : 3 })),
  )
  await acme.put(pathOf(customerId, 'nist-csf'), { answers })
  assert.equal((await acme.get(pathOf(customerId, 'nist-csf'))).body.invitation, undefined)
  assert.ok((await acme.get(pathOf(customerId))).body.invitation)
  const page = await visitor.get(link)
  assert.match(page.text, /id="overview-title"/, 'what was completed can still be corrected')
  assert.ok(!page.text.includes('value="go-on:nist-csf"'), 'nothing is open there')
})

test('without JavaScript, one button saves and opens the next questionnaire', async () => {
  const { visitor, link, customerId } = await open()
  assert.match((await visitor.get(link)).text, /<button class="second" name="next" value="go-on:nist-csf">/)
  const gone = await visitor.post(link + ESSENTIAL, { 'answer.ISM-1810': 'yes', next: 'go-on:nist-csf' })
  assert.deepEqual([gone.status, gone.headers.location], [303, `${link}?questionnaire=nist-csf&notice=saved`])
  assert.equal((await answerOf(customerId, 'essential-eight', 'ISM-1810')).answer, 'yes')
  const nowhere = await visitor.post(link, { next: 'go-on:scuba-entra' })
  assert.equal(nowhere.headers.location, `${link}?notice=saved`)
  const problem = await visitor.post(link + NIST, { 'answer.GV.OC-01': 'perhaps' })
  assert.equal(problem.status, 400)
  assert.match(problem.text, new RegExp(`action="${link}\\?questionnaire=nist-csf"`))
})

test('Send notifies the partner of the answers in every questionnaire', async () => {
  const { visitor, link } = await open()
  await visitor.post(link, { 'answer.ISM-1810': 'yes' }, SCRIPT)
  await visitor.post(link + NIST, { 'answer.GV.OC-01': '2', next: 'done' })
  const mails = await eventually('two mails to the partner', async () => {
    const found = (await listMails(api.app, 200)).filter(({ kind }) => kind === 'questionnaire-answered')
    return found.length === 2 && found
  })
  assert.match(mails.map(({ subject }) => subject).join(), /NIST[\s\S]*Essential|Essential[\s\S]*NIST/)
})

test('a file is attached to the questionnaire that the address names', async () => {
  const { visitor, link, customerId } = await open()
  const attached = await visitor.attach(`${link}`, `GV.OC-01${NIST}`, { name: 'plan.pdf', content: PDF })
  assert.equal(attached.headers.location, `${link}?questionnaire=nist-csf&notice=attached&question=GV.OC-01#q-GV.OC-01`)
  const rows = await api.db.selectFrom('attachments').select('product').where('customer_id', '=', customerId).execute()
  assert.deepEqual(rows, [{ product: 'nist-csf' }])
  const path = /href="(\/q\/[^"]+\/attachments\/[^"]+)" download/.exec((await visitor.get(link + NIST)).text)?.[1]
  assert.equal((await visitor.download(path ?? '')).status, 200)
})

test('a colleague who is asked about everything gets one email and sees what they were asked about', async () => {
  const { visitor, link } = await open()
  const email = `cy${made}@bellbird.example`
  await visitor.post(`${link}/colleague${NIST}`, { email, section: '*' })
  const mail = await mailTo(api, email, 'questionnaire-invitation')
  assert.match(mail.text, /\nEssential Eight: [\s\S]*\nNIST /)
  assert.equal((await listMails(api.app, 200)).filter(({ to }) => to === email).length, 1)
  const colleague = await enter(api, { link: linkIn(mail), email, customerId: '' })
  assert.match((await colleague.get(linkIn(mail) + NIST)).text, /data-question="GV.OC-01"/)
  const one = `di${made}@bellbird.example`
  await visitor.post(`${link}/colleague${NIST}`, { email: one, section: 'GV.OC' })
  const single = linkIn(await mailTo(api, one, 'questionnaire-invitation'))
  const other = await enter(api, { link: single, email: one, customerId: '' })
  const page = await other.get(`${single}${ESSENTIAL}`)
  assert.match(page.text, /data-question="GV.OC-01"/)
  assert.ok(!page.text.includes('ISM-1810') && !page.text.includes('id="overview-title"'))
})

test('an answer is shown with its source in other questionnaires that ask about the same subject', async () => {
  const { visitor, link, email, customerId } = await open()
  const note = 'Plan <3>, tried in May.'
  await visitor.post(link, { 'answer.ISM-1819': 'yes', 'note.ISM-1819': note }, SCRIPT)
  await visitor.post(link, { 'answer.ISM-1515': 'partly' }, SCRIPT)
  const page = (await visitor.get(link + NIST)).text
  const questionIn = (id: string) => page.slice(page.indexOf(`id="q-${id}"`)).split('data-question=')[1] ?? ''
  const same = questionIn('RS.MA-01')
  assert.match(same, /Essential Eight: When a security incident is confirmed[^<]+<\/span> <strong>Yes<\/strong>/)
  assert.ok(same.includes(email) && same.includes('Plan &lt;3&gt;, tried in May.') && same.includes(' March 2026'))
  assert.match(same, /value="3"><span><strong>3<\/strong> · [^<]+ <em class="tag">fits the answer elsewhere<\/em>/)
  assert.equal(same.match(/class="tag"/g)?.length, 1)
  const overlapping = questionIn('PR.DS-11')
  assert.match(overlapping, /<strong>Partly<\/strong>/)
  assert.ok(!overlapping.includes('class="tag"'), 'half of an answer fits no level')
  assert.doesNotMatch(page, /<input[^>]+ checked/, 'nothing is selected')
  assert.equal(await answerOf(customerId, 'nist-csf', 'RS.MA-01'), undefined, 'nothing is converted')
  await visitor.post(link + NIST, { 'answer.RS.MA-01': '2' }, SCRIPT)
  assert.equal((await answerOf(customerId, 'essential-eight', 'ISM-1819')).answer, 'yes')
  const other = (await visitor.get(link)).text
  assert.match(other.slice(other.indexOf('id="q-ISM-1819"')), /NIST [^<]+: If an incident were declared tonight/)
})

test('a colleague sees answers of other questionnaires only where they were asked to help with those', async () => {
  const { visitor, link } = await open()
  await visitor.post(link, { 'answer.ISM-1819': 'yes', 'note.ISM-1819': 'Kept in the mill.' }, SCRIPT)
  const email = `fi${made}@bellbird.example`
  await visitor.post(`${link}/colleague${NIST}`, { email })
  const own = linkIn(await mailTo(api, email, 'questionnaire-invitation'))
  const colleague = await enter(api, { link: own, email, customerId: '' })
  const page = await colleague.get(own)
  assert.match(page.text, /data-question="RS.MA-01"/)
  assert.ok(!page.text.includes('Kept in the mill.') && !page.text.includes('Already answered'))
})

test('a removed recipient sees none of the questionnaires', async () => {
  const { visitor, link, customerId } = await open()
  await acme.put(`/v1/partner/customers/${customerId}`, { questionnaireRecipients: [] })
  const dead = await visitorOf(api).get('/q/nothing')
  for (const path of [link, link + NIST]) assert.equal((await visitor.get(path)).text, dead.text)
})
