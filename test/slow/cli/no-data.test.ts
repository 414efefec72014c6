import assert from 'node:assert/strict'
import { readdir, rm } from 'node:fs/promises'
import { test } from 'node:test'
import { newDataDir, runCommand } from '../../start/processes.ts'

test('a command in a folder without data says so, and creates nothing', async (t) => {
  const dataDir = await newDataDir(t)
  await rm(dataDir, { recursive: true })
  const { code, stdout, stderr } = await runCommand({ dataDir, args: ['partner', 'list'] })
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /^No data in .* yet\. Start the service with "plumbline up"[^\n]*\.\n$/)
  await assert.rejects(readdir(dataDir), { code: 'ENOENT' })
})

test('help marks the options that a command needs', async (t) => {
  const { stdout } = await runCommand({ dataDir: await newDataDir(t), args: ['partner', 'create', '--help'] })
  const options = (stdout.split('Options:\n')[1] ?? '').split(/\n(?= {2}-)/)
  const required = options.filter((option) => option.includes('(required)'))
  assert.deepEqual(
    required.map((option) => option.trim().split(' ')[0]),
    ['--company', '--email', '--name', '--plan'],
  )
  assert.match(stdout, /--distributor/)
})

test('help prints the same for a command of a group as its --help', async (t) => {
  const dataDir = await newDataDir(t)
  for (const command of [['partner', 'create'], ['brand', 'set'], ['partner'], ['report']]) {
    const [help, option] = await Promise.all(
      [
        ['help', ...command],
        [...command, '--help'],
      ].map((args) => runCommand({ dataDir, args })),
    )
    assert.equal(help?.stdout, option?.stdout, command.join(' '))
    assert.match(help?.stdout ?? '', new RegExp(`^Usage: plumbline ${command.join(' ')} `))
  }
})
