import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { suggestAnswers } from '../../../src/engine/results/prefill.ts'
import { unpackResult } from '../../../src/features/assessments/storage/packing.ts'
import { getQuestionnaire } from '../../../src/features/questionnaires/service.ts'
import { createKeyRing } from '../../../src/shared/crypto/key-ring.ts'
import type { Posture } from '../../../src/simulator/tenants/tenants.ts'
import { sampleSnapshot } from '../../engine/sample-snapshot.ts'
import { makeActivePartner } from '../../harness/accounts.ts'
import { startApi } from '../../harness/api.ts'
import type { Json } from '../../harness/client.ts'
import { makeCustomer, pathOf, questionOf } from '../../questionnaires/fixture.ts'
import { assess, enter, invite } from '../../questionnaires/invitation-fixture.ts'
import { eventually } from '../../runs/eventually.ts'
import { tenantIdOf } from '../../runs/follow.ts'

const READ_AT = '2026-05-08T03:11:02.000Z'
const NOW = new Date('2026-05-09T08:00:00.000Z')

let posture: Posture = 'weak'
let now = NOW
/** A reading waits for this before it ends. */
let gate: Promise<unknown> = Promise.resolve()
let begun = 0
const collect = async ({ tenantId }: { tenantId: string }) => {
  const snapshot = { ...sampleSnapshot(posture, READ_AT), tenantId }
  begun += 1
  await gate
  return snapshot
}
const api = await startApi({ worker: true, now: () => now, collect })
after(() => api[Symbol.asyncDispose]())
const acme = await api.as('acme')

function later(): void {
  now = new Date(now.getTime() + 1000)
}

const viewOf = async (customerId: string, product?: string): Promise<Json> =>
  (await acme.get(pathOf(customerId, product))).body

const suggestionsIn = (view: Json): Json[] =>
  view.sections.flatMap(({ questions }: Json) => questions).filter(({ suggestion }: Json) => suggestion)

async function resultOf(runId: string) {
  const row = await api.db.selectFrom('run_results').selectAll().where('run_id', '=', runId).executeTakeFirstOrThrow()
  return unpackResult(api.app.secrets, runId, row.result)
}

for (const product of ['essential-eight', 'nist-csf']) {
  test(`after a run of ${product} each question has what the tenant shows, and none of it counts as an answer`, async () => {
    const id = await makeCustomer(acme)
    assert.deepEqual(suggestionsIn(await viewOf(id, product)), [])
    const found = suggestAnswers(await resultOf(await assess(acme, id, product)))
    assert.ok(found.size > 10)
    const view = await viewOf(id, product)
    assert.deepEqual(
      new Map(suggestionsIn(view).map(({ id, suggestion }) => [id, { id, ...suggestion }])),
      new Map(found),
    )
    assert.equal(view.progress.answered, 0)
    assert.ok(suggestionsIn(view).every(({ current }) => current === undefined))
  })
}

test('a distributor sees the suggestions for its partner’s customer as the partner does', async () => {
  const distributor = await api.distributor('globex')
  const { id: partner, client } = await makeActivePartner(api, distributor)
  const id = await makeCustomer(client)
  await assess(client, id)
  const seen = await distributor.get(`/v1/distributor/partners/${partner}/customers/${id}/questionnaires/nist-csf`)
  assert.deepEqual(suggestionsIn(seen.body), [], 'the suggestions belong to the product')
  const path = `/v1/distributor/partners/${partner}/customers/${id}/questionnaires/essential-eight`
  assert.ok(suggestionsIn((await distributor.get(path)).body).length > 10)
  assert.deepEqual((await distributor.get(path)).body, (await client.get(pathOf(id))).body)
})

test('a later run replaces the suggestions, and an earlier one that ends after it changes nothing', async () => {
  const id = await makeCustomer(acme)
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  posture = 'strong'
  const before = begun
  const slow = assess(acme, id)
  await eventually('a reading', async () => begun > before)
  gate = Promise.resolve()
  posture = 'weak'
  await assess(acme, id)
  const newest = await viewOf(id)
  assert.equal(questionOf(newest, 'ISM-1693').suggestion.answer, 'no')
  resolve()
  const slowId = await slow
  assert.equal(suggestAnswers(await resultOf(slowId)).get('ISM-1693')?.answer, 'yes')
  assert.deepEqual(await viewOf(id), newest)
  posture = 'strong'
  await assess(acme, id)
  posture = 'weak'
  assert.equal(questionOf(await viewOf(id), 'ISM-1693').suggestion.answer, 'yes')
})

test('a contradicted answer is marked at its question until it is given again or the tenant confirms it', async () => {
  const id = await makeCustomer(acme)
  const answers = [
    { id: 'ISM-1693', answer: 'yes' },
    { id: 'ISM-1683', answer: 'yes' },
    { id: 'ISM-1695', answer: 'no' },
  ]
  const answered = await acme.put(pathOf(id), { answers })
  assert.ok(!answered.text.includes('contradiction'))
  await assess(acme, id)
  const view = await viewOf(id)
  const sentence = questionOf(view, 'ISM-1693').contradiction
  assert.equal(sentence, 'People answered “yes”, but the tenant shows that it is not in place.')
  for (const borne of ['ISM-1683', 'ISM-1695']) assert.equal(questionOf(view, borne).contradiction, undefined)
  later()
  const anew = await acme.put(pathOf(id), { answers: [{ id: 'ISM-1693', answer: 'no' }] })
  assert.ok(!anew.text.includes('contradiction'))
  later()
  await acme.put(pathOf(id), { answers: [{ id: 'ISM-1693', answer: 'yes', note: 'We have a tool.' }] })
  await assess(acme, id)
  assert.equal(questionOf(await viewOf(id), 'ISM-1693').contradiction, sentence)
  posture = 'strong'
  await assess(acme, id)
  posture = 'weak'
  assert.equal(questionOf(await viewOf(id), 'ISM-1693').contradiction, undefined)
})

test('if the tenant contradicts a scope answer, the scope question is marked', async () => {
  const id = await makeCustomer(acme)
  await acme.put(pathOf(id), { answers: [{ id: 'scope-pdf-software', answer: 'no' }] })
  const run = await resultOf(await assess(acme, id))
  const observed = run.requirements.find((row) => row.id === 'ISM-1860')?.shown?.observed
  assert.ok(observed)
  const view = await viewOf(id)
  assert.equal(
    questionOf(view, 'scope-pdf-software').contradiction,
    `People answered “no”, but the tenant shows that this is at least partly in place: ${observed}`,
  )
  const { outOfScope, contradiction } = questionOf(view, 'ISM-1860')
  assert.deepEqual([outOfScope, contradiction], [true, undefined])
})

test('a contradiction ends when its answer expires', async () => {
  const id = await makeCustomer(acme)
  await acme.put(pathOf(id), { answers: [{ id: 'ISM-1693', answer: 'yes' }] })
  await assess(acme, id)
  assert.ok(questionOf(await viewOf(id), 'ISM-1693').contradiction)
  now = new Date('2027-06-01T00:00:00.000Z')
  const { contradiction, current, suggestion } = questionOf(await viewOf(id), 'ISM-1693')
  now = NOW
  assert.deepEqual([contradiction, current.expired, suggestion.answer], [undefined, true, 'no'])
})

test('suggestions are sealed for their customer and product, and ones that cannot be decrypted are not shown', async () => {
  const [id, other] = [await makeCustomer(acme), await makeCustomer(acme)]
  await assess(acme, id)
  const { because } = questionOf(await viewOf(id), 'ISM-1693').suggestion
  const { rows } = await sql<{ all: string }>`select concat(string_agg(encode(content, 'escape'), ' '),
    (select json_agg(a) from audit a), (select json_agg(w) from graphile_worker.jobs w)) as all
    from questionnaire_suggestions`.execute(api.db)
  assert.ok(!rows[0]?.all.includes(because))
  await sql`insert into questionnaire_suggestions (customer_id, product, run_id, tenant_id, content)
    select ${other}, product, run_id, tenant_id, content from questionnaire_suggestions
    where customer_id = ${id}`.execute(api.db)
  assert.deepEqual(suggestionsIn(await viewOf(other)), [])
  const actor = await api.partner('acme')
  const strange = { ...api.app, secrets: createKeyRing('another secret, also of 32 characters and more') }
  const view = await getQuestionnaire(strange, actor, id, 'essential-eight')
  assert.deepEqual(suggestionsIn(view), [])
})

test('suggestions are not shown after the customer’s tenant changes, and are deleted with the customer', async () => {
  const id = await makeCustomer(acme)
  await assess(acme, id)
  const path = `/v1/partner/customers/${id}`
  await acme.put(path, { tenantId: tenantIdOf('strong') })
  assert.deepEqual(suggestionsIn(await viewOf(id)), [])
  await acme.put(path, { tenantId: tenantIdOf('weak').toUpperCase() })
  assert.ok(suggestionsIn(await viewOf(id)).length > 10)
  assert.equal((await acme.delete(path)).status, 204)
  const left = await api.db.selectFrom('questionnaire_suggestions').where('customer_id', '=', id).selectAll().execute()
  assert.deepEqual(left, [])
})

test('a run whose customer is deleted while it ends stores nothing and causes no error', async () => {
  const id = await makeCustomer(acme)
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  const before = begun
  await acme.post('/v1/partner/assessments', { customerId: id, product: 'essential-eight' })
  await eventually('a reading', async () => begun > before)
  gate = Promise.resolve()
  const [deleted] = await Promise.all([acme.delete(`/v1/partner/customers/${id}`), resolve()])
  assert.equal(deleted.status, 204)
  await eventually('the end of all jobs', async () => {
    const { rows } = await sql`select from graphile_worker.jobs`.execute(api.db)
    return rows.length === 0
  })
  const left = await api.db.selectFrom('questionnaire_suggestions').where('customer_id', '=', id).selectAll().execute()
  assert.deepEqual(left, [])
})

test('the page shows what the tenant shows and marks suggestions, but selects nothing', async () => {
  const invited = await invite(api, acme)
  const visitor = await enter(api, invited)
  const { text } = await visitor.get(invited.link)
  assert.match(
    text,
    /<strong>Your tenant shows:<\/strong> Of 35 devices in Intune, 19 reported [^<]+<span class="soft">\(read 8 May 2026\)/,
  )
  assert.match(text, /name="answer\.ISM-1693" value="no"><span>No <em class="tag">suggested<\/em>/)
  assert.match(text, /name="answer\.ISM-1693" value="yes"><span>Yes<\/span>/)
  assert.doesNotMatch(text, /<input[^>]* checked/)
  const [, first] = /<form id="answers"[^>]*>\s*(<button[^>]*>)/.exec(text) ?? []
  assert.match(
    first ?? '',
    /name="next" value="save"/,
    'the Enter key saves, but neither sends nor accepts suggestions',
  )
})

test('the page politely marks an answer that the tenant contradicts', async () => {
  const invited = await invite(api, acme)
  const visitor = await enter(api, invited)
  await visitor.post(invited.link, { 'answer.ISM-1693': 'yes' }, { accept: 'application/json' })
  assert.ok(!(await visitor.get(invited.link)).text.includes('check this answer'))
  await assess(acme, invited.customerId)
  assert.match(
    (await visitor.get(invited.link)).text,
    /check this answer\.<\/strong> People answered “yes”, but the tenant/,
  )
  later()
  await visitor.post(invited.link, { 'answer.ISM-1693': 'partly' }, { accept: 'application/json' })
  assert.ok(!(await visitor.get(invited.link)).text.includes('check this answer'))
})

/** Ids of the open questions of a section that have a suggestion. */
const waiting = (view: Json, section: string): string[] =>
  view.sections
    .find(({ id }: Json) => id === section)
    .questions.flatMap((one: Json) => (!one.current && one.suggestion?.answer !== undefined ? [one.id] : []))

test('a section’s button turns its suggestions into answers, and leaves existing answers and other sections alone', async () => {
  const invited = await invite(api, acme)
  const visitor = await enter(api, invited)
  const { link, customerId, email } = invited
  const before = await viewOf(customerId)
  const section = before.sections.find(({ questions }: Json) => questions.some(({ id }: Json) => id === 'ISM-1693')).id
  const open = waiting(before, section)
  assert.ok(open.length > 3 && open.includes('ISM-1693') && open.includes('ISM-1695'))
  const form = { next: `take-over:${section}`, 'answer.ISM-1693': 'partly', 'note.ISM-1695': '' }
  const taken = await visitor.post(link, form)
  assert.equal(taken.status, 303, taken.text)
  assert.equal(taken.headers.location, `${link}?notice=taken&section=${section}#section-${section}`)
  const after = await viewOf(customerId)
  assert.equal(questionOf(after, 'ISM-1693').current.answer, 'partly', 'the person’s own answer takes precedence')
  for (const id of open.filter((each) => each !== 'ISM-1693')) {
    const { current, suggestion } = questionOf(after, id)
    assert.deepEqual([current.answer, current.author.id], [suggestion.answer, email], id)
  }
  assert.equal(after.progress.answered, open.length)
  assert.deepEqual(waiting(after, section), [])
  const page = (await visitor.get(String(taken.headers.location).split('#')[0] ?? '')).text
  assert.match(page, new RegExp(`id="title-${section}">[^<]+</h2>\\s*<p class="notice" role="status">The suggestions`))
  assert.ok(!page.includes(`value="take-over:${section}"`), 'no suggestion is left to accept')
  const again = await visitor.post(link, { next: `take-over:${section}` })
  assert.match(String(again.headers.location), /notice=nothing-taken/)
  const rows = await api.db.selectFrom('answers').select('id').where('customer_id', '=', customerId).execute()
  assert.equal(rows.length, open.length)
  const strange = await visitor.post(link, { next: 'take-over:"><script>' })
  assert.equal(strange.status, 303)
  assert.equal((await viewOf(customerId)).progress.answered, open.length)
})

test('suggestions that a scope answer in the same form excludes are not accepted', async () => {
  const invited = await invite(api, acme)
  const visitor = await enter(api, invited)
  const view = await viewOf(invited.customerId)
  const section = view.sections.find(({ questions }: Json) => questions.some(({ id }: Json) => id === 'ISM-1860')).id
  await visitor.post(invited.link, { next: `take-over:${section}`, 'answer.scope-pdf-software': 'no' })
  const { current, outOfScope } = questionOf(await viewOf(invited.customerId), 'ISM-1860')
  assert.deepEqual([current, outOfScope], [undefined, true])
})

test('invalid answers are reported when suggestions are accepted, and the suggestions are saved anyway', async () => {
  const invited = await invite(api, acme)
  const visitor = await enter(api, invited)
  const view = await viewOf(invited.customerId)
  const section = view.sections.find(({ questions }: Json) => questions.some(({ id }: Json) => id === 'ISM-1693')).id
  const refused = await visitor.post(invited.link, {
    next: `take-over:${section}`,
    'answer.ISM-1693': 'not_applicable',
    'note.ISM-1695': 'Words without an answer',
  })
  assert.equal(refused.status, 400)
  assert.match(refused.text, /2 answers need/)
  const after = await viewOf(invited.customerId)
  for (const id of ['ISM-1693', 'ISM-1695']) assert.equal(questionOf(after, id).current, undefined, id)
  assert.equal(questionOf(after, 'ISM-1696').current.answer, 'no')
})
