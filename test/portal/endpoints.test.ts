import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { startApi } from '../harness/api.ts'
import { collectRoutes } from '../security/route-list.ts'

const routes = collectRoutes()
const api = await startApi()
after(() => api[Symbol.asyncDispose]())

/** Names of parameters are not part of a path's form. */
const toForm = (path: string): string => path.replaceAll(/:\w+/g, ':')

const served = new Set(routes.map(({ method, url }) => `${method} ${toForm(url)}`))

/** The calls of `Reads` and `Changes`, as in `GET /{account}/events`. */
const declared = [
  ...['endpoints.ts', 'endpoints/across-customers.ts', 'endpoints/sign-on.ts']
    .map((file) => readFileSync(new URL(`../../portal/${file}`, import.meta.url), 'utf8'))
    .join('\n')
    .matchAll(/^ {2}'(?:(?<method>[A-Z]+) )?(?<path>\/[^']+)':/gm),
].map(({ groups }) => `${groups?.method ?? 'GET'} ${groups?.path}`)

test('every path of the client is a route of the server', () => {
  assert.ok(declared.length > 5)
  const missing = declared.filter((call) =>
    ['partner', 'distributor'].every((kind) => {
      const [method, path = ''] = call.split(' ')
      return !served.has(`${method} /portal/api${toForm(path.replace('{account}', kind))}`)
    }),
  )
  assert.deepEqual(missing, [])
})
