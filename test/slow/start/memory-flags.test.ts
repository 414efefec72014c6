import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ALLOCATOR, MEMORY_FLAGS } from '../../../bin/memory.js'

const MAIN = fileURLToPath(new URL('../../../bin/plumbline.js', import.meta.url))
/** Each time the process begins, it says with which flags and which allocator. */
const SAY = `data:text/javascript,${encodeURIComponent(
  'console.log(JSON.stringify([process.execArgv.filter((flag) => flag.startsWith("--") && flag !== "--import"), process.env.MALLOC_ARENA_MAX]))',
)}`

/** The flags and the allocator of a command that ends because it has no database, each time that it begins. */
function beginnings(flags: readonly string[], command: string, env: Record<string, string> = {}): unknown[] {
  const { stdout } = spawnSync(process.execPath, [...flags, '--import', SAY, MAIN, command, '--help'], {
    env: { PATH: process.env.PATH, HOME: tmpdir(), ...env },
    encoding: 'utf8',
  })
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('[['))
    .map((line): unknown => JSON.parse(line))
}

const { MALLOC_ARENA_MAX } = ALLOCATOR

test('a service restarts itself once with the flags and the allocator that save memory; other commands do not', () => {
  for (const command of ['up', 'serve', 'work'])
    assert.deepEqual(beginnings([], command), [
      [[], null],
      [[...MEMORY_FLAGS], MALLOC_ARENA_MAX],
    ])
  assert.deepEqual(beginnings([], 'doctor'), [[[], null]])
})

test('a flag or allocator that the operator has set takes precedence, and the others still apply', () => {
  const own = '--max-semi-space-size=16'
  assert.deepEqual(beginnings([own], 'serve', { MALLOC_ARENA_MAX: '1' }), [
    [[own], '1'],
    [[...MEMORY_FLAGS, own], '1'],
  ])
})
