import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { dataset } from '../../../src/engine/datasets/catalogue.ts'
import { snapshotKey } from '../../../src/engine/datasets/dataset.ts'
import { MAX_TEXT_LENGTH } from '../../../src/engine/datasets/long-texts.ts'
import { readDataset, readTenant } from '../../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../../src/engine/evaluation/evaluate.ts'
import { FRAMEWORKS } from '../../../src/engine/frameworks/catalogue.ts'
import type { Check } from '../../../src/engine/model/check.ts'
import type { Framework } from '../../../src/engine/model/framework.ts'
import type { AssessmentResult } from '../../../src/engine/model/result.ts'
import type { Snapshot } from '../../../src/engine/model/snapshot.ts'
import { CollectFailure, collectSnapshot } from '../../../src/graph/collection/collect.ts'
import {
  packSnapshot,
  parseSnapshot,
  unpackSnapshot,
  writeSnapshot,
} from '../../../src/graph/collection/snapshot-file.ts'
import { packedCheckpoint } from '../../../src/graph/reader/packed-checkpoint.ts'
import { MAX_DEPTH, measureJson } from '../../../src/graph/transport/json-size.ts'
import { MAX_SIZES, type Sizes } from '../../../src/graph/transport/sizes.ts'
import { fields, list, text } from '../../../src/shared/json.ts'
import { modelTenant } from '../../../src/simulator/model-tenant.ts'
import { type StandIn, type StandInAnswer, startStandIn, startVirtualClock, TENANT } from '../../graph/fake-graph.ts'

const USERS = '/v1.0/users'
const POLICIES = '/v1.0/identity/conditionalAccess/policies'
const MIB = 1024 * 1024

const guid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const options = () => ({ tenantId: TENANT, deadlineMs: 86_400_000, clock: startVirtualClock() })
const answering = (reply: StandInAnswer, path = USERS) =>
  startStandIn({ graph: (asked) => (asked.path === path ? reply : undefined) })

async function read(graph: StandIn, sizes: Partial<Sizes> = {}): Promise<Snapshot> {
  return await collectSnapshot(graph.source, { ...options(), sizes: { ...MAX_SIZES, ...sizes } })
}

const responseOf = ({ responses }: Snapshot, key: string, id?: string) => responses[snapshotKey(dataset(key), id)]

/** Lists nested `count` levels deep. */
const nested = (count: number): string => '['.repeat(count) + ']'.repeat(count)

test('a name of 10 MB in every item is cut at 64 Ki characters and counted, and the rest is freed', async () => {
  const long = 'x'.repeat(10 * MIB)
  await using graph = await answering({
    json: {
      value: [
        { id: '1', displayName: long },
        { id: '2', tags: [long] },
        { id: '3', displayName: 'short' },
      ],
    },
  })
  const users = responseOf(await read(graph), 'users')
  assert.equal(users?.truncated, 2)
  const [first, second, third] = list(users?.value).map(fields)
  assert.equal(text(first?.displayName)?.length, MAX_TEXT_LENGTH)
  assert.equal(text(list(second?.tags)[0])?.length, MAX_TEXT_LENGTH)
  assert.equal(third?.displayName, 'short')
})

test('texts of usual length are neither cut nor counted', async () => {
  const json = { value: Array.from({ length: 100 }, (_, id) => ({ id, note: 'n'.repeat(MAX_TEXT_LENGTH) })) }
  await using graph = await answering({ json })
  const users = responseOf(await read(graph), 'users')
  assert.deepEqual([users?.value, users?.truncated], [json.value, undefined])
})

test('in a batch, only the object whose text was cut is marked', async () => {
  const groups = { value: [{ id: guid(0), conditions: { users: { includeGroups: [guid(1), guid(2)] } } }] }
  await using graph = await startStandIn({
    graph: ({ path }) => {
      if (path === POLICIES) return { json: groups }
      return path.includes(guid(1)) ? { json: { value: [{ name: 'x'.repeat(MAX_TEXT_LENGTH + 1) }] } } : undefined
    },
  })
  const snapshot = await read(graph)
  assert.equal(responseOf(snapshot, 'groupMembers', guid(1))?.truncated, 1)
  assert.equal(responseOf(snapshot, 'groupMembers', guid(2))?.truncated, undefined)
})

test('the number of cut texts survives a file, packing, and a run that continues from a checkpoint', async () => {
  const long = 'x'.repeat(MAX_TEXT_LENGTH + 1)
  let isCut = true
  await using graph = await startStandIn({
    graph: ({ path, query }, url) => {
      if (path !== USERS) return undefined
      if (!query.has('page')) return { json: { value: [{ id: long }], '@odata.nextLink': `${url}${USERS}?page=2` } }
      return isCut ? { silent: true } : { json: { value: [{ id: long }] } }
    },
  })
  const rows: Uint8Array[] = []
  const checkpoint = packedCheckpoint({ load: async () => rows, save: async (packed) => rows.push(packed) > 0 })
  const stop = new AbortController()
  const first = collectSnapshot(graph.source, { tenantId: TENANT, deadlineMs: 60_000, checkpoint, signal: stop.signal })
  while (graph.asked.filter(({ path }) => path === USERS).length < 2)
    await new Promise((resolve) => setTimeout(resolve, 5))
  stop.abort(new Error('stopped'))
  await assert.rejects(first, /stopped/)
  isCut = false
  const snapshot = await collectSnapshot(graph.source, { ...options(), checkpoint })
  assert.equal(responseOf(snapshot, 'users')?.truncated, 2)
  assert.deepEqual(
    graph.asked.filter(({ path }) => path === USERS).map(({ query }) => query.get('page')),
    [null, '2', '2'],
  )
  assert.deepEqual(parseSnapshot([...writeSnapshot(snapshot)].join('')), snapshot)
  assert.deepEqual(unpackSnapshot((await packSnapshot(snapshot)).bytes), snapshot)
})

const ROW: Framework['requirements'][number] = {
  id: 'R-1',
  group: 'g',
  statement: 'It holds.',
  levels: [1],
  mode: 'automatic',
  checks: [{ check: 'looking', proves: 'proof' }],
  weight: 1,
  remedy: 'Do it.',
}

const FRAMEWORK: Framework = {
  id: 'f',
  name: 'F',
  version: '1',
  category: 'compliance',
  estimatedDuration: 1,
  scoring: 'levels-reached',
  levels: { min: 1, max: 1 },
  defaultTarget: 1,
  groups: [{ id: 'g', name: 'G' }],
  requirements: [ROW],
  questionnaire: { scope: [], sections: [] },
}

/** The verdict of a check on the first user, whose name or note was too long. */
function evaluate(isEffective: (user: Record<string, unknown>) => boolean): AssessmentResult {
  const check: Check = {
    id: 'looking',
    version: 1,
    evaluate(tenant) {
      const reading = readDataset(tenant, 'users')
      assert.ok(reading.ok)
      const user = { ...fields(list(reading.value)[0]) }
      const verdict = isEffective(user) ? 'effective' : 'ineffective'
      return { verdict, observed: 'Seen.', expected: 'To hold.', evidence: [reading.evidence], limitations: [] }
    },
  }
  const value = [{ id: '1', enabled: true, note: `<Policy>${'x'.repeat(MAX_TEXT_LENGTH)}`.slice(0, MAX_TEXT_LENGTH) }]
  const collectedAt = '2026-01-01T00:00:00.000Z'
  const responses = { 'GET /v1.0/users': { status: 200, collectedAt, value, truncated: 1 } }
  const tenant = readTenant({ format: 'plumbline-snapshot/1', tenantId: TENANT, collectedAt, responses })
  return evaluateFramework(FRAMEWORK, tenant, { target: 1, checks: new Map([[check.id, check]]) })
}

test('a verdict that does not depend on a cut text stands, with a limitation that mentions it', () => {
  for (const [isEffective, verdict] of [
    [true, 'effective'],
    [false, 'ineffective'],
  ] as const) {
    const [row] = evaluate(({ enabled }) => enabled === isEffective).requirements
    assert.equal(row?.verdict, verdict)
    assert.deepEqual(row?.limitations, [
      'Only the first 65,536 characters of long texts were read (1 in the list of users).',
    ])
  }
})

test('a verdict that depends on a cut text is unknown: neither passed nor failed', () => {
  const byText = [
    ({ note }: Record<string, unknown>) => String(note).includes('<Policy>'),
    ({ note }: Record<string, unknown>) => !String(note).includes('<Policy>'),
  ]
  for (const isEffective of byText) {
    const { requirements, findings, score } = evaluate(isEffective)
    assert.equal(requirements[0]?.verdict, 'no_visibility')
    assert.match(requirements[0]?.observed ?? '', /longer than 65,536 characters/)
    assert.deepEqual([findings, score], [0, 0])
  }
})

test('a response over the limit leaves its dataset unread, and the rest of the tenant is read', async () => {
  await using graph = await answering({ json: { value: [{ id: 'x'.repeat(20_000) }] } })
  const snapshot = await read(graph, { responseBytes: 20_000 })
  assert.deepEqual(
    [responseOf(snapshot, 'users')?.error?.code, responseOf(snapshot, 'users')?.value],
    ['ResponseTooLarge', undefined],
  )
  assert.equal(responseOf(snapshot, 'organization')?.status, 200)
})

test('with the real limits a response of 64 MiB is not read', async () => {
  await using graph = await answering({ raw: `{"value":["${'x'.repeat(64 * MIB)}"]}` })
  assert.equal(responseOf(await read(graph), 'users')?.error?.code, 'ResponseTooLarge')
})

test('JSON that is only structure counts with its size after parsing', async () => {
  const raw = `{"value":[${'{},'.repeat(1_000)}{}]}`
  const { size } = measureJson(Buffer.from(raw))
  assert.ok(size > 20 * raw.length, String(size))
  await using graph = await answering({ raw })
  assert.equal(responseOf(await read(graph, { responseBytes: 50_000 }), 'users')?.error?.code, 'ResponseTooLarge')
})

test('structure inside texts does not count, however it is escaped', () => {
  const value = { 'a"{[,': ['[[[{{{,,,', '\\', '"\\"[', '\u2028{'], b: 1 }
  const raw = JSON.stringify(value)
  assert.deepEqual(measureJson(Buffer.from(raw)), {
    size: 64 + 32 + 4 * 16,
    depth: 2,
    longest: 9,
  })
})

test('pages that together exceed the limit of a run end it as TENANT_TOO_LARGE, and no further page is requested', async () => {
  await using graph = await startStandIn({
    graph: ({ path, earlier }, url) =>
      path === USERS
        ? { json: { value: [{ id: 'x'.repeat(10_000) }], '@odata.nextLink': `${url}${USERS}?page=${earlier + 1}` } }
        : undefined,
  })
  await assert.rejects(read(graph, { runBytes: 200_000 }), (error) => {
    assert.ok(error instanceof CollectFailure)
    assert.equal(error.code, 'TENANT_TOO_LARGE')
    assert.match(error.message, /^This tenant returns more data .* Contact support/)
    return true
  })
  assert.ok(graph.asked.filter(({ path }) => path === USERS).length <= 20)
})

test('data read by an earlier attempt counts towards the limit as well', async () => {
  await using graph = await startStandIn()
  const rows: Uint8Array[] = []
  const checkpoint = packedCheckpoint({ load: async () => rows, save: async (packed) => rows.push(packed) > 0 })
  const readAt = new Date().toISOString()
  await checkpoint.save([{ key: 'GET /v1.0/users', from: 0, readAt, items: ['x'.repeat(100_000)], next: 'n' }])
  const sizes = { ...MAX_SIZES, runBytes: 50_000 }
  await assert.rejects(collectSnapshot(graph.source, { ...options(), checkpoint, sizes }), { code: 'TENANT_TOO_LARGE' })
  assert.deepEqual(graph.wire, [])
})

test('the checkpoint of a run is limited; beyond that the run continues without storing', async () => {
  const rows: Uint8Array[] = []
  const checkpoint = packedCheckpoint({ load: async () => rows, save: async (packed) => rows.push(packed) > 0 }, 2_000)
  const random = Array.from({ length: 2_000 }, () => Math.random().toString(36)).join('')
  const piece = { key: 'k', from: 0, readAt: '2026-01-01T00:00:00.000Z', next: 'n' }
  assert.equal(await checkpoint.save([{ ...piece, items: [random] }]), true)
  assert.deepEqual(rows, [])
  assert.equal(await checkpoint.save([{ ...piece, items: ['small'] }]), true)
  assert.equal(rows.length, 1)
})

test('JSON nested 100,000 deep fails its dataset, and neither overflows a stack nor ends the run', async () => {
  for (const raw of [nested(100_000), `{"value":${nested(100_000)}}`, `{"value":[{"a":${nested(MAX_DEPTH)}}]}`]) {
    await using graph = await answering({ raw })
    const snapshot = await read(graph)
    assert.equal(responseOf(snapshot, 'users')?.error?.code, 'ResponseTooDeep')
    await packSnapshot(snapshot)
  }
  await using graph = await answering({ raw: `{"value":[${nested(MAX_DEPTH - 3)}]}` })
  const snapshot = await read(graph)
  assert.equal(responseOf(snapshot, 'users')?.status, 200)
  for (const framework of FRAMEWORKS) evaluateFramework(framework, readTenant(snapshot), { target: 1 })
})

test('no compressed body is requested, and one that comes anyway is not inflated', async () => {
  const raw = gzipSync(JSON.stringify({ value: [{ id: 'bomb'.repeat(100_000) }] }))
  const encodings: unknown[] = []
  await using graph = await startStandIn({
    graph: ({ path, headers }) => {
      encodings.push(headers['accept-encoding'])
      return path === USERS ? { raw, headers: { 'content-encoding': 'gzip' } } : undefined
    },
  })
  const users = responseOf(await read(graph), 'users')
  assert.deepEqual([users?.error?.code, users?.value], ['NotJson', undefined])
  assert.deepEqual([...new Set(encodings.filter((encoding) => encoding !== undefined))], ['identity'])
})

test('a property called __proto__ is treated like any unknown property', () => {
  const model = modelTenant()
  const add = (name: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item) => add(name, item))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([key, item]) => [key, add(name, item)] as const)
    return Object.fromEntries([...entries, [name, { enabled: false, state: 'disabled', id: 'x' }]])
  }
  const verdictsWith = (name: string) => {
    const responses = Object.entries(model.responses).map(
      ([key, response]) => [key, { ...response, value: add(name, response.value) }] as const,
    )
    const file = JSON.stringify({ ...model, responses: Object.fromEntries(responses) })
    assert.ok(file.includes(`"${name}"`))
    const tenant = readTenant(parseSnapshot(file))
    return FRAMEWORKS.map((framework) =>
      evaluateFramework(framework, tenant, { target: 2 }).requirements.map(({ id, verdict }) => [id, verdict]),
    )
  }
  assert.deepEqual(verdictsWith('__proto__'), verdictsWith('unheardOf'))
})

test('an overlong link to the next page fails its list', async () => {
  await using graph = await startStandIn({
    graph: ({ path }, url) =>
      path === USERS
        ? { json: { value: [], '@odata.nextLink': `${url}${USERS}?page=${'x'.repeat(20_000)}` } }
        : undefined,
  })
  assert.equal(responseOf(await read(graph), 'users')?.error?.code, 'LongNextLink')
})

test('at most ten thousand groups of a tenant are read, and the others are unknown', async () => {
  const includeGroups = Array.from({ length: 10_050 }, (_, number) => guid(number))
  await using graph = await startStandIn({
    graph: ({ path }) =>
      path === POLICIES ? { json: { value: [{ id: guid(0), conditions: { users: { includeGroups } } }] } } : undefined,
  })
  const snapshot = await read(graph)
  const groups = Object.keys(snapshot.responses).filter((key) => key.includes('/transitiveMembers'))
  assert.equal(groups.length, 10_000)
  const unread = readDataset(readTenant(snapshot), 'groupMembers', guid(10_049))
  assert.equal(unread.ok ? '' : unread.verdict, 'no_visibility')
})

test('a result shortens the names of a tenant, however long they are', () => {
  const model = modelTenant()
  const grow = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(grow)
    if (typeof value !== 'object' || value === null) return value
    const names = ['displayName', 'userPrincipalName', 'deviceName', 'name']
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        name,
        names.includes(name) && typeof item === 'string' ? item + 'x'.repeat(30_000) : grow(item),
      ]),
    )
  }
  const responses = Object.entries(model.responses).map(
    ([key, response]) => [key, { ...response, value: grow(response.value) }] as const,
  )
  const tenant = readTenant({ ...model, responses: Object.fromEntries(responses) })
  for (const framework of FRAMEWORKS) {
    const result = evaluateFramework(framework, tenant, { target: framework.levels.max })
    assert.ok(JSON.stringify(result).length < 2 * MIB, `${framework.id}: ${JSON.stringify(result).length}`)
  }
})
