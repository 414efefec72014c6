import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startEmbeddedPostgres } from '@plumbline/embedded-postgres'
import { localCertificate } from '../src/platform/certificates.ts'
import { dropTemplate, prepareTemplate } from './harness/database.ts'
import { makeTemporaryFolder, removeTemporaryLeftovers } from './harness/temporary-folder.ts'

/**
 * Runs the tests: all except the slow ones, with `--slow` only those, or the given files. They share one PostgreSQL
 * (embedded, or that of DATABASE_URL), on which every test file clones its own database from a migrated template.
 */
const SLOW = ['test/slow/**', 'packages/*/test/slow/**']
/** The compile cache: without it, every process would strip the types of the whole service again. */
const COMPILED = join(import.meta.dirname, '../node_modules/.cache/plumbline-tests')
const FAILED_FILES = pathToFileURL(join(import.meta.dirname, 'harness/failed-files.ts')).href
const FOLLOW_TESTS = pathToFileURL(join(import.meta.dirname, 'harness/follow-tests.ts')).href
const EXIT_WATCH = pathToFileURL(join(import.meta.dirname, 'harness/exit-watch.ts')).href
/**
 * How many files share a process, because loading the service takes longer than most files. All files of the engine
 * share one, because they open neither servers nor connections.
 */
const FILES_IN_A_PROCESS = 25
const SHARED_BROWSER = pathToFileURL(join(import.meta.dirname, 'harness/shared-browser.ts')).href
/**
 * Slow tests that start, kill or measure processes have one for each file. Others share one, because loading the service takes two
 * seconds of processor time.
 */
const SHARING: readonly { folders: readonly string[]; size: number; preload?: string }[] = [
  ...['portal', 'people', 'questionnaires', 'docs'].map((folder) => ({
    folders: [folder],
    size: 6,
    preload: SHARED_BROWSER,
  })),
  ...['api', 'runs', 'security', 'webhooks'].map((folder) => ({ folders: [folder], size: 6 })),
  { folders: ['engine', 'engine/properties'], size: 10 },
  { folders: ['graph', 'simulator'], size: 10 },
  { folders: ['reports', 'pages', 'mail'], size: 10, preload: SHARED_BROWSER },
]
/** One more than processors, so that another process computes while one waits. */
const PROCESSES_AT_ONCE = availableParallelism() + 1
/** Stripe's test mode answers over the internet, and its clocks take seconds for each step. */
const FILE_TIMEOUT_MS = process.env.STRIPE_TEST_KEY ? 7_200_000 : 300_000
/** If more files fail, the cause is not a busy machine. */
const MAX_REPEATED = 6
const [first, ...others] = process.argv.slice(2)
await removeTemporaryLeftovers()
// If root runs the tests, the database runs as another user. Its files are also in this folder and are deleted with it.
const folder = await makeTemporaryFolder('plumbline test ')
const failedList = join(folder, 'failed')
const place = { dataDir: join(folder, 'database'), systemDir: join(folder, 'system') }
/**
 * The data of this server is not needed after the tests, so it does not wait for the disk. Tests share its databases,
 * and their query plans must not depend on statistics of an earlier test.
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
const files =
  named.length > 0 ? named : isSlow ? await groupSlowFiles(listSlowFiles()) : await groupFiles(listQuickFiles())
let exitCode = 1
let template: string | undefined
try {
  await localCertificate(join(folder, 'certificates'), [])
  template = await prepareTemplate(url)
  const environment = {
    TEST_DATABASE_URL: url,
    TEST_TEMPLATE: template,
    TEST_CERTIFICATES: join(folder, 'certificates'),
  }
  exitCode = await runTests(environment, files)
  if (exitCode !== 0 && named.length === 0) exitCode = await repeatFailed(environment)
} finally {
  // The databases of the embedded server are deleted with its folder.
  if (given && template) await dropTemplate(given, template)
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
  await removeTemporaryLeftovers()
}
// Says what was not run, so that it does not seem to have passed.
if (!process.env.STRIPE_TEST_KEY) console.log('stripe test mode: not run (no key)')
process.exit(exitCode)

function listSlowFiles(): string[] {
  return globSync(SLOW.map((path) => `${path}/*.test.ts`)).sort()
}

function listQuickFiles(): string[] {
  return globSync(['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'], { exclude: SLOW }).sort()
}

async function runTests(environment: Record<string, string>, files: readonly string[]): Promise<number> {
  const { DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(
    process.execPath,
    [
      '--test',
      `--import=${FOLLOW_TESTS}`,
      `--import=${EXIT_WATCH}`,
      `--test-concurrency=${PROCESSES_AT_ONCE}`,
      `--test-timeout=${FILE_TIMEOUT_MS}`,
      ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
      ...[`--test-reporter=${FAILED_FILES}`, `--test-reporter-destination=${failedList}`],
      ...files,
    ],
    { stdio: 'inherit', env: { ...inherited, ...environment, NODE_COMPILE_CACHE: COMPILED } },
  )
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}

/**
 * Runs each failed file once more, alone. A fault of the product fails again. A test that fails only on a busy machine
 * passes, and is reported at the end because it must be fixed.
 */
async function repeatFailed(environment: Record<string, string>): Promise<number> {
  const failed = (await readFile(failedList, 'utf8')).split('\n').filter(Boolean)
  if (failed.length === 0 || failed.length > MAX_REPEATED) return 1
  for (const file of failed) {
    console.log(`\nfailed, runs once more alone: ${file}`)
    if ((await runTests(environment, [file])) !== 0) return 1
  }
  console.log(`\nunsteady, failed once and passed alone: ${failed.join(', ')}`)
  return 0
}

/** Files that share a process come first, because these processes take longest. */
async function groupSlowFiles(paths: readonly string[]): Promise<string[]> {
  const groups: string[] = []
  const alone = new Set(paths)
  for (const { folders, size, preload } of SHARING) {
    const members = paths.filter((path) => folders.some((folder) => dirname(path) === join('test', 'slow', folder)))
    for (const path of members) alone.delete(path)
    groups.push(...(await writeGroups(folders[0] ?? '', members, size, preload)))
  }
  return [...groups, ...alone]
}

async function groupFiles(paths: readonly string[]): Promise<string[]> {
  const isOfEngine = (path: string): boolean => path.startsWith(join('test', 'engine'))
  const engine = paths.filter(isOfEngine)
  const service = paths.filter((path) => !isOfEngine(path))
  return [
    ...(await writeGroups('engine', engine, engine.length)),
    ...(await writeGroups('service', service, FILES_IN_A_PROCESS)),
  ]
}

/**
 * Writes files that each run several test files. Each test file is imported in a test of its own, after the previous
 * one has ended. So services do not all start at once or stay open together, and each file can use the database that
 * the previous one has cleaned. Suites would import all files first.
 */
async function writeGroups(
  kind: string,
  members: readonly string[],
  size: number,
  preload?: string,
): Promise<string[]> {
  const groups: string[] = []
  for (let start = 0; start < members.length; start += size) {
    const group = join(folder, `${kind} ${start}.test.mjs`)
    const tests = members.slice(start, start + size).map((path) => {
      const url = JSON.stringify(pathToFileURL(resolve(path)).href)
      return `test(${JSON.stringify(path)}, async () => { await import(${url}) })\n`
    })
    const first = preload === undefined ? '' : `import ${JSON.stringify(preload)}\n`
    await writeFile(group, `import { test } from 'node:test'\n${first}${tests.join('')}`)
    groups.push(group)
  }
  return groups
}
