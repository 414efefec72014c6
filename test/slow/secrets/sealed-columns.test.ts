import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { createReportLink } from '../../../src/features/reports/service.ts'
import { countSealedRows } from '../../../src/platform/database/sealed-rows.ts'
import { createKeyRing } from '../../../src/shared/crypto/key-ring.ts'
import { keyIdOf, openRow, SealError } from '../../../src/shared/crypto/seal.ts'
import { assertProblem } from '../../harness/answers.ts'
import { createTestDatabase, openTestDatabase } from '../../harness/database.ts'
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

let world: World

before(async () => {
  world = await startWorld()
})

after(() => world[Symbol.asyncDispose]())

/** Binary columns that need not be sealed, each with the reason. */
const NOT_SEALED = [
  'activation_tokens.hash', // Hash of a random token.
  'api_keys.hash', // Hash of a random key.
  'consent_links.state_hash', // Hash of a random token.
  'consent_sign_ins.browser_hash', // Hash of a random cookie.
  'consent_sign_ins.link_hash', // Hash of a random token.
  'consent_sign_ins.state_hash', // Hash of a random token.
  'credentials.public_key', // Public.
  'delivery_attempts.response_body', // The response of a receiver; shown to its account.
  'events.body', // Sent to receivers unchanged.
  'idempotency_keys.request_hash', // Hash of a request.
  'invitations.hash', // Hash of a random token.
  'microsoft_sign_ins.browser_hash', // Hash of a random cookie.
  'microsoft_sign_ins.invitation_hash', // Hash of a random token.
  'microsoft_sign_ins.state_hash', // Hash of a random token.
  'partner_brands.logo', // Printed on every report.
  'partner_brands.logo_sha256', // Hash of the same.
  'passkey_challenges.bound_to', // Hash of a random cookie or of an id.
  'passkey_challenges.hash', // Hash of a random token.
  'password_resets.hash', // Hash of a random token.
  'plan_changes.request_hash', // Hash of a request.
  'provisioning_tokens.hash', // Hash of a random token.
  'questionnaire_links.hash', // Hash of a random token.
  'questionnaire_recipients.code_hash', // Keyed hash of a code that lives for 15 minutes.
  'questionnaire_sessions.hash', // Hash of a random token.
  'questionnaire_sessions.link_hash', // Hash of a random token.
  'recovery_requests.email_hash', // Hash of an email address.
  'report_links.token_hash', // Hash of a random token.
  'sessions.hash', // Hash of a random token.
  'sign_in_failures.email_hash', // Hash of an email address.
  'sign_in_steps.hash', // Hash of a random token.
]

test('every binary column of the schema is sealed or listed as not needing it', async () => {
  const { rows } = await sql<{ name: string }>`select table_name || '.' || column_name as name
    from information_schema.columns where table_schema = 'public' and data_type = 'bytea' order by 1`.execute(
    world.api.db,
  )
  const sealed = COLUMNS.map(([, { table, column }]) => `${table}.${column}`)
  assert.deepEqual(
    rows.map(({ name }) => name),
    [...sealed, ...NOT_SEALED].sort(),
  )
})

test('every sealed column names the primary key of its table', async () => {
  for (const [name, { table, key }] of COLUMNS) {
    const { rows } = await sql<{ column: string }>`select attname as column from pg_index
      join pg_attribute on attrelid = indrelid and attnum = any (indkey)
      where indrelid = ${table}::regclass and indisprimary order by 1`.execute(world.api.db)
    assert.deepEqual(
      rows.map(({ column }) => column),
      [...key].sort(),
      name,
    )
  }
})

for (const [name, column] of COLUMNS) {
  test(`${name}: the service seals under the current key, and a value can be opened only in its own row`, async () => {
    const values = await valuesOf(world, column)
    assert.ok(values.length >= 2, 'the fixture has at least two rows of every kind')
    const id = world.api.app.secrets.keys()[0]?.id
    for (const [index, { identity, sealed }] of values.entries()) {
      assert.equal(keyIdOf(sealed), id)
      assert.ok(open(world, column, identity, sealed).length > 0)
      for (const [other, { identity: elsewhere }] of values.entries()) {
        if (other !== index) assert.throws(() => open(world, column, elsewhere, sealed), SealError)
      }
      for (const [, foreign] of COLUMNS) {
        if (foreign !== column) assert.throws(() => open(world, foreign, identity, sealed), SealError)
      }
    }
  })

  test(`${name}: a value that was changed or truncated anywhere cannot be opened`, async () => {
    const [value] = await valuesOf(world, column)
    assert.ok(value)
    const { identity, sealed } = value
    for (const at of [0, 1, 8, 9, 20, 21, sealed.length - 17, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      assert.throws(() => open(world, column, identity, changed), SealError, `byte ${at}`)
    }
    for (const length of [0, 1, 9, 20, 36, sealed.length - 1]) {
      assert.throws(() => open(world, column, identity, sealed.subarray(0, length)), SealError, `${length} bytes`)
    }
  })

  test(`${name}: with another secret key the error names the missing key, and nothing of the value`, async () => {
    const [value] = await valuesOf(world, column)
    assert.ok(value)
    const stranger = createKeyRing('another secret key, of 32 characters or more')
    assert.throws(() => openRow(stranger, column, value.identity, value.sealed), {
      name: 'SealError',
      message: `A value in ${column.table}.${column.column} is sealed under the secret key ${keyIdOf(value.sealed)}, which this service does not have.`,
    })
  })
}

test('two answers that were swapped in the database count as missing', async () => {
  const [column] = COLUMNS.flatMap(([name, column]) => (name === 'answer' ? [column] : []))
  assert.ok(column)
  const [older, newer] = await valuesOf(world, column)
  assert.ok(older && newer && older.identity[2] === newer.identity[2])
  await setSealed(world, column, newer.key, older.sealed)
  const [customerId = ''] = world.customerIds
  const path = `/v1/partner/customers/${customerId}/questionnaires/essential-eight`
  const questions = (await world.acme.get(path)).body.sections.flatMap(
    ({ questions }: { questions: unknown[] }) => questions,
  )
  assert.equal(questions.find(({ id }: { id: string }) => id === 'ISM-1810').current, undefined)
  await setSealed(world, column, newer.key, newer.sealed)
})

test('outcomes of two calls that were swapped in the database are not replayed', async () => {
  const [column] = COLUMNS.flatMap(([name, column]) => (name === 'idempotencyOutcome' ? [column] : []))
  assert.ok(column)
  const [one, other] = await valuesOf(world, column)
  assert.ok(one && other)
  await setSealed(world, column, one.key, other.sealed)
  const body = { name: 'first call', tenantId: '5A3B1C60-7d21-4e0f-9a54-1f0c2d3e4b02' }
  const again = await world.acme.post('/v1/partner/customers', body, { headers: { 'Idempotency-Key': 'first call' } })
  assertProblem(again, 500, 'INTERNAL_ERROR')
  assert.match(world.lines.join(), /belongs to another row/)
  await setSealed(world, column, one.key, one.sealed)
})

test('the service can read everything that is sealed', async () => {
  await assertAllReadable(world)
})

test('a link opens only its own report, and stops working once its signing key is removed', async () => {
  const { api, runIds } = world
  const [mine = '', other = ''] = runIds
  const link = await createReportLink(api.app, mine)
  assert.match(new URL(link).searchParams.get('signature') ?? '', new RegExp(`^${api.app.secrets.keys()[0]?.id}\\.`))
  assert.equal(await openLink(api, link), 200)
  const refused = await openLink(api, link.replace(mine, other))
  assert.notEqual(refused, 200)
  for (const strange of ['', '.', `${'0'.repeat(16)}.x`, 'x'.repeat(43), `${link.split('signature=')[1]}.x`]) {
    assert.equal(await openLink(api, link.replace(/signature=.*/, `signature=${encodeURIComponent(strange)}`)), refused)
  }
  const { secrets } = api.app
  api.app.secrets = createKeyRing('another secret key, of 32 characters or more')
  assert.equal(await openLink(api, link), refused)
  api.app.secrets = secrets
})

test('a fresh database has no sealed row at all, and the count says so', async () => {
  await using database = await createTestDatabase()
  const { db, pool } = openTestDatabase(database.serviceUrl, { poolSize: 2 })
  const { byKey, without, unreadable } = await countSealedRows(db, world.api.app.secrets)
  assert.deepEqual([[...byKey.values()], without, unreadable], [[0], 0, []])
  await pool.end()
})
