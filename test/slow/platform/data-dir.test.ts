import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, lstat, mkdir, mkdtemp, readdir, realpath, rename, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { startEmbeddedPostgres } from '@plumbline/embedded-postgres'
import { describeDataDir, makeDataDir } from '@plumbline/embedded-postgres/data-dir'
import { lockDataDir } from '@plumbline/embedded-postgres/data-lock'
import pg from 'pg'
import { localCertificate } from '../../../src/platform/certificates.ts'
import { readSettings } from '../../../src/platform/settings/settings.ts'
import { openRuntime } from '../../../src/runtime/runtime.ts'
import { createTestDatabase } from '../../harness/database.ts'

const notRoot = process.getuid?.() === 0 ? false : 'only root runs the server as another user'

interface Place {
  dataDir: string
  systemDir: string
}

/** A data folder and a system folder that every account may reach. */
async function newPlace(t: TestContext, systemParent?: string): Promise<Place> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'plumbline dir ')))
  const system = systemParent === undefined ? folder : await mkdtemp(join(systemParent, 'plumbline-system-'))
  for (const path of [folder, system]) await chmod(path, 0o755)
  t.after(async () => {
    for (const path of [folder, system]) await rm(path, { recursive: true, force: true, maxRetries: 20 })
  })
  return { dataDir: join(folder, 'data'), systemDir: join(system, 'system') }
}

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

/** Starts the database, checks the committed rows, and returns where the database's files are. */
async function startWithRows(place: Place): Promise<string> {
  const server = await startEmbeddedPostgres(place)
  assert.deepEqual(await query(server.url, 'select answer from kept'), [42])
  await server.stop()
  return await realpath(join(place.dataDir, 'postgres'))
}

/** A data folder as version 0.1 left it for root: readable by all, with the database's files inside. */
async function makeOldFolder(place: Place): Promise<void> {
  const server = await startEmbeddedPostgres(place)
  await query(server.url, 'create table kept as select 42 as answer')
  await server.stop()
  const link = join(place.dataDir, 'postgres')
  if ((await lstat(link)).isSymbolicLink()) {
    const cluster = await realpath(link)
    await rm(link)
    await rename(cluster, link)
  }
  await chmod(place.dataDir, 0o755)
}

test('only the owner can access a new data folder, no matter who creates it, and parent folders are not changed', async (t) => {
  const { dataDir } = await newPlace(t)
  const makers = [
    (path: string) => makeDataDir(path),
    (path: string) => localCertificate(path, []),
    (path: string) => lockDataDir(path),
  ]
  for (const [index, make] of makers.entries()) {
    const path = join(dataDir, `above ${index}`, 'data')
    await make(path)
    assert.equal(await modeOf(path), 0o700)
    assert.equal(await modeOf(join(path, '..')), 0o755)
  }
})

test('a data folder that others can read is closed at the next start, also with an external database server', async (t) => {
  const { dataDir, systemDir } = await newPlace(t)
  await mkdir(dataDir)
  await chmod(dataDir, 0o777)
  await (await startEmbeddedPostgres({ dataDir, systemDir })).stop()
  assert.equal(await modeOf(dataDir), 0o700)
  await chmod(dataDir, 0o755)
  await assert.rejects(describeDataDir(dataDir), /has mode 0755: other accounts can list it/)
  await using database = await createTestDatabase()
  const settings = readSettings({
    DATABASE_URL: database.url,
    PLUMBLINE_DATA_DIR: dataDir,
    PLUMBLINE_LOG_LEVEL: 'silent',
  })
  await (await openRuntime(settings, { database: 'own' })).close()
  assert.equal(await modeOf(dataDir), 0o700)
  assert.match(await describeDataDir(dataDir), /^0700: for its owner only$/)
})

test('only the owner can read the files in the data folder, except the certificate that clients trust', async (t) => {
  const { dataDir, systemDir } = await newPlace(t)
  const server = await startEmbeddedPostgres({ dataDir, systemDir })
  await localCertificate(dataDir, [])
  const settings = readSettings({
    DATABASE_URL: server.url,
    PLUMBLINE_DATA_DIR: dataDir,
    PLUMBLINE_LOG_LEVEL: 'silent',
  })
  await (await openRuntime(settings, { database: 'shared' })).close()
  const files = (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const open: string[] = []
  for (const { parentPath, name } of files) {
    if (!parentPath.includes('postgres') && ((await modeOf(join(parentPath, name))) & 0o077) !== 0) open.push(name)
  }
  assert.ok(files.some(({ name }) => name === 'secret-key'))
  assert.deepEqual(open, ['ca.crt'])
  await server.stop()
})

test('as root, the database in an open folder of version 0.1 is moved out, and the folder is closed', {
  skip: notRoot,
}, async (t) => {
  const place = await newPlace(t)
  await makeOldFolder(place)
  const moved = await startWithRows(place)
  assert.ok(moved.startsWith(join(place.systemDir, 'clusters')))
  assert.equal(await modeOf(place.dataDir), 0o700)
  assert.equal(await startWithRows(place), moved, 'it stays there')
  assert.deepEqual((await readdir(place.dataDir)).sort(), ['lock', 'postgres'])
})

test('a folder that was closed manually, with the database inside, starts as well', { skip: notRoot }, async (t) => {
  const place = await newPlace(t)
  await makeOldFolder(place)
  await chmod(place.dataDir, 0o700)
  assert.ok((await startWithRows(place)).startsWith(place.systemDir))
})

test('the next start undoes or finishes a move that was killed at any point, and loses nothing', {
  skip: notRoot,
}, async (t) => {
  const place = await newPlace(t)
  const [link, sign] = [join(place.dataDir, 'postgres'), join(place.dataDir, 'postgres.moved')]
  const goal = join(place.systemDir, 'clusters', 'goal')
  // Killed after the link was made, before the files moved.
  await makeOldFolder(place)
  await symlink(goal, sign)
  await startWithRows(place)
  assert.equal(existsSync(sign), false)
  // Killed between the two renames: the database is not at its usual name.
  await rename(await realpath(link), goal)
  await rm(link)
  await symlink(goal, sign)
  assert.equal(await startWithRows(place), goal)
  assert.deepEqual((await readdir(place.dataDir)).sort(), ['lock', 'postgres'])
})

const otherDisk = '/dev/shm'
const isElsewhere = existsSync(otherDisk) && (await stat(otherDisk)).dev !== (await stat(tmpdir())).dev
const noOtherDisk = notRoot || (isElsewhere ? false : 'there is no second file system to write to')

test('a database that cannot be moved, as in a container with a volume, stays, and its user may pass through the folder', {
  skip: noOtherDisk,
}, async (t) => {
  const place = await newPlace(t, otherDisk)
  const server = await startEmbeddedPostgres(place)
  await query(server.url, 'create table kept as select 42 as answer')
  await server.stop()
  assert.ok((await lstat(join(place.dataDir, 'postgres'))).isDirectory(), 'a new one is created inside')
  assert.equal(await modeOf(place.dataDir), 0o711)
  assert.match(await describeDataDir(place.dataDir), /^0711: the account that runs the database passes through/)
  await chmod(place.dataDir, 0o755)
  const lines: string[] = []
  const again = await startEmbeddedPostgres({ ...place, log: (line) => lines.push(line) })
  assert.deepEqual(await query(again.url, 'select answer from kept'), [42])
  await again.stop()
  assert.equal(await modeOf(place.dataDir), 0o711)
  assert.match(lines.join('\n'), /cannot be moved out of .*passes through that folder/)
  await chmod(place.dataDir, 0o700)
  await startWithRows(place)
})

test('a service on DATABASE_URL keeps a database of another user in its folder reachable', {
  skip: noOtherDisk,
}, async (t) => {
  const place = await newPlace(t, otherDisk)
  await makeOldFolder(place)
  await using database = await createTestDatabase()
  const settings = readSettings({
    DATABASE_URL: database.url,
    PLUMBLINE_DATA_DIR: place.dataDir,
    PLUMBLINE_LOG_LEVEL: 'silent',
  })
  await (await openRuntime(settings, { database: 'own' })).close()
  assert.equal(await modeOf(place.dataDir), 0o711)
  await startWithRows(place)
})
