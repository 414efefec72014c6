import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { glob, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { COMMANDS } from '../../src/cli/commands.ts'
import { FRAMEWORKS } from '../../src/engine/frameworks/catalogue.ts'
import { optionalPermissions, requiredPermissions } from '../../src/graph/permissions/permissions.ts'
import { COLLECT_FAILURE_CODES } from '../../src/graph/transport/collect-failure.ts'
import { slugOf } from '../../src/http/docs/contents/slugs.ts'
import { PLAN_NAMES, planAllows, runsLimit } from '../../src/shared/plans.ts'
import { CHECKOUT } from '../start/processes.ts'

const read = (page: string): Promise<string> => readFile(join(CHECKOUT, page), 'utf8')

test('the table of commands in README.md has every command, and no other', async () => {
  const names = Object.keys(COMMANDS).map((name) => name.split(' ')[0] ?? '')
  const commands = [...new Set(names)].filter((name) => name !== 'gen')
  const table = [...(await read('README.md')).matchAll(/^\| `([a-z]+)[^`]*`/gm)].map(([, name]) => name)
  assert.deepEqual([...new Set(table)].sort(), commands.sort())
})

test('the page about monitoring has every metric of the service, and no other', async () => {
  const sources = await Promise.all(['src/platform/metrics.ts', 'src/runtime/metrics/gauges.ts'].map(read))
  const names = [...sources.join('\n').matchAll(/name: '(plumbline_\w+)'/g)].map(([, name]) => name)
  assert.ok(names.length > 10)
  const listed = [...(await read('docs/operate/monitor.md')).matchAll(/^\| `(plumbline_\w+)`/gm)].map(
    ([, name]) => name,
  )
  assert.deepEqual(listed.sort(), names.sort())
})

test('the page about plans has the runs and products of each plan', async () => {
  const page = await read('docs/concepts/plans.md')
  for (const plan of PLAN_NAMES) {
    const runs = runsLimit(plan) < 0 ? 'unlimited (`-1`)' : runsLimit(plan)
    const products = FRAMEWORKS.filter(({ id }) => planAllows(plan, id)).map(({ id }) => `\`${id}\``)
    const all = products.length === FRAMEWORKS.length ? 'all: ' : ''
    assert.ok(page.includes(`| \`${plan}\` | ${runs} | ${all}${products.join(', ')} |`), plan)
  }
})

test('the page about levels has the range and the default target of each product', async () => {
  const page = await read('docs/concepts/scores.md')
  for (const { id, levels, defaultTarget, scoring } of FRAMEWORKS) {
    const lowest = scoring === 'maturity' ? levels.min : levels.min - 1
    const row = new RegExp(
      `^\\| \`${id}\` \\| ${lowest} to ${levels.max}(, with one decimal)? \\| ${defaultTarget} \\|`,
      'm',
    )
    assert.match(page, row)
  }
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
  for await (const page of glob('docs/**/*.md', { cwd: CHECKOUT })) pages.push(page)
  for (const page of pages) {
    for (const [, link = ''] of (await read(page)).matchAll(/\]\(([^)\s]+)\)/g)) {
      // Addresses of the service begin with a slash: test/slow/docs/site.test.ts follows them.
      if (/^(https?:|\/)/.test(link)) continue
      const [path = '', heading] = link.split('#')
      const target = path === '' ? page : join(dirname(page), path)
      assert.ok(existsSync(join(CHECKOUT, target)), `${page} links to ${link}`)
      if (heading !== undefined) assert.ok(anchorsOf(await read(target)).includes(heading), `${page} links to ${link}`)
    }
  }
})

/** Of headings, and of rows that begin with code, which have anchors on the documentation site. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm), ...text.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, words = '']) => slugOf(words))

/** What explains the code, and names its files and functions. */
const ABOUT_THE_CODE = ['ARCHITECTURE.md', ...globSync('docs/flows/*.md', { cwd: CHECKOUT })]

test('every file and function that the architecture and the flows name exists', async () => {
  const files = globSync(['{src,portal,packages,migrations,docs,bin,test}/**/*', '*.{md,json}'], {
    cwd: CHECKOUT,
    exclude: ['**/node_modules'],
  }).map((path) => `/${path}`)
  const sources = files.filter((path) => /^\/(src|portal|packages)\/.*\.tsx?$/.test(path))
  const code = (await Promise.all(sources.map(read))).join('\n')
  const known = new Set(code.match(/[A-Za-z_$][\w$]*/g))
  const isKnown = (name: string): boolean => {
    // A pattern, an address, a file's ending, a package of npm.
    if (/[<*{ ]|^[/.@-]/.test(name)) return true
    if (/\/|\.(ts|tsx|js|sql|md|json)$/.test(name))
      return files.some((path) => path.endsWith(`/${name.replace(/\/$/, '')}`))
    return !/^[a-z]+[A-Z]/.test(name) || known.has(name)
  }
  const unknown: string[] = []
  for (const page of ABOUT_THE_CODE) {
    const prose = (await read(page)).replaceAll(/^```$.*?^```$/gms, '')
    for (const [, name = ''] of prose.matchAll(/`([^`\n]+)`/g)) if (!isKnown(name)) unknown.push(`${page}: ${name}`)
  }
  assert.deepEqual(unknown, [])
  assert.equal(isKnown('features/keys/gone.ts'), false)
  assert.equal(isKnown('features/gone/'), false)
  assert.equal(isKnown('forgetEverything'), false)
})

test('the rule that answers each question is at most three steps below the folders of the tree', async () => {
  const [, section = ''] = (await read('ARCHITECTURE.md')).split('\n## Where is the rule?\n')
  const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| (?!question {2}|-)(.+?) +\| `(.+?)`/gm)]
  assert.equal(rows.length, 12)
  for (const [, question, file = ''] of rows) {
    const [, ...steps] = file.split('/')
    assert.ok(steps.length <= 3, `${question}: ${file}`)
  }
})

test('ARCHITECTURE.md stays a page, and its tree names every folder', async () => {
  const page = await read('ARCHITECTURE.md')
  assert.ok(page.split('\n').length <= 100)
  const [, tree = ''] = page.split('```\n')
  const folders = await readdir(join(CHECKOUT, 'src'))
  for (const name of folders.filter((each) => !each.includes('.')))
    assert.match(tree, new RegExp(`^src/${name}/ `, 'm'))
})
