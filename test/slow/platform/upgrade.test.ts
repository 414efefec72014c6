import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createClient } from '../../harness/client.ts'
import { CHECKOUT, createEmptyDatabase, newDataDir, runCommand, startService } from '../../start/processes.ts'

const KEY = 'a secret of the tests with 32 characters'
const COMPANY = '--company Northwind --email sam@northwind.example --name Sam --plan starter --json'.split(' ')

/** The newest row of the table of releases. */
const released =
  [...readFileSync(join(CHECKOUT, 'RELEASES.md'), 'utf8').matchAll(/\| `([0-9a-f]{40})` \|$/gm)].at(-1)?.[1] ?? ''
const isKnown = spawnSync('git', ['cat-file', '-e', `${released}^{commit}`], { cwd: CHECKOUT }).status === 0

/** The sources of the released version, with the installed packages of this one beside its own. */
async function checkOut(commit: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline released '))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const archive = execFileSync('git', ['archive', commit], { cwd: CHECKOUT, maxBuffer: 1 << 30 })
  execFileSync('tar', ['x'], { cwd: folder, input: archive })
  const link = (from: string, to: string): void => {
    mkdirSync(to, { recursive: true })
    for (const name of readdirSync(from))
      if (!name.startsWith('@plumbline')) symlinkSync(join(from, name), join(to, name))
  }
  link(join(CHECKOUT, 'node_modules'), join(folder, 'node_modules'))
  link(join(folder, 'packages'), join(folder, 'node_modules', '@plumbline'))
  return folder
}

test('the data of the released version is upgraded, and its processes keep working on the new schema beside new processes', {
  skip: isKnown ? false : 'this clone does not have the released commit',
}, async (t) => {
  const folder = await checkOut(released)
  const main = join(folder, 'bin/plumbline.js')
  await using database = await createEmptyDatabase()
  const dataDir = await newDataDir(t)
  const env = { DATABASE_URL: database.url, PLUMBLINE_SECRET_KEY: KEY }
  const old = (...args: string[]) => ({ dataDir, env, program: process.execPath, args: [main, ...args] })
  const now = (...args: string[]) => ({ dataDir, env, args })

  assert.equal((await runCommand(old('migrate'))).code, 0)
  const made = await runCommand(old('partner', 'create', ...COMPANY))
  assert.equal(made.code, 0, made.stderr)
  const { key } = JSON.parse(made.stdout)
  const oldServe = await startService(t, old('serve'))
  const oldWork = await startService(t, old('work'))
  await Promise.all([oldServe.ready(), oldWork.ready()])
  const ca = await readFile(join(dataDir, 'tls', 'ca.crt'), 'utf8')
  const clientOf = (port: number) => createClient(`https://localhost:${port}`, ca, 'X-Partner-Key', key)
  const addCustomer = async (port: number, name: string): Promise<number> =>
    (await clientOf(port).post('/v1/partner/customers', { name, tenantId: randomUUID() })).status
  assert.equal(await addCustomer(oldServe.port, 'Before'), 201)

  const dry = JSON.parse((await runCommand(now('migrate', '--dry-run', '--json'))).stdout)
  assert.ok(dry.pending.length > 0)
  const migrated = await runCommand(now('migrate'))
  assert.equal(migrated.code, 0, migrated.stderr)
  assert.equal(await addCustomer(oldServe.port, 'Beside'), 201, 'the old API writes to the new schema')
  const newServe = await startService(t, now('serve'))
  const newWork = await startService(t, now('work'))
  await Promise.all([newServe.ready(), newWork.ready()])
  assert.equal(await addCustomer(newServe.port, 'After'), 201)
  for (const { port } of [oldServe, newServe]) {
    const { body } = await clientOf(port).get('/v1/partner/customers')
    assert.deepEqual(body.customers.map(({ name }: { name: string }) => name).sort(), ['After', 'Before', 'Beside'])
  }
  assert.equal(oldWork.child.exitCode, null)
  for (const { child, exit } of [oldServe, oldWork, newServe, newWork]) {
    child.kill('SIGTERM')
    assert.equal(await exit, 0)
  }
})
