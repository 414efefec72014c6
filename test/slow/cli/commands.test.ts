import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { unpackResult } from '../../../src/features/assessments/storage/packing.ts'
import { createKeyRing } from '../../../src/shared/crypto/key-ring.ts'
import { createClient, type Json } from '../../harness/client.ts'
import { findFreePort } from '../../harness/free-port.ts'
import { tenantIdOf, waitForEnd } from '../../runs/follow.ts'
import {
  CHECKOUT,
  createEmptyDatabase,
  findDatabase,
  newDataDir,
  runCommand,
  type Service,
  startService,
} from '../../start/processes.ts'

/** Commands on the data folder of a running `up`. */

const SENTENCES = /^((--)?[A-Za-z/].*[.:]\n)+$/

const undo: (() => Promise<void> | void)[] = []
const context = { after: (fn: () => Promise<void> | void) => void undo.push(fn) }
const dataDir = await newDataDir()
const port = await findFreePort()
const snapshotFile = join(dataDir, '..', 'a snapshot.json')
let service: Service
/** The sandbox's own run, of the sample tenant `typical`. */
let run: Json
let sandbox: Json
/** Read while other tests run: the tenant throttles a second reading. */
let taken: Promise<Json>

/** Without the settings of the service, as most operators call commands. */
const command = (...args: string[]) => runCommand({ dataDir, args })

/** Runs a command with `--json` and returns the document that it prints. */
async function commandJson(...args: string[]): Promise<Json> {
  const { code, stdout, stderr } = await command(...args, '--json')
  assert.equal(code, 0, stderr)
  assert.equal(stderr, '')
  return JSON.parse(stdout)
}

/** Each is refused with a sentence, and prints nothing that a script could mistake for a result. */
async function assertRefused(...calls: [args: string[], says: RegExp][]): Promise<void> {
  await Promise.all(
    calls.map(async ([args, says]) => {
      const { code, stdout, stderr } = await command(...args)
      assert.equal(code, 1, `${args.join(' ')}: ${stdout}${stderr}`)
      assert.equal(stdout, '')
      assert.match(stderr, says)
      assert.match(stderr, SENTENCES)
    }),
  )
}

async function clientOf(key: string, header = 'X-Partner-Key') {
  return createClient(sandbox.apiUrl, await readFile(sandbox.caFile, 'utf8'), header, key)
}

before(async () => {
  service = await startService(context, { dataDir, port })
  await service.ready()
  sandbox = JSON.parse(await readFile(join(dataDir, 'sandbox.json'), 'utf8'))
  const client = await clientOf(sandbox.partners[2].key)
  run = await waitForEnd(client, sandbox.sampleRun)
  assert.equal(run.status, 'completed')
  taken = commandJson('snapshot', '--tenant', tenantIdOf('typical'), '--out', snapshotFile)
})

after(async () => {
  await taken.catch(() => {})
  for (const each of undo.reverse()) await each()
})

test('a distributor and its partner are created with keys that work', async () => {
  const distributor = await commandJson(
    'distributor',
    'create',
    '--company',
    'Meridian',
    '--email',
    'ops@meridian.example',
  )
  assert.deepEqual(Object.keys(distributor), ['id', 'key'])
  assert.match(distributor.id, /^dist_/)
  assert.match(distributor.key, /^dk_live_/)
  const options = [
    '--company',
    'Northwind',
    '--email',
    'sam@northwind.example',
    '--name',
    'Sam',
    '--plan',
    'professional',
  ]
  const partner = await commandJson('partner', 'create', ...options, '--distributor', distributor.id)
  assert.deepEqual(Object.keys(partner), ['id', 'key'])
  const { status, body } = await (await clientOf(partner.key)).get('/v1/partner/me')
  assert.equal(status, 200)
  assert.deepEqual([body.id, body.company, body.plan, body.status], [partner.id, 'Northwind', 'professional', 'active'])
  const distributed = await (await clientOf(distributor.key, 'X-Distributor-Key')).get('/v1/distributor/partners')
  assert.equal(distributed.status, 200)
  assert.deepEqual(
    distributed.body.partners.map(({ id }: Json) => id),
    [partner.id],
  )
  const { stdout } = await command('partner', 'create', ...options)
  assert.match(stdout, /^id {3}prt_\S+\nkey {2}pk_live_\S+\n$/)
})

test('accounts with wrong values are refused, and nothing is created', async () => {
  const create = (change: Record<string, string>): string[] => {
    const options = { company: 'Wrong Partner', email: 'sam@wrong.example', name: 'Sam', plan: 'starter', ...change }
    return ['partner', 'create', ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])]
  }
  await assertRefused(
    [create({ plan: 'gold' }), /--plan must be one of starter, professional, enterprise/],
    [create({ distributor: 'dist_00000000000000000000000000' }), /Distributor dist_0.* not found/],
    [create({ distributor: 'nonsense' }), /Distributor nonsense not found/],
    [create({ email: 'sam' }), /--email must be an email address/],
    [create({ company: '  ' }), /--company must have 1 to 200 characters/],
    [create({ name: '\u0007' }), /--name must have/],
    [['distributor', 'create', '--company', 'X', '--email', 'x@'], /--email must be an email address/],
  )
  const { url } = JSON.parse(await readFile(join(dataDir, 'database.json'), 'utf8'))
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  const { rows } = await database.query("select id from partners where company = 'Wrong Partner'")
  await database.end()
  assert.deepEqual(rows, [])
})

test('report prints a link that opens the report', async () => {
  const { url } = await commandJson('report', run.id)
  assert.ok(url.startsWith(`${sandbox.appUrl}/reports/${run.id}?expires=`))
  assert.equal((await command('report', run.id)).stdout.split('?')[0], url.split('?')[0])
  const client = createClient(url.replace(/\/reports.*/, '/api/..'), await readFile(sandbox.caFile, 'utf8'), '', '')
  const page = await client.get(`/../${url.slice(sandbox.appUrl.length + 1)}`)
  assert.equal(page.status, 200, page.text)
  assert.match(page.text, /Bellbird Engineering/)
})

test('every command that prints an address prints that of the service, unless its own settings name another', async () => {
  const combined = await command('report', '--customer', run.customerId)
  assert.ok(combined.stdout.startsWith(`${sandbox.appUrl}/reports/`), combined.stdout)
  const { consentUrl } = await commandJson('permissions')
  assert.ok(consentUrl.includes(encodeURIComponent(`${sandbox.appUrl}/`)), consentUrl)
  const elsewhere = { PLUMBLINE_BASE_URL: 'https://plumbline.example' }
  const { stdout } = await runCommand({ dataDir, env: elsewhere, args: ['report', run.id] })
  assert.match(stdout, /^https:\/\/plumbline\.example\/reports\//)
})

test('a report that cannot be made or written is refused with what is wrong', async () => {
  const gone = `${run.id.slice(0, -4)}zzzz`
  const out = join(dataDir, '..', 'a.pdf')
  await assertRefused(
    [['report', gone], new RegExp(`^Run ${gone} not found\\.$`, 'm')],
    [['report', gone, '--out', out], new RegExp(`^Run ${gone} not found\\.$`, 'm')],
    [['report', '--customer', 'cust_zz', '--out', out], /^Customer cust_zz not found\.$/m],
    [['report', '--customer', run.customerId, '--products', 'foo'], /"foo" not found: choose from essential-eight, /],
    [
      ['report', run.id, '--out', '/missing/a.pdf'],
      /^\/missing\/a\.pdf cannot be written: the folder \/missing does not exist\.$/m,
    ],
  )
})

test('doctor finds a running service healthy', async () => {
  const { ok, findings } = await commandJson('doctor')
  assert.equal(ok, true)
  const checks = new Set(findings.map(({ check }: Json) => check))
  for (const check of ['database', 'migrations', 'workers', 'jobs', 'tenant access', 'mail'])
    assert.ok(checks.has(check), check)
  const { code, stdout } = await command('doctor')
  assert.equal(code, 0)
  assert.match(stdout, /^ok {5}database +PostgreSQL \d+/)
  assert.doesNotMatch(stdout, /WRONG/)
})

test('doctor names each problem and its fix, and exits with 1', async () => {
  await using database = await createEmptyDatabase()
  const gone = new URL(database.url)
  gone.port = String(await findFreePort())
  const secret = { PLUMBLINE_SECRET_KEY: 'a secret of the tests, 32 characters and more' }
  const examine = async (DATABASE_URL: string): Promise<Json> => {
    const about = { dataDir: join(dataDir, 'none'), env: { DATABASE_URL, ...secret } }
    const { code, stdout } = await runCommand({ ...about, args: ['doctor', '--json'] })
    assert.equal(code, 1)
    const { ok, findings } = JSON.parse(stdout)
    assert.equal(ok, false)
    for (const finding of findings) assert.equal('fix' in finding, !finding.ok)
    const shown = await runCommand({ ...about, args: ['doctor'] })
    assert.equal(shown.code, 1)
    assert.match(shown.stdout, /WRONG/)
    return Object.fromEntries(findings.map(({ check, ok, says }: Json) => [check, ok ? 'ok' : says]))
  }
  const nothing = await runCommand({ dataDir: join(dataDir, 'none'), args: ['doctor'] })
  assert.match(nothing.stdout, /^WRONG {2}database +No data in .*none yet\.\n +Start the service with "plumbline up"/)
  assert.doesNotMatch(nothing.stdout, /DATABASE_URL/)
  assert.match(nothing.stdout, /data folder +does not exist yet/)
  const unreachable = await examine(gone.href)
  assert.match(unreachable.database, /cannot be reached/)
  assert.deepEqual(Object.keys(unreachable), ['database', 'data folder', 'tenant access', 'portal', 'streams', 'mail'])
  assert.match(unreachable['tenant access'], /PLUMBLINE_GRAPH_CLIENT_ID/)
  const empty = await examine(database.url)
  assert.equal(empty.database, 'ok')
  assert.match(empty.migrations, /^pending: 0001_accounts\.sql/)
  const { code } = await runCommand({ dataDir, args: ['migrate'], env: { DATABASE_URL: database.url, ...secret } })
  assert.equal(code, 0)
  const alone = await examine(database.url)
  assert.deepEqual([alone.migrations, alone.workers, alone.jobs], ['ok', 'none is running', 'ok'])
})

test('several processes can migrate a new database at the same time', async () => {
  await using database = await createEmptyDatabase()
  const secret = { PLUMBLINE_SECRET_KEY: 'a secret of the tests, 32 characters and more' }
  const migrate = () =>
    runCommand({ dataDir, args: ['migrate', '--json'], env: { DATABASE_URL: database.url, ...secret } })
  for (const { code, stdout, stderr } of await Promise.all([migrate(), migrate(), migrate()])) {
    assert.deepEqual([code, stdout], [0, '{"ok":true}\n'], stderr)
  }
  assert.deepEqual(await migrate().then(({ code }) => code), 0)
})

test('the command line runs on the runtime that the project pins, whatever Node calls it', async () => {
  const found = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'))
  const nodes = [process.execPath, ...found.filter((file) => existsSync(file))]
  const bin = join(CHECKOUT, 'bin', 'plumbline.js')
  await Promise.all(
    [...new Set(nodes)].map(async (program) => {
      const call = (...args: string[]) => runCommand({ dataDir, program, args: [bin, ...args], cwd: dataDir })
      assert.match((await call('--version')).stdout, /^\d+\.\d+\.\d+\n$/, program)
      assert.equal((await call('fly')).code, 2)
    }),
  )
})

test('a command with invalid arguments exits with 2 and shows the usage', async () => {
  const calls: [args: string[], says: RegExp][] = [
    [['fly'], /unknown command 'fly'.*Usage: plumbline /s],
    [[], /Usage: plumbline /],
    [['partner'], /Usage: plumbline partner /],
    [['partner', 'create', '--company', 'X'], /required option '--email.*Usage: plumbline partner create /s],
    [['assess'], /required option '--product.*Usage: plumbline assess /s],
    [
      ['assess', snapshotFile, '--product', 'essential-eight', '--target', 'two'],
      /whole number.*Usage: plumbline assess /s,
    ],
    [['assess', snapshotFile], /--product.*Usage: plumbline assess /s],
    [['migrate', '--fast'], /unknown option '--fast'.*Usage: plumbline migrate /s],
  ]
  const wrong = calls.map(async ([args, says]) => {
    const { code, stdout, stderr } = await command(...args)
    assert.deepEqual([code, stdout], [2, ''], args.join(' '))
    assert.match(stderr, says)
  })
  const right = [['--help'], ['assess', '--help'], ['--version']].map(async (args) => {
    const { code, stdout, stderr } = await command(...args)
    assert.deepEqual([code, stderr], [0, ''], args.join(' '))
    assert.match(stdout, /^(Usage: plumbline|\d+\.\d+\.\d+\n$)/)
  })
  await Promise.all([...wrong, ...right])
})

test('a snapshot file is readable by its owner only, and evaluating it gives the same result as the run', async () => {
  assert.ok((await taken).read > 0)
  assert.equal((await stat(snapshotFile)).mode & 0o777, 0o600)
  const assessed = await commandJson('assess', snapshotFile, '--product', 'essential-eight', '--target', '2')
  for (const field of [
    'score',
    'scoreCeiling',
    'coverage',
    'maturityAchieved',
    'findings',
    'critical',
    'high',
    'medium',
    'low',
  ]) {
    assert.equal(assessed[field], run[field], field)
  }
  const { url } = JSON.parse(await readFile(join(dataDir, 'database.json'), 'utf8'))
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  const { rows } = await database.query('select result from run_results where run_id = $1', [run.id])
  await database.end()
  const verdicts = ({ requirements }: Json): string[] =>
    requirements.map(({ id, group, verdict, severity, coverage }: Json) =>
      JSON.stringify([id, group, verdict, severity, coverage]),
    )
  const secretKey = (await readFile(join(dataDir, 'secret-key'), 'utf8')).trim()
  assert.deepEqual(verdicts(assessed), verdicts(unpackResult(createKeyRing(secretKey), run.id, rows[0].result)))
})

test('assess prints one JSON document with every documented field', async () => {
  await taken
  for (const product of ['essential-eight', 'nist-csf']) {
    const { requirements, ...result } = await commandJson('assess', snapshotFile, '--product', product)
    const documented =
      'product framework target score scoreCeiling coverage maturityAchieved findings critical high medium low'
    for (const field of documented.split(' ')) assert.ok(field in result, field)
    assert.equal(result.product, product)
    assert.deepEqual(Object.keys(result.framework), ['id', 'version'])
    assert.ok(Number.isInteger(result.score) && result.score >= 0 && result.score <= result.scoreCeiling)
    assert.ok(result.coverage > 0 && result.coverage < 1)
    assert.equal(result.findings, result.critical + result.high + result.medium + result.low)
    assert.ok(requirements.length >= 100)
    for (const requirement of requirements) {
      for (const field of ['id', 'group', 'levels', 'verdict', 'observed', 'expected', 'limitations', 'evidence']) {
        assert.ok(field in requirement, `${requirement.id}: ${field}`)
      }
    }
    const ids = new Set(requirements.map(({ id }: Json) => id))
    assert.ok(ids.has(product === 'nist-csf' ? 'PR.AA-03' : 'ISM-1504'))
  }
})

test('assess needs no server, no database, no settings and no data folder', async () => {
  await taken
  const away = await newDataDir(context)
  const nowhere = join(away, 'none')
  const { code, stdout, stderr, ms } = await runCommand({
    dataDir: nowhere,
    cwd: away,
    args: ['assess', snapshotFile, '--product', 'essential-eight', '--json'],
    env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', PLUMBLINE_PORT: 'wrong' },
  })
  assert.equal(code, 0, stderr)
  assert.equal(JSON.parse(stdout).product, 'essential-eight')
  console.log(`assess: ${ms} ms`)
  assert.equal(existsSync(nowhere), false)
  assert.equal(existsSync(join(away, 'data')), false)
  const shown = await runCommand({
    dataDir: nowhere,
    cwd: away,
    args: ['assess', snapshotFile, '--product', 'essential-eight'],
  })
  assert.equal(shown.code, 0)
  assert.match(shown.stdout, /score/i)
})

test('answers decide what no reading can, and every invalid answer is listed', async () => {
  await taken
  const file = join(dataDir, '..', 'answers.json')
  const args = ['assess', snapshotFile, '--product', 'essential-eight', '--target', '1']
  const without = await commandJson(...args)
  const open = without.requirements.filter(
    ({ verdict, levels }: Json) => verdict === 'not_assessed' && levels.includes(1),
  )
  assert.ok(open.length > 0)
  const answers = Object.fromEntries(open.map(({ id }: Json) => [id, { answer: 'yes' }]))
  await writeFile(file, JSON.stringify({ format: 'plumbline-answers/1', answers }))
  const assessed = await commandJson(...args, '--answers', file)
  assert.ok(assessed.coverage > without.coverage)
  assert.ok(assessed.score > without.score)

  const wrong: [content: string, says: RegExp][] = [
    ['{"format":"plumbline-answers/1","answers":{"ISM-1504":{"answer":"maybe"}}}', /ISM-1504: "answer" must be/],
    ['{"answers":{}}', /plumbline-answers\/1/],
    ['{', /not JSON/],
  ]
  for (const [content, says] of wrong) {
    await writeFile(file, content)
    await assertRefused([[...args, '--answers', file], says])
  }
})

test('unusable files and values are refused with a sentence', async () => {
  await taken
  const broken = join(dataDir, '..', 'broken.json')
  const assess = (file: string, product = 'essential-eight') => ['assess', file, '--product', product]
  const snapshot = (tenantId: string, out = broken) => ['snapshot', '--tenant', tenantId, '--out', out]
  const newer = join(dataDir, '..', 'newer.json')
  await writeFile(broken, 'no JSON')
  await writeFile(newer, '{"format":"plumbline-snapshot/9"}')
  await assertRefused(
    [assess(join(dataDir, 'gone.json')), /gone\.json cannot be read/],
    [assess(dataDir), /cannot be read/],
    [assess(broken), /not JSON/],
    [assess(newer), /plumbline-snapshot\/1/],
    [assess(snapshotFile, 'cis'), /Product "cis" not found\. Products: essential-eight/],
    [[...assess(snapshotFile), '--target', '6'], /from 1 to 5/],
    [snapshot('contoso'), /GUID/],
    [snapshot(tenantIdOf('no-consent')), /has not approved this application/],
    [snapshot('99999999-9999-4999-8999-999999999999'), /does not know tenant/],
    [snapshot(tenantIdOf('unlicensed'), join(dataDir, 'no', 'where')), /cannot be written/],
    [['report', 'run_00000000000000000000000000'], /Run run_0.* not found/],
  )
})

test('commands do not disturb a running service, and without one they start a temporary database', async () => {
  assert.equal((await (await clientOf(sandbox.partners[0].key)).get('/v1/partner/me')).status, 200)
  service.child.kill('SIGINT')
  assert.equal(await service.exit, 0)
  const outputs = await Promise.all([
    commandJson('report', run.id),
    commandJson('distributor', 'create', '--company', 'Alone', '--email', 'ops@alone.example'),
    commandJson('snapshot', '--tenant', tenantIdOf('weak'), '--out', snapshotFile),
  ])
  assert.equal(outputs[2].tenantId, tenantIdOf('weak'))
  assert.equal(await findDatabase(dataDir), undefined)
  assert.equal(existsSync(join(dataDir, 'simulator.json')), false)
  const { code, stdout } = await command('doctor', '--json')
  assert.equal(code, 1)
  const wrong = JSON.parse(stdout).findings.filter(({ ok }: Json) => !ok)
  assert.deepEqual(
    wrong.map(({ check }: Json) => check),
    ['workers', 'tenant access'],
  )
})
