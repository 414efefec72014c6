import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, realpath, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { findLeftovers, removeLeftover, startEmbeddedPostgres } from '../../src/embedded-postgres.ts'
import { isPidTaken } from '../../src/process-life.ts'

const notRoot = process.getuid?.() === 0 ? false : 'only root has a system folder'

test('a cluster is left over once its data folder is gone or has another, and not because the folder moved', {
  skip: notRoot,
}, async (t) => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'plumbline leftovers ')))
  await chmod(folder, 0o755)
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }))
  const systemDir = join(folder, 'system')
  const start = (name: string) => startEmbeddedPostgres({ dataDir: join(folder, name), systemDir })
  const clusterOf = (name: string) => realpath(join(folder, name, 'postgres'))
  const left = async () => (await findLeftovers(systemDir)).map((each) => each.folder)
  for (const name of ['used', 'gone', 'restarted']) await (await start(name)).stop()
  const [used, gone, replaced] = [await clusterOf('used'), await clusterOf('gone'), await clusterOf('restarted')]
  assert.deepEqual(await left(), [])

  await rename(join(folder, 'used'), join(folder, 'moved'))
  assert.deepEqual(await left(), [used])
  await (await start('moved')).stop()
  assert.deepEqual(await left(), [])

  await rm(join(folder, 'restarted', 'postgres'))
  assert.deepEqual(await left(), [])
  await (await start('restarted')).stop()
  assert.deepEqual(await left(), [replaced])

  await rm(join(folder, 'gone'), { recursive: true })
  const found = await findLeftovers(systemDir)
  assert.deepEqual(new Set(found.map((each) => each.folder)), new Set([gone, replaced]))
  assert.ok(found.every(({ bytes }) => bytes > 1e7))
  for (const each of found) await removeLeftover(each)
  assert.deepEqual([existsSync(gone), existsSync(replaced), existsSync(used)], [false, false, true])
  assert.deepEqual(await left(), [])
})

test('removing a leftover stops the server that a killed start left behind', { skip: notRoot }, async (t) => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'plumbline leftovers ')))
  await chmod(folder, 0o755)
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }))
  const systemDir = join(folder, 'system')
  const { pid } = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), systemDir, onExit: () => {} })
  await rm(join(folder, 'data'), { recursive: true })
  const [leftover] = await findLeftovers(systemDir)
  assert.ok(leftover)
  await removeLeftover(leftover)
  assert.deepEqual([isPidTaken(pid), existsSync(leftover.folder)], [false, false])
})
