import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { test } from 'node:test'
import { identifiersIn } from './identifiers.ts'

const SOURCES = ['{src,portal,bench,cluster,fuzz}/**/*.{ts,tsx}', 'packages/*/src/**/*.ts']

/** Files and folders that may cast, with what makes the cast true. */
const CASTS: Readonly<Record<string, string>> = {
  'src/shared/keys-of.ts': 'the declared type of Object.keys is any text',
  'src/simulator/stripe/': "the value was validated against Stripe's own schema",
  'portal/queries.ts': 'the table of endpoints says what a path answers, and the schemas of the service guarantee it',
  'portal/main.tsx': 'the same for the session, which is read before there is a screen',
  'portal/shell/account.ts': 'the same for an answer that is read outside of a component',
  'portal/shell/visits.tsx': 'the same for an answer that is read outside of a component',
  'portal/shell/passkey.ts': 'the service answers what this function of the browser takes',
  'portal/screens/security/passkeys.tsx': 'the service answers what this function of the browser takes',
  'portal/parts/field.tsx': 'types of Preact cannot name an input whose kind is a variable',
  'portal/parts/link.tsx': 'TypeScript does not know which parameters a path has while the path is generic',
}

/** A cast in .tsx, where `as` may also be a word of a text. */
const CAST_IN_TSX =
  /\bas (?!const\b)(?:unknown|any|never|keyof|typeof|string\b|number\b|[A-Z]\w*[a-z]\w*(?=[[<).,;]|$))/m
/** Names that are imported, exported or destructured under another one. */
const RENAMED = /^(?:import|export)\b[^;'"`]*?\bfrom\s*['"][^'"]*['"]/gm

/** A name in SQL, and keys of a mapped type. */
const OTHER_USES = /\.as(?=[(<])|\bin keyof \w+ as\b/g

/** Whether code casts, other than to its constants. */
function casts(file: string, code: string): boolean {
  const text = code.replaceAll(RENAMED, '').replaceAll(OTHER_USES, '')
  if (file.endsWith('.tsx')) return CAST_IN_TSX.test(text)
  const names = identifiersIn(text)
  return names.some((name, index) => name === 'as' && names[index + 1] !== 'const')
}

/** Classes that are not errors, with what each owns or what asks for a class. */
const CLASSES: Readonly<Record<string, string>> = {
  'src/graph/collection/checkpoint-writer.ts': 'the pieces that are not stored yet',
  'src/graph/reader/readers.ts': 'the reader processes',
  'src/graph/client/rate-limiter.ts': 'the requests that wait for a limit',
  'src/graph/client/shared-pace.ts': 'a lease',
  'src/platform/database/client.ts': 'pg takes a class of clients',
  'src/platform/backup/copy.ts': 'pg takes objects that implement its interface',
  'src/platform/outbound/guarded-client.ts': 'undici takes a class of clients',
  'src/features/reports/content/once.ts': 'what a document has explained already',
  'src/features/reports/pdf/kit/typesetter.ts': 'a page that is being set',
  'src/features/reports/pdf/kit/canvas.ts': 'a document that is being drawn',
  'src/features/reports/pdf/kit/tagged.ts': 'the structure of the document that is being drawn',
  'src/features/reports/pdf/kit/paper.ts': 'a document of PDFKit that writes faster',
  'portal/shell/crash.tsx': 'Preact catches errors in classes only',
}
const CLASS = /^\s*(?:export )?(?:abstract )?class \w+(?: extends ([\w.]+))?/gm
/** All of these end in the built-in Error. */
const ERRORS = /(?:Error|Problem|ProcessorTrouble)$/

const hasClass = (code: string): boolean => [...code.matchAll(CLASS)].some(([, parent = '']) => !ERRORS.test(parent))

const STORE = /\/store\.ts$/
/** The exported functions of a store with their first parameter. Those named `somethingOf` build a part of a statement. */
const STORE_FUNCTION = /^export (?:async )?(?:function\*? |const )(\w+)(?: = (?:async )?)?(?:<[^(]*>)?\(\s*(\w*)/gm

const withoutDatabase = (code: string): string[] =>
  [...code.matchAll(STORE_FUNCTION)].flatMap(([, name = '', first = '']) =>
    first === 'db' || first === 'tx' || name.endsWith('Of') ? [] : [name],
  )
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/

/** One sentence for each habit of CONTRIBUTING.md that a file breaks. */
function findBroken(file: string, code: string): string[] {
  const mayCast = Object.keys(CASTS).some((place) => file === place || (place.endsWith('/') && file.startsWith(place)))
  return [
    !mayCast && casts(file, code) && 'casts: narrow the type instead',
    STORE.test(file) && /\.transaction\(\)/.test(code) && 'opens a transaction, which only services do',
    ...(STORE.test(file)
      ? withoutDatabase(code).map((name) => `has ${name}, whose first parameter is not db or tx`)
      : []),
    hasClass(code) && CLASSES[file] === undefined && 'has a class that is not an error: write functions',
    /^export \*/m.test(code) && 'exports another file: import that file',
    !KEBAB.test(basename(file)) && 'is not named in kebab-case',
  ].flatMap((reason) => (reason === false ? [] : [`${file} ${reason}`]))
}

test('no file breaks a habit of CONTRIBUTING.md', () => {
  const broken = globSync(SOURCES).flatMap((file) => findBroken(file, readFileSync(file, 'utf8')))
  assert.deepEqual(broken, [])
})

test('every place that may cast, or have a class, does', () => {
  const casting = globSync(SOURCES).filter((file) => casts(file, readFileSync(file, 'utf8')))
  const unused = Object.keys(CASTS).filter((place) => !casting.some((file) => file.startsWith(place)))
  assert.deepEqual(unused, [])
  const plain = Object.keys(CLASSES).filter((file) => !hasClass(readFileSync(file, 'utf8')))
  assert.deepEqual(plain, [])
})

const MAX_FILES = 15
/** Folders of the portal that hold one kind of file, which may have any number. */
const ONE_KIND = ['portal/parts']

test('a folder of the portal has at most 15 files of code', () => {
  const folders = Map.groupBy(globSync('portal/**/*.{ts,tsx}'), (file) => dirname(file))
  const full = [...folders].filter(([folder, files]) => files.length > MAX_FILES && !ONE_KIND.includes(folder))
  assert.deepEqual(
    full.map(([folder, files]) => `${folder} has ${files.length} files`),
    [],
  )
})

test('each of these rules fails on a file that breaks it, and on nothing else', () => {
  const planted: [file: string, code: string, says: RegExp][] = [
    ['src/graph/a.ts', 'const a = (b: unknown) => b as string', /casts/],
    ['src/graph/a.ts', 'const a = list as (keyof B)[]', /casts/],
    ['portal/a.tsx', 'const a = (await b()) as Session', /casts/],
    ['portal/a.tsx', 'const a = b as Kind[]', /casts/],
    ['src/features/keys/store.ts', 'await db.transaction().execute(run)', /opens a transaction/],
    ['src/features/keys/store.ts', 'export async function findKey(app: App) {}', /has findKey, whose first/],
    ['src/features/keys/rules.ts', 'export class KeyHolder {}', /has a class/],
    ['src/features/keys/index.ts', "export * from './rules.ts'", /exports another file/],
    ['src/features/keys/someThing.ts', '', /kebab-case/],
  ]
  for (const [file, code, says] of planted) assert.match(findBroken(file, code).join(), says, code)
  const fine: [file: string, code: string][] = [
    ['src/graph/a.ts', "import { setTimeout as sleep } from 'node:timers/promises'\nconst a = ['b'] as const"],
    [
      'src/graph/a.ts',
      "import type {\n  A as B,\n} from './a.ts'\n// Read as text, as Graph sends it.\nconst c = 'x as y'",
    ],
    ['src/features/keys/service.ts', 'await app.db.transaction().execute(run)'],
    [
      'src/features/keys/store.ts',
      'export async function* listKeys<T>(\n  tx: Connection) {}\nexport const rowOf = (a: A) => a',
    ],
    ['src/features/keys/rules.ts', 'export class KeyExpired extends UserFacingError {}'],
    ['portal/a.tsx', 'const a = <a href="/b">Export as CSV</a>'],
  ]
  for (const [file, code] of fine) assert.deepEqual(findBroken(file, code), [], code)
})
