import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { listPeopleByPassword } from '../../../src/features/people/passwords/service.ts'
import { PASSWORD_COST } from '../../../src/shared/crypto/password-hash.ts'
import { createTestDatabase, openTestDatabase } from '../../harness/database.ts'

const FOLDER = new URL('../../../migrations/', import.meta.url)
const MIGRATION = '0028_people.sql'
/** As version 0.1 hashed it. */
const PASSWORD = 'correct horse battery'
const HASH_0_1 = 'scrypt$65536$8$2$AAECAwQFBgcICQoLDA0ODw$WQvMnUOYLTB0mOtVEo-XLPy9JkQQAp1Es-9GvG8yEr4'

const database = await createTestDatabase()
const client = new pg.Client({ connectionString: database.url })

before(() => client.connect())
after(async () => {
  await client.end()
  await database[Symbol.asyncDispose]()
})

test('a password of version 0.1 becomes the password of an owner, who can sign in with it', async () => {
  await client.query('drop schema public cascade; drop schema if exists graphile_worker cascade; create schema public')
  const files = (await readdir(FOLDER)).filter((name) => /^\d{4}_/.test(name)).toSorted()
  const carryOut = async (name: string) => client.query(await readFile(new URL(name, FOLDER), 'utf8'))
  for (const name of files.filter((file) => file < MIGRATION)) await carryOut(name)
  const id = 'prt_01m7zb6f8ye1jva8wcchpbtxwq'
  await client.query(`
    insert into partners (id, company, email, name, status, plan, created_at, updated_at)
      values ('${id}', 'A', 'admin@a.example', 'Kim', 'active', 'starter', now(), now());
    insert into logins (partner_id, email, password_hash, updated_at)
      values ('${id}', 'Kim@a.example', '${HASH_0_1}', '2026-01-02T03:04:05Z')`)
  await carryOut(MIGRATION)
  const { db, pool } = openTestDatabase(database.url, { poolSize: 1 })
  try {
    const people = await db.selectFrom('people').selectAll().execute()
    assert.deepEqual(
      people.map(({ partner_id, email, name, role, status }) => [partner_id, email, name, role, status]),
      [[id, 'Kim@a.example', 'Kim', 'owner', 'active']],
    )
    const [person] = people
    assert.match(person?.id ?? '', /^usr_[0-9a-z]{26}$/)
    const context = { db, passwordCost: PASSWORD_COST }
    const owners = await listPeopleByPassword(context, 'kim@a.example', PASSWORD)
    assert.deepEqual(
      owners.map(({ personId }) => personId),
      [person?.id],
    )
    assert.deepEqual(await listPeopleByPassword(context, 'kim@a.example', 'correct horse'), [])
  } finally {
    await pool.end()
  }
})
