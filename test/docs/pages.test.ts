import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { optionalPermissions, requiredPermissions } from '../../src/graph/permissions/permissions.ts'
import { COLLECT_FAILURE_CODES } from '../../src/graph/transport/collect-failure.ts'
import { CHECKOUT, runCommand } from '../start/processes.ts'

const read = (page: string): Promise<string> => readFile(join(CHECKOUT, page), 'utf8')

test('the table of commands in README.md has every command, and no other', async () => {
  const { stdout } = await runCommand({ dataDir: CHECKOUT, args: ['help'] })
  const listed = (stdout.split('Commands:\n')[1] ?? '').matchAll(/^ {2}([a-z]+)/gm)
  const commands = [...listed].map(([, name]) => name).filter((name) => name !== 'help')
  assert.ok(commands.length > 8, stdout)
  const table = [...(await read('README.md')).matchAll(/^\| `([a-z]+)[^`]*`/gm)].map(([, name]) => name)
  assert.deepEqual([...new Set(table)].sort(), commands.sort())
})

test('SECURITY.md names exactly the permissions that a tenant is asked for', async () => {
  const [, section = ''] = (await read('SECURITY.md')).split("\n## Permissions in a customer's tenant\n")
  const named = [...(section.split('\n## ')[0] ?? '').matchAll(/[A-Z][A-Za-z-]+(\.[A-Z][A-Za-z]+)+/g)].map(
    ([name]) => name,
  )
  assert.deepEqual(named.sort(), [...requiredPermissions(), ...optionalPermissions()].sort())
})

test('the guide for partners lists exactly the codes that a run can fail with', async () => {
  const [, section = ''] = (await read('docs/guide/partner.md')).split('| `failure.code`')
  const listed = [...(section.split('\n\n')[0] ?? '').matchAll(/^\| `([A-Z_]+)`/gm)].map(([, code]) => code)
  assert.deepEqual(listed.sort(), COLLECT_FAILURE_CODES.toSorted())
})

test('links between the pages lead to an existing page and heading', async () => {
  const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']
  for (const folder of ['docs', 'docs/guide', 'docs/decisions']) {
    const names = await readdir(join(CHECKOUT, folder))
    pages.push(...names.filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name}`))
  }
  for (const page of pages) {
    for (const [, link = ''] of (await read(page)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(link)) continue
      const [path = '', heading] = link.split('#')
      const target = path === '' ? page : join(dirname(page), path)
      assert.ok(existsSync(join(CHECKOUT, target)), `${page} links to ${link}`)
      if (heading !== undefined) assert.ok(anchorsOf(await read(target)).includes(heading), `${page} links to ${link}`)
    }
  }
})

const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, words = '']) =>
    words
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
