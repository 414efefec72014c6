import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { isPidTaken } from '@plumbline/embedded-postgres/process-life'
import { makeTemporaryFolder, removeTemporaryFolder } from '../../harness/temporary-folder.ts'
import { eventually } from '../../runs/eventually.ts'

const KILLED = `
  import { startEmbeddedPostgres } from '@plumbline/embedded-postgres'
  import { makeTemporaryFolder } from '${new URL('../../harness/temporary-folder.ts', import.meta.url).href}'
  const folder = await makeTemporaryFolder('bench-', process.argv[1])
  const { pid } = await startEmbeddedPostgres({ dataDir: folder + '/database' })
  process.send({ folder, pid })`

test('a new temporary folder ends and removes what a killed process left in its own, and leaves those of living ones', async (t) => {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'plumbline folders ')))
  await chmod(parent, 0o755)
  t.after(() => rm(parent, { recursive: true, force: true, maxRetries: 20 }))
  const mine = await makeTemporaryFolder('bench-', parent)
  const child = spawn(process.execPath, ['--input-type=module', '--eval', KILLED, parent], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [{ folder, pid }] = await once(child, 'message')
  const cluster = await realpath(join(folder, 'database', 'postgres'))
  child.kill('SIGKILL')
  await once(child, 'exit')
  const next = await makeTemporaryFolder('bench-', parent)
  assert.deepEqual([folder, cluster].map(existsSync), [false, false])
  await eventually('the server has ended', async () => !isPidTaken(pid))
  assert.ok(existsSync(mine))
  for (const each of [mine, next]) await removeTemporaryFolder(each)
  assert.deepEqual([mine, next].map(existsSync), [false, false])
})
