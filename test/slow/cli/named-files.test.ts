import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { newDataDir, runCommand } from '../../start/processes.ts'

test('a backup or export that cannot be read or written is named in a sentence', async (t) => {
  const dataDir = await newDataDir(t)
  const missing = join(dataDir, 'missing', 'file.tar.zst')
  for (const [args, problem] of [
    [['backup', '--check', missing], 'read: it does not exist.'],
    [['backup', '--check', dataDir], 'read: it is a folder.'],
    [['restore', missing, '--data-dir', join(dataDir, 'new')], 'read: it does not exist.'],
  ] as const) {
    const { code, stdout, stderr } = await runCommand({ dataDir, args: [...args] })
    assert.deepEqual([code, stdout], [1, ''], stderr)
    const file = args.find((arg) => arg === missing || arg === dataDir)
    assert.ok(stderr.startsWith(`${file} cannot be ${problem}`) && stderr.trim().split('\n').length === 1, stderr)
  }
})

test('an export to a folder that does not exist is refused with a sentence', async (t) => {
  const dataDir = await newDataDir(t)
  assert.equal((await runCommand({ dataDir, args: ['migrate'] })).code, 0)
  const out = join(dataDir, 'missing', 'export.tar.zst')
  for (const command of ['export', 'backup']) {
    const { code, stderr } = await runCommand({ dataDir, args: [command, '--out', out] })
    assert.equal(code, 1)
    assert.match(stderr, /^[^\n]* cannot be written: the folder [^\n]*missing does not exist\.\n$/)
  }
})
