import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { getQuestionnaire, listActiveAnswers } from '../../src/features/questionnaires/service.ts'
import { createLog } from '../../src/platform/log.ts'
import { createKeyRing } from '../../src/shared/crypto/key-ring.ts'
import { DAY_MS } from '../../src/shared/dates/time-units.ts'
import { makeActivePartner } from '../harness/accounts.ts'
import { assertProblem, NO_CUSTOMER } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import { ALL_YES, askSamples, makeCustomer, pathOf, questionOf } from './fixture.ts'

const START = new Date('2026-03-10T08:00:00.000Z')

askSamples()
let now = START
const api = await startApi({ now: () => now })
after(() => api[Symbol.asyncDispose]())
const acme = await api.as('acme')
const { partnerId } = await api.partner('acme')

const later = (days: number): void => {
  now = new Date(now.getTime() + days * DAY_MS)
}

test('an unanswered questionnaire shows every question as open, scope first', async () => {
  const id = await makeCustomer(acme)
  const { status, body } = await acme.get(pathOf(id))
  assert.equal(status, 200)
  assert.deepEqual(
    { ...body, sections: body.sections.map(({ id, questions }: typeof body) => [id, questions.length]) },
    {
      customerId: id,
      product: 'essential-eight',
      name: 'Essential Eight',
      progress: { answered: 0, of: 5 },
      open: 5,
      sections: [
        ['scope', 1],
        ['restoring', 2],
        ['access', 2],
      ],
    },
  )
  assert.deepEqual(questionOf(body, 'ISM-1810'), {
    id: 'ISM-1810',
    text: 'Does ISM-1810 hold?',
    help: 'Help for ISM-1810.',
    kind: 'degree',
    choices: [
      { answer: 'yes', label: 'Yes' },
      { answer: 'partly', label: 'Partly' },
      { answer: 'no', label: 'No' },
      { answer: 'not_applicable', label: 'Does not apply' },
    ],
    outOfScope: false,
  })
  assert.deepEqual(
    questionOf(body, 'scope-exercises').choices.map(({ answer }: typeof body) => answer),
    ['yes', 'no'],
  )
  const levels = questionOf((await acme.get(pathOf(id, 'nist-csf'))).body, 'GV.OC-01')
  assert.deepEqual(
    levels.choices.map(({ answer }: typeof body) => answer),
    [1, 2, 3, 4, 5, 'not_applicable'],
  )
  assert.match(levels.choices[0].label, /^Not done/)
})

test('an answer is stored with its author, time, note and link, and the others stay as they are', async () => {
  const id = await makeCustomer(acme)
  const evidenceUrl = 'https://docs.bellbird.example/restore?year=2026'
  const first = [{ id: 'ISM-1810', answer: 'partly', note: '  Servers only. ', evidenceUrl }]
  const saved = await acme.put(pathOf(id), { answers: first })
  assert.equal(saved.status, 200, saved.text)
  assert.deepEqual(saved.body, (await acme.get(pathOf(id))).body)
  assert.deepEqual(questionOf(saved.body, 'ISM-1810').current, {
    answer: 'partly',
    note: 'Servers only.',
    evidenceUrl,
    answeredAt: now.toISOString(),
    validUntil: new Date(new Date(now).setUTCFullYear(now.getUTCFullYear() + 1)).toISOString(),
    expired: false,
    author: { kind: 'partner', id: partnerId },
  })
  const more = await acme.put(pathOf(id), { answers: [{ id: 'ISM-1814', answer: 'no' }] })
  assert.equal(questionOf(more.body, 'ISM-1810').current.answer, 'partly')
  assert.deepEqual([more.body.progress, more.body.open], [{ answered: 2, of: 5 }, 3])
  const other = await acme.put(pathOf(id, 'nist-csf'), { answers: [{ id: 'GV.OC-01', answer: 4 }] })
  assert.deepEqual([questionOf(other.body, 'GV.OC-01').current.answer, other.body.open], [4, 0])
})

test('questions that a scope answer excludes are not asked any more, and come back with another answer', async () => {
  const id = await makeCustomer(acme)
  const none = await acme.put(pathOf(id), { answers: [{ id: 'scope-exercises', answer: 'no' }] })
  assert.deepEqual([none.body.progress, none.body.open], [{ answered: 1, of: 3 }, 2])
  for (const covered of ['ISM-1515', 'ISM-1812']) assert.equal(questionOf(none.body, covered).outOfScope, true)
  assert.equal(questionOf(none.body, 'ISM-1810').outOfScope, false)
  const some = await acme.put(pathOf(id), { answers: [{ id: 'scope-exercises', answer: 'yes' }] })
  assert.deepEqual(some.body.progress, { answered: 1, of: 5 })
  assert.equal(questionOf(some.body, 'ISM-1515').outOfScope, false)
})

test('a scope answer removes no other answer: an earlier answer that something is missing still counts', async () => {
  const id = await makeCustomer(acme)
  const answers = [
    { id: 'ISM-1812', answer: 'no' },
    { id: 'scope-exercises', answer: 'no' },
  ]
  const { body } = await acme.put(pathOf(id), { answers })
  assert.deepEqual([body.progress, questionOf(body, 'ISM-1812').outOfScope], [{ answered: 2, of: 4 }, false])
  const given = await listActiveAnswers(api.app, { partnerId, customerId: id, product: 'essential-eight' })
  assert.equal(given.answers['ISM-1812']?.answer, 'no')
})

test('all errors are reported at once by field, and nothing is stored', async () => {
  const id = await makeCustomer(acme)
  const refused = await acme.put(pathOf(id), {
    answers: [
      { id: 'ISM-1810', answer: 'yes' },
      { id: 'ISM-9999', answer: 'yes' },
      { id: 'scope-exercises', answer: 'partly' },
      { id: 'ISM-1515', answer: 'not_applicable', note: '  ' },
      { id: 'ISM-1812', answer: 3 },
      { id: 'ISM-1814', answer: 'maybe' },
      { answer: 'yes' },
      { id: 'ISM-1810', answer: 'no' },
      { id: 'ISM-1814', answer: 'yes', note: 'x'.repeat(2001), evidenceUrl: 7 },
      'yes',
    ],
  })
  const { details } = assertProblem(refused, 400, 'MISSING_FIELD')
  assert.deepEqual(
    details.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`),
    [
      'answers[1].id INVALID_FIELD',
      'answers[2].answer INVALID_FIELD',
      'answers[3].note MISSING_FIELD',
      'answers[4].answer INVALID_FIELD',
      'answers[5].answer INVALID_FIELD',
      'answers[6].id MISSING_FIELD',
      'answers[7].id INVALID_FIELD',
      'answers[8].note INVALID_FIELD',
      'answers[8].evidenceUrl INVALID_FIELD',
      'answers[9] INVALID_FIELD',
    ],
  )
  assert.equal(details[1].message, 'answers[2].answer must be one of yes, no.')
  assert.equal((await acme.get(pathOf(id))).body.open, 5)
})

for (const evidenceUrl of [
  'http://docs.example/',
  'javascript:alert(1)',
  'https://me:secret@docs.example/',
  'docs.example',
  'https://docs.example/a b',
  `https://docs.example/${'a'.repeat(2000)}`,
]) {
  test(`${evidenceUrl.slice(0, 40)} is not a valid link to evidence`, async () => {
    const id = await makeCustomer(acme)
    const refused = await acme.put(pathOf(id), { answers: [{ id: 'ISM-1810', answer: 'yes', evidenceUrl }] })
    const { details } = assertProblem(refused, 400, 'INVALID_FIELD')
    assert.equal(details[0].field, 'answers[0].evidenceUrl')
  })
}

test('a body without answers is refused, and unknown fields are if the caller asks for it', async () => {
  const id = await makeCustomer(acme)
  assertProblem(await acme.put(pathOf(id), { answers: [] }), 400, 'MISSING_FIELD')
  assertProblem(await acme.put(pathOf(id), {}), 400, 'MISSING_FIELD')
  assertProblem(await acme.put(pathOf(id), { answers: 'yes' }), 400, 'INVALID_FIELD')
  const answers = [{ id: 'ISM-1810', answer: 'yes', comment: 'x' }]
  const headers = { Prefer: 'handling=strict' }
  const refused = await acme.put(pathOf(id), { answers }, { headers })
  assert.equal(assertProblem(refused, 400, 'INVALID_FIELD').details[0].field, 'answers[0].comment')
  assert.equal((await acme.put(pathOf(id), { answers })).status, 200)
})

test("an unknown product, another partner's customer and an unknown one are all NOT_FOUND", async () => {
  const id = await makeCustomer(acme)
  const globex = await api.as('globex')
  const body = { answers: [{ id: 'ISM-1810', answer: 'yes' }] }
  const paths = [
    [globex, pathOf(id)],
    [acme, pathOf(NO_CUSTOMER)],
    [acme, pathOf('nonsense')],
    [acme, pathOf(id, 'no-such-product')],
    [acme, pathOf(id, 'constructor')],
  ] as const
  for (const [client, path] of paths) {
    assertProblem(await client.get(path), 404, 'NOT_FOUND')
    assertProblem(await client.put(path, body), 404, 'NOT_FOUND')
  }
  assert.equal((await acme.get(pathOf(id))).body.open, 5)
})

test('the questionnaire of a product outside the plan can be read but not answered', async () => {
  const starter = await api.as('small', 'starter')
  const id = await makeCustomer(starter)
  assert.equal((await starter.get(pathOf(id, 'nist-csf'))).status, 200)
  const refused = await starter.put(pathOf(id, 'nist-csf'), { answers: [{ id: 'GV.OC-01', answer: 4 }] })
  assertProblem(refused, 403, 'PRODUCT_NOT_ALLOWED')
})

test("a distributor can answer for its own partners' customers only", async () => {
  const meridian = await api.distributor('meridian')
  const { id: partner, client } = await makeActivePartner(api, meridian)
  const id = await makeCustomer(client)
  const path = (of: string) => `/v1/distributor/partners/${of}/customers/${id}/questionnaires/essential-eight`
  const saved = await meridian.put(path(partner), { answers: [{ id: 'ISM-1810', answer: 'yes' }] })
  assert.equal(saved.status, 200, saved.text)
  assert.deepEqual(questionOf(saved.body, 'ISM-1810').current.author, { kind: 'distributor', id: meridian.id })
  assert.deepEqual((await meridian.get(path(partner))).body, (await client.get(pathOf(id))).body)
  assertProblem(await meridian.get(path(partnerId)), 404, 'NOT_FOUND')
  const { id: sibling } = await makeActivePartner(api, meridian)
  assertProblem(await meridian.get(path(sibling)), 404, 'NOT_FOUND')
})

test('answers count for 12 months to the day; the same answer sent again restarts that time, and the history stays', async () => {
  const id = await makeCustomer(acme)
  await acme.put(pathOf(id), { answers: ALL_YES })
  later(365)
  assert.equal((await acme.get(pathOf(id))).body.open, 0)
  later(1 / DAY_MS)
  const old = (await acme.get(pathOf(id))).body
  assert.deepEqual([old.open, old.progress], [5, { answered: 0, of: 5 }])
  assert.deepEqual(
    [questionOf(old, 'ISM-1810').current.expired, questionOf(old, 'ISM-1810').current.answer],
    [true, 'yes'],
  )
  const renewed = await acme.put(pathOf(id), { answers: [{ id: 'ISM-1810', answer: 'yes' }] })
  assert.equal(questionOf(renewed.body, 'ISM-1810').current.answeredAt, now.toISOString())
  assert.equal(renewed.body.open, 4)
  const rows = api.db.selectFrom('answers').select('answered_at').where('customer_id', '=', id)
  assert.equal((await rows.where('question', '=', 'ISM-1810').execute()).length, 2)
})

test('answers are sealed in the database, and are not in audit rows or jobs', async () => {
  const id = await makeCustomer(acme)
  const note = 'The tapes lie in the cellar of the old mill.'
  const evidenceUrl = 'https://cellar.example/tapes'
  await acme.put(pathOf(id), { answers: [{ id: 'ISM-1810', answer: 'partly', note, evidenceUrl }] })
  const stored = await api.db.selectFrom('answers').selectAll().where('customer_id', '=', id).executeTakeFirstOrThrow()
  for (const word of ['cellar', 'tapes', 'partly']) assert.ok(!stored.content.includes(word), word)
  const { rows } = await sql<{ everything: string }>`
    select concat(json_agg(a), (select json_agg(t) from answers t where customer_id = ${id}),
      (select json_agg(j) from graphile_worker._private_jobs j)) as everything from audit a`.execute(api.db)
  assert.ok(!/cellar|partly/.test(rows[0]?.everything ?? ''))
  const audit = await api.db.selectFrom('audit').selectAll().where('action', '=', 'questionnaire.saved').execute()
  const mine = audit.filter(({ subject }) => subject === id)
  assert.deepEqual(
    mine.map(({ before, after }) => ({ before, after })),
    [{ before: null, after: { product: 'essential-eight', questions: ['ISM-1810'] } }],
  )
})

test('answers that cannot be decrypted count as missing, and can be given again', async () => {
  const id = await makeCustomer(acme)
  const other = await makeCustomer(acme)
  await acme.put(pathOf(id), { answers: ALL_YES })
  // Answers copied to another customer cannot be decrypted either.
  await sql`insert into answers (customer_id, product, question, content, author_kind, author_id, answered_at)
    select ${other}, product, question, content, author_kind, author_id, answered_at from answers
    where customer_id = ${id}`.execute(api.db)
  assert.equal((await acme.get(pathOf(other))).body.open, 5)
  assert.equal((await acme.put(pathOf(other), { answers: ALL_YES })).body.open, 0)
})

test('with another secret key all questions are open, and the log says so without the answers', async () => {
  const id = await makeCustomer(acme)
  const note = 'The tapes lie in the cellar.'
  await acme.put(pathOf(id), { answers: [{ id: 'ISM-1810', answer: 'partly', note }] })
  const lines: string[] = []
  const log = createLog('trace', { write: (line) => void lines.push(line) })
  const other = { ...api.app, log, secrets: createKeyRing('another secret of 32 characters or more') }
  const view = await getQuestionnaire(other, await api.partner('acme'), id, 'essential-eight')
  assert.equal(view.open, 5)
  assert.equal(lines.length, 1)
  assert.match(lines.join(), /answers cannot be decrypted/)
  assert.ok(lines.join().includes(id) && !/cellar|partly/.test(lines.join()))
})

test('answers are deleted with their customer', async () => {
  const id = await makeCustomer(acme)
  await acme.put(pathOf(id), { answers: ALL_YES })
  assert.equal((await acme.delete(`/v1/partner/customers/${id}`)).status, 204)
  assert.deepEqual(await api.db.selectFrom('answers').select('id').where('customer_id', '=', id).execute(), [])
  assertProblem(await acme.get(pathOf(id)), 404, 'NOT_FOUND')
})
