import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startEmbeddedPostgres } from '@plumbline/embedded-postgres'
import { localCertificate } from '../src/platform/certificates.ts'
import { dropTemplate, prepareTemplate } from './harness/database.ts'

/**
 * Runs the tests: all except the slow ones, with `--slow` only those, or the given files. They share one PostgreSQL
 * (embedded, or that of DATABASE_URL), on which every test file clones its own database from a migrated template.
 */
const SLOW = ['test/slow/**', 'packages/*/test/slow/**']
/** Every process would strip the types of the whole service again. */
const COMPILED = join(import.meta.dirname, '../node_modules/.cache/plumbline-tests')
/** How many files share a process; those of the engine open nothing, so all of them do. */
const FILES_IN_A_PROCESS = 12
const [first, ...others] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'plumbline test '))
// As root, the database runs as another user, who must be able to enter. Its files are in here too, and deleted with it.
await chmod(folder, 0o755)
const place = { dataDir: join(folder, 'database'), systemDir: join(folder, 'system') }
/**
 * Nothing of this server outlives the tests, so it need not wait for the disk. Tests share its databases, and their plans
 * must not depend on what was analyzed for an earlier test.
 */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '400',
}
const given = process.env.DATABASE_URL
const server = given ? undefined : await startEmbeddedPostgres({ ...place, settings })
const url = given ?? server?.url ?? ''
const isSlow = first === '--slow'
const named = isSlow || first === undefined ? others : [first, ...others]
const files = named.length > 0 ? named : isSlow ? listSlowFiles() : await groupFiles(listQuickFiles())
let exitCode = 1
let template: string | undefined
try {
  await localCertificate(join(folder, 'certificates'), [])
  template = await prepareTemplate(url)
  exitCode = await runTests({
    TEST_DATABASE_URL: url,
    TEST_TEMPLATE: template,
    TEST_CERTIFICATES: join(folder, 'certificates'),
  })
} finally {
  // The databases of the embedded server go with its folder.
  if (given && template) await dropTemplate(given, template)
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit(exitCode)

function listSlowFiles(): string[] {
  return globSync(SLOW.map((path) => `${path}/*.test.ts`)).sort()
}

function listQuickFiles(): string[] {
  return globSync(['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'], { exclude: SLOW }).sort()
}

function runTests(environment: Record<string, string>): Promise<number> {
  const { DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(
    process.execPath,
    ['--test', `--test-concurrency=${availableParallelism()}`, '--test-timeout=300000', ...files],
    { stdio: 'inherit', env: { ...inherited, ...environment, NODE_COMPILE_CACHE: COMPILED } },
  )
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}

/**
 * Writes files that each run several test files of one folder, one after another, each in a suite of its own: loading the
 * service takes longer than most of them do.
 */
async function groupFiles(paths: readonly string[]): Promise<string[]> {
  const groups: string[] = []
  for (const [name, members] of Map.groupBy(paths, (path) => path.split(sep).slice(0, 2).join(' '))) {
    const size = name === 'test engine' ? members.length : FILES_IN_A_PROCESS
    for (let start = 0; start < members.length; start += size) {
      const group = join(folder, `${name} ${start}.test.mjs`)
      const suites = members.slice(start, start + size).map((path) => {
        const url = JSON.stringify(pathToFileURL(resolve(path)).href)
        return `describe(${JSON.stringify(path)}, async () => { await import(${url}) })\n`
      })
      await writeFile(group, `import { describe } from 'node:test'\n${suites.join('')}`)
      groups.push(group)
    }
  }
  return groups
}
