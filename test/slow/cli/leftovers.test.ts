import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startEmbeddedPostgres } from '@plumbline/embedded-postgres'
import { runLeftovers } from '../../../src/cli/leftovers.ts'

const notRoot = process.getuid?.() === 0 ? false : 'only root has a system folder'

test('leftovers are listed with their size and data folder, and deleted only on request', {
  skip: notRoot,
}, async (t) => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'plumbline leftovers ')))
  await chmod(folder, 0o755)
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }))
  const [dataDir, systemDir] = [join(folder, 'data'), join(folder, 'system')]
  assert.deepEqual(await runLeftovers({}, systemDir), { json: [], text: 'None found.', ok: true })
  await (await startEmbeddedPostgres({ dataDir, systemDir })).stop()
  const cluster = await realpath(join(dataDir, 'postgres'))
  assert.deepEqual((await runLeftovers({ remove: true }, systemDir)).json, [])
  await rm(dataDir, { recursive: true })

  const { text } = await runLeftovers({}, systemDir)
  assert.match(text, /^database +MB +data folder\n/)
  assert.ok(text.includes(`${cluster}  `) && text.includes(dataDir))
  assert.match(text, / +\d\d +\/.*\n.* moved .*\n.*plumbline leftovers --remove$/)
  assert.ok(existsSync(cluster))
  assert.match((await runLeftovers({ remove: true }, systemDir)).text, /removed\.$/)
  assert.ok(!existsSync(cluster))
  assert.deepEqual(await runLeftovers({}, systemDir), { json: [], text: 'None found.', ok: true })
})
