import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runLeftovers } from '../../src/cli/leftovers.ts'

test('a leftover that cannot be removed does not keep the others, and the command says which one and why', async (t) => {
  const systemDir = await realpath(await mkdtemp(join(tmpdir(), 'plumbline-leftovers-')))
  t.after(() => rm(systemDir, { recursive: true }))
  const folders = ['a', 'b', 'c'].map((name) => join(systemDir, 'clusters', name))
  for (const folder of folders) {
    await mkdir(folder, { recursive: true })
    await writeFile(
      join(folder, 'plumbline.json'),
      JSON.stringify({ name: folder, dataDir: join(systemDir, 'gone', folder) }),
    )
  }
  const remove = async ({ folder }: { folder: string }): Promise<void> => {
    if (folder !== folders[2]) throw new Error(`EBUSY: ${folder}`)
    await rm(folder, { recursive: true })
  }
  const { text, json, ok } = await runLeftovers({ remove: true }, systemDir, remove)
  assert.equal(ok, false)
  assert.ok(!existsSync(folders[2] ?? ''), 'the last one is removed')
  for (const folder of folders.slice(0, 2))
    assert.ok(text.includes(`${folder} was not removed: EBUSY: ${folder}`), text)
  assert.doesNotMatch(text, /All of them/)
  assert.deepEqual(
    json.map(({ folder, removed }) => [folder, removed]).toSorted(),
    folders.map((folder, index) => [folder, index === 2]),
  )
  const again = await runLeftovers({ remove: true }, systemDir, (leftover) => rm(leftover.folder, { recursive: true }))
  assert.equal(again.ok, true)
  assert.match(again.text, /All of them were removed\.$/)
})
