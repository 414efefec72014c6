import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@plumbline/embedded-postgres'
import { localCertificate } from '../src/platform/certificates.ts'
import { prepareTemplate } from './harness/database.ts'

/**
 * Runs the tests: all except the slow ones, with `--slow` only those, or the given files. They share one PostgreSQL
 * (embedded, or that of DATABASE_URL), on which every test file clones its own database from a migrated template.
 */
const SLOW = ['test/slow/**', 'packages/*/test/slow/**']
/** Every file runs in its own process, which would otherwise strip the types of the whole service again. */
const COMPILED = join(import.meta.dirname, '../node_modules/.cache/plumbline-tests')
const [first, ...others] = process.argv.slice(2)
const files =
  first === '--slow'
    ? globSync(SLOW.map((folder) => `${folder}/*.test.ts`))
    : first === undefined
      ? globSync(['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'], { exclude: SLOW })
      : [first, ...others]
const folder = await mkdtemp(join(tmpdir(), 'plumbline test '))
// As root, the database runs as another user, who must be able to enter. Its files are in here too, and deleted with it.
await chmod(folder, 0o755)
const place = { dataDir: join(folder, 'database'), systemDir: join(folder, 'system') }
const given = process.env.DATABASE_URL
const server = given ? undefined : await startEmbeddedPostgres(place)
const url = given ?? server?.url ?? ''
let exitCode = 1
try {
  await localCertificate(join(folder, 'certificates'), [])
  const template = await prepareTemplate(url)
  exitCode = await runTests({
    TEST_DATABASE_URL: url,
    TEST_TEMPLATE: template,
    TEST_CERTIFICATES: join(folder, 'certificates'),
  })
} finally {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit(exitCode)

function runTests(environment: Record<string, string>): Promise<number> {
  const { DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(
    process.execPath,
    ['--test', `--test-concurrency=${availableParallelism()}`, '--test-timeout=300000', ...files.sort()],
    { stdio: 'inherit', env: { ...inherited, ...environment, NODE_COMPILE_CACHE: COMPILED } },
  )
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}
