import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** How the names of a store's functions begin: with the SQL that they run. */
const STORE_VERBS = [
  'find list insert update delete',
  'lock', // Selects for update, or takes an advisory lock.
  'count upsert',
  'claim release', // Updates of which only one of several callers succeeds, and their reversal.
  'has is', // Whether a row exists.
]
const NOT_ON_ROWS = [
  'openSavepoint', // Part of the transaction.
  'returnToSavepoint', // The same.
  'wakeEndpoint', // Sends a notification.
  'notifyOfEnd', // The same.
  'notifyOfDeliveries', // The same.
]

/** How the names of a service's functions begin. A new verb must mean something that none of these means. */
const SERVICE_VERBS = [
  // `get` throws NOT_FOUND, `find` returns undefined, `require` throws whatever refuses the caller.
  'get find list require is',
  // `set` creates or replaces, `erase` removes personal data from rows that stay, `record` writes a log.
  'create change set save delete erase record',
  // Partners and distributors.
  'activate suspend invite authenticate act renew preview',
  // Keys, links and approvals.
  'revoke grant approve withdraw end check reencode',
  // Sign-ins, codes and visits of people.
  'start continue complete request submit answer share finish',
  // Runs.
  'claim release execute cancel fail',
  // Results, between the database and the object store, and under another key.
  'move reseal',
  // Deliveries and endpoints.
  'lease send replay pause resume reconcile',
  // Mail.
  'queue compose write notify remind alert',
  // Reports.
  'render',
  // `to` converts, `with` wraps a use case.
  'to with',
]

const EXPORTED = /^export (?:async )?(?:function\*?|const) ([a-z]\w*)(?: = (?:async )?)?[(<]/gm

/** Exported functions of these files whose names begin with another verb. `somethingOf` derives a value from its argument. */
function findOtherVerbs(files: readonly (readonly [file: string, text: string])[], verbs: readonly string[]): string[] {
  const allowed = new Set(verbs.flatMap((line) => line.split(' ')))
  return files.flatMap(([file, text]) =>
    [...text.matchAll(EXPORTED)]
      .map(([, name = '']) => name)
      .filter((name) => !name.endsWith('Of') && !allowed.has(/^[a-z]+/.exec(name)?.[0] ?? ''))
      .filter((name) => !NOT_ON_ROWS.includes(name))
      .map((name) => `${file}: ${name}`),
  )
}

const read = (pattern: string) => globSync(pattern).map((file) => [file, readFileSync(file, 'utf8')] as const)
const stores = read('src/features/**/store.ts')
const services = read('src/features/**/service.ts')

test('the functions of stores and services begin with the verbs listed here', () => {
  assert.deepEqual(findOtherVerbs(stores, STORE_VERBS), [])
  assert.deepEqual(findOtherVerbs(services, SERVICE_VERBS), [])
})

test('every listed verb and exception is in use', () => {
  const isUsed = (files: typeof stores, verb: string): boolean =>
    files.some(([, text]) => [...text.matchAll(EXPORTED)].some(([, name = '']) => /^[a-z]+/.exec(name)?.[0] === verb))
  const verbsOf = (lines: readonly string[]): string[] => lines.flatMap((line) => line.split(' '))
  const unused = [
    ...verbsOf(STORE_VERBS).filter((verb) => !isUsed(stores, verb)),
    ...verbsOf(SERVICE_VERBS).filter((verb) => !isUsed(services, verb)),
    ...NOT_ON_ROWS.filter((name) => !stores.some(([, text]) => text.includes(`function ${name}(`))),
  ]
  assert.deepEqual(unused, [])
})

test('the rule finds other verbs in functions of every form, and nothing else', () => {
  const text = `export async function forgetRuns(app: App) {}
export const clearRuns = async (app: App) => {}
export function* readRuns<T>(app: App) {}
export const MAX_RUNS = 5
export const runs = [1]
export const ownerOf = (run: Run) => run.owner
export function listRuns() {}
function purgeRuns() {}`
  const found = ['forgetRuns', 'clearRuns', 'readRuns'].map((name) => `a: ${name}`)
  assert.deepEqual(findOtherVerbs([['a', text]], SERVICE_VERBS), found)
})
