import { spawnSync } from 'node:child_process'
import { chmod, lchown, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@plumbline/embedded-postgres'
import { fields } from '../../src/shared/json.ts'
import { prepareTemplate } from './database.ts'
import { findFreePort } from './free-port.ts'

/**
 * A primary with a streaming standby, which started as a copy of it. The databases that the test creates afterwards are
 * on the primary, and so on the standby.
 */
export async function openPrimaryWithStandby() {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-standby-'))
  // If root runs the tests, the servers run as another user, who must be able to enter.
  await chmod(folder, 0o755)
  const place = (name: string, port: number) => ({
    dataDir: join(folder, name),
    systemDir: join(folder, `${name}-system`),
    port,
  })
  const [first, second] = [place('primary', await findFreePort()), place('standby', await findFreePort())]
  const made = await startEmbeddedPostgres(first)
  await made.stop()
  await copyAsStandby(first.dataDir, second.dataDir)
  const primary = await startEmbeddedPostgres(first)
  const { username, password } = new URL(primary.url)
  const settings = {
    primary_conninfo: `host=127.0.0.1 port=${first.port} user=${username} password=${password}`,
    // How long a statement may delay replay before it is cancelled: longer than statements of tests wait on purpose.
    max_standby_streaming_delay: '1s',
  }
  const startStandby = () => startEmbeddedPostgres({ ...second, settings })
  let standby = await startStandby()
  process.env.TEST_DATABASE_URL = primary.url
  process.env.TEST_TEMPLATE = await prepareTemplate(primary.url)
  return {
    primaryUrl: primary.url,
    /** The connection string for the same database and user on the standby. */
    onStandby(url: string): string {
      const moved = new URL(url)
      moved.port = String(second.port)
      return moved.href
    },
    async kill() {
      process.kill(standby.pid, 'SIGKILL')
      await standby.stop()
    },
    async comeBack() {
      standby = await startStandby()
    },
    async [Symbol.asyncDispose]() {
      await standby.stop()
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Copies the files of a stopped server. */
async function copyAsStandby(from: string, to: string): Promise<void> {
  const source = await realpath(join(from, 'postgres'))
  const target = join(to, 'postgres')
  const copied = spawnSync('sh', ['-c', 'mkdir -m 711 "$2" && cp -a "$1" "$2/postgres"', 'copy', source, to])
  if (copied.status !== 0) throw new Error(String(copied.stderr))
  const { uid, gid } = await stat(target)
  const marks = { 'standby.signal': '', 'plumbline.json': await rename(join(target, 'plumbline.json')) }
  for (const [name, text] of Object.entries(marks)) {
    await writeFile(join(target, name), text, { mode: 0o600 })
    await lchown(join(target, name), uid, gid)
  }
}

/** Renames the copied cluster, because a start ends all processes of a cluster with the same name. */
async function rename(file: string): Promise<string> {
  const content = fields(JSON.parse(await readFile(file, 'utf8')))
  return JSON.stringify({ ...content, name: `${content.name}-standby` })
}
