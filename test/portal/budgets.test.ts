import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { portalClient } from '../harness/portal.ts'

const KB = 1000

/** Kilobytes after gzip; what people wait for on a slow line. */
const BUDGETS = { shell: 45, firstLoad: 75, screen: 20 } as const

const portal = await portalClient()

const sizeOf = (names: Iterable<string>): number =>
  [...new Set(names)].reduce((sum, name) => {
    const file = portal.files.get(name)
    assert.ok(file, `${name} was not built`)
    return sum + gzipSync(file.content).length
  }, 0) / KB

const [shellStyle, ...screenStyles] = portal.styles
assert.ok(shellStyle)
const shell = [...portal.imports, shellStyle]

test('the shell and the first screen arrive quickly on a slow line', () => {
  const first = [...shell, ...screenStyles, ...(portal.screens.get('home') ?? [])]
  assert.ok(sizeOf(shell) > 10, 'the shell is in other files than those that were measured')
  assert.ok(sizeOf(shell) <= BUDGETS.shell, `the shell has ${sizeOf(shell)} kB`)
  assert.ok(sizeOf(first) <= BUDGETS.firstLoad, `the first load has ${sizeOf(first)} kB`)
})

test('every further screen adds little', () => {
  assert.ok(portal.screens.size >= 2)
  for (const [screen, names] of portal.screens) {
    const own = sizeOf(names.filter((name) => !shell.includes(name)))
    assert.ok(own > 0, `${screen} is part of the shell: load it when it is opened`)
    assert.ok(own <= BUDGETS.screen, `${screen} adds ${own} kB`)
  }
})
