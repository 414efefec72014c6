import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DATASETS, dataset } from '../../../src/engine/datasets/catalogue.ts'
import { snapshotKey } from '../../../src/engine/datasets/dataset.ts'
import type { Snapshot } from '../../../src/engine/model/snapshot.ts'
import { collectSnapshot } from '../../../src/graph/collection/collect.ts'
import { DAY_MS } from '../../../src/shared/dates/time-units.ts'
import { fields, list, text } from '../../../src/shared/json.ts'
import {
  makeToken,
  SECRET,
  type StandInRequest,
  startStandIn,
  startVirtualClock,
  TENANT,
} from '../../graph/fake-graph.ts'

const USERS = '/v1.0/users'
const POLICIES = '/v1.0/identity/conditionalAccess/policies'
const DEVICES = '/v1.0/deviceManagement/managedDevices'
const guid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const options = () => ({ tenantId: TENANT, deadlineMs: DAY_MS, clock: startVirtualClock() })
const response = (snapshot: Snapshot, key: string, id?: string) => {
  const found = snapshot.responses[snapshotKey(dataset(key), id)]
  assert.ok(found, `${key} is not in the snapshot`)
  return found
}
/** Only for this path; everything else succeeds. */
const on =
  <T>(path: string, answer: (asked: StandInRequest, url: string) => T) =>
  (asked: StandInRequest, url: string) =>
    asked.path === path ? answer(asked, url) : undefined

const groupsOf = (count: number) => ({
  json: {
    value: [
      {
        id: guid(0),
        conditions: { users: { includeGroups: Array.from({ length: count }, (_, index) => guid(index + 1)) } },
      },
    ],
  },
})

test('a collection has a response for every declared dataset, under its snapshot key and in the declared order', async () => {
  await using graph = await startStandIn()
  const snapshot = await collectSnapshot(graph.source, options())
  const single = DATASETS.filter((candidate) => !candidate.each).map((candidate) => snapshotKey(candidate))
  assert.deepEqual(Object.keys(snapshot.responses), single)
  assert.equal(snapshot.format, 'plumbline-snapshot/1')
  assert.equal(snapshot.tenantId, TENANT)
  assert.ok(Object.values(snapshot.responses).every(({ status, value }) => status === 200 && value !== undefined))
})

test('responses are in the snapshot unchanged, including dates in the year 1', async () => {
  const device = { id: guid(1), lastSyncDateTime: '0001-01-01T00:00:00Z', nested: { list: [1, null] } }
  await using graph = await startStandIn({ graph: on(DEVICES, () => ({ json: { value: [device] } })) })
  const snapshot = await collectSnapshot(graph.source, options())
  assert.deepEqual(response(snapshot, 'managedDevices').value, [device])
})

test('the declared query is sent with the read', async () => {
  await using graph = await startStandIn()
  await collectSnapshot(graph.source, options())
  const asked = graph.asked.find(({ path }) => path === '/v1.0/security/incidents')
  assert.deepEqual(Object.fromEntries(asked?.query ?? []), dataset('incidents').query)
})

test('a hunting query is posted as declared, and its rows are in the snapshot under its name', async () => {
  const rows = [{ DeviceId: 'd1', ListedEnded: [] }]
  await using graph = await startStandIn({
    graph: on('/v1.0/security/runHuntingQuery', () => ({ json: { schema: [], results: rows } })),
  })
  const snapshot = await collectSnapshot(graph.source, options())
  assert.deepEqual(snapshot.responses['POST /v1.0/security/runHuntingQuery#softwareInventory']?.value, rows)
  assert.deepEqual(response(snapshot, 'deviceOnboarding').value, rows)
  const asked = graph.asked.filter(({ path }) => path === '/v1.0/security/runHuntingQuery')
  const declared = DATASETS.flatMap(({ hunt }) => hunt ?? [])
  assert.deepEqual(
    asked.map(({ method }) => method),
    declared.map(() => 'POST'),
  )
  assert.deepEqual(asked.map(({ body }) => JSON.parse(body).Query).sort(), [...declared].sort())
})

test('a hunting query without a list of rows, or with the maximum number, is a failure and never half a response', async () => {
  const full = Array.from({ length: 100_000 }, () => ({}))
  for (const [json, code] of [
    [{ value: [] }, 'NotAList'],
    [{ results: full }, 'TooManyRows'],
  ] as const) {
    await using graph = await startStandIn({ graph: on('/v1.0/security/runHuntingQuery', () => ({ json })) })
    const read = response(await collectSnapshot(graph.source, options()), 'softwareInventory')
    assert.equal(read.error?.code, code)
    assert.equal(read.value, undefined)
  }
})

test('the pages of a list are merged in order', async () => {
  await using graph = await startStandIn({
    graph: on(USERS, ({ query }, url) => {
      const page = Number(query.get('page') ?? 1)
      const next = page < 3 ? { '@odata.nextLink': `${url}${USERS}?page=${page + 1}` } : {}
      return { json: { value: [{ id: `${page}a` }, { id: `${page}b` }], ...next } }
    }),
  })
  const { value } = response(await collectSnapshot(graph.source, options()), 'users')
  assert.deepEqual(
    list(value).map((user) => fields(user).id),
    ['1a', '1b', '2a', '2b', '3a', '3b'],
  )
})

test('a dataset that needs only its first page requests no second one', async () => {
  const path = '/v1.0/auditLogs/signIns'
  await using graph = await startStandIn({
    graph: on(path, (_, url) => ({ json: { value: [{ id: 1 }], '@odata.nextLink': `${url}${path}?page=2` } })),
  })
  const snapshot = await collectSnapshot(graph.source, options())
  assert.deepEqual(response(snapshot, 'signIns').value, [{ id: 1 }])
  assert.equal(graph.asked.filter((asked) => asked.path === path).length, 1)
})

const CATALOGUE = '/beta/deviceManagement/configurationPolicies'

test('the rest of a list inside an item is read, and what cannot be read leaves its link', async () => {
  await using graph = await startStandIn({
    graph: ({ path, query }, url) => {
      const linked = (id: string, page: string) => ({
        id,
        settings: [{ id: '0' }],
        'settings@odata.nextLink': `${url}${CATALOGUE}/${page}?page=1`,
      })
      if (path === CATALOGUE) return { json: { value: [linked('whole', 'more'), linked('part', 'refused')] } }
      if (path === `${CATALOGUE}/refused`) return { status: 403 }
      if (path !== `${CATALOGUE}/more`) return undefined
      const next = `${url}${CATALOGUE}/more?page=2`
      return query.get('page') === '1'
        ? { json: { value: [{ id: '1' }], '@odata.nextLink': next } }
        : { json: { value: [{ id: '2' }] } }
    },
  })
  const snapshot = await collectSnapshot(graph.source, options())
  const [whole, part] = list(response(snapshot, 'configurationPolicies').value).map(fields)
  assert.deepEqual(whole, { id: 'whole', settings: [{ id: '0' }, { id: '1' }, { id: '2' }] })
  assert.deepEqual([part?.settings, typeof part?.['settings@odata.nextLink']], [[{ id: '0' }], 'string'])
})

test('a link inside an item that leads to another server is not followed', async () => {
  await using elsewhere = await startStandIn()
  const item = { id: 'a', settings: [], 'settings@odata.nextLink': `${elsewhere.url}/v1.0/users` }
  await using graph = await startStandIn({ graph: on(CATALOGUE, () => ({ json: { value: [item] } })) })
  const snapshot = await collectSnapshot(graph.source, options())
  assert.deepEqual(response(snapshot, 'configurationPolicies').value, [item])
  assert.deepEqual(elsewhere.wire, [])
})

test('every read asks for the values that enumerations have gained, also inside a batch', async () => {
  await using graph = await startStandIn({ graph: on(POLICIES, () => groupsOf(1)) })
  await collectSnapshot(graph.source, options())
  assert.ok(graph.asked.some(({ isInner }) => isInner))
  for (const { path, headers } of graph.asked) assert.equal(headers.prefer, 'include-unknown-enum-members', path)
})

test('a next page on another server fails the dataset, and nothing is sent there', async () => {
  await using elsewhere = await startStandIn()
  await using graph = await startStandIn({
    graph: on(USERS, () => ({ json: { value: [{ id: 'u' }], '@odata.nextLink': `${elsewhere.url}${USERS}?page=2` } })),
  })
  const users = response(await collectSnapshot(graph.source, options()), 'users')
  assert.equal(users.error?.code, 'ForeignNextLink')
  assert.equal(users.value, undefined)
  assert.deepEqual(elsewhere.wire, [])
})

test('a page that links back to one already read fails the dataset', async () => {
  await using graph = await startStandIn({
    graph: on(USERS, ({ query }, url) => {
      const other = query.get('page') === 'odd' ? 'even' : 'odd'
      return { json: { value: [{ id: 'u' }], '@odata.nextLink': `${url}${USERS}?page=${other}` } }
    }),
  })
  const users = response(await collectSnapshot(graph.source, options()), 'users')
  assert.equal(users.error?.code, 'RepeatedNextLink')
  assert.equal(users.value, undefined)
})

test('a list that fails at a later page is a failure, never half a list', async () => {
  await using graph = await startStandIn({
    graph: on(USERS, ({ query }, url) =>
      query.has('page')
        ? { status: 403, json: { error: { code: 'Authorization_RequestDenied', message: 'Insufficient privileges.' } } }
        : { json: { value: [{ id: 'u' }], '@odata.nextLink': `${url}${USERS}?page=2` } },
    ),
  })
  const users = response(await collectSnapshot(graph.source, options()), 'users')
  assert.deepEqual([users.status, users.error?.code, users.value], [403, 'Authorization_RequestDenied', undefined])
})

test('a refusal keeps its status and code, which is Forbidden if its body is a page or empty', async () => {
  await using graph = await startStandIn({
    graph: ({ path }) => {
      if (path === USERS) return { status: 403, raw: '<html><h1>403</h1></html>' }
      if (path === DEVICES) return { status: 403 }
      if (path === POLICIES)
        return {
          status: 403,
          json: { error: { code: 'AccessDenied', message: 'You cannot perform the requested operation.' } },
        }
      return undefined
    },
  })
  const snapshot = await collectSnapshot(graph.source, options())
  const codes = ['users', 'managedDevices', 'conditionalAccessPolicies'].map((key) => {
    const { status, error, value } = response(snapshot, key)
    assert.deepEqual([status, value], [403, undefined])
    return error?.code
  })
  assert.deepEqual(codes, ['Forbidden', 'Forbidden', 'AccessDenied'])
})

test('a 200 that is not JSON, or not the expected list or object, is recorded as a failure without a value', async () => {
  await using graph = await startStandIn({
    graph: ({ path }) => {
      if (path === USERS) return { raw: '<html>Sign in</html>' }
      if (path === DEVICES) return { json: { unexpected: true } }
      if (path === '/v1.0/policies/authenticationMethodsPolicy') return { json: [1] }
      return undefined
    },
  })
  const snapshot = await collectSnapshot(graph.source, options())
  const found = ['users', 'managedDevices', 'authenticationMethodsPolicy'].map((key) => {
    const { status, error, value } = response(snapshot, key)
    return [status, error?.code, value]
  })
  assert.deepEqual(found, [
    [200, 'NotJson', undefined],
    [200, 'NotAList', undefined],
    [200, 'NotAnObject', undefined],
  ])
})

test('datasets per object are read in batches of at most 20, and each response is assigned to its object', async () => {
  await using graph = await startStandIn({
    graph: ({ path }) => {
      if (path === POLICIES) return groupsOf(45)
      const group = /^\/v1\.0\/groups\/(.+)\/transitiveMembers$/.exec(path)?.[1]
      return group === undefined ? undefined : { json: { value: [{ id: `member of ${group}` }] } }
    },
  })
  const snapshot = await collectSnapshot(graph.source, options())
  // Once for the groups, and once for their members.
  assert.deepEqual([...graph.batches].sort(), [20, 20, 20, 20, 5, 5])
  for (let number = 1; number <= 45; number += 1) {
    assert.deepEqual(response(snapshot, 'groupMembers', guid(number)).value, [{ id: `member of ${guid(number)}` }])
  }
  assert.ok(
    graph.wire.every((line) => !line.includes('/groups/')),
    'groups were read outside of batches',
  )
})

test('an object with more pages than its part of the batch is read to the end', async () => {
  const path = `/v1.0/groups/${guid(1)}/transitiveMembers`
  await using graph = await startStandIn({
    graph: (asked, url) => {
      if (asked.path === POLICIES) return groupsOf(1)
      if (asked.path !== path) return undefined
      return asked.query.has('page')
        ? { json: { value: [{ id: 2 }] } }
        : { json: { value: [{ id: 1 }], '@odata.nextLink': `${url}${path}?page=2` } }
    },
  })
  const snapshot = await collectSnapshot(graph.source, options())
  assert.deepEqual(response(snapshot, 'groupMembers', guid(1)).value, [{ id: 1 }, { id: 2 }])
})

test('a next page on another server fails only that object, and nothing is sent there', async () => {
  await using elsewhere = await startStandIn()
  await using graph = await startStandIn({
    graph: ({ path }) => {
      if (path === POLICIES) return groupsOf(2)
      const next = path.includes(guid(1)) ? { '@odata.nextLink': `${elsewhere.url}/v1.0/users` } : {}
      return { json: { value: [], ...next } }
    },
  })
  const snapshot = await collectSnapshot(graph.source, options())
  assert.equal(response(snapshot, 'groupMembers', guid(1)).error?.code, 'ForeignNextLink')
  assert.equal(response(snapshot, 'groupMembers', guid(2)).status, 200)
  assert.deepEqual(elsewhere.wire, [])
})

test('a part of a batch that is refused with a page in base64 is Forbidden', async () => {
  await using graph = await startStandIn({
    graph: ({ path }) => {
      if (path === POLICIES) return groupsOf(1)
      return path.startsWith('/v1.0/groups/') ? { status: 403, json: btoa('<html><h1>403</h1></html>') } : undefined
    },
  })
  const members = response(await collectSnapshot(graph.source, options()), 'groupMembers', guid(1))
  assert.deepEqual([members.status, members.error?.code, members.value], [403, 'Forbidden', undefined])
})

test('only reads, batches of reads and hunting queries are sent', async () => {
  await using graph = await startStandIn({ graph: on(POLICIES, () => groupsOf(2)) })
  await collectSnapshot(graph.source, options())
  const posted = graph.wire.filter((line) => !line.startsWith('GET '))
  assert.deepEqual(new Set(posted), new Set(['POST /v1.0/$batch', 'POST /v1.0/security/runHuntingQuery']))
  assert.ok(graph.asked.filter(({ isInner }) => isInner).every(({ method }) => method === 'GET'))
  assert.ok(graph.asked.every(({ path }) => !/export/i.test(path)))
})

test('only the throttled parts of a batch are repeated, after their Retry-After', async () => {
  await using graph = await startStandIn({
    graph: ({ path, earlier }) => {
      if (path === POLICIES) return groupsOf(3)
      const isSecond = path.includes(`${guid(2)}/`)
      return isSecond && earlier === 0
        ? { status: 429, headers: { 'Retry-After': '7' }, json: { error: { code: 'TooManyRequests', message: '' } } }
        : undefined
    },
  })
  const chosen = options()
  const snapshot = await collectSnapshot(graph.source, chosen)
  assert.deepEqual(graph.batches, [3, 3, 1])
  assert.ok(chosen.clock.sleeps.includes(7_000))
  assert.equal(response(snapshot, 'groupMembers', guid(2)).status, 200)
})

test('a part that is missing in a batch is requested again, and finally recorded as missing', async () => {
  await using graph = await startStandIn({
    graph: ({ path, earlier }) => {
      if (path === POLICIES) return groupsOf(2)
      return { omitted: path.includes(guid(1)) || (path.includes(guid(2)) && earlier === 0), json: { value: [] } }
    },
  })
  const snapshot = await collectSnapshot(graph.source, options())
  assert.equal(response(snapshot, 'groupMembers', guid(1)).error?.code, 'MissingAnswer')
  assert.equal(response(snapshot, 'groupMembers', guid(2)).status, 200)
})

test('a batch that fails as a whole fails all of its parts', async () => {
  await using graph = await startStandIn({
    graph: on(POLICIES, () => groupsOf(2)),
    batch: () => ({ status: 400, json: { error: { code: 'BadRequest', message: 'Invalid batch payload.' } } }),
  })
  const snapshot = await collectSnapshot(graph.source, options())
  assert.deepEqual(
    ['BadRequest', 'BadRequest'],
    [1, 2].map((number) => response(snapshot, 'groupMembers', guid(number)).error?.code),
  )
})

test('a token that is refused during a run is renewed once, and reading continues', async () => {
  const first = makeToken(TENANT, 1)
  await using graph = await startStandIn({
    graph: ({ token, path }) =>
      token === first && path !== '/v1.0/organization'
        ? { status: 401, json: { error: { code: 'InvalidAuthenticationToken', message: '' } } }
        : undefined,
  })
  const snapshot = await collectSnapshot(graph.source, options())
  assert.equal(graph.logins.length, 2)
  assert.ok(Object.values(snapshot.responses).every(({ status }) => status === 200))
})

test('a refusal after the renewal is recorded, without further tokens', async () => {
  await using graph = await startStandIn({ graph: on(USERS, () => ({ status: 401 })) })
  const snapshot = await collectSnapshot(graph.source, options())
  assert.equal(response(snapshot, 'users').status, 401)
  assert.equal(graph.logins.length, 2)
})

test('a refused part of a batch is repeated with a new token', async () => {
  const first = makeToken(TENANT, 1)
  await using graph = await startStandIn({
    graph: ({ path, token, isInner }) => {
      if (path === POLICIES) return groupsOf(1)
      return isInner && token === first ? { status: 401 } : undefined
    },
  })
  const snapshot = await collectSnapshot(graph.source, options())
  assert.equal(response(snapshot, 'groupMembers', guid(1)).status, 200)
})

test('the next collection reuses the token, unless a refusal may be due to roles granted since', async () => {
  let isGranted = false
  await using graph = await startStandIn({
    graph: on(USERS, ({ token }) => (isGranted && token !== makeToken(TENANT, 1) ? undefined : { status: 403 })),
  })
  const before = await collectSnapshot(graph.source, options())
  assert.equal(response(before, 'users').status, 403)
  assert.equal(graph.logins.length, 1)
  isGranted = true
  const after = await collectSnapshot(graph.source, options())
  assert.equal(response(after, 'users').status, 200)
  assert.equal(graph.logins.length, 2)
})

test('neither secret nor token is in the snapshot, even if responses repeat them', async () => {
  await using graph = await startStandIn({
    graph: on(USERS, ({ token }) => ({
      status: 400,
      json: { error: { code: 'Bad', message: `Authorization: Bearer ${token} is bad` } },
    })),
  })
  const snapshot = await collectSnapshot(graph.source, options())
  const written = JSON.stringify(snapshot)
  assert.match(text(response(snapshot, 'users').error?.message) ?? '', /is bad/)
  assert.ok(!written.includes(SECRET) && !written.includes(makeToken(TENANT, 1)))
})

test('progress counts every dataset once, one call at a time, and ends with all of them', async () => {
  await using graph = await startStandIn()
  const calls: { done: number; of: number; dataset: string }[] = []
  let open = 0
  await collectSnapshot(graph.source, {
    ...options(),
    onProgress: async (progress) => {
      open += 1
      assert.equal(open, 1)
      await new Promise(setImmediate)
      calls.push(progress)
      open -= 1
    },
  })
  assert.deepEqual(
    calls.map(({ done }) => done),
    DATASETS.map((_, index) => index + 1),
  )
  assert.deepEqual(calls.map((call) => call.dataset).sort(), DATASETS.map(({ key }) => key).sort())
  assert.ok(calls.every(({ of }) => of === DATASETS.length))
})

test('an error thrown by the progress callback ends the collection', async () => {
  await using graph = await startStandIn()
  const onProgress = () => {
    throw new Error('another worker has taken the run')
  }
  await assert.rejects(collectSnapshot(graph.source, { ...options(), onProgress }), /another worker/)
})
