import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

const FOLLOW_TESTS = new URL('../../harness/follow-tests.ts', import.meta.url).href

const FILE = `
import { setTimeout } from 'node:timers/promises'
import { after, before, test } from 'node:test'
const say = (what) => process.stdout.write(NAME + ' ' + what + '\\n')
say('is imported')
before(() => say('before'))
after(() => say('after'))
await setTimeout(5)
test('waits', async (t) => {
  await setTimeout(5)
  await t.test('within', () => say('within'))
})
test('ends', () => say('ends'))
`

const FAULTS = `
import { setTimeout } from 'node:timers/promises'
import { test } from 'node:test'
test('throws later', async () => {
  globalThis.setTimeout(() => { throw new Error('nobody catches it') }, 5)
  await setTimeout(50)
})
test('rejects', async () => {
  void Promise.reject(new Error('nobody awaits it'))
  await setTimeout(50)
})
test('is fine', () => setTimeout(50))
`

/** Runs test files one after another in one process, as test/run.ts does. */
async function runGroup(files: Readonly<Record<string, string>>): Promise<{ code: number | null; lines: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-group-'))
  try {
    for (const [name, content] of Object.entries(files))
      await writeFile(join(folder, `${name}.mjs`), content.replace('NAME', JSON.stringify(name)))
    const tests = Object.keys(files).map((name) => {
      const url = pathToFileURL(join(folder, `${name}.mjs`)).href
      return `test(${JSON.stringify(name)}, async () => { await import(${JSON.stringify(url)}) })\n`
    })
    const group = join(folder, 'group.test.mjs')
    await writeFile(group, `import { test } from 'node:test'\n${tests.join('')}`)
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const options = ['--test', `--import=${FOLLOW_TESTS}`, '--test-reporter=spec', group]
    const { status, stdout } = spawnSync(process.execPath, options, { encoding: 'utf8', env })
    return { code: status, lines: stdout.split('\n').map((line) => line.replace(/ \([\d.]+ms\)$/, '')) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('the files of a process run one after another, each with its tests and hooks', async () => {
  const { code, lines } = await runGroup({ first: FILE, second: FILE })
  assert.equal(code, 0)
  const ofFile = (name: string): string[] =>
    ['is imported', 'before', 'within', 'ends', 'after'].map((what) => `${name} ${what}`)
  assert.deepEqual(
    lines.filter((line) => /^(first|second) /.test(line)),
    [...ofFile('first'), ...ofFile('second')],
  )
  for (const line of ['▶ first', '  ▶ waits', '    ✔ within', '  ✔ ends', '▶ second'])
    assert.ok(lines.includes(line), `${line} is not in\n${lines.join('\n')}`)
})

test('an error that nobody catches fails the test that caused it', async () => {
  const { code, lines } = await runGroup({ faults: FAULTS })
  assert.equal(code, 1)
  for (const line of ['  ✖ throws later', '  ✖ rejects', '  ✔ is fine'])
    assert.ok(lines.includes(line), `${line} is not in\n${lines.join('\n')}`)
})
