import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { LaunchFailure } from '../../src/runtime/launch-failure.ts'
import { loadPortal } from '../../src/runtime/portal-cache.ts'

const root = await mkdtemp(join(tmpdir(), 'portal-cache-'))
after(() => rm(root, { recursive: true }))
const folder = join(root, 'portal')
const cache = join(root, 'cache', 'portal.json')
await mkdir(folder)
await writeFile(join(folder, 'main.tsx'), "import { word } from './word.ts'\nconsole.log(word)")
await writeFile(join(folder, 'word.ts'), "export const word = 'first'")
await writeFile(join(folder, 'style.css'), 'p { color: red }')
await writeFile(join(folder, 'icon.svg'), '<svg/>')

const contentOf = ({ files }: Awaited<ReturnType<typeof loadPortal>>): string =>
  [...files.values()].map(({ content }) => content.toString()).join()

/** What tells a stored build from a new one. */
async function markStored(): Promise<void> {
  const stored = JSON.parse(await readFile(cache, 'utf8'))
  await writeFile(cache, JSON.stringify({ ...stored, portal: { ...stored.portal, script: 'stored.js' } }))
}

test('the client is built once, and loaded from the cache as long as nothing changes', async () => {
  const built = await loadPortal(folder, cache)
  assert.match(contentOf(built), /first/)
  assert.deepEqual(await loadPortal(folder, cache), built)
  await markStored()
  assert.equal((await loadPortal(folder, cache)).script, 'stored.js', 'it was not built again')
})

test('a change to a source, an import, a style sheet or the icon builds the client again', async () => {
  const changes: [string, string, RegExp][] = [
    ['main.tsx', "import { word } from './word.ts'\nconsole.log(word, 'changed')", /changed/],
    ['word.ts', "export const word = 'second'", /second/],
    ['style.css', 'p { color: blue }', /blue|#00f/],
    ['another.css', 'b { color: lime }', /lime|#0f0/],
    ['icon.svg', '<svg id="new"/>', /id="new"/],
  ]
  for (const [name, content, expected] of changes) {
    await markStored()
    await writeFile(join(folder, name), content)
    const portal = await loadPortal(folder, cache)
    assert.notEqual(portal.script, 'stored.js', name)
    assert.match(contentOf(portal), expected, name)
  }
})

test('a cache that cannot be read or written is ignored', async () => {
  const built = await loadPortal(folder, cache)
  for (const broken of ['', '{', '{}', '[]', '{"hash":"x","inputs":["main.tsx"]}']) {
    await writeFile(cache, broken)
    assert.deepEqual(await loadPortal(folder, cache), built, broken)
  }
  assert.deepEqual(await loadPortal(folder, join(folder, 'main.tsx', 'no-folder')), built)
})

test('sources that cannot be built are an error, whatever was built before', async () => {
  await loadPortal(folder, cache)
  await writeFile(join(folder, 'word.ts'), 'export const word =')
  await assert.rejects(loadPortal(folder, cache), LaunchFailure)
})
