import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { declareCommands } from '../../src/cli/command-line.ts'
import { COMMANDS } from '../../src/cli/commands.ts'
import { renderCommandsPage } from '../../src/cli/commands-page.ts'
import { VISIBILITY_TABLE } from '../../src/engine/visibility/table.gen.ts'
import { EVENT_DATA } from '../../src/features/events/schema.ts'
import { COLLECT_FAILURE_CODES } from '../../src/graph/transport/collect-failure.ts'
import { readSettings } from '../../src/platform/settings/settings.ts'
import { generateFiles } from '../../src/runtime/gen/files.ts'
import { PROBLEMS } from '../../src/shared/problem.ts'
import { startApi } from '../harness/api.ts'
import type { Answer, Json } from '../harness/client.ts'
import { openTestDatabase } from '../harness/database.ts'

const api = await startApi()
const { db, pool } = openTestDatabase(api.databaseUrl, { poolSize: 2 })
after(async () => {
  await pool.end()
  await api[Symbol.asyncDispose]()
})

const generated = await generateFiles(
  {
    app: { ...api.app, db },
    pool,
    databaseUrl: api.databaseUrl,
    settings: readSettings({}),
    baseUrl: 'https://localhost:8443',
    close: async () => {},
  },
  renderCommandsPage(await declareCommands(Object.keys(COMMANDS))),
  // That the table itself is up to date is checked by test/slow/engine/visibility-table.test.ts.
  VISIBILITY_TABLE,
)

for (const [path, content] of generated) {
  test(`${path} is what "npm run gen" writes`, async () => {
    const committed = await readFile(new URL(`../../${path}`, import.meta.url), 'utf8')
    assert.ok(committed === content, `${path} is out of date: run "npm run gen" and commit it.`)
  })
}

test('the list of generated pages and files is complete', () => {
  assert.deepEqual([...generated.keys()].sort(), [
    'docs/commands.md',
    'docs/errors.md',
    'docs/events.md',
    'docs/frameworks.md',
    'docs/frameworks/essential-eight.md',
    'docs/frameworks/nist-csf.md',
    'docs/frameworks/scuba-entra.md',
    'docs/permissions.md',
    'docs/settings.md',
    'migrations/schema.sql',
    'openapi.json',
    'src/engine/visibility/table.gen.ts',
    'src/simulator/responses/shapes.gen.ts',
  ])
})

/** The kinds of events of the contract. */
const CONTRACT_EVENTS = [
  'assessment.started',
  'assessment.completed',
  'assessment.failed',
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'partner.activated',
  'partner.suspended',
  'key.created',
  'key.revoked',
]

/** Kinds beyond the contract, which nobody receives who does not ask for them. */
const OPTIONAL_EVENTS = [
  'assessment.canceled',
  'customer.approved',
  'questionnaire.answered',
  'exception.expiring',
  'schedule.paused',
  'findings.changed',
  'assessment.worsened',
  'digest.weekly',
]

/** The error table of the contract. */
const CONTRACT_CODES = {
  MISSING_KEY: 401,
  INVALID_KEY: 401,
  RATE_LIMITED: 429,
  PARTNER_INACTIVE: 403,
  DISTRIBUTOR_INACTIVE: 403,
  INVALID_JSON: 400,
  MISSING_FIELD: 400,
  INVALID_PRODUCT: 400,
  PRODUCT_NOT_ALLOWED: 403,
  RUN_LIMIT_REACHED: 403,
  NOT_FOUND: 404,
  MAX_KEYS: 409,
  TOO_MANY: 400,
  PLAN_CHANGE_FAILED: 400,
}

test('every code of the contract has its status in the catalogue and on the page of errors', () => {
  const page = generated.get('docs/errors.md') ?? ''
  const catalogue: Record<string, { status: number }> = PROBLEMS
  for (const [code, status] of Object.entries(CONTRACT_CODES)) {
    assert.equal(catalogue[code]?.status, status, code)
    assert.match(page, new RegExp(`^\\| \`${code}\` +\\| ${status} +\\|`, 'm'))
  }
})

test('the page of events has every type of the contract with every possible field of its data', () => {
  const page = generated.get('docs/events.md') ?? ''
  assert.deepEqual(
    [...page.matchAll(/^## (.+)$/gm)].map(([, type]) => type),
    [...CONTRACT_EVENTS, ...OPTIONAL_EVENTS],
  )
  const optional = [...page.matchAll(/^## (.+)\n\nOptional\. /gm)].map(([, type]) => type)
  assert.deepEqual(optional, OPTIONAL_EVENTS)
  for (const [type, { properties }] of Object.entries(EVENT_DATA)) {
    const [, section = ''] = page.split(new RegExp(`^## ${type}$`, 'm'))
    const [own = ''] = section.split('\n## ')
    for (const field of Object.keys(properties)) assert.match(own, new RegExp(`^\\| \`${field}\` `, 'm'), type)
  }
})

const described: Json = JSON.parse(generated.get('openapi.json') ?? '{}')

/** The codes that every endpoint of the Partner API can return. */
const EVERYWHERE = [
  'MISSING_KEY',
  'INVALID_KEY',
  'RATE_LIMITED',
  'PARTNER_INACTIVE',
  'INTERNAL_ERROR',
  'HTTPS_REQUIRED',
]
const BODY = ['INVALID_JSON', 'MISSING_FIELD', 'INVALID_FIELD', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']
const RUN = ['INVALID_PRODUCT', 'PRODUCT_NOT_ALLOWED', 'RUN_LIMIT_REACHED']

/** The endpoints of the Partner API: success status and additional codes. */
const ENDPOINTS: [call: string, status: number, codes: string[]][] = [
  ['GET /v1/partner/me', 200, []],
  ['POST /v1/partner/plan', 200, [...BODY, 'PLAN_CHANGE_FAILED', 'PRICE_LOOKUP_FAILED', 'PAYMENT_PROCESSOR_ERROR']],
  ['GET /v1/partner/products', 200, []],
  ['GET /v1/partner/customers', 200, ['INVALID_FIELD']],
  ['POST /v1/partner/customers', 201, BODY],
  ['GET /v1/partner/customers/{id}', 200, ['NOT_FOUND']],
  ['PUT /v1/partner/customers/{id}', 200, [...BODY, 'NOT_FOUND']],
  ['DELETE /v1/partner/customers/{id}', 204, ['NOT_FOUND']],
  ['POST /v1/partner/customers/bulk', 201, [...BODY, 'TOO_MANY']],
  ['POST /v1/partner/assessments', 202, [...BODY, ...RUN, 'NOT_FOUND']],
  ['GET /v1/partner/assessments', 200, ['INVALID_FIELD']],
  ['GET /v1/partner/assessments/{id}', 200, ['NOT_FOUND']],
  ['POST /v1/partner/assessments/bulk', 202, [...BODY, ...RUN, 'TOO_MANY']],
  ['POST /v1/partner/keys', 201, ['MAX_KEYS']],
  ['DELETE /v1/partner/keys/{slot}', 204, ['LAST_KEY', 'NOT_FOUND']],
]

for (const [call, status, codes] of ENDPOINTS) {
  const [method = '', path = ''] = call.split(' ')
  const operation = described.paths?.[path]?.[method.toLowerCase()]
  test(`${call} is documented with its success and every possible error`, () => {
    assert.ok(operation, `${call} is not described`)
    const responses: [string, Json][] = Object.entries(operation.responses)
    assert.deepEqual(
      responses.map(([answer]) => answer).filter((answer) => answer < '300'),
      [String(status)],
    )
    const catalogue: Record<string, { status: number }> = PROBLEMS
    const listed = responses.flatMap(([answer, response]) =>
      answer < '300' ? [] : response.description.split(', ').map((code: string) => `${answer} ${code}`),
    )
    for (const code of [...EVERYWHERE, ...codes]) assert.ok(listed.includes(`${catalogue[code]?.status} ${code}`), code)
    for (const line of listed) assert.equal(`${catalogue[line.slice(4)]?.status} ${line.slice(4)}`, line)
    assert.deepEqual(operation.security, [{ partnerKey: [] }])
    assert.ok(operation.summary && operation.description && operation.operationId)
  })
}

test('the served description equals the committed one, except for its address', async () => {
  const served = (await api.client('').get('/openapi.json')).body
  assert.deepEqual({ ...served, servers: [] }, { ...described, servers: [] })
  assert.deepEqual(served.servers, [{ url: 'https://localhost/api' }])
})

interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
}

const receivers: Operation[] = Object.values<Json>(described.webhooks).map(({ post }) => post)
const operations: Operation[] = Object.values<Json>(described.paths).flatMap((path) => Object.values<Json>(path))

test('the description of each operation adds something to its summary, and no two are the same', () => {
  const all = [...operations, ...receivers]
  for (const { operationId, summary, description } of all) {
    assert.ok(description.replace(summary, '').trim().length >= 40, `${operationId}: ${description}`)
  }
  const byText = Map.groupBy(all, ({ description }) => description)
  const repeated = [...byText.values()].filter(({ length }) => length > 1)
  assert.deepEqual(
    repeated.map((same) => same.map(({ operationId }) => operationId)),
    [],
  )
})

test('each API has tags of its own, and every tag is in use', () => {
  const used = new Set<string>()
  for (const [path, methods] of Object.entries<Json>(described.paths)) {
    const api = path.startsWith('/v1/distributor/') ? 'Distributor: ' : 'Partner: '
    for (const { operationId, tags } of Object.values<Json>(methods)) {
      assert.ok(tags.length === 1 && tags[0]?.startsWith(api), operationId)
      used.add(tags[0])
    }
  }
  for (const { tags } of receivers) for (const tag of tags) used.add(tag)
  assert.deepEqual(described.tags.map(({ name }: Json) => name).toSorted(), [...used].sort())
})

test('enums are named schemas, and referenced wherever they are used', () => {
  const { schemas } = described.components
  const named = {
    ErrorCode: Object.keys(PROBLEMS),
    RunStatus: ['queued', 'running', 'completed', 'failed', 'canceled'],
    Severity: ['critical', 'high', 'medium', 'low'],
    FailureCode: [...COLLECT_FAILURE_CODES],
    EventType: [...CONTRACT_EVENTS, ...OPTIONAL_EVENTS],
  }
  for (const [name, words] of Object.entries(named)) {
    assert.deepEqual(schemas[name], { type: 'string', enum: words })
  }
  const { parameters, examples, headers } = described.components
  const text = JSON.stringify([described.paths, described.webhooks, parameters, examples, headers])
  const inSchemas = Object.entries(schemas).map(([name, schema]) => (name in named ? '' : JSON.stringify(schema)))
  for (const words of Object.values(named)) assert.ok(![text, ...inSchemas].join().includes(JSON.stringify(words)))
  const { properties } = schemas.Problem.properties.error
  assert.equal(properties.code.$ref, '#/components/schemas/ErrorCode')
  assert.equal(properties.details.items.properties.code.$ref, '#/components/schemas/ErrorCode')
  assert.equal(schemas.Run.properties.failure.properties.code.$ref, '#/components/schemas/FailureCode')
})

test('each event has a typed webhook, whose example fits its schema', () => {
  assert.deepEqual(Object.keys(described.webhooks), [...CONTRACT_EVENTS, ...OPTIONAL_EVENTS])
  const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true } })
  for (const [type, { post }] of Object.entries<Json>(described.webhooks)) {
    const { schema, example } = post.requestBody.content['application/json']
    const name = schema.$ref.split('/').at(-1)
    const { properties } = described.components.schemas[name]
    assert.equal(properties.type.const, type)
    const validate = ajv.compile({ ...schema, components: described.components })
    assert.ok(validate(example), `${type}: ${ajv.errorsText(validate.errors)}`)
    assert.ok(!validate(Object.assign({}, example, { type: 'another' })), type)
    assert.ok(!validate(Object.assign({}, example, { data: {} })), type)
    assert.deepEqual(post.security, [])
    assert.equal(post.description.includes('Optional: '), OPTIONAL_EVENTS.includes(type))
  }
})

test('operation ids are unique', () => {
  const ids = [...operations, ...receivers].map(({ operationId }) => operationId)
  assert.equal(new Set(ids).size, ids.length)
})

test('the documentation page loads nothing from outside', async () => {
  const get = (path: string): Promise<Answer> => api.client('').get(path)
  const opened = await get('/docs')
  const base = new URL(String(opened.headers.location ?? '/api/docs'), 'https://localhost/api/docs')
  const page = opened.status === 200 ? opened : await get(base.pathname.slice('/api'.length))
  assert.equal(page.status, 200)
  const references = [...page.text.matchAll(/(?:src|href)\s*=\s*["']([^"']*)["']/g)].map((match) => match[1] ?? '')
  assert.ok(references.length >= 4)
  for (const reference of references) {
    assert.doesNotMatch(reference, /^(https?:)?\/\//i)
    const { pathname } = new URL(reference, base)
    const asset = await get(`/..${pathname}`)
    assert.equal(asset.status, 200, pathname)
    if (pathname.endsWith('.css')) assert.doesNotMatch(asset.text, /@import|url\(\s*["']?(https?:)?\/\//i)
    if (pathname.endsWith('initializer.js'))
      assert.doesNotMatch(asset.text, /validatorUrl: (?!null)|https?:\/\/(?!stackoverflow)/)
  }
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'/)
})
