import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { test } from 'node:test'
import { CHECKS } from '../src/engine/checks/catalogue.ts'

/** The parts of `src`, layer by layer, lowest first. Imports only go down, and parts of one layer do not import each other. */
const LAYERS = [
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

/** In order: a feature may import those before it, and notifies those after it by events. */
const FEATURES =
  'idempotency events notices audit accounts brands keys people billing usage approvals customers exceptions questionnaires assessments schedules partners distributors reports settlement webhooks mail retention portal'.split(
    ' ',
  )

/** What a file may import of its own feature, by the roles of both. A file of any other name is private. */
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
/** Draws PDF pages of any feature: later features may import it. */
const PDF_KIT = 'features/reports/pdf/kit/'
const FOR_UPPER_LAYERS = [...FOR_FEATURES, 'routes', 'jobs']

/**
 * Files that run in a thread of their own, and what they must not load, even indirectly: a thread has no settings and no database,
 * and the checks would take a third of the time in which a thread starts.
 */
const THREAD = /-thread\.ts$/
const NOT_IN_THREADS = [
  'platform/settings/settings.ts',
  'platform/database/database.ts',
  'app.ts',
  'engine/checks/catalogue.ts',
]

/** The simulator is not part of the service: outside it, only these files import it. */
const SIMULATOR = 'simulator/'
const USES_SIMULATOR = [
  'cli/simulator.ts', // Lists ids of generated tenants.
  'runtime/gen/visibility.ts', // Runs the checks on a simulated tenant.
  'runtime/sandbox-simulator.ts',
  'runtime/stripe/sandbox-stripe.ts',
  'runtime/sandbox.ts',
]

/**
 * The simulated Stripe is a folder of its own: it shares no line with the service that is tested against it, so that one
 * mistake cannot be in both, and its arithmetic is not ours.
 */
const SIMULATED_STRIPE = 'simulator/stripe/'

const MAX_LINES = 300
/** Files that may be longer. */
const LONGER = [
  'features/reports/pdf/kit/fonts/kerning.gen.ts', // Generated.
  'engine/visibility/table.gen.ts', // Generated.
  'platform/database/tables.gen.ts', // Generated.
]

const MAX_FUNCTION_LINES = 80
const SOURCE = /^(?!.*node_modules\/).*\.(tsx?|js|mjs)$/
/** Lists of routes are declarations. */
const ROUTE_LIST = /(^|\/)routes\.ts$/
/** The first line of a function at the top of a file, and the last line of its body. Functions inside it are shorter. */
const FUNCTION_START =
  /^(?:export )?(?:(?:default )?(?:async )?function\b\*? ?(\w*)|const (\w+) = (?:.*=> \(?\{|(?:async )?(?:<.*>)?\(|.*\((?:async )?\()$)/
const FUNCTION_END = /^[})](?!.*[{(]$)/

const MAX_FILES = 15
/** Folders of files of one kind, which may have any number. Areas of checks have a limit of their own. */
const ONE_KIND = /^(cli|engine\/(checks|datasets|readers))(\/|$)/

const CATCH_ALL = /(^|[/.-])(libs?|utils?|helpers?|commons?|managers?)(?=[/.-])/
const ENVIRONMENT = /\bprocess(\??\.env\b|\[)|'node:process'/
const PACKAGE = /^(import|export|\}).*\bfrom '[^.]/m

/** Files by their paths below `src`. */
type Tree = ReadonlyMap<string, string>

/** Which nodes each node imports. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>

const partOf = (file: string): string => file.split('/')[0] ?? ''
const layerOf = (file: string): number => LAYERS.findIndex((parts) => parts.includes(partOf(file)))
const featureOf = (file: string): string => (partOf(file) === 'features' ? (file.split('/')[1] ?? '') : '')

function roleOf(file: string): string {
  const name = posix.basename(file, '.ts')
  return Object.hasOwn(INSIDE, name) ? name : 'private'
}

/** The files of the tree that a file imports, including `import()` and imports of types. */
function importsOf(tree: Tree, file: string): string[] {
  const found = (tree.get(file) ?? '').matchAll(/\b(?:from|import)\s*\(?\s*['"`](\.[^'"`]*)['"`]/g)
  return [...found].map(([, path = '']) => posix.join(posix.dirname(file), path))
}

/** Why `file` must not import `target`; undefined if it may. */
function refuse(file: string, target: string): string | undefined {
  if (target.startsWith(SIMULATOR) && !file.startsWith(SIMULATOR) && !USES_SIMULATOR.includes(file))
    return 'the service must not import the simulator'
  if (file.startsWith(SIMULATED_STRIPE) && !target.startsWith(SIMULATED_STRIPE))
    return 'the simulated Stripe shares nothing with the service'
  if (layerOf(target) > layerOf(file)) return `${partOf(target)} is above ${partOf(file)}`
  if (layerOf(target) === layerOf(file) && partOf(target) !== partOf(file))
    return 'parts of one layer do not import each other'
  const [own, other, role] = [featureOf(file), featureOf(target), roleOf(target)]
  if (other === '') return undefined
  if (own === other)
    return INSIDE[roleOf(file)]?.includes(role) ? undefined : `${roleOf(file)} must not import ${role} of its feature`
  if (FEATURES.includes(own) && FEATURES.indexOf(other) > FEATURES.indexOf(own)) return `${other} comes after ${own}`
  if (target.startsWith(PDF_KIT) && own !== '') return undefined
  const open = own === '' ? FOR_UPPER_LAYERS : FOR_FEATURES
  return open.includes(role) ? undefined : `only ${open.join(', ')} of a feature may be imported there`
}

/** Everything that a file loads, directly or not. Imports of types load nothing. */
function loadedBy(tree: Tree, file: string): Set<string> {
  const loaded = new Set([file])
  for (const each of loaded) {
    const text = (tree.get(each) ?? '').replace(/^import type [^;]*?from '.*'$/gm, '')
    for (const target of importsOf(new Map([[each, text]]), each)) loaded.add(target)
  }
  return loaded
}

/** One sentence for each violation in the tree. */
function findViolations(tree: Tree): string[] {
  return [...tree].flatMap(([file, text]) => {
    const lines = text.split('\n').length - 1
    const isLong = lines > MAX_LINES
    const wrong = [
      layerOf(file) < 0 && 'is not in LAYERS',
      partOf(file) === 'features' && !FEATURES.includes(featureOf(file)) && 'is in no folder of FEATURES',
      partOf(file) === 'engine' && PACKAGE.test(text) && 'imports a package, but the engine is pure',
      file !== 'platform/settings/settings.ts' &&
        ENVIRONMENT.test(text) &&
        'reads the environment, which only settings may',
      CATCH_ALL.test(file) && 'has a catch-all name: name it by its subject',
      isLong && !LONGER.includes(file) && `has ${lines} lines, more than ${MAX_LINES}: split it by subject`,
      !isLong && LONGER.includes(file) && 'is short enough: remove it from LONGER',
    ]
    const imports = importsOf(tree, file).map((target) => {
      const reason = tree.has(target) ? refuse(file, target) : 'the file does not exist'
      return reason !== undefined && `imports ${target}: ${reason}`
    })
    const loaded = THREAD.test(file) ? [...loadedBy(tree, file)].filter((each) => NOT_IN_THREADS.includes(each)) : []
    const threads = loaded.map((each) => `loads ${each}, which threads must not`)
    return [...wrong, ...imports, ...threads].flatMap((violation) =>
      violation === false ? [] : [`${file} ${violation}`],
    )
  })
}

/** One sentence for each function that is too long. */
function findLongFunctions(tree: Tree): string[] {
  return [...tree]
    .filter(([file]) => !ROUTE_LIST.test(file) && !LONGER.includes(file))
    .flatMap(([file, text]) =>
      text.split('\n').flatMap((line, start, all) => {
        const [isFunction, name, constant] = FUNCTION_START.exec(line) ?? []
        if (isFunction === undefined) return []
        const lines = all.slice(start).findIndex((each) => FUNCTION_END.test(each)) + 1
        return lines > MAX_FUNCTION_LINES
          ? [`${file}: ${name ?? constant} has ${lines} lines, more than ${MAX_FUNCTION_LINES}`]
          : []
      }),
    )
}

/** What each file imports. */
const fileImports = (tree: Tree): Graph =>
  new Map([...tree.keys()].map((file) => [file, new Set(importsOf(tree, file))]))

/** What the files of each folder import from other folders. A file directly in `src` counts as a folder of its own. */
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

/** One sentence for each folder of mixed roles with too many files. */
function findFullFolders(tree: Tree): string[] {
  const files = Map.groupBy(tree.keys(), (file) => posix.dirname(file))
  return [...files].flatMap(([folder, { length }]) =>
    length > MAX_FILES && !ONE_KIND.test(folder)
      ? [`${folder} has ${length} files, more than ${MAX_FILES}: split it by subject`]
      : [],
  )
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

function readTree(folder: string, names: RegExp = /\.ts$/): Tree {
  const files = readdirSync(new URL(folder, import.meta.url), { recursive: true, encoding: 'utf8' })
  const found = files.map((name) => name.replaceAll('\\', '/')).filter((name) => names.test(name))
  return new Map(found.sort().map((name) => [name, readFileSync(new URL(folder + name, import.meta.url), 'utf8')]))
}

const src = readTree('../src/')

test('imports go down the layers, features import only what others expose, and every file is in its place', () => {
  assert.deepEqual(findViolations(src), [])
})

test('files do not import each other in a circle', () => {
  assert.deepEqual(findCycles(fileImports(src)), [])
})

test('folders, including those of sub-nouns, do not import each other in a circle', () => {
  assert.deepEqual(findCycles(folderImports(src)), [])
})

test('a folder of mixed roles has at most 15 files', () => {
  assert.deepEqual(findFullFolders(src), [])
})

test('a function has at most 80 lines, except where it lists routes', () => {
  assert.deepEqual(findLongFunctions(src), [])
  for (const folder of ['bench', 'bin', 'cluster', 'fuzz', 'packages', 'portal'])
    assert.deepEqual(findLongFunctions(readTree(`../${folder}/`, SOURCE)), [], folder)
})

test('each of these rules fails on a file that breaks it', () => {
  const planted: [file: string, text: string, says: RegExp][] = [
    ['engine/a.ts', "import { log } from '../platform/log.ts'", /platform\/log\.ts: parts of one layer do not/],
    ['engine/b.ts', "import {\n  get,\n} from 'node:https'", /the engine is pure/],
    ['shared/a.ts', "export const a = () => import('../engine/model/check.ts')", /engine is above shared/],
    ['platform/a.ts', 'const url = process.env.SMTP_URL', /reads the environment/],
    ['graph/a.ts', "import type { A } from './gone.ts'", /imports graph\/gone\.ts: the file does not exist/],
    ['features/keys/rules.ts', "export { a } from './store.ts'", /rules must not import store/],
    ['features/keys/deep/routes.ts', "import '../store.ts'", /routes must not import store/],
    ['features/audit/service.ts', "import '../keys/service.ts'", /keys comes after audit/],
    ['features/mail/service.ts', "import '../keys/store.ts'", /only schema, rules, service of a feature/],
    ['features/shared/rules.ts', '', /is in no folder of FEATURES/],
    ['cli/key-helpers.ts', '', /has a catch-all name/],
    ['worker/a.ts', "import '../features/keys/store.ts'", /only schema, rules, service, routes, jobs/],
    ['runtime/a.ts', '\n'.repeat(301), /has 301 lines/],
    ['stray.ts', '', /is not in LAYERS/],
    ['graph/b.ts', "import '../simulator/tenants/tenants.ts'", /must not import the simulator/],
    ['simulator/stripe/a.ts', "import '../../shared/money/amounts.ts'", /shares nothing with the service/],
    ['simulator/stripe/b.ts', "import '../server.ts'", /shares nothing with the service/],
    ['features/keys/deep/work-thread.ts', "import '../rules.ts'\nimport '../../../app.ts'", /threads must not/],
  ]
  for (const [file, text, says] of planted) {
    const found = findViolations(new Map([...src, [file, text]])).filter((each) => each.startsWith(`${file} `))
    assert.equal(found.length, 1, `${file}: ${found.join('; ') || 'no violation found'}`)
    assert.match(found.join(), says)
  }
  const circle = { 'a.ts': "import './b.ts'", 'b.ts': "import type { C } from './c.ts'", 'c.ts': "import './b.ts'" }
  assert.deepEqual(findCycles(fileImports(new Map(Object.entries(circle)))), ['b.ts -> c.ts -> b.ts'])
  const folders = { 'a/b.ts': "import './deep/c.ts'", 'a/deep/c.ts': "import '../d.ts'", 'a/d.ts': '' }
  assert.deepEqual(findCycles(folderImports(new Map(Object.entries(folders)))), ['a -> a/deep -> a'])
  const names = Array.from({ length: MAX_FILES + 1 }, (_, n) => `${n}.ts`)
  const full = ['http', 'engine/datasets'].flatMap((folder) => names.map((name) => [`${folder}/${name}`, ''] as const))
  assert.deepEqual(findFullFolders(new Map(full)), ['http has 16 files, more than 15: split it by subject'])
  const body = '\n  work()'.repeat(MAX_FUNCTION_LINES - 2)
  const forms = [
    ['declared', 'export async function declared(', '): Promise<void> {', '}'],
    ['assigned', 'const assigned = async (', '): Promise<void> => {', '}'],
    ['wrapped', 'export const wrapped = perTenant((', '): void => {', '})'],
  ] as const
  for (const [name, start, opens, end] of forms) {
    const longest = `${start}${opens}${body}\n${end}\n`
    assert.deepEqual(findLongFunctions(new Map([['graph/a.ts', longest]])), [])
    for (const opening of [`${start}${opens}\n  work()`, `${start}\n  input: Input,\n${opens}`])
      assert.match(
        findLongFunctions(new Map([['graph/a.ts', `${opening}${body}\n${end}\n`]])).join(),
        new RegExp(`${name} has 8[12] lines`),
      )
  }
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
 * One sentence for each check id without exactly one file and one test of its name, for each other file of an area that
 * fewer than two checks import, and for each test whose check does not exist.
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
      ...(listed.includes(file) ? [] : [`${file} is not in catalogue.ts, which lists ${id}`]),
      ...(exportsCheck(tree.get(file) ?? '', id) ? [] : [`${file} does not export the check ${id} by its name`]),
      ...(tests.get(testOf(file))?.includes('reachesEveryVerdict(') ? [] : [`${file} has no test ${testOf(file)}`]),
    ]
  })
  const ofOthers = files
    .filter(({ name }) => !ids.has(name))
    .flatMap(({ file, area }) => {
      const users = files.filter((other) => other.area === area && importsOf(tree, other.file).includes(file))
      return users.length > 1
        ? []
        : [`${file} is not a check, and ${users.length} checks of its area import it: at least two must`]
    })
  const ofAreas = [...new Set(files.map(({ area }) => area))].flatMap((area) => {
    const size = files.filter((each) => each.area === area).length
    return size > MAX_FILES_PER_AREA ? [`engine/checks/${area} has ${size} files, more than ${MAX_FILES_PER_AREA}`] : []
  })
  const ofTests = [...tests.keys()]
    .filter((file) => /^engine\/checks\/.*\.test\.ts$/.test(file) && !tree.has(file.replace('.test.ts', '.ts')))
    .map((file) => `${file} has the name of no check`)
  return [...ofChecks, ...ofOthers, ...ofAreas, ...ofTests]
}

const checkIds = new Set(CHECKS.keys())
const engineTests = new Map([...readTree('./engine/')].map(([file, text]) => [`engine/${file}`, text]))

test('each check has a file named by its id and a test of the same name that reaches every verdict', () => {
  assert.deepEqual(findMisplacedChecks(checkIds, src, engineTests), [])
})

test('each rule on checks fails on a check that breaks it', () => {
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
    [ids, new Map([...source, ['engine/checks/catalogue.ts', '']]), proof, /is not in catalogue\.ts/],
    [
      ids,
      new Map([...source, ['engine/checks/mfa/a.ts', "export const b = { id: 'a' }"]]),
      proof,
      /does not export the check a/,
    ],
    [ids, source, new Map(), /has no test engine\/checks\/mfa\/a\.test\.ts/],
    [ids, source, new Map([['engine/checks/mfa/a.test.ts', 'test()']]), /has no test/],
    [ids, new Map([...source, ['engine/checks/mfa/b.ts', '']]), proof, /mfa\/b\.ts is not a check, and 0 checks/],
    [
      new Set(['a', ...area]),
      new Map([...source, ...area.map((b): [string, string] => [`engine/checks/mfa/${b}.ts`, ''])]),
      proof,
      /mfa has 21 files/,
    ],
    [ids, source, new Map([...proof, ['engine/checks/mfa/b.test.ts', '']]), /b\.test\.ts has the name of no check/],
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

/** What only these files of the portal use: everything else calls them. */
const ONLY_IN: readonly [file: string, use: RegExp][] = [
  ['api.ts', /\bfetch\s*\(/],
  ['stream.ts', /\bnew EventSource\b/],
]
const MARKUP_FROM_TEXT = /\b(dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write)\b/

/** Import statements of a file: whether they load only types, and the path within the repository. */
function importsInto(file: string, text: string): { path: string; isType: boolean }[] {
  const found = text.matchAll(/^(?:import|export)\b([^'"]*?)\s*(?:\bfrom\s*)?['"](\.[^'"]*)['"]/gm)
  return [...found].map(([, words = '', path = '']) => ({
    path: posix.join('portal', posix.dirname(file), path),
    isType: /^\s*type\b/.test(words),
  }))
}

/** One sentence for each violation in the browser's code. */
function findPortalViolations(tree: Tree): string[] {
  return [...tree].flatMap(([file, text]) => {
    const lines = text.split('\n').length - 1
    const outside = importsInto(file, text).filter(({ path }) => !path.startsWith('portal/'))
    const refused = outside.filter(
      ({ path, isType }) =>
        !path.startsWith('src/shared/') && !(isType && /^src\/features\/.*\/schema\.ts$/.test(path)),
    )
    return [
      ...refused.map(({ path }) => `${file} imports ${path}: only types of schema.ts, and src/shared`),
      ...ONLY_IN.flatMap(([only, use]) =>
        file !== only && use.test(text) ? [`${file} does what only ${only} does`] : [],
      ),
      ...(MARKUP_FROM_TEXT.test(text) ? [`${file} makes markup from text`] : []),
      ...(lines > MAX_LINES ? [`${file} has ${lines} lines, more than ${MAX_LINES}: split it by subject`] : []),
    ]
  })
}

const portal = readTree('../portal/', /\.tsx?$/)

test('the browser imports only types of schemas and shared code, and one file calls the service', () => {
  assert.deepEqual(findPortalViolations(portal), [])
  const planted: [file: string, text: string, says: RegExp][] = [
    ['screens/a/screen.tsx', "import { Http } from '../../../src/api.ts'", /imports src\/api\.ts/],
    ['a.ts', "import {\n  A,\n} from '../src/features/keys/schema.ts'", /imports src\/features/],
    ['a.ts', "import type { A } from '../src/features/keys/service.ts'", /imports src\/features/],
    ['parts/a.tsx', "void fetch('/x')", /only api\.ts/],
    ['a.ts', "new EventSource('/x')", /only stream\.ts/],
    ['a.tsx', 'element.innerHTML = text', /makes markup/],
  ]
  for (const [file, text, says] of planted) {
    const found = findPortalViolations(new Map([[file, text]]))
    assert.equal(found.length, 1, found.join('; '))
    assert.match(found.join(), says)
  }
})

test('files of the portal do not import each other in a circle, except by loading a screen when it is opened', () => {
  const graph = [...portal].map(([file, text]): [string, Set<string>] => [
    file,
    new Set(importsInto(file, text).map(({ path }) => path.replace(/^portal\//, ''))),
  ])
  assert.deepEqual(findCycles(new Map(graph)), [])
})

test("the service never imports the browser's code", () => {
  const importing = [...src].filter(([file]) => importsOf(src, file).some((path) => path.startsWith('../portal/')))
  assert.deepEqual(importing, [])
})
