import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { PROBLEMS } from '../../../src/shared/problem.ts'
import { startApi } from '../../harness/api.ts'
import type { Json } from '../../harness/client.ts'

const api = await startApi()
const folder = await mkdtemp(join(tmpdir(), 'plumbline openapi '))
after(async () => {
  await api[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const served = (await api.client('').get('/openapi.json')).body
const RULES = fileURLToPath(new URL('../../../.spectral.yaml', import.meta.url))

/** The findings of the OpenAPI linter, one line each. */
async function lint(description: Json): Promise<string[]> {
  const file = join(folder, 'openapi.json')
  const report = join(folder, 'report.json')
  await writeFile(file, JSON.stringify(description))
  const spectral = fileURLToPath(import.meta.resolve('@stoplight/spectral-cli'))
  const options = ['--ruleset', RULES, '--format', 'json', '--output', report, '--fail-severity', 'hint']
  const { failed, output } = await run([spectral, 'lint', file, ...options])
  const found: Json[] = JSON.parse(await readFile(report, 'utf8').catch(() => assert.fail(output)))
  assert.equal(failed, found.length > 0, output)
  return found.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`)
}

function run(words: string[]): Promise<{ failed: boolean; output: string }> {
  return new Promise((resolve) =>
    execFile(process.execPath, words, (error, stdout, stderr) =>
      resolve({ failed: error !== null, output: stdout + stderr }),
    ),
  )
}

test('the served description passes the OpenAPI rules without errors or warnings', async () => {
  assert.equal(served.openapi, '3.1.0')
  assert.deepEqual(await lint(served), [])
})

test('the rules report a description that breaks them', async () => {
  const { contact: _, ...info } = served.info
  const found = await lint({ ...served, info })
  assert.equal(found.length, 1, found.join('\n'))
  assert.match(found.join(), /^info-contact info/)
})

const resolve = (node: Json): Json =>
  typeof node?.$ref === 'string'
    ? node.$ref
        .split('/')
        .slice(1)
        .reduce((at: Json, step: string) => at[step], served)
    : node

const operations: { call: string; operation: Json }[] = Object.entries<Json>(served.paths).flatMap(([path, methods]) =>
  Object.entries<Json>(methods).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, operation })),
)

const ajv = new Ajv2020({ strict: false, allErrors: true })
const FORMATS: Record<string, RegExp> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  name: /\S/,
  month: /^\d{4}-(0[1-9]|1[0-2])$/,
  date: /^\d{4}-\d\d-\d\d$/,
  'time-of-day': /^\d\d:\d\d$/,
  'time-zone': /^[A-Za-z_]+(\/[A-Za-z_]+)*$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
}
for (const [name, form] of Object.entries(FORMATS)) ajv.addFormat(name, form)

/** Checks that a body has an example, and that every example fits its schema without unknown fields. */
function assertExamples(media: Json, where: string): Json[] {
  const examples = media.examples
    ? Object.values<Json>(media.examples).map((example) => resolve(example).value)
    : [media.example]
  const validate = ajv.compile({ ...media.schema, components: served.components })
  for (const example of examples) {
    assert.equal(typeof example, 'object', `${where} has no example`)
    assert.ok(validate(example), `${where}: ${ajv.errorsText(validate.errors)}`)
    assert.deepEqual(unknownFields(example, media.schema), [], where)
  }
  return examples
}

function unknownFields(example: Json, schema: Json, path = ''): string[] {
  const { properties, items, additionalProperties } = resolve(schema)
  if (Array.isArray(example))
    return example.flatMap((item, index) => unknownFields(item, items ?? {}, `${path}[${index}]`))
  if (typeof example !== 'object' || example === null || additionalProperties || !properties) return []
  return Object.entries<Json>(example).flatMap(([name, inner]) =>
    properties[name] ? unknownFields(inner, properties[name], `${path}.${name}`) : [`${path}.${name}`],
  )
}

/** Calls that answer with a file, in no format that is JSON. */
const FILES = [
  'GET /v1/distributor/settlements/{id}/file',
  'GET /v1/partner/customers/{id}/report',
  'GET /v1/distributor/partners/{id}/customers/{customerId}/report',
]

const CATALOGUE: Readonly<Record<string, { status: number; message: string }>> = PROBLEMS

for (const { call, operation } of operations) {
  test(`${call} is documented, with an example of each body and of each possible error`, () => {
    for (const word of ['operationId', 'summary', 'description']) assert.ok(operation[word], word)
    const tags = served.tags.map(({ name }: Json) => name)
    assert.ok(operation.tags.length === 1 && tags.includes(operation.tags[0]), 'its tag is described')
    const key = call.includes('/distributor/') ? 'distributorKey' : 'partnerKey'
    assert.deepEqual(operation.security, [{ [key]: [] }])
    if (operation.requestBody) {
      assert.equal(operation.requestBody.required, true)
      assertExamples(operation.requestBody.content['application/json'], 'the request')
    }
    for (const [status, response] of Object.entries<Json>(operation.responses)) {
      const media = response.content?.['application/json']
      assert.ok(response.description && response.description !== 'Default Response', status)
      if (status === '204') assert.equal(response.content, undefined)
      else if (status < '300' && FILES.includes(call)) assert.equal(media, undefined)
      else if (status < '300') assertExamples(media, status)
      else assertProblems(status, response, media)
    }
  })
}

function assertProblems(status: string, response: Json, media: Json): void {
  assert.deepEqual(media.schema, { $ref: '#/components/schemas/Problem' })
  assert.deepEqual(Object.keys(media.examples), response.description.split(', '))
  assertExamples(media, status)
  for (const [code, example] of Object.entries<Json>(media.examples)) {
    const { requestId, ...error } = resolve(example).value.error
    assert.deepEqual(error, { code, message: CATALOGUE[code]?.message })
    assert.match(requestId, /^req_[0-9a-z]{26}$/)
    assert.equal(String(CATALOGUE[code]?.status), status, code)
  }
}

test('every request and response body is a named schema, and no schema appears twice', () => {
  for (const { call, operation } of operations) {
    const responses = Object.entries<Json>(operation.responses)
    const described = responses.filter(([status]) => status >= '300' || !FILES.includes(call)).map(([, body]) => body)
    const bodies = [operation.requestBody, ...described].filter((body) => body?.content)
    for (const body of bodies) assert.ok(body.content['application/json'].schema.$ref, call)
  }
  const shapes = Object.entries(served.components.schemas).map(([name, schema]) => [JSON.stringify(schema), name])
  assert.equal(new Map(shapes.map(([shape, name]) => [shape, name])).size, shapes.length)
})

/** The paths of fields without a description, in a schema and the schemas inside it. */
function listUndescribed(schema: Json, path: string): string[] {
  const fields = Object.entries<Json>(schema.properties ?? {}).flatMap(([name, field]) => [
    ...((field.description ?? resolve(field).description) ? [] : [`${path}.${name}`]),
    ...listUndescribed(field, `${path}.${name}`),
  ])
  const parts = [schema.items, ...(schema.anyOf ?? [])].filter((part) => part !== undefined)
  return [...fields, ...parts.flatMap((part: Json) => listUndescribed(part, path))]
}

test('every field, parameter and successful response says what it is', () => {
  const schemas = Object.entries<Json>(served.components.schemas)
  assert.deepEqual(
    schemas.flatMap(([name, schema]) => listUndescribed(schema, name)),
    [],
  )
  for (const { call, operation } of operations) {
    for (const parameter of (operation.parameters ?? []).map(resolve))
      assert.ok(parameter.description, `${call} ${parameter.name}`)
    for (const { description } of Object.values<Json>(operation.responses))
      assert.ok(!['Done.', 'Created.', 'Queued.'].includes(description), call)
  }
  const planted = {
    properties: { size: { type: 'integer' }, parts: { description: 'Its parts.', items: { properties: { id: {} } } } },
  }
  assert.deepEqual(listUndescribed(planted, 'Widget'), ['Widget.size', 'Widget.parts.id'])
})

test('a set of words that several schemas use has a name', () => {
  const schemas = Object.entries<Json>(served.components.schemas).filter(([, schema]) => !schema.enum)
  const inline = JSON.stringify([served.paths, schemas]).match(/"enum":\[[^\]]*\]/g) ?? []
  const uses = Map.groupBy(inline, (words) => words)
  assert.ok(uses.size > 10)
  assert.deepEqual(
    [...uses].filter(([, found]) => found.length > 3).map(([words]) => words),
    [],
  )
  for (const name of ['Plan', 'Edition', 'AccountStatus', 'SettlementCurrency', 'SubscriptionCurrency'])
    assert.ok(served.components.schemas[name]?.enum, name)
})

const headersOf = (operation: Json, status: string): string[] =>
  Object.keys(operation.responses[status].headers ?? {}).sort()

const headerParameters = (operation: Json): string[] =>
  (operation.parameters ?? [])
    .map(resolve)
    .filter((parameter: Json) => parameter.in === 'header')
    .map((parameter: Json) => parameter.name)

function find(id: string): Json {
  const found = operations.find(({ operation }) => operation.operationId === id)
  assert.ok(found, id)
  return found.operation
}

test('the headers of requests and responses are documented where they apply', () => {
  const always = ['RateLimit', 'RateLimit-Policy', 'X-Request-Id']
  for (const { operation } of operations) {
    for (const status of Object.keys(operation.responses)) {
      for (const name of always) assert.ok(headersOf(operation, status).includes(name), operation.operationId)
    }
    assert.ok(headersOf(operation, '429').includes('Retry-After'))
    assert.ok(headersOf(operation, '503').includes('Retry-After'))
  }
  const create = find('createCustomer')
  assert.deepEqual(headerParameters(create), ['Idempotency-Key', 'Prefer'])
  assert.deepEqual(headersOf(create, '201'), ['Idempotency-Replayed', ...always])
  assert.deepEqual(headerParameters(find('createKey')), ['Idempotency-Key'])
  assert.deepEqual(headerParameters(find('previewPlanChange')), ['Prefer'])
  assert.deepEqual(headerParameters(find('changeCustomer')), ['Prefer'])
  assert.deepEqual(headerParameters(find('listCustomers')), [])
  assert.deepEqual(headersOf(find('listCustomers'), '200'), ['Link', ...always])
  assert.deepEqual(headersOf(find('getCustomer'), '200'), always)
})

test('responses have the documented headers', async () => {
  const client = await api.as('acme')
  const body = { name: 'Umbrella', tenantId: '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02' }
  const headers = { 'Idempotency-Key': 'once' }
  await client.post('/v1/partner/customers', body, { headers })
  const replayed = await client.post('/v1/partner/customers', body, { headers })
  for (const name of headersOf(find('createCustomer'), '201')) assert.ok(replayed.headers[name.toLowerCase()], name)
  await client.post('/v1/partner/customers', body)
  const page = await client.get('/v1/partner/customers?limit=1')
  for (const name of headersOf(find('listCustomers'), '200')) assert.ok(page.headers[name.toLowerCase()], name)
})
