import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runDistributorActivate } from '../../../src/cli/distributor/activate.ts'
import { runDistributorList } from '../../../src/cli/distributor/list.ts'
import { runDistributorSuspend } from '../../../src/cli/distributor/suspend.ts'
import { runKeyCreate } from '../../../src/cli/key/create.ts'
import { runKeyList } from '../../../src/cli/key/list.ts'
import { runKeyRevoke } from '../../../src/cli/key/revoke.ts'
import { endExpiredKeys } from '../../../src/features/keys/service.ts'
import { makeActivePartner } from '../../harness/accounts.ts'
import { assertKeys, assertProblem } from '../../harness/answers.ts'
import { SECRET_KEY, startApi } from '../../harness/api.ts'
import type { Json } from '../../harness/client.ts'

const MAIN = fileURLToPath(new URL('../../../bin/plumbline.js', import.meta.url))
const ME = { partner: '/v1/partner/me', distributor: '/v1/distributor/me' }

let now = new Date('2026-05-01T08:00:00.000Z')
const api = await startApi({ now: () => now })
after(() => api[Symbol.asyncDispose]())

/** The JSON of a command. */
const jsonOf = async (output: Promise<{ json: unknown }>): Promise<Json> => (await output).json

async function actionsOn(subject: string): Promise<string[]> {
  const rows = await api.db
    .selectFrom('audit')
    .select(['action', 'author_kind', 'author_id'])
    .where('subject', '=', subject)
    .where('author_id', '!=', 'test')
    .orderBy('id')
    .execute()
  return rows.map((row) => `${row.action} ${row.author_kind} ${row.author_id}`)
}

/** Runs the real command line on the database of this test. */
async function plumbline(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const env = { ...process.env, DATABASE_URL: api.databaseUrl, PLUMBLINE_SECRET_KEY: SECRET_KEY }
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })))
}

test('a partner whose keys ended with its suspension gets a new one from the operator', async () => {
  const distributor = await api.distributor('meridian')
  const { id, client } = await makeActivePartner(api, distributor)
  for (const change of ['suspend', 'activate']) await distributor.post(`/v1/distributor/partners/${id}/${change}`)
  assertProblem(await client.get(ME.partner), 401, 'INVALID_KEY')
  assert.deepEqual(await runKeyList(api.app, id), { json: { keys: [] }, text: 'The account has no key.' })
  const created = await jsonOf(runKeyCreate(api.app, id, {}))
  assertKeys(created, 'slot key createdAt')
  assert.deepEqual([created.slot, created.createdAt], [1, now.toISOString()])
  const { body } = await api.client(created.key).get(ME.partner)
  assert.equal(body.id, id)
  const { json, text }: Json = await runKeyList(api.app, id)
  assertKeys(json, 'keys')
  const [listed] = json.keys
  assert.deepEqual([listed.prefix, listed.last4], [created.key.slice(0, 12), created.key.slice(-4)])
  assert.match(text, /^1 {2}pk_live_\w{4}\.\.\.\w{4} {2}created 2026-05-01 08:00 {2}(never|last) used/)
  assert.ok(!text.includes(created.key))
  assert.deepEqual((await actionsOn(id)).slice(-1), ['key.created operator key create'])
})

test('keys of partners and distributors are created in both slots, refused if no slot is free, and revoked', async () => {
  for (const kind of ['partner', 'distributor'] as const) {
    const holder = kind === 'partner' ? await api.partner('globex') : await api.distributor('large')
    const id = 'partnerId' in holder ? holder.partnerId : holder.id
    if (kind === 'partner') await api.as('globex')
    const header = kind === 'partner' ? 'X-Partner-Key' : 'X-Distributor-Key'
    await assert.rejects(runKeyCreate(api.app, id, { slot: 1 }), { code: 'MAX_KEYS', message: /Slot 1 is in use/ })
    const second = await jsonOf(runKeyCreate(api.app, id, { slot: 2 }))
    assert.equal((await api.client(second.key, header).get(ME[kind])).status, 200)
    await assert.rejects(runKeyCreate(api.app, id, {}), { code: 'MAX_KEYS' })
    await runKeyRevoke(api.app, id, { slot: 2 })
    assertProblem(await api.client(second.key, header).get(ME[kind]), 401, 'INVALID_KEY')
    await assert.rejects(runKeyRevoke(api.app, id, { slot: 2 }), { code: 'NOT_FOUND' })
    await assert.rejects(runKeyRevoke(api.app, id, { slot: 1 }), { code: 'LAST_KEY' })
    await assert.rejects(runKeyRevoke(api.app, id, { slot: 3 }), { message: '--slot must be 1 or 2.' })
    assert.deepEqual(await actionsOn(id), ['key.created operator key create', 'key.revoked operator key revoke'])
  }
})

test('an expired key is refused, and its slot is free', async () => {
  const { partnerId } = await api.partner('initech')
  await api.as('initech')
  const expires = new Date(now.getTime() + 60_000).toISOString()
  const { key } = await jsonOf(runKeyCreate(api.app, partnerId, { expires }))
  assert.equal((await api.client(key).get(ME.partner)).status, 200)
  assert.match((await runKeyList(api.app, partnerId)).text, /expires 20\d\d-/)
  const before = now
  now = new Date(expires)
  try {
    assertProblem(await api.client(key).get(ME.partner), 401, 'INVALID_KEY')
    await endExpiredKeys(api.app)
    assert.deepEqual((await actionsOn(partnerId)).slice(-1), ['key.revoked system worker'])
  } finally {
    now = before
  }
  for (const bad of ['soon', now.toISOString()]) {
    await assert.rejects(runKeyCreate(api.app, partnerId, { expires: bad }), { message: /^--expires must/ })
  }
})

test('an account that does not exist is named in a sentence', async () => {
  for (const id of ['prt_00000000000000000000000000', 'cust_00000000000000000000000000', 'nonsense', '\0']) {
    await assert.rejects(runKeyCreate(api.app, id, {}), {
      code: 'NOT_FOUND',
      message: /^No partner or distributor has the id/,
    })
    await assert.rejects(runKeyList(api.app, id), { code: 'NOT_FOUND' })
    await assert.rejects(runKeyRevoke(api.app, id, { slot: 1 }), { code: 'NOT_FOUND' })
    await assert.rejects(runDistributorSuspend(api.app, id), { message: /^Distributor .* not found/ })
  }
})

test('the keys of a suspended distributor stay and get 403 until it is active again; its partners are not affected', async () => {
  const distributor = await api.distributor('shut')
  const { client } = await makeActivePartner(api, distributor)
  const suspended = await jsonOf(runDistributorSuspend(api.app, distributor.id))
  assert.deepEqual(suspended, { id: distributor.id, status: 'suspended', suspendedAt: now.toISOString() })
  for (const path of [ME.distributor, '/v1/distributor/partners', '/v1/distributor/keys'])
    assertProblem(await distributor.get(path), 403, 'DISTRIBUTOR_INACTIVE')
  assert.equal((await client.get(ME.partner)).status, 200)
  now = new Date(now.getTime() + 3_600_000)
  const again = await jsonOf(runDistributorSuspend(api.app, distributor.id))
  assert.deepEqual(again, suspended)
  const active = await jsonOf(runDistributorActivate(api.app, distributor.id))
  assert.deepEqual(active, { id: distributor.id, status: 'active', activatedAt: now.toISOString() })
  assert.equal((await distributor.get(ME.distributor)).status, 200)
  now = new Date(now.getTime() + 3_600_000)
  assert.deepEqual(await jsonOf(runDistributorActivate(api.app, distributor.id)), active)
  assert.deepEqual(await actionsOn(distributor.id), [
    'distributor.suspended operator distributor suspend',
    'distributor.activated operator distributor activate',
  ])
})

test('the distributors are listed with their status, the newest first', async () => {
  now = new Date(now.getTime() + 3_600_000)
  const { id } = await api.distributor('latest')
  await runDistributorSuspend(api.app, id)
  const { json, text }: Json = await runDistributorList(api.app)
  assert.deepEqual(json[0], { id, company: 'latest', email: 'ops@latest.example', status: 'suspended', createdAt: now })
  assert.ok(json.length > 1)
  const created = now.toISOString().slice(0, 16).replace('T', ' ')
  assert.match(text, new RegExp(`^distributor .*\n${id}  suspended  ${created}  latest <ops@latest\\.example>\n`))
})

test('the command line does the same, and prints one JSON document or a sentence', async () => {
  const distributor = await api.distributor('typed')
  const created = await plumbline('key', 'create', distributor.id, '--json')
  assert.deepEqual([created.code, created.stderr], [0, ''])
  assertKeys(JSON.parse(created.stdout), 'slot key createdAt')
  const listed = await plumbline('key', 'list', distributor.id, '--json')
  assert.deepEqual(
    JSON.parse(listed.stdout).keys.map(({ slot }: Json) => slot),
    [1, 2],
  )
  const revoked = await plumbline('key', 'revoke', distributor.id, '--slot', '2', '--json')
  assert.deepEqual(JSON.parse(revoked.stdout), { id: distributor.id, slot: 2, status: 'revoked' })
  const suspended = await plumbline('distributor', 'suspend', distributor.id)
  assert.match(suspended.stdout, new RegExp(`^id +${distributor.id}\nstatus +suspended\n`))
  const all = await plumbline('distributor', 'list', '--json')
  assert.equal(JSON.parse(all.stdout).find(({ id }: Json) => id === distributor.id).status, 'suspended')
  assert.equal((await plumbline('distributor', 'activate', distributor.id, '--json')).code, 0)
  const last = await plumbline('key', 'revoke', distributor.id, '--slot', '1')
  assert.deepEqual([last.code, last.stdout], [1, ''])
  assert.match(last.stderr, /^The only active key cannot be revoked[^\n]*\n$/)
  assert.equal((await plumbline('key', 'revoke', distributor.id)).code, 2)
})
