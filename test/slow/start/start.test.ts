import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { findClosedFolder } from '@plumbline/embedded-postgres/access'
import { processLife } from '@plumbline/embedded-postgres/process-life'
import { SAMPLE_TENANTS } from '../../../src/simulator/tenants/tenants.ts'
import { createClient, type Json } from '../../harness/client.ts'
import { findFreePort } from '../../harness/free-port.ts'
import { eventually } from '../../runs/eventually.ts'
import { createRun, tenantIdOf, waitForEnd } from '../../runs/follow.ts'
import {
  CHECKOUT,
  createEmptyDatabase,
  findDatabase,
  newDataDir,
  runCommand,
  type Service,
  startService,
} from '../../start/processes.ts'

const run = promisify(execFile)
const has = (program: string): Promise<boolean> =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  )
const NOBODY = { uid: 65_534, gid: 65_534 }
const SENTENCES = /^([A-Z/].*\.\n)+$/
const LONGEST_START_MS = 20_000

/** The data folder of all tests that do not need a fresh one; each leaves it without a running service. */
const dataDir = await newDataDir()

const readSandbox = async (dataDir: string): Promise<Json> =>
  JSON.parse(await readFile(join(dataDir, 'sandbox.json'), 'utf8'))

async function clientOf(dataDir: string, plan = 'enterprise') {
  const { apiUrl, caFile, partners } = await readSandbox(dataDir)
  const { key } = partners.find((partner: Json) => partner.plan === plan)
  return createClient(apiUrl, await readFile(caFile, 'utf8'), 'X-Partner-Key', key)
}

/** Waits until the process, its database, and the files by which commands find them are gone. */
async function assertGone(dataDir: string, databasePid: number | undefined): Promise<void> {
  if (databasePid !== undefined) assert.equal(await processLife(databasePid), undefined)
  for (const file of ['database.json', 'simulator.json']) assert.equal(existsSync(join(dataDir, file)), false, file)
}

function say(what: string, ms: number): void {
  console.log(`${what}: ready after ${ms} ms`)
  assert.ok(ms < LONGEST_START_MS)
}

test('a first start prints everything needed, a second one on the same folder exits, and Ctrl-C ends cleanly', async (t) => {
  const service = await startService(t, { dataDir })
  say('first start', await service.ready())
  const sandbox = await readSandbox(dataDir)
  await t.test('sandbox.json has what a script needs, and only its owner can read it', async () => {
    const { sampleRun, ...documented } = sandbox
    assert.match(sampleRun, /^run_/)
    assert.deepEqual(Object.keys(documented).sort(), [
      'apiUrl',
      'appUrl',
      'caFile',
      'distributor',
      'partners',
      'tenants',
    ])
    assert.equal(documented.apiUrl, `https://localhost:${service.port}`)
    assert.equal(documented.appUrl, documented.apiUrl)
    assert.deepEqual(Object.keys(documented.distributor), ['id', 'key', 'signIn'])
    assert.deepEqual(Object.keys(documented.distributor.signIn), ['email', 'password'])
    assert.match(documented.distributor.key, /^dk_live_/)
    assert.deepEqual(
      documented.partners.map(({ plan }: Json) => plan),
      ['starter', 'professional', 'enterprise'],
    )
    for (const partner of documented.partners) {
      assert.deepEqual(Object.keys(partner), ['id', 'key', 'plan', 'signIn'])
      assert.deepEqual(Object.keys(partner.signIn), ['email', 'password'])
      assert.ok(service.output().includes(partner.signIn.password))
      assert.match(partner.key, /^pk_live_/)
    }
    const tenants = SAMPLE_TENANTS.map(({ tenantId, posture }) => ({ tenantId, posture }))
    assert.deepEqual(documented.tenants, tenants)
    for (const file of ['sandbox.json', 'secret-key', 'simulator.json', 'database.json']) {
      assert.equal((await stat(join(dataDir, file))).mode & 0o777, 0o600, file)
    }
  })

  const noCurl = (await has('curl')) && (await has('bash')) ? false : 'curl or bash is missing'
  await t.test('the printed commands work unchanged, up to the result of a run', { skip: noCurl }, async () => {
    const lines = service.output().split('\n')
    const from = lines.findIndex((line) => line.startsWith('Try it'))
    const script = lines.slice(from + 1, lines.indexOf('', from)).join('\n')
    const { stdout } = await run('bash', ['-e', '-c', script], { cwd: '/' })
    const [account, result] = stdout.split(/(?<=\})(?=\{"id")/).map((part) => JSON.parse(part))
    assert.equal(account.plan, 'enterprise')
    assert.equal(result.status, 'completed', stdout)
    assert.equal(result.customerName, 'Driftwood Hospitality')
  })

  await t.test('a second start on the same folder fails at once and does not affect the first', async () => {
    const second = await startService(t, { dataDir })
    const since = Date.now()
    assert.equal(await second.exit, 1)
    assert.ok(Date.now() - since < 10_000)
    assert.match(second.output(), SENTENCES)
    assert.ok(second.output().includes(`already running on the data folder ${dataDir}`))
    assert.equal((await (await clientOf(dataDir)).get('/v1/partner/me')).status, 200)
  })

  const database = await findDatabase(dataDir)
  assert.notEqual(database, undefined)
  const since = Date.now()
  service.child.kill('SIGINT')
  assert.equal(await service.exit, 0)
  console.log(`Ctrl-C: ended after ${Date.now() - since} ms`)
  assert.ok(Date.now() - since < 10_000)
  await assertGone(dataDir, database)
})

test('accounts, keys and runs survive every kind of exit', async (t) => {
  const port = await findFreePort()
  const kills: [how: string, kill: (service: Service) => void][] = [
    ['kill -9 of the process group', ({ signalGroup }) => signalGroup('SIGKILL')],
    ['kill -9 of the process alone', ({ child }) => void child.kill('SIGKILL')],
    ['SIGTERM', ({ child }) => void child.kill('SIGTERM')],
  ]
  const first = await startService(t, { dataDir, port })
  say('later start', await first.ready())
  const { partners, distributor, sampleRun } = await readSandbox(dataDir)
  const { runId, customerId } = await createRun(await clientOf(dataDir), 'large')
  const isStored = async (): Promise<boolean> =>
    ['queued', 'running', 'completed'].includes(
      (await (await clientOf(dataDir)).get(`/v1/partner/assessments/${runId}`)).body.status,
    )
  let service = first
  for (const [how, kill] of kills) {
    kill(service)
    await service.exit
    service = await startService(t, { dataDir, port })
    say(`after ${how}`, await service.ready())
    const again = await readSandbox(dataDir)
    assert.deepEqual([again.partners, again.distributor, again.sampleRun], [partners, distributor, sampleRun])
    const client = await clientOf(dataDir)
    assert.equal((await client.get(`/v1/partner/customers/${customerId}`)).status, 200)
    assert.ok(await isStored())
    assert.equal((await waitForEnd(client, (await createRun(client, 'weak')).runId)).status, 'completed')
  }
  service.child.kill('SIGINT')
  assert.equal(await service.exit, 0)
})

test('the sandbox approves all of its tenants but one for every partner, and a start without it withdraws that', async (t) => {
  const counts: number[] = []
  for (const args of [['up', '--sandbox'], ['up'], ['up', '--sandbox']]) {
    const service = await startService(t, { dataDir, args })
    await service.ready()
    const { stdout } = await runCommand({ dataDir, args: ['approval', 'list', '--json'] })
    const { approvals } = JSON.parse(stdout)
    assert.ok(approvals.every(({ how }: { how: string }) => how === 'sandbox'))
    assert.ok(approvals.every(({ tenantId }: { tenantId: string }) => tenantId !== tenantIdOf('no-consent')))
    counts.push(approvals.length)
    service.child.kill('SIGINT')
    assert.equal(await service.exit, 0)
  }
  assert.deepEqual(counts, [SAMPLE_TENANTS.length - 1, 0, SAMPLE_TENANTS.length - 1])
})

test('Ctrl-C under npm, which sends the signal twice, also ends cleanly', {
  skip: (await has('npm')) ? false : 'npm is missing',
}, async (t) => {
  const service = await startService(t, { dataDir, program: 'npm', args: ['start', '--silent'] })
  say('npm start', await service.ready())
  const database = await findDatabase(dataDir)
  service.signalGroup('SIGINT')
  await service.exit
  await eventually('the service has ended', async () => !existsSync(join(dataDir, 'database.json')))
  await assertGone(dataDir, database)
})

test('Ctrl-C in the middle of a start leaves nothing behind', async (t) => {
  const dataDir = await newDataDir(t)
  const service = await startService(t, { dataDir })
  await eventually('the database is being set up', async () => existsSync(join(dataDir, 'postgres')))
  service.child.kill('SIGINT')
  assert.equal(await service.exit, 0, service.output())
  const { stdout } = await run('ps', ['-axo', 'args='])
  assert.equal(stdout.includes(dataDir), false)
  await assertGone(dataDir, undefined)
})

test('the service ends with a reason when its database dies', async (t) => {
  const service = await startService(t, { dataDir })
  await service.ready()
  process.kill((await findDatabase(dataDir)) ?? 0, 'SIGKILL')
  const since = Date.now()
  assert.equal(await service.exit, 1)
  console.log(`without its database: ended after ${Date.now() - since} ms`)
  assert.ok(Date.now() - since < 10_000)
  assert.match(service.output(), /The embedded database ended by itself\. Start again/)
  const again = await startService(t, { dataDir })
  say('after the database was killed', await again.ready())
})

test('a port in use is reported in a sentence, and nothing is left running', async (t) => {
  const blocker = createServer()
  await once(blocker.listen(0, 'localhost'), 'listening')
  t.after(() => blocker.close())
  const address = blocker.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const service = await startService(t, { dataDir, port })
  assert.equal(await service.exit, 1)
  assert.match(service.output(), /^Port \d+ is in use by another program\. .*PLUMBLINE_PORT.*\.\n$/)
  await assertGone(dataDir, undefined)
})

test('invalid settings stop the start with a sentence for each', async (t) => {
  const env = { PLUMBLINE_RUN_SECONDS: 'soon', PLUMBLINE_BASE_URL: 'http://plain.example', DATABASE_URL: 'mysql://x' }
  const service = await startService(t, { dataDir, env })
  assert.equal(await service.exit, 1)
  assert.match(service.output(), SENTENCES)
  for (const name of Object.keys(env)) assert.ok(service.output().includes(`${name} must be `), name)
  const host = await startService(t, { dataDir, env: { PLUMBLINE_HOST: 'nowhere.invalid' } })
  assert.equal(await host.exit, 1)
  assert.match(host.output(), /^Host nowhere\.invalid not found\. Correct PLUMBLINE_HOST\.\n$/)
})

test('an external database server is used instead of the embedded one', async (t) => {
  const dataDir = await newDataDir(t)
  await using database = await createEmptyDatabase()
  const env = { DATABASE_URL: database.url }
  const service = await startService(t, { dataDir, env })
  say('on DATABASE_URL', await service.ready())
  assert.equal(existsSync(join(dataDir, 'postgres')), false)
  const client = await clientOf(dataDir)
  assert.equal((await waitForEnd(client, (await createRun(client, 'strong')).runId)).status, 'completed')
  const second = await startService(t, { dataDir, env })
  assert.equal(await second.exit, 1)
  assert.match(second.output(), /already running on the data folder/)
  service.child.kill('SIGINT')
  assert.equal(await service.exit, 0)
})

test('API and worker run as separate processes, and a run fails at once if no tenant can be read', async (t) => {
  await using database = await createEmptyDatabase()
  const unset = { DATABASE_URL: database.url }
  const env = { ...unset, PLUMBLINE_SECRET_KEY: 'a secret of the tests, 32 characters and more' }
  assert.equal((await runCommand({ dataDir, env, args: ['migrate'] })).code, 0)
  for (const part of ['serve', 'work']) {
    const [homeless, keyless] = [
      await runCommand({ dataDir, args: [part] }),
      await runCommand({ dataDir, args: [part], env: unset }),
    ]
    assert.deepEqual([homeless.code, keyless.code], [1, 1])
    assert.match(homeless.stderr, /^DATABASE_URL is not set\. .*\.\n$/)
    assert.match(keyless.stderr, /^PLUMBLINE_SECRET_KEY is not set\. .*\.\n$/)
  }
  const parts = [
    await startService(t, { dataDir, env, args: ['serve'] }),
    await startService(t, { dataDir, env, args: ['work'] }),
  ]
  await Promise.all(parts.map((part) => part.ready()))
  const options = '--company Northwind --email sam@northwind.example --name Sam --plan starter --json'
  const { stdout } = await runCommand({ dataDir, env, args: ['partner', 'create', ...options.split(' ')] })
  const ca = await readFile(join(dataDir, 'tls', 'ca.crt'), 'utf8')
  const partner = JSON.parse(stdout)
  const client = createClient(`https://localhost:${parts[0]?.port}`, ca, 'X-Partner-Key', partner.key)
  const reference = await client.get('/../docs/api/partner/account.md')
  assert.ok(reference.text.includes('--cacert ca.crt '), 'commands name the certificate authority')
  assert.ok(!reference.text.includes(dataDir), 'and no path of the service')
  const run = async () => await waitForEnd(client, (await createRun(client)).runId)
  assert.equal((await run()).failure.code, 'CONSENT_MISSING')
  const grant = ['approval', 'grant', partner.id, '--tenant', tenantIdOf('typical')]
  assert.equal((await runCommand({ dataDir, env, args: grant })).code, 0)
  assert.equal((await run()).failure.code, 'CREDENTIALS_REJECTED')
  for (const { child, exit } of parts) {
    child.kill('SIGTERM')
    assert.equal(await exit, 0)
  }
})

test('an unusable database is reported in a sentence', async (t) => {
  const dataDir = await newDataDir(t)
  await using database = await createEmptyDatabase()
  const wrong = (change: (url: URL) => void): string => {
    const url = new URL(database.url)
    change(url)
    return url.href
  }
  const port = await findFreePort()
  const urls: [url: string, says: RegExp][] = [
    [wrong((url) => (url.port = String(port))), /cannot be reached \(ECONNREFUSED\)\. Start it/],
    [wrong((url) => (url.password = 'wrong')), /refuses the user \w+ or its password\. Correct them in DATABASE_URL\./],
    [wrong((url) => (url.pathname = '/gone')), /Database gone not found on .*\. Create it/],
  ]
  for (const [url, says] of urls) {
    const { code, stderr } = await runCommand({ dataDir, args: ['up'], env: { DATABASE_URL: url } })
    assert.equal(code, 1)
    assert.match(stderr, says)
    assert.match(stderr, SENTENCES)
    assert.equal(stderr.includes(new URL(url).password), false)
  }
})

const closed = process.getuid?.() === 0 ? await findClosedFolder(CHECKOUT, { name: 'nobody', ...NOBODY }) : ''
const skipNobody =
  closed === '' ? 'the tests run as an ordinary user already' : closed ? `nobody may not enter ${closed}` : false

test('an ordinary user can start the service as well', { skip: skipNobody }, async (t) => {
  const dataDir = await newDataDir(t)
  await chown(dataDir, NOBODY.uid, NOBODY.gid)
  const service = await startService(t, { dataDir, user: NOBODY })
  say('as nobody', await service.ready())
  const client = await clientOf(dataDir)
  assert.equal((await client.get('/v1/partner/me')).status, 200)
  const database = await findDatabase(dataDir)
  service.child.kill('SIGINT')
  assert.equal(await service.exit, 0)
  await assertGone(dataDir, database)
})
