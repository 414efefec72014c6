import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { listInvitees } from '../../src/features/questionnaires/invitations/service.ts'
import { DAY_MS } from '../../src/shared/dates/time-units.ts'
import { newId } from '../../src/shared/ids.ts'
import { sampleSnapshot } from '../engine/sample-snapshot.ts'
import { assertProblem, makeRun, TENANT } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Json } from '../harness/client.ts'
import { type Portal, signIn } from './sessions.ts'

/** What people are asked about all customers of a partner, and reminding them. */

let nowMs = Date.parse('2031-05-15T12:00:00.000Z')
const api = await startApi({
  now: () => new Date(nowMs),
  collect: async ({ tenantId }) => ({ ...sampleSnapshot('weak', new Date(nowMs).toISOString()), tenantId }),
})
after(() => api[Symbol.asyncDispose]())

const PATH = '/partner/portfolio/questionnaires'
const EIGHT = 'essential-eight'

async function enter(name: string) {
  const client = await api.as(name, 'enterprise')
  const { partnerId } = await api.partner(name)
  const person = (): Promise<Portal> => signIn(api, partnerId, { role: 'technician' })
  return {
    client,
    partnerId,
    person,
    read: async (query = ''): Promise<Json> => {
      const { status, body, text } = await (await person()).get(`${PATH}${query}`)
      assert.equal(status, 200, text)
      return body
    },
    remind: async (body: object): Promise<Json> => {
      const answer = await (await person()).post(`${PATH}/reminders`, body)
      assert.equal(answer.status, 202, answer.text)
      return answer.body
    },
  }
}
type Partner = Awaited<ReturnType<typeof enter>>

/** A customer whose first run has asked these people; the invitation's id and the customer's. */
async function ask({ client }: Partner, name: string, questionnaireRecipients: readonly string[]) {
  nowMs += 1000
  const created = await client.post('/v1/partner/customers', { name, tenantId: TENANT, questionnaireRecipients })
  assert.equal(created.status, 201, created.text)
  const customerId: string = created.body.id
  await executeRun(api.app, await makeRun(client, customerId), { deadlineMs: 60_000 })
  const { id } = await api.db
    .selectFrom('questionnaire_invitations')
    .select('id')
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  await listInvitees(api.app, id)
  return { id, customerId }
}

/** An email to somebody who is asked, as it is stored. */
async function mail(
  { partnerId }: Partner,
  customerId: string,
  { recipient, kind = 'questionnaire-invitation', error }: { recipient: string; kind?: string; error?: string },
): Promise<void> {
  nowMs += 1000
  const at = new Date(nowMs)
  const sent = error === undefined ? { status: 'sent' as const, sent_at: at } : { status: 'failed' as const }
  await api.db
    .insertInto('mails')
    .values({
      id: newId('mail'),
      partner_id: partnerId,
      customer_id: customerId,
      kind,
      recipient,
      subject: 'Questions',
      last_error: error ?? null,
      created_at: at,
      ...sent,
    })
    .execute()
}

const idsOf = ({ questionnaires }: Json): string[] => questionnaires.map(({ id }: Json) => id)

test('the list shows who was invited, opened the link and answered, and which mails did not arrive', async () => {
  const partner = await enter('lists')
  const quiet = await ask(partner, 'Quiet', ['quiet@q.example'])
  await mail(partner, quiet.customerId, { recipient: 'quiet@q.example' })
  const opened = await ask(partner, 'Opened', ['Owner@o.example', 'other@o.example'])
  await mail(partner, opened.customerId, { recipient: 'owner@o.example', kind: 'questionnaire-code' })
  const bounced = await ask(partner, 'Bounced', ['gone@b.example'])
  await mail(partner, bounced.customerId, { recipient: 'gone@b.example', error: '550 no such user' })
  const closed = await ask(partner, 'Closed', ['done@c.example'])
  await api.db
    .updateTable('questionnaire_invitations')
    .set({ closed_at: new Date(nowMs), ended: 'answered' })
    .where('id', '=', closed.id)
    .execute()

  const all = await partner.read()
  assert.deepEqual(idsOf(all), [bounced.id, opened.id, quiet.id])
  assert.deepEqual(all.counts, { matching: 3, remindable: 0 })
  const of = (id: string): Json => all.questionnaires.find((each: Json) => each.id === id)
  assert.ok(of(quiet.id).open > 0)
  assert.deepEqual([of(quiet.id).customerName, of(quiet.id).canRemind], ['Quiet', false])
  assert.deepEqual(of(quiet.id).people, [{ email: 'quiet@q.example', mail: { status: 'sent' }, answered: 0 }])
  assert.deepEqual(
    of(opened.id).people.map(({ email, openedAt }: Json) => [email, openedAt !== undefined]),
    [
      ['Owner@o.example', true],
      ['other@o.example', false],
    ],
  )
  assert.deepEqual(of(bounced.id).people[0].mail, { status: 'failed', error: '550 no such user' })

  const wanted: [string, string[]][] = [
    ['state=open', [bounced.id, opened.id, quiet.id]],
    ['state=unopened', [bounced.id, quiet.id]],
    ['state=opened', [opened.id]],
    ['state=undelivered', [bounced.id]],
    ['state=overdue', []],
    ['state=answered', [closed.id]],
    ['q=BOUNCE', [bounced.id]],
    ['q=a%00b', []],
    [`product=${EIGHT}`, [bounced.id, opened.id, quiet.id]],
    ['product=nist-csf', []],
    ['product=%00', []],
  ]
  for (const [query, expected] of wanted) {
    const found = await partner.read(`?${query}`)
    assert.deepEqual(idsOf(found), expected, query)
    assert.equal(found.counts.matching, expected.length, query)
  }
  const first = await partner.read('?limit=2')
  assert.deepEqual(idsOf(await partner.read(`?limit=2&cursor=${first.nextCursor}`)), [quiet.id])
  nowMs += 20 * DAY_MS
  assert.deepEqual(idsOf(await partner.read('?state=overdue')), [bounced.id, opened.id, quiet.id])
  assert.deepEqual((await (await enter('stranger')).read()).questionnaires, [])
  assertProblem(await (await partner.person()).get(`${PATH}?state=lost`), 400, 'INVALID_FIELD')
})

test('reminders go to one or all that match, at most once a day, and never to another partner’s recipients', async () => {
  const [partner, other] = [await enter('reminds'), await enter('others')]
  const asked = [await ask(partner, 'Bellbird', ['a@b.example']), await ask(partner, 'Umbrella', ['a@u.example'])]
  const [bellbird, umbrella] = asked
  const foreign = await ask(other, 'Foreign', ['a@f.example'])
  assert.deepEqual(await partner.remind({ filter: {} }), { reminded: 0, leftOut: 2, remaining: 0 })
  nowMs += DAY_MS + 1000
  assert.deepEqual((await partner.read()).counts, { matching: 2, remindable: 2 })
  const some = { filter: {}, ids: [umbrella?.id, foreign.id] }
  assert.deepEqual(await partner.remind(some), { reminded: 1, leftOut: 1, remaining: 0 })
  assert.deepEqual(await partner.remind({ filter: { q: 'umbrella' } }), { reminded: 0, leftOut: 1, remaining: 0 })
  const reader = await signIn(api, partner.partnerId, { role: 'reader' })
  assertProblem(await reader.post(`${PATH}/reminders`, { filter: {} }), 403, 'ROLE_REQUIRED')

  const person = await partner.person()
  const headers = { 'idempotency-key': 'once' }
  const first = await person.post(`${PATH}/reminders`, { filter: {} }, { headers })
  const again = await person.post(`${PATH}/reminders`, { filter: {} }, { headers })
  assert.deepEqual(first.body, { reminded: 1, leftOut: 1, remaining: 0 })
  assert.deepEqual([again.headers['idempotency-replayed'], again.body], ['true', first.body])
  const { entries } = (await partner.client.get('/v1/partner/audit?action=questionnaire.reminded')).body
  assert.deepEqual(
    entries.map(({ subject, author }: Json) => [subject, author.kind]),
    [
      [bellbird?.id, 'person'],
      [umbrella?.id, 'person'],
    ],
  )
  assert.deepEqual((await other.read()).counts, { matching: 1, remindable: 1 })
  const stored = await api.db
    .selectFrom('questionnaire_invitations')
    .select('reminders')
    .where('id', '=', foreign.id)
    .executeTakeFirstOrThrow()
  assert.equal(stored.reminders, 0)
  assert.deepEqual(await partner.remind({ filter: { product: '\0' } }), { reminded: 0, leftOut: 0, remaining: 0 })
})

test('if more than 200 match, the next call reminds the rest', async () => {
  const partner = await enter('more')
  const owner = new pg.Client({ connectionString: api.databaseUrl })
  await owner.connect()
  await owner.query(
    `insert into customers (id, partner_id, name, tenant_id, receivers, questionnaire_recipients, created_at, updated_at)
    select 'cust_more' || n, $1, 'Customer ' || n, gen_random_uuid()::text, '{}', '{a@more.example}', now(), now()
    from generate_series(1, 202) as n`,
    [partner.partnerId],
  )
  await owner.query(
    `insert into questionnaire_invitations (id, customer_id, product, created_at, due_at)
    select 'qst_' || id, id, 'essential-eight', $1::timestamptz - interval '2 days', $1 from customers where id like 'cust_more%'`,
    [new Date(nowMs)],
  )
  await owner.query(`
    insert into questionnaire_recipients (invitation_id, email)
    select id, 'a@more.example' from questionnaire_invitations where id like 'qst_cust_more%'`)
  await owner.end()
  assert.deepEqual(await partner.remind({ filter: {} }), { reminded: 200, leftOut: 0, remaining: 2 })
  assert.deepEqual(await partner.remind({ filter: {} }), { reminded: 2, leftOut: 200, remaining: 0 })
})
