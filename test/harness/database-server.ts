import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@plumbline/embedded-postgres'
import { prepareTemplate } from './database.ts'
import { findFreePort } from './free-port.ts'

/**
 * A separate database server that the test may stop, always on the same port, like an external one. Until it is closed, all
 * databases that the test creates are on it.
 */
export async function openDatabaseServer() {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline restart '))
  // If root runs the tests, the server runs as another user, who must be able to enter. Its files are also in this
  // folder and are deleted with it.
  await chmod(folder, 0o755)
  const place = { dataDir: join(folder, 'data'), systemDir: join(folder, 'system'), port: await findFreePort() }
  let server = await startEmbeddedPostgres(place)
  const { TEST_DATABASE_URL, TEST_TEMPLATE } = process.env
  process.env.TEST_DATABASE_URL = server.url
  process.env.TEST_TEMPLATE = await prepareTemplate(server.url)
  return {
    /** Stops it cleanly, as for an upgrade, or kills it, as when memory runs out. */
    async goDown(how: 'SIGINT' | 'SIGKILL') {
      if (how === 'SIGKILL') process.kill(server.pid, how)
      await server.stop()
    },
    async comeBack() {
      server = await startEmbeddedPostgres(place)
    },
    async [Symbol.asyncDispose]() {
      Object.assign(process.env, { TEST_DATABASE_URL, TEST_TEMPLATE })
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
