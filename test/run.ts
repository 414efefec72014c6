import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@plumbline/embedded-postgres'
import { localCertificate } from '../src/platform/certificates.ts'
import { prepareTemplate } from './harness/database.ts'

/**
 * Runs the tests: all of them, or those whose files are named. They share one PostgreSQL (embedded, or that of
 * DATABASE_URL), on which every test file clones its own database from a migrated template.
 */
const files = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'plumbline test '))
// Open to the user that the database runs as when we are root; its files lie in here too and are deleted with the folder.
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
    [
      '--test',
      '--test-concurrency=2',
      '--test-timeout=300000',
      ...(files.length > 0 ? files : ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts']),
    ],
    { stdio: 'inherit', env: { ...inherited, ...environment } },
  )
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}
