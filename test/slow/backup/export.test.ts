import assert from 'node:assert/strict'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { readArchive, readText } from '../../../src/platform/backup/archive.ts'
import { countSealedRows, opensSample } from '../../../src/platform/database/sealed-rows.ts'
import { writeExport } from '../../../src/runtime/backup/export.ts'
import { importExport } from '../../../src/runtime/backup/import.ts'
import { administer, createTestDatabase, openTestDatabase } from '../../harness/database.ts'
import { startWorld, type World } from '../../secrets/fixture.ts'

let folder: string
let world: World
let file: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline export '))
  world = await startWorld()
  file = join(folder, 'export.tar.zst')
  await writeExport(world.api.databaseUrl, createWriteStream(file))
})

after(async () => {
  await world[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** Hashes of all entries of an export. */
async function sumsOf(path: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  await readArchive(createReadStream(path), async ({ name, content }) => {
    found[name] = await readText(content)
  })
  return found
}

test('an export that is imported and exported again is the same, with every table, job and sequence', async () => {
  await using other = await createTestDatabase()
  const rows = await importExport(other.url, file)
  assert.ok((rows['public.audit'] ?? 0) > 10 && (rows['graphile_worker._private_jobs'] ?? 0) > 0)
  const again = join(folder, 'again.tar.zst')
  await writeExport(other.url, createWriteStream(again))
  const [one, two] = [await sumsOf(file), await sumsOf(again)]
  assert.ok(Object.keys(one).length > 20)
  assert.deepEqual(Object.keys(two), Object.keys(one))
  for (const name of Object.keys(one)) assert.ok(two[name] === one[name], name)
})

test('what was imported can be opened with the same keys, and new rows get new ids', async () => {
  await using other = await createTestDatabase()
  await importExport(other.url, file)
  const { db, pool } = openTestDatabase(other.url, { poolSize: 2 })
  const countAll = async (each: typeof db) => [...(await countSealedRows(each, world.api.app.secrets)).byKey.values()]
  assert.deepEqual(await countAll(db), await countAll(world.api.db))
  assert.equal(await opensSample(db, world.api.app.secrets), true)
  const { rows } = await sql<{ last: number; next: number }>`
    select max(id) as last, nextval(pg_get_serial_sequence('audit', 'id')) as next from audit`.execute(db)
  assert.ok((rows[0]?.next ?? 0) > (rows[0]?.last ?? 0))
  await pool.end()
})

test('a damaged export, a database in use and another schema are refused, and nothing changes', async () => {
  await using other = await createTestDatabase()
  const { db, pool } = openTestDatabase(other.url, { poolSize: 1 })
  const state = async () =>
    (
      await sql`select (select count(*) from partners) as partners, (select count(*) from pg_constraint where contype = 'f') as keys,
        (select count(*) from pg_trigger where tgenabled <> 'O') as off`.execute(db)
    ).rows
  const before = await state()
  const broken = join(folder, 'broken.tar.zst')
  const whole = await readFile(file)
  for (const share of [0.2, 0.5, 0.95]) {
    const flipped = Buffer.from(whole)
    const place = Math.floor(whole.length * share)
    flipped[place] = (flipped[place] ?? 0) ^ 1
    await writeFile(broken, flipped)
    await assert.rejects(importExport(other.url, broken), (error: Error) => /^(ArchiveError|error)$/.test(error.name))
    assert.deepEqual(await state(), before, `a byte at ${place}`)
  }
  await administer(other.url, `insert into kysely_migration values ('9999_more.sql', '')`)
  await assert.rejects(importExport(other.url, file), /another schema/)
  await administer(other.url, `delete from kysely_migration where name = '9999_more.sql'`)
  await importExport(other.url, file)
  await assert.rejects(importExport(other.url, file), /has accounts already/)
  await pool.end()
})
