import assert from 'node:assert/strict'
import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createCode, findVisit, submitCode } from '../../../src/features/questionnaires/visits/service.ts'
import { countSealedRows, resealRows } from '../../../src/platform/database/sealed-rows.ts'
import { createKeyRing, toSecretKey } from '../../../src/shared/crypto/key-ring.ts'
import { keyIdOf, openRow } from '../../../src/shared/crypto/seal.ts'
import type { RowIdentity } from '../../../src/shared/crypto/sealed-columns.ts'
import { hashToken } from '../../../src/shared/crypto/tokens.ts'
import { SECRET_KEY } from '../../harness/api.ts'
import {
  assertAllReadable,
  COLUMNS,
  open,
  openLink,
  setSealed,
  startWorld,
  valuesOf,
  type World,
} from '../../secrets/fixture.ts'

/** The algorithms of version 0.1; these copies must never change. */
function sealAsBefore(secretKey: string, purpose: string, bytes: Uint8Array, context = ''): Buffer {
  const key = createHmac('sha256', secretKey).update(purpose).digest()
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context, 'utf8'))
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

const SEALED_PART = Buffer.of(0x01)

const BEFORE: Readonly<Record<string, (row: RowIdentity, bytes: Buffer) => Buffer>> = {
  webhookSecret: (_row, bytes) => sealAsBefore(SECRET_KEY, 'webhook secret', bytes),
  answer: ([customerId], bytes) => sealAsBefore(SECRET_KEY, `questionnaire answers of ${customerId}`, bytes),
  suggestions: ([customerId, product], bytes) =>
    sealAsBefore(SECRET_KEY, 'questionnaire suggestions', bytes, `${customerId} ${product}`),
  idempotencyOutcome: (_row, bytes) => sealAsBefore(SECRET_KEY, 'idempotency', bytes),
  runResult: ([runId], bytes) =>
    Buffer.concat([SEALED_PART, sealAsBefore(SECRET_KEY, 'run result', bytes, String(runId))]),
  runSnapshot: ([runId], bytes) =>
    Buffer.concat([SEALED_PART, sealAsBefore(SECRET_KEY, 'run snapshot', bytes, String(runId))]),
  runCheckpoint: ([runId, tenantId, number], bytes) =>
    Buffer.concat([SEALED_PART, sealAsBefore(SECRET_KEY, 'run checkpoint', bytes, `${runId} ${tenantId} ${number}`)]),
}

function linkAsBefore(runId: string, expires: number): string {
  const signature = createHmac('sha256', SECRET_KEY).update(`report ${runId} ${expires}`).digest('base64url')
  return `https://app.example/reports/${runId}?expires=${expires}&signature=${signature}`
}

let world: World

before(async () => {
  world = await startWorld()
  for (const [name, column] of COLUMNS) {
    for (const { key, identity, sealed } of await valuesOf(world, column)) {
      const seal = BEFORE[name]
      assert.equal(seal !== undefined, 'old' in column, `${name} has an old form if it existed in 0.1`)
      if (!seal) continue
      await setSealed(world, column, key, seal(identity, open(world, column, identity, sealed)))
    }
  }
  world.link = linkAsBefore(world.runIds[0] ?? '', Math.floor(Date.now() / 1000) + 86_400)
})

after(() => world[Symbol.asyncDispose]())

test('everything that version 0.1 sealed, and every link that it mailed, still works', async () => {
  const { without } = await countSealedRows(world.api.db, world.api.app.secrets)
  assert.ok(without >= 2 * COLUMNS.filter(([name]) => BEFORE[name] !== undefined).length)
  await assertAllReadable(world)
})

test('a link of version 0.1 still expires, and its signature is valid for no other report or later time', async () => {
  const [mine = '', other = ''] = world.runIds
  const now = Math.floor(Date.now() / 1000)
  const good = linkAsBefore(mine, now + 60)
  assert.equal(await openLink(world.api, good), 200)
  const refused = await openLink(world.api, linkAsBefore(mine, now - 1))
  assert.notEqual(refused, 200)
  assert.equal(await openLink(world.api, good.replace(mine, other)), refused)
  assert.equal(await openLink(world.api, good.replace(String(now + 60), String(now + 6000))), refused)
})

test('a value of version 0.1 whose nonce looks like a newer header can still be opened', () => {
  const [, column] = COLUMNS.find(([name]) => name === 'webhookSecret') ?? []
  assert.ok(column)
  const ring = createKeyRing(SECRET_KEY)
  const key = createHmac('sha256', SECRET_KEY).update('webhook secret').digest()
  for (const id of [toSecretKey(SECRET_KEY).id, '0123456789abcdef']) {
    const nonce = Buffer.concat([Buffer.of(0x02), Buffer.from(id, 'hex'), Buffer.of(1, 2, 3)])
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.alloc(0))
    const sealed = Buffer.concat([nonce, cipher.update('a secret'), cipher.final(), cipher.getAuthTag()])
    assert.equal(keyIdOf(sealed), id)
    assert.equal(openRow(ring, column, ['whk_1', 'current'], sealed).toString(), 'a secret')
  }
})

test('a code that version 0.1 mailed works after the update, and one made with an old key after a rotation', async () => {
  const { api, customerIds } = world
  const [customerId = ''] = customerIds
  const { app, db } = api
  const invitation = await db
    .insertInto('questionnaire_invitations')
    .values({ id: 'qst_1', customer_id: customerId, product: 'nist-csf', created_at: new Date(), due_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('customers')
    .set({ questionnaire_recipients: ['sam@bellbird.example'] })
    .where('id', '=', customerId)
    .execute()
  const { id } = await db
    .insertInto('questionnaire_recipients')
    .values({ invitation_id: invitation.id, email: 'sam@bellbird.example' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = randomBytes(32).toString('base64url')
  const link = { hash: hashToken(token), recipient_id: id, expires_at: new Date(Date.now() + 86_400_000) }
  await db.insertInto('questionnaire_links').values(link).execute()
  const enter = async (code: string) => {
    const visit = await findVisit(app, token)
    assert.ok(visit)
    return await submitCode(app, visit, code, {})
  }
  const issued = await createCode(app, db, invitation.id, 'sam@bellbird.example')
  assert.ok(issued)
  const hash = createHmac('sha256', SECRET_KEY).update(`questionnaire code ${id} 123456`).digest()
  await db.updateTable('questionnaire_recipients').set({ code_hash: hash }).where('id', '=', id).execute()
  assert.equal(await enter('654321'), undefined)
  assert.match((await enter('123456')) ?? '', /^[\w-]{43}$/)
  const { code } = (await createCode(app, db, invitation.id, 'sam@bellbird.example')) ?? {}
  const { secrets } = app
  app.secrets = createKeyRing('a newer secret key, of 32 characters or more', [SECRET_KEY])
  assert.match((await enter(code ?? '')) ?? '', /^[\w-]{43}$/)
  app.secrets = secrets
})

test('resealing seals every value of version 0.1, and older unsealed ones, under the current key', async () => {
  const { db, secrets } = world.api.app
  const [, column] = COLUMNS.find(([name]) => name === 'runResult') ?? []
  assert.ok(column)
  const [value] = await valuesOf(world, column)
  assert.ok(value)
  const plain = open(world, column, value.identity, value.sealed)
  assert.deepEqual(plain.subarray(0, 2), gzipSync('').subarray(0, 2))
  await setSealed(world, column, value.key, plain)
  const before = await countSealedRows(db, secrets)
  const { resealed, unreadable } = await resealRows(db, secrets, () => {})
  const checkpoints = (await db.selectFrom('run_checkpoints').select('run_id').execute()).length
  assert.deepEqual([resealed, unreadable], [before.without - checkpoints, 0])
  const { without } = await countSealedRows(db, secrets)
  assert.equal(without, checkpoints, 'the checkpoint of a run in progress is deleted with the run')
  await assertAllReadable(world)
  assert.deepEqual(await resealRows(db, secrets, () => {}), { resealed: 0, unreadable: 0 })
})
