import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Notice } from '../../src/features/notices/schema.ts'
import { recordNotices } from '../../src/features/notices/service.ts'
import { startApi } from '../harness/api.ts'
import type { Json } from '../harness/client.ts'
import { carryOutNotices, mailsOf } from '../security/mails.ts'
import { outcomeOf, type Visitor, visit } from './portal.ts'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())

/** The topics of somebody as `topic: on`, `topic: off` or `topic: always`. */
async function topicsOf({ get }: Pick<Visitor, 'get'>): Promise<Record<string, string>> {
  const { status, body, text } = await get('/me/notifications')
  assert.equal(status, 200, text)
  return Object.fromEntries(
    body.topics.map(({ topic, isWanted, isAlways }: Json) => [topic, isAlways ? 'always' : isWanted ? 'on' : 'off']),
  )
}

const set = ({ put }: Pick<Visitor, 'put'>, topics: Record<string, boolean>) =>
  put('/me/notifications', { topics: Object.entries(topics).map(([topic, isWanted]) => ({ topic, isWanted })) })

/** Who gets the mails that a notice becomes. */
async function readersOf(partnerId: string, kind: string, notice: Notice): Promise<string[]> {
  await carryOutNotices(api)
  const before = (await mailsOf(api, kind)).length
  await api.db
    .transaction()
    .execute((tx) => recordNotices(tx, [{ notice, owner: { partnerId, distributorId: null }, at: api.app.now() }]))
  await carryOutNotices(api)
  return (await mailsOf(api, kind))
    .slice(before)
    .map(({ to }) => to)
    .toSorted()
}

test('people start with the defaults of their role, and are offered only its topics', async () => {
  const { partnerId } = await api.partner('roles')
  const reader = await visit(api, partnerId, { email: 'reader@roles.example', role: 'reader' })
  const owner = await visit(api, partnerId, { email: 'owner@roles.example' })
  assert.deepEqual(await topicsOf(reader), {
    'weekly-digest': 'off',
    'assessment-worsened': 'off',
    'assessment-failed': 'off',
    'report-finished': 'off',
    approvals: 'off',
    questionnaires: 'off',
    schedules: 'off',
  })
  assert.deepEqual(await topicsOf(owner), {
    'weekly-digest': 'on',
    'assessment-worsened': 'on',
    'assessment-failed': 'off',
    'report-finished': 'off',
    approvals: 'on',
    questionnaires: 'on',
    schedules: 'on',
    webhooks: 'on',
    keys: 'always',
    payments: 'always',
    visits: 'always',
  })
  const { id } = await api.distributor('roles-distributor')
  const seller = await visit(api, id, { email: 'owner@distributor.example' })
  assert.deepEqual(await topicsOf(seller), { 'weekly-digest': 'on', webhooks: 'on', keys: 'always' })
})

test('a choice applies to one person, is recorded once, and cannot turn off mails about access and money', async () => {
  const { partnerId } = await api.partner('choices')
  const admin = await visit(api, partnerId, { email: 'admin@people.choices.example', role: 'admin' })
  const owner = await visit(api, partnerId, { email: 'owner@choices.example' })
  const changed = await set(admin, { 'assessment-worsened': false, payments: true })
  assert.equal(changed.status, 200, changed.text)
  assert.equal((await topicsOf(admin))['assessment-worsened'], 'off')
  assert.equal((await topicsOf(admin)).payments, 'on')
  assert.equal((await topicsOf(owner))['assessment-worsened'], 'on', 'others have their own')
  assert.equal(outcomeOf(await set(admin, { 'assessment-worsened': false })), '200')
  assert.equal(outcomeOf(await set(admin, { keys: false })), '200', 'an administrator may')
  const { entries } = (await owner.get('/partner/audit?action=notifications.changed')).body
  assert.deepEqual(
    entries.map(({ before, after: now }: Json) => [before, now]),
    [
      [{ keys: true }, { keys: false }],
      [
        { 'assessment-worsened': true, payments: false },
        { 'assessment-worsened': false, payments: true },
      ],
    ],
  )
  assert.equal(outcomeOf(await set(owner, { keys: false })), '400 INVALID_FIELD')
  assert.equal(outcomeOf(await set(owner, { payments: false, webhooks: false })), '400 INVALID_FIELD')
  assert.equal((await topicsOf(owner)).webhooks, 'on', 'a refused change changes nothing')
  assert.equal(outcomeOf(await set(owner, { keys: true })), '200')
  const reader = await visit(api, partnerId, { email: 'reader@choices.example', role: 'reader' })
  assert.equal(outcomeOf(await set(reader, { keys: true })), '400 INVALID_FIELD')
  assert.equal(outcomeOf(await set(reader, { gossip: true })), '400 INVALID_FIELD')
  assert.equal(outcomeOf(await reader.put('/me/notifications', { topics: [] })), '400 MISSING_FIELD')
})

test('two simultaneous changes both apply', async () => {
  const { partnerId } = await api.partner('parallel')
  const owner = await visit(api, partnerId, { email: 'owner@parallel.example' })
  const topics = ['approvals', 'questionnaires', 'schedules', 'webhooks']
  const answers = await Promise.all(topics.map((topic) => set(owner, { [topic]: false })))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  const own = await topicsOf(owner)
  assert.deepEqual(
    topics.map((topic) => own[topic]),
    ['off', 'off', 'off', 'off'],
  )
})

test('each person who wants an email gets their own, with a link to the setting', async () => {
  const { partnerId } = await api.partner('mails')
  const notice: Notice = { kind: 'schedule-limit-reached', partnerId, month: '2031-05' }
  const kind = 'schedule-limit-reached'
  assert.deepEqual(await readersOf(partnerId, kind, notice), ['admin@mails.example'], 'the address of the account')
  const owner = await visit(api, partnerId, { email: 'owner@mails.example' })
  const technician = await visit(api, partnerId, { email: 'technician@mails.example', role: 'technician' })
  const contact = await visit(api, partnerId, { email: 'Admin@Mails.example', role: 'reader' })
  assert.deepEqual(await readersOf(partnerId, kind, notice), ['Admin@Mails.example', 'owner@mails.example'])
  for (const person of [owner, contact]) await set(person, { schedules: false })
  await set(technician, { schedules: true })
  assert.deepEqual(await readersOf(partnerId, kind, notice), ['technician@mails.example'])
  const rows = await api.db.selectFrom('mails').selectAll().where('kind', '=', kind).orderBy('id').execute()
  const bodyFor = (to: string) => rows.findLast(({ recipient }) => recipient === to)
  assert.match(
    bodyFor('technician@mails.example')?.text ?? '',
    /Choose which emails you receive:\nhttps:\/\/app\.example\/settings/,
  )
  assert.match(bodyFor('technician@mails.example')?.html ?? '', /href="https:\/\/app\.example\/settings"/)
  assert.doesNotMatch(bodyFor('admin@mails.example')?.text ?? '', /settings/, 'nobody signs in with this address')
})

test('owners and the address of the account always get mails about keys', async () => {
  const { partnerId } = await api.partner('always')
  await visit(api, partnerId, { email: 'owner@always.example' })
  const admin = await visit(api, partnerId, { email: 'second@always.example', role: 'admin' })
  const contact = await visit(api, partnerId, { email: 'admin@always.example', role: 'technician' })
  const key = { accountId: partnerId, slot: 1, prefix: 'pk_live_ABCD', last4: 'wxyz' }
  const notice: Notice = { kind: 'key-created', ...key, author: { kind: 'operator', id: 'test' } }
  const all = ['admin@always.example', 'owner@always.example', 'second@always.example']
  assert.deepEqual(await readersOf(partnerId, 'key-created', notice), all)
  assert.equal(outcomeOf(await set(contact, { keys: false })), '400 INVALID_FIELD')
  assert.equal(outcomeOf(await set(admin, { keys: false })), '200')
  assert.deepEqual(await readersOf(partnerId, 'key-created', notice), all.slice(0, 2))
})
