import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { joinRunningDatabase } from '@plumbline/embedded-postgres'
import pg from 'pg'
import { createActivePartner } from '../../../src/features/partners/operator/service.ts'
import { writeArchive } from '../../../src/platform/backup/archive.ts'
import { writeWholeFile } from '../../../src/platform/backup/whole-file.ts'
import { readSettings } from '../../../src/platform/settings/settings.ts'
import { writeBackup } from '../../../src/runtime/backup/create.ts'
import { checkBackup, restoreBackup } from '../../../src/runtime/backup/restore.ts'
import { startBackups } from '../../../src/runtime/backup/schedule.ts'
import { openRuntime, type Runtime } from '../../../src/runtime/runtime.ts'
import { administer } from '../../harness/database.ts'
import { eventually } from '../../runs/eventually.ts'
import { CHECKOUT, newDataDir, runCommand } from '../../start/processes.ts'

const WRONG = 'a wrong secret key of the tests with 32 characters'

let folder: string
let dataDir: string
let runtime: Runtime
let ownerUrl: string
let file: string
let keys: string[]

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline backups '))
  await chmod(folder, 0o755)
  dataDir = await newDataDir()
  const settings = readSettings({ PLUMBLINE_DATA_DIR: dataDir, PLUMBLINE_LOG_LEVEL: 'silent' })
  runtime = await openRuntime(settings, { database: 'own' })
  ownerUrl = runtime.ownerUrl ?? assert.fail()
  keys = [(await readFile(join(dataDir, 'secret-key'), 'utf8')).trim()]
  const account = { company: 'Acme', email: 'a@acme.example', name: 'Ada', plan: 'starter' } as const
  await createActivePartner(runtime.app, { kind: 'operator', id: 'test' }, account)
  file = join(folder, 'first.tar.zst')
  await backUp(file)
})

after(async () => {
  await runtime.close()
  await rm(folder, { recursive: true, force: true })
})

const backUp = (path: string) =>
  writeWholeFile(path, async (sink) => void (await writeBackup({ ownerUrl, dataDir, withSecretKeys: false }, sink)))

/** An empty folder that every account may reach. */
async function newTarget(): Promise<string> {
  return join(await newDataDir(), 'restored')
}

test('a backup under write load contains everything that was committed before it began, and the restored service works', async () => {
  await administer(ownerUrl, 'create table written (id bigint generated always as identity, filler text)')
  let isWriting = true
  let committed = 0
  const writers = Array.from({ length: 8 }, async () => {
    const client = new pg.Client({ connectionString: ownerUrl })
    await client.connect()
    while (isWriting) {
      await client.query(`insert into written (filler) select repeat('x', 1000) from generate_series(1, 20)`)
      committed += 20
    }
    await client.end()
  })
  await eventually('there is something to back up', async () => committed > 2_000 || undefined)
  const min = committed
  const path = join(folder, 'loaded.tar.zst')
  await backUp(path)
  isWriting = false
  await Promise.all(writers)
  assert.ok(committed > min, 'rows were written while the backup ran')

  const target = await newTarget()
  const restored = await restoreBackup(path, target, keys)
  assert.equal(restored.secretKey, 'right')
  assert.deepEqual((await readdir(target)).sort(), ['postgres', 'secret-key'])
  const settings = readSettings({ PLUMBLINE_DATA_DIR: target, PLUMBLINE_LOG_LEVEL: 'silent' })
  const again = await openRuntime(settings, { database: 'own' })
  try {
    const client = new pg.Client({ connectionString: again.ownerUrl })
    await client.connect()
    const { rows } = await client.query(
      'select count(*)::int as n, (select cluster_name from (select current_setting($1) as cluster_name) s) as name from written',
      ['cluster_name'],
    )
    await client.end()
    assert.ok(rows[0].n >= min && rows[0].n <= committed, `${rows[0].n} of ${min} to ${committed}`)
    const { name } = JSON.parse(await readFile(join(dataDir, 'postgres', 'plumbline.json'), 'utf8'))
    assert.notEqual(rows[0].name, name, 'the copy is a cluster of its own')
    assert.equal((await again.app.db.selectFrom('partners').select('id').execute()).length, 1)
  } finally {
    await again.close()
  }
  await administer(ownerUrl, 'drop table written')
})

test('a sound backup passes its check, which leaves nothing behind', async () => {
  const ours = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('plumbline-check-'))
  const before = await ours()
  const { secretKey, rows, info } = await checkBackup(file, keys)
  assert.equal(secretKey, 'right')
  assert.deepEqual(rows, info.rows)
  assert.equal((await checkBackup(file, [])).secretKey, 'unknown')
  assert.deepEqual(await ours(), before)
})

test('a flipped byte anywhere, a missing end and a foreign file are found, and nothing is restored', async () => {
  const whole = await readFile(file)
  const broken = join(folder, 'broken.tar.zst')
  const target = await newTarget()
  const refuse = async (content: Uint8Array, says: RegExp, what: string) => {
    await writeFile(broken, content)
    await assert.rejects(restoreBackup(broken, target, keys), (error: Error) => {
      assert.match(`${error.name}: ${error.message}`, says, what)
      return true
    })
    assert.deepEqual(await readdir(target), [], what)
  }
  for (const share of [0.001, 0.1, 0.37, 0.62, 0.9, 0.9999]) {
    const flipped = Buffer.from(whole)
    const place = Math.floor(whole.length * share)
    flipped[place] = (flipped[place] ?? 0) ^ 1
    await refuse(flipped, /^(ArchiveError|BackupFailure): /, `a byte at ${place} of ${whole.length}`)
  }
  await refuse(whole.subarray(0, -1_000), /^ArchiveError: The archive is damaged: .* Use another backup\.$/, 'cut off')
  await refuse(Buffer.from('hello'), /^ArchiveError: /, 'no archive')
})

test('a wrong secret key is reported, and nothing is restored', async () => {
  const target = await newTarget()
  await assert.rejects(restoreBackup(file, target, [WRONG]), {
    name: 'BackupFailure',
    message:
      /^The secret key is the wrong one: the database was sealed under the secret key [0-9a-f]{16}, and this one is/,
  })
  assert.deepEqual(await readdir(target), [])
})

test('a backup of another major version of PostgreSQL, or of a newer version, is refused before anything is written', async () => {
  const target = await newTarget()
  const info = { format: 1, service: '9.0.0', postgres: '18.4', madeAt: '', migration: '0001_tenancy.sql', rows: {} }
  const refuse = async (more: object, says: RegExp) => {
    const path = join(folder, 'other.tar.zst')
    const content = Buffer.from(JSON.stringify({ ...info, ...more }))
    await writeArchive(
      createWriteStream(path),
      async ({ add }) => void (await add({ name: 'backup.json', size: content.length }, content)),
    )
    await assert.rejects(restoreBackup(path, target, keys), says)
    assert.deepEqual(await readdir(target), [])
  }
  await refuse(
    { postgres: '17.5' },
    /is of PostgreSQL 17\.5, and this version brings PostgreSQL 18\..*plumbline export/,
  )
  await refuse({ migration: '9999_newer.sql' }, /made by a newer version of Plumbline \(9\.0\.0, 9999_newer\.sql\)/)
  await refuse({ format: 2 }, /made by a newer version/)
})

test('a folder that is not empty, and a file that exists, are left as they are', async () => {
  const target = await newDataDir()
  await writeFile(join(target, 'mine'), 'x')
  await assert.rejects(restoreBackup(file, target, keys), /is not empty/)
  assert.deepEqual(await readdir(target), ['mine'])
  const bytes = (await stat(file)).size
  await assert.rejects(backUp(file), /exists already/)
  assert.equal((await stat(file)).size, bytes)
})

test('a backup that is killed leaves no file of its name, and the next one removes its draft', async () => {
  await administer(
    ownerUrl,
    `create table ballast as select md5(random()::text) || md5(random()::text) as x from generate_series(1, 600000)`,
  )
  const place = await mkdtemp(join(folder, 'killed '))
  const out = join(place, 'backup.tar.zst')
  const drafts = async () => (await readdir(place)).filter((name) => name.endsWith('.part'))
  const child = spawn(process.execPath, [join(CHECKOUT, 'bin/plumbline.js'), 'backup', '--out', out], {
    cwd: CHECKOUT,
    stdio: 'ignore',
    env: { PATH: process.env.PATH, PLUMBLINE_DATA_DIR: dataDir, PLUMBLINE_LOG_LEVEL: 'warn' },
  })
  await eventually('the backup is being written', async () => (await drafts()).length > 0 || undefined)
  child.kill('SIGKILL')
  await once(child, 'close')
  assert.equal(existsSync(out), false)
  assert.equal((await drafts()).length, 1)
  await backUp(out)
  assert.deepEqual(await readdir(place), ['backup.tar.zst'])
  await administer(ownerUrl, 'drop table ballast')
})

test('the commands back up the running service, check the backup, and restore it with the key from a file or from the backup', async () => {
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommand({ dataDir, args: [...args, '--json'] })
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  const plain = join(folder, 'plain.tar.zst')
  assert.deepEqual(await run('backup', '--out', plain), { file: plain, hasSecretKeys: false })
  assert.equal((await run('backup', '--check', plain)).secretKey, 'right', 'with the key of the data folder')
  const full = join(folder, 'full.tar.zst')
  await run('backup', '--out', full, '--with-secret-key')
  assert.equal((await stat(full)).mode & 0o777, 0o600)
  const [one, other] = [await newTarget(), await newTarget()]
  assert.equal((await run('restore', plain, '--data-dir', one)).secretKey, 'unknown')
  assert.equal((await run('restore', full, '--data-dir', other)).secretKey, 'right')
  const { stderr } = await runCommand({ dataDir: one, args: ['partner', 'list'] })
  assert.match(stderr, /^There is no secret key in .*Restore secret-key/)
  const { code } = await runCommand({ dataDir: other, args: ['partner', 'list'] })
  assert.equal(code, 0)
  const given = await runCommand({ dataDir, env: { DATABASE_URL: 'postgres://x@localhost/x' }, args: ['backup'] })
  assert.equal(given.code, 1)
  assert.match(given.stderr, /pg_dump --format=custom/)
})

test('up makes a backup a day and reports it; an old one is reported by doctor', async () => {
  const place = join(folder, 'daily')
  const start = () =>
    startBackups(runtime.app, {
      folder: place,
      retention: { days: 1, weeks: 0, months: 0 },
      source: { ownerUrl, dataDir },
    })
  const first = start()
  const made = await eventually('the first backup', async () => {
    const names = await readdir(place).catch(() => [])
    return names.find((name) => name.endsWith('.tar.zst'))
  })
  await first.stop()
  assert.equal((await checkBackup(join(place, made), keys)).secretKey, 'right')
  const metrics = await runtime.app.metrics.registry.metrics()
  assert.match(metrics, /^plumbline_backup_timestamp_seconds 1\d{9}/m)
  assert.match(metrics, /^plumbline_backup_failures_total 0$/m)
  const second = start()
  await sleep(300)
  await second.stop()
  assert.deepEqual(await readdir(place), [made], 'not a second one on the same day')
  const env = { PLUMBLINE_BACKUP_DIR: place }
  const look = async () => {
    const { stdout } = await runCommand({ dataDir, env, args: ['doctor', '--json'] })
    return JSON.parse(stdout).findings.find(({ check }: { check: string }) => check === 'backups')
  }
  assert.equal((await look()).ok, true)
  await rm(join(place, made))
  assert.match((await look()).says, /there is no backup in/)
  await writeFile(join(place, 'plumbline-2020-01-01T02-00-00Z.tar.zst'), '')
  assert.match((await look()).says, /the newest backup is from 2020-01-01/)
})

test('a failed scheduled backup is counted and logged, and the service continues', async () => {
  const broken = join(folder, 'a file')
  await writeFile(broken, '')
  const backups = startBackups(runtime.app, {
    folder: broken,
    retention: { days: 1, weeks: 0, months: 0 },
    source: { ownerUrl, dataDir },
  })
  await eventually(
    'the failure is counted',
    async () => /^plumbline_backup_failures_total 1$/m.test(await runtime.app.metrics.registry.metrics()) || undefined,
  )
  await backups.stop()
  assert.ok(await joinRunningDatabase(dataDir).then((joined) => joined?.leave().then(() => true)))
})
