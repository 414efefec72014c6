import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { portalClient } from '../harness/portal.ts'

const KB = 1000

/** Kilobytes after gzip; what people wait for on a slow line. Beside them, what a start reads and an installation has. */
const BUDGETS = { shell: 45, firstLoad: 75, screen: 20, sources: 500, sourceSize: 1_500, packages: 20 } as const

const portal = await portalClient()

const sizeOf = (names: Iterable<string>): number =>
  [...new Set(names)].reduce((sum, name) => {
    const file = portal.files.get(name)
    assert.ok(file, `${name} was not built`)
    return sum + gzipSync(file.content).length
  }, 0) / KB

interface Lock {
  packages: Readonly<Record<string, { dependencies?: Readonly<Record<string, string>> }>>
}
const lock: Lock = JSON.parse(await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8'))

/** The places of these packages and of everything that they depend on. */
function needed(names: readonly string[]): Set<string> {
  const found = new Set(names.map((name) => placeOf('', name)))
  for (const place of found)
    for (const name of Object.keys(lock.packages[place]?.dependencies ?? {})) found.add(placeOf(place, name))
  return found
}

/** Where a package finds another one: beside its own packages, or above. */
function placeOf(from: string, name: string): string {
  const place = `${from && `${from}/`}node_modules/${name}`
  if (lock.packages[place]) return place
  assert.notEqual(from, '', `${name} is not installed`)
  return placeOf(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
}

const [shellStyle, ...screenStyles] = portal.styles
assert.ok(shellStyle)
const shell = [...portal.imports, shellStyle]

test('the shell and the first screen arrive quickly on a slow line', () => {
  const first = [...shell, ...screenStyles, ...(portal.screens.get('home') ?? [])]
  assert.ok(sizeOf(shell) > 10, 'the shell is in other files than those that were measured')
  assert.ok(sizeOf(shell) <= BUDGETS.shell, `the shell has ${sizeOf(shell)} kB`)
  assert.ok(sizeOf(first) <= BUDGETS.firstLoad, `the first load has ${sizeOf(first)} kB`)
})

test('the client is built from a limited number of files', () => {
  const inputs = Object.values(portal.metafile.inputs)
  const size = inputs.reduce((sum, { bytes }) => sum + bytes, 0) / KB
  assert.ok(inputs.length > 100, `${inputs.length} files: the sources are elsewhere`)
  assert.ok(inputs.length <= BUDGETS.sources, `${inputs.length} files`)
  assert.ok(size <= BUDGETS.sourceSize, `${size} kB of sources`)
})

test('the portal and its sign-in need only a few packages of their own', () => {
  const own = ['preact', 'preact-iso', '@tanstack/preact-query', 'esbuild', '@simplewebauthn/server', 'openid-client']
  const all = Object.keys(lock.packages['']?.dependencies ?? {})
  for (const name of own) assert.ok(all.includes(name), `${name} is not used any more`)
  const shared = needed(all.filter((name) => !own.includes(name)))
  const packages = [...needed(own)].filter((path) => !shared.has(path))
  // esbuild has its program in a package for each platform, of which one is installed.
  assert.ok(packages.length + 1 <= BUDGETS.packages, packages.join('\n'))
})

test('every further screen adds only a few kilobytes', () => {
  assert.ok(portal.screens.size >= 2)
  for (const [screen, names] of portal.screens) {
    const own = sizeOf(names.filter((name) => !shell.includes(name)))
    assert.ok(own > 0, `${screen} is part of the shell: load it when it is opened`)
    assert.ok(own <= BUDGETS.screen, `${screen} adds ${own} kB`)
  }
})
