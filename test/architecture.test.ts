import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { test } from 'node:test'
import { CHECKS } from '../src/engine/checks/catalogue.ts'

/** What stands directly in `src`, floor by floor, lowest first. Imports only go down; parts of one floor stay apart. */
const FLOORS = [
  ['shared'],
  ['engine', 'platform'],
  ['graph'],
  ['app.ts', 'api.ts'],
  ['features'],
  ['http', 'worker', 'simulator'],
  ['runtime'],
  ['cli'],
  ['main.ts'],
]

/** The order is the architecture: a feature knows those before it, and tells those after it by events. */
const FEATURES =
  'idempotency events notices audit accounts keys billing usage approvals customers exceptions questionnaires assessments partners distributors reports webhooks mail retention portal'.split(
    ' ',
  )

/** What a file may import of its own feature, by the roles of both; a file of any other name is private. */
const PURE = ['schema', 'rules', 'private']
const INSIDE: Readonly<Record<string, readonly string[]>> = {
  schema: PURE,
  rules: PURE,
  private: PURE,
  store: [...PURE, 'store'],
  service: [...PURE, 'store', 'service'],
  routes: [...PURE, 'service'],
  jobs: [...PURE, 'service'],
}
const FOR_FEATURES = ['schema', 'rules', 'service']
const FOR_UPPER_FLOORS = [...FOR_FEATURES, 'routes', 'jobs']

/** What runs in a thread of its own, and what it must not load by any way: a thread has no settings and no database. */
const THREAD = /-thread\.ts$/
const NOT_IN_THREADS = ['platform/settings/settings.ts', 'platform/database/database.ts', 'app.ts']

/** The simulator is not part of the service: besides itself, only these import it. */
const SIMULATOR = 'simulator/'
const USES_SIMULATOR = [
  'runtime/gen/visibility.ts', // The checks are tried on a simulated tenant.
  'runtime/sandbox-simulator.ts',
  'runtime/sandbox.ts',
]

const MAX_LINES = 300
/** The files that may be longer. */
const LONGER = [
  'engine/visibility/table.gen.ts', // Generated.
  'platform/database/tables.gen.ts', // Generated.
]
/** Imports that break a rule and are to go. */
const OWED: readonly string[] = []

const DRAWER = /(^|[/.-])(libs?|utils?|helpers?|commons?|managers?)(?=[/.-])/
const ENVIRONMENT = /\bprocess(\??\.env\b|\[)|'node:process'/
const PACKAGE = /^(import|export|\}).*\bfrom '[^.]/m

/** Files by their paths from `src` on. */
type Tree = ReadonlyMap<string, string>

/** Which nodes each node imports. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>

const partOf = (file: string): string => file.split('/')[0] ?? ''
const floorOf = (file: string): number => FLOORS.findIndex((parts) => parts.includes(partOf(file)))
const featureOf = (file: string): string => (partOf(file) === 'features' ? (file.split('/')[1] ?? '') : '')

function roleOf(file: string): string {
  const name = posix.basename(file, '.ts')
  return Object.hasOwn(INSIDE, name) ? name : 'private'
}

/** What a file imports of the tree, also by `import()` and for its types alone. */
function importsOf(tree: Tree, file: string): string[] {
  const found = (tree.get(file) ?? '').matchAll(/\b(?:from|import)\s*\(?\s*['"`](\.[^'"`]*)['"`]/g)
  return [...found].map(([, path = '']) => posix.join(posix.dirname(file), path))
}

/** Why `file` must not import `target`; undefined where it may. */
function refuse(file: string, target: string): string | undefined {
  if (target.startsWith(SIMULATOR) && !file.startsWith(SIMULATOR) && !USES_SIMULATOR.includes(file))
    return 'the service must not import the simulator'
  if (floorOf(target) > floorOf(file)) return `${partOf(target)} stands above ${partOf(file)}`
  if (floorOf(target) === floorOf(file) && partOf(target) !== partOf(file)) return 'parts of one floor stay apart'
  const [own, other, role] = [featureOf(file), featureOf(target), roleOf(target)]
  if (other === '') return undefined
  if (own === other)
    return INSIDE[roleOf(file)]?.includes(role) ? undefined : `${roleOf(file)} must not see ${role} of its feature`
  if (FEATURES.includes(own) && FEATURES.indexOf(other) > FEATURES.indexOf(own)) return `${other} comes after ${own}`
  const open = own === '' ? FOR_UPPER_FLOORS : FOR_FEATURES
  return open.includes(role) ? undefined : `only ${open.join(', ')} of a feature may be seen from there`
}

/** Everything that a file loads, by whatever way; imports of types alone load nothing. */
function loadedBy(tree: Tree, file: string): Set<string> {
  const loaded = new Set([file])
  for (const each of loaded) {
    const text = (tree.get(each) ?? '').replace(/^import type [^;]*?from '.*'$/gm, '')
    for (const target of importsOf(new Map([[each, text]]), each)) loaded.add(target)
  }
  return loaded
}

/** One sentence for each thing in the tree that breaks a rule. */
function findOffences(tree: Tree): string[] {
  return [...tree].flatMap(([file, text]) => {
    const lines = text.split('\n').length - 1
    const isLong = lines > MAX_LINES
    const wrong = [
      floorOf(file) < 0 && 'has no place in FLOORS',
      partOf(file) === 'features' && !FEATURES.includes(featureOf(file)) && 'belongs to no feature of FEATURES',
      partOf(file) === 'engine' && PACKAGE.test(text) && 'imports a package, and the engine is pure',
      file !== 'platform/settings/settings.ts' &&
        ENVIRONMENT.test(text) &&
        'reads the environment, as only settings may',
      DRAWER.test(file) && 'is a drawer: name it by its subject',
      isLong && !LONGER.includes(file) && `has ${lines} lines, more than ${MAX_LINES}: split it by subject`,
      !isLong && LONGER.includes(file) && 'is short enough: take it out of LONGER',
    ]
    const imports = importsOf(tree, file).map((target) => {
      const reason = tree.has(target) ? refuse(file, target) : 'there is no such file'
      return reason !== undefined && `imports ${target}: ${reason}`
    })
    const loaded = THREAD.test(file) ? [...loadedBy(tree, file)].filter((each) => NOT_IN_THREADS.includes(each)) : []
    const threads = loaded.map((each) => `loads ${each}, and threads must not`)
    return [...wrong, ...imports, ...threads].flatMap((offence) => (offence === false ? [] : [`${file} ${offence}`]))
  })
}

/** What each file imports. */
const fileImports = (tree: Tree): Graph =>
  new Map([...tree.keys()].map((file) => [file, new Set(importsOf(tree, file))]))

/** What the files of each folder import from other folders. A file directly in `src` is a unit of its own. */
function folderImports(tree: Tree): Graph {
  const unitOf = (file: string): string => (file.includes('/') ? posix.dirname(file) : file)
  const graph = new Map<string, Set<string>>()
  for (const file of tree.keys()) {
    const targets = graph.get(unitOf(file)) ?? new Set()
    graph.set(unitOf(file), targets)
    for (const target of importsOf(tree, file)) if (unitOf(target) !== unitOf(file)) targets.add(unitOf(target))
  }
  return graph
}

/** Cycles of the graph, each once. */
function findCycles(graph: Graph): string[] {
  const cycles: string[] = []
  const done = new Set<string>()
  const visit = (node: string, path: readonly string[]): void => {
    if (path.includes(node)) cycles.push([...path.slice(path.indexOf(node)), node].join(' -> '))
    else if (!done.has(node)) for (const target of graph.get(node) ?? []) visit(target, [...path, node])
    done.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
  return cycles
}

function readTree(folder: string): Tree {
  const files = readdirSync(new URL(folder, import.meta.url), { recursive: true, encoding: 'utf8' })
  const names = files.map((name) => name.replaceAll('\\', '/')).filter((name) => name.endsWith('.ts'))
  return new Map(names.sort().map((name) => [name, readFileSync(new URL(folder + name, import.meta.url), 'utf8')]))
}

const src = readTree('../src/')

test('imports go down, features show each other only what is theirs to show, and every file is in its place', () => {
  const found = findOffences(src)
  const isOwed = (offence: string): boolean => OWED.some((owed) => offence.startsWith(`${owed}:`))
  assert.deepEqual(
    found.filter((offence) => !isOwed(offence)),
    [],
  )
  assert.equal(found.filter(isOwed).length, OWED.length, 'an import of OWED is gone: take it out of the list')
})

test('no file imports itself by a way round', () => {
  assert.deepEqual(findCycles(fileImports(src)), [])
})

test('no folder imports itself by a way round, each folder of a sub-noun being one of its own', () => {
  assert.deepEqual(findCycles(folderImports(src)), [])
})

test('each of these rules bites on a file that breaks it', () => {
  const planted: [file: string, text: string, says: RegExp][] = [
    ['engine/a.ts', "import { log } from '../platform/log.ts'", /platform\/log\.ts: parts of one floor stay apart/],
    ['engine/b.ts', "import {\n  get,\n} from 'node:https'", /the engine is pure/],
    ['shared/a.ts', "export const a = () => import('../engine/model/check.ts')", /engine stands above shared/],
    ['platform/a.ts', 'const url = process.env.SMTP_URL', /reads the environment/],
    ['graph/a.ts', "import type { A } from './gone.ts'", /imports graph\/gone\.ts: there is no such file/],
    ['features/keys/rules.ts', "export { a } from './store.ts'", /rules must not see store/],
    ['features/keys/deep/routes.ts', "import '../store.ts'", /routes must not see store/],
    ['features/audit/service.ts', "import '../keys/service.ts'", /keys comes after audit/],
    ['features/mail/service.ts', "import '../keys/store.ts'", /only schema, rules, service of a feature/],
    ['features/shared/rules.ts', '', /belongs to no feature/],
    ['cli/key-helpers.ts', '', /is a drawer/],
    ['worker/a.ts', "import '../features/keys/store.ts'", /only schema, rules, service, routes, jobs/],
    ['runtime/a.ts', '\n'.repeat(301), /has 301 lines/],
    ['stray.ts', '', /has no place/],
    ['graph/b.ts', "import '../simulator/tenants/tenants.ts'", /must not import the simulator/],
    ['features/keys/deep/work-thread.ts', "import '../rules.ts'\nimport '../../../app.ts'", /threads must not/],
  ]
  for (const [file, text, says] of planted) {
    const found = findOffences(new Map([...src, [file, text]])).filter((offence) => offence.startsWith(`${file} `))
    assert.equal(found.length, 1, `${file}: ${found.join('; ') || 'nothing was found'}`)
    assert.match(found.join(), says)
  }
  const round = { 'a.ts': "import './b.ts'", 'b.ts': "import type { C } from './c.ts'", 'c.ts': "import './b.ts'" }
  assert.deepEqual(findCycles(fileImports(new Map(Object.entries(round)))), ['b.ts -> c.ts -> b.ts'])
  const folders = { 'a/b.ts': "import './deep/c.ts'", 'a/deep/c.ts': "import '../d.ts'", 'a/d.ts': '' }
  assert.deepEqual(findCycles(folderImports(new Map(Object.entries(folders)))), ['a -> a/deep -> a'])
})

/** A file in an area of checks; the name of a check's file is its id. */
const IN_AREA = /^engine\/checks\/([a-z0-9-]+)\/([a-z0-9-]+)\.ts$/
const MAX_FILES_PER_AREA = 20

/** Whether the text has the id and exports a constant of that name: `leastPrivilege` for `least-privilege`. */
function exportsCheck(text: string, id: string): boolean {
  const name = id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return text.includes(`'${id}'`) && new RegExp(`^export const ${name}\\b`, 'm').test(text)
}

/**
 * One sentence for each check id that has not one file and one test of its name, for each file of an area that neither
 * is a check nor serves several, and for each test whose check does not exist.
 */
function findMisplacedChecks(ids: ReadonlySet<string>, tree: Tree, tests: Tree): string[] {
  const files = [...tree.keys()].flatMap((file) => {
    const [, area = '', name = ''] = IN_AREA.exec(file) ?? []
    return area === '' ? [] : [{ file, area, name }]
  })
  const testOf = (file: string): string => file.replace(/\.ts$/, '.test.ts')
  const listed = importsOf(tree, 'engine/checks/catalogue.ts')
  const ofChecks = [...ids].flatMap((id) => {
    const [found, ...others] = files.filter(({ name }) => name === id)
    if (found === undefined) return [`${id} has no file engine/checks/<area>/${id}.ts`]
    const { file } = found
    return [
      ...others.map((other) => `${id} has two files, ${file} and ${other.file}`),
      ...(listed.includes(file) ? [] : [`${file} is not what catalogue.ts lists as ${id}`]),
      ...(exportsCheck(tree.get(file) ?? '', id) ? [] : [`${file} does not export the check ${id} under its name`]),
      ...(tests.get(testOf(file))?.includes('reachesEveryVerdict(') ? [] : [`${file} has no test ${testOf(file)}`]),
    ]
  })
  const ofOthers = files
    .filter(({ name }) => !ids.has(name))
    .flatMap(({ file, area }) => {
      const users = files.filter((other) => other.area === area && importsOf(tree, other.file).includes(file))
      return users.length > 1
        ? []
        : [`${file} is no check id and serves ${users.length} checks of its area, not several`]
    })
  const ofAreas = [...new Set(files.map(({ area }) => area))].flatMap((area) => {
    const size = files.filter((each) => each.area === area).length
    return size > MAX_FILES_PER_AREA ? [`engine/checks/${area} has ${size} files, more than ${MAX_FILES_PER_AREA}`] : []
  })
  const ofTests = [...tests.keys()]
    .filter((file) => /^engine\/checks\/.*\.test\.ts$/.test(file) && !tree.has(file.replace('.test.ts', '.ts')))
    .map((file) => `${file} tests no check of its name`)
  return [...ofChecks, ...ofOthers, ...ofAreas, ...ofTests]
}

const checkIds = new Set(CHECKS.keys())
const engineTests = new Map([...readTree('./engine/')].map(([file, text]) => [`engine/${file}`, text]))

test('a check is one file named by its id, and its test has the same name and reaches every verdict', () => {
  assert.deepEqual(findMisplacedChecks(checkIds, src, engineTests), [])
})

test('each rule on checks bites on a check that breaks it', () => {
  const source = new Map([
    ['engine/checks/catalogue.ts', "import { a } from './mfa/a.ts'"],
    ['engine/checks/mfa/a.ts', "export const a = { id: 'a' }"],
  ])
  const proof = new Map([['engine/checks/mfa/a.test.ts', 'reachesEveryVerdict(a)']])
  const ids = new Set(['a'])
  const area = Array.from({ length: 20 }, (_, n) => `b${n}`)
  const planted: [ids: ReadonlySet<string>, tree: Tree, tests: Tree, says: RegExp][] = [
    [new Set(['a', 'b']), source, proof, /^b has no file/],
    [ids, new Map([...source, ['engine/checks/office/a.ts', '']]), proof, /^a has two files/],
    [ids, new Map([...source, ['engine/checks/catalogue.ts', '']]), proof, /is not what catalogue\.ts lists/],
    [
      ids,
      new Map([...source, ['engine/checks/mfa/a.ts', "export const b = { id: 'a' }"]]),
      proof,
      /does not export the check a/,
    ],
    [ids, source, new Map(), /has no test engine\/checks\/mfa\/a\.test\.ts/],
    [ids, source, new Map([['engine/checks/mfa/a.test.ts', 'test()']]), /has no test/],
    [ids, new Map([...source, ['engine/checks/mfa/b.ts', '']]), proof, /mfa\/b\.ts is no check id and serves 0 checks/],
    [
      new Set(['a', ...area]),
      new Map([...source, ...area.map((b): [string, string] => [`engine/checks/mfa/${b}.ts`, ''])]),
      proof,
      /mfa has 21 files/,
    ],
    [ids, source, new Map([...proof, ['engine/checks/mfa/b.test.ts', '']]), /b\.test\.ts tests no check of its name/],
  ]
  assert.deepEqual(findMisplacedChecks(ids, source, proof), [])
  for (const [some, tree, tests, says] of planted) {
    assert.match(findMisplacedChecks(some, tree, tests).join('\n'), new RegExp(says, 'm'))
  }
})

test('a package imports nothing outside its own folder, except from npm', () => {
  const packages = readTree('../packages/')
  const outside = [...packages.keys()].flatMap((file) => {
    const [root] = file.split('/')
    const imports = importsOf(packages, file).filter((target) => !packages.has(target) || target.split('/')[0] !== root)
    return imports.map((target) => `${file} imports ${target}`)
  })
  assert.deepEqual(outside, [])
  assert.deepEqual(findCycles(fileImports(packages)), [])
  const long = [...packages].filter(([file, text]) => file.includes('/src/') && text.split('\n').length > MAX_LINES)
  assert.deepEqual(long, [])
})
