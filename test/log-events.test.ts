import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const CALL = /\blog\.(?:trace|debug|info|warn|error|fatal)\(/g
/** Words with dots between them, such as `webhook.reconcile.mismatch`. */
const NAMED = /^\s*\{\s*event: '[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)+'/

/** Entries without a name, each with its beginning. */
function findUnnamed(text: string): string[] {
  return [...text.matchAll(CALL)]
    .map(({ index, 0: call }) => text.slice(index + call.length))
    .flatMap((rest) => (NAMED.test(rest) ? [] : [rest.slice(0, 60)]))
}

test('every log entry begins with the stable name of its event', () => {
  const unnamed = globSync('src/**/*.ts').flatMap((file) =>
    findUnnamed(readFileSync(file, 'utf8')).map((call) => `${file}: ${call}`),
  )
  assert.deepEqual(unnamed, [])
})

test('the rule finds entries without a name', () => {
  assert.deepEqual(findUnnamed("app.log.warn({ event: 'mail.failed', id }, 'an email could not be sent')"), [])
  assert.deepEqual(findUnnamed("log.error(\n  { event: 'worker.engine.restart-failed' },\n  'text',\n)"), [])
  assert.deepEqual(findUnnamed("log.error({ error }, 'text')"), ["{ error }, 'text')"])
  assert.deepEqual(findUnnamed("log.info('text')"), ["'text')"])
  assert.deepEqual(findUnnamed("log.info({ event: 'Failed' })"), ["{ event: 'Failed' })"])
})
