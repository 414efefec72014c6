import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataset } from '../../src/engine/datasets/catalogue.ts'
import { snapshotKey } from '../../src/engine/datasets/dataset.ts'
import type { Snapshot } from '../../src/engine/model/snapshot.ts'
import type { Checkpoint, ReadPiece } from '../../src/graph/collection/checkpoint.ts'
import { collectSnapshot } from '../../src/graph/collection/collect.ts'
import { type Asked, type StandIn, startStandIn, startVirtualClock, TENANT, type Told } from './fake-graph.ts'

const HOUR_MS = 3_600_000
const USERS = '/v1.0/users'
const POLICIES = '/v1.0/identity/conditionalAccess/policies'
const GROUPS = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
const members = (id: string | undefined): string => `/v1.0/groups/${id}/transitiveMembers`
const PAGES = 5

const options = (more: { checkpoint?: Checkpoint; signal?: AbortSignal } = {}) => ({
  tenantId: TENANT,
  deadlineMs: HOUR_MS,
  clock: startVirtualClock(),
  ...more,
})

/** Through JSON, as a database keeps it. */
const copy = (pieces: readonly ReadPiece[]): ReadPiece[] => JSON.parse(JSON.stringify(pieces))

function inMemory(before: readonly ReadPiece[] = []): Checkpoint & { kept: ReadPiece[][] } {
  const kept: ReadPiece[][] = []
  return {
    kept,
    load: async () => copy(before),
    save: async (pieces) => {
      kept.push(copy(pieces))
      return true
    },
  }
}

/** Users in five pages, a policy with two groups, one of them of five pages. */
function answer({ path, query }: Asked, url: string): Told | undefined {
  if (path === POLICIES) return { json: { value: [{ conditions: { users: { includeGroups: GROUPS } } }] } }
  if (path !== USERS && path !== members(GROUPS[0])) return undefined
  const page = Number(query.get('page') ?? 1)
  const next = page < PAGES ? { '@odata.nextLink': `${url}${path}?page=${page + 1}` } : {}
  return { json: { value: [{ id: `${page}a` }, { id: `${page}b` }], ...next } }
}

/** What the snapshot says, without when it was read. */
const content = ({ responses }: Snapshot) =>
  Object.entries(responses).map(([key, { status, value, error }]) => ({ key, status, value, error }))

const timesAsked = ({ asked }: StandIn, path: string, page?: string): number =>
  asked.filter((one) => one.path === path && (one.query.get('page') ?? undefined) === page).length

/** A collection that is aborted when this page is asked for; gives what it kept until then. */
async function abortAt(path: string, page: string): Promise<{ pieces: ReadPiece[]; url: string; graph: StandIn }> {
  const stop = new AbortController()
  const graph = await startStandIn({
    graph: (asked, url) => {
      if (asked.path !== path || asked.query.get('page') !== page || stop.signal.aborted) return answer(asked, url)
      // Everything else has time to end.
      setTimeout(() => stop.abort(new Error('the worker stops')), 300)
      return { silent: true }
    },
  })
  const checkpoint = inMemory()
  await assert.rejects(collectSnapshot(graph.source, options({ checkpoint, signal: stop.signal })), /worker stops/)
  return { pieces: checkpoint.kept.flat(), url: graph.url, graph }
}

test('a second collection asks for nothing that the first has read, and goes on in the middle of a list', async () => {
  const { pieces, graph } = await abortAt(USERS, '4')
  await using _ = graph
  const undisturbed = await collectSnapshot(graph.source, options())
  graph.asked.length = 0
  const resumed = await collectSnapshot(graph.source, options({ checkpoint: inMemory(pieces) }))
  assert.deepEqual(content(resumed), content(undisturbed))
  assert.deepEqual(
    graph.asked.map(({ path, query }) => `${path} ${query.get('page')}`),
    [`${USERS} 4`, `${USERS} 5`],
  )
})

test('a list of one object goes on in its middle as well, and the other objects are not asked again', async () => {
  const { pieces, graph } = await abortAt(members(GROUPS[0]), '3')
  await using _ = graph
  const undisturbed = await collectSnapshot(graph.source, options())
  graph.asked.length = 0
  const resumed = await collectSnapshot(graph.source, options({ checkpoint: inMemory(pieces) }))
  assert.deepEqual(content(resumed), content(undisturbed))
  assert.deepEqual(
    graph.asked.map(({ path, query }) => `${path} ${query.get('page')}`),
    ['3', '4', '5'].map((page) => `${members(GROUPS[0])} ${page}`),
  )
})

test('whatever was kept when the first collection died, the second comes to the same snapshot', async () => {
  await using graph = await startStandIn({ graph: answer })
  const first = inMemory()
  const undisturbed = await collectSnapshot(graph.source, options({ checkpoint: first }))
  assert.ok(first.kept.length > 1)
  for (let saves = 0; saves <= first.kept.length; saves += 1) {
    const second = inMemory(first.kept.slice(0, saves).flat())
    const resumed = await collectSnapshot(graph.source, options({ checkpoint: second }))
    assert.deepEqual(content(resumed), content(undisturbed), `after ${saves} of ${first.kept.length}`)
    const third = inMemory([...first.kept.slice(0, saves), ...second.kept].flat())
    assert.deepEqual(content(await collectSnapshot(graph.source, options({ checkpoint: third }))), content(undisturbed))
  }
})

test('what is taken over keeps the time at which it was read', async () => {
  await using graph = await startStandIn({ graph: answer })
  const clock = startVirtualClock()
  const first = inMemory()
  const before = await collectSnapshot(graph.source, { ...options({ checkpoint: first }), clock })
  await clock.sleep(HOUR_MS / 2)
  const after = await collectSnapshot(graph.source, { ...options({ checkpoint: inMemory(first.kept.flat()) }), clock })
  assert.deepEqual(after.responses, before.responses)
  assert.ok(after.collectedAt > before.collectedAt)
})

test('what was read more than an hour before is read anew: a snapshot never mixes old and new', async () => {
  await using graph = await startStandIn({ graph: answer })
  const clock = startVirtualClock()
  const first = inMemory()
  await collectSnapshot(graph.source, { ...options({ checkpoint: first }), clock })
  await clock.sleep(HOUR_MS + 1)
  graph.asked.length = 0
  const after = await collectSnapshot(graph.source, { ...options({ checkpoint: inMemory(first.kept.flat()) }), clock })
  assert.ok(Object.values(after.responses).every(({ collectedAt }) => Date.parse(collectedAt) >= clock.now() - 600_000))
  assert.equal(timesAsked(graph, USERS), 1)
  assert.equal(timesAsked(graph, USERS, '5'), 1)
})

test('a place in a list that the tenant has forgotten leads back to its beginning', async () => {
  const { pieces, graph } = await abortAt(USERS, '4')
  await graph[Symbol.asyncDispose]()
  let isExpired = true
  await using later = await startStandIn({
    graph: (asked, url) => {
      const isKept = asked.path === USERS && asked.query.get('page') === '4' && isExpired
      isExpired &&= !isKept
      return isKept ? { status: 400, json: { error: { code: 'Directory_ExpiredPageToken' } } } : answer(asked, url)
    },
  })
  // The place is kept as an address of the server as it was.
  const moved: ReadPiece[] = JSON.parse(JSON.stringify(pieces).replaceAll(graph.url, later.url))
  const checkpoint = inMemory(moved)
  const resumed = await collectSnapshot(later.source, options({ checkpoint }))
  const undisturbed = await collectSnapshot(later.source, options())
  assert.deepEqual(content(resumed), content(undisturbed))
  const third = inMemory([...moved, ...checkpoint.kept.flat()])
  assert.deepEqual(content(await collectSnapshot(later.source, options({ checkpoint: third }))), content(undisturbed))
})

test('a kept place on another server is never asked for: the list is read from its beginning', async () => {
  const { pieces, graph } = await abortAt(USERS, '4')
  await using elsewhere = graph
  elsewhere.asked.length = 0
  await using here = await startStandIn({ graph: answer })
  const resumed = await collectSnapshot(here.source, options({ checkpoint: inMemory(pieces) }))
  assert.deepEqual(elsewhere.asked, [])
  assert.equal(timesAsked(here, USERS), 1)
  assert.deepEqual(content(resumed), content(await collectSnapshot(here.source, options())))
})

test('a refusal is not kept: it is asked again, for its reason may be gone', async () => {
  let isRefused = true
  await using graph = await startStandIn({
    graph: (asked, url) => (asked.path === USERS && isRefused ? { status: 403 } : answer(asked, url)),
  })
  const first = inMemory()
  await collectSnapshot(graph.source, options({ checkpoint: first }))
  isRefused = false
  graph.asked.length = 0
  const resumed = await collectSnapshot(graph.source, options({ checkpoint: inMemory(first.kept.flat()) }))
  assert.equal(resumed.responses[snapshotKey(dataset('users'))]?.status, 200)
  assert.equal(graph.asked.length, PAGES)
})

test('what could not be kept comes again, and nothing of it is lost', async () => {
  await using graph = await startStandIn({ graph: answer })
  const kept: ReadPiece[][] = []
  let calls = 0
  const checkpoint: Checkpoint = {
    load: async () => [],
    save: async (pieces) => {
      calls += 1
      if (calls % 2 === 1) return false
      kept.push(copy(pieces))
      return true
    },
  }
  const undisturbed = await collectSnapshot(graph.source, options({ checkpoint }))
  const resumed = await collectSnapshot(graph.source, options({ checkpoint: inMemory(kept.flat()) }))
  assert.deepEqual(content(resumed), content(undisturbed))
})

test('what keeping throws ends the collection', async () => {
  await using graph = await startStandIn({ graph: answer })
  const overtaken = new Error('another worker has taken the run')
  const checkpoint: Checkpoint = { load: async () => [], save: () => Promise.reject(overtaken) }
  await assert.rejects(collectSnapshot(graph.source, options({ checkpoint })), overtaken)
})

test('keeping a long list costs a write now and then, not one for each page, and each item is written once', async () => {
  const pages = 300
  await using graph = await startStandIn({
    graph: ({ path, query }, url) => {
      if (path !== USERS) return undefined
      const page = Number(query.get('page') ?? 1)
      const next = page < pages ? { '@odata.nextLink': `${url}${path}?page=${page + 1}` } : {}
      return { json: { value: [{ id: page }], ...next } }
    },
  })
  const checkpoint = inMemory()
  await collectSnapshot(graph.source, options({ checkpoint }))
  assert.ok(checkpoint.kept.length < 60, `${checkpoint.kept.length} writes`)
  const written = checkpoint.kept
    .flat()
    .filter(({ key }) => key === snapshotKey(dataset('users')))
    .flatMap((piece) => ('next' in piece ? piece.items : piece.response.value))
  assert.deepEqual(
    written,
    Array.from({ length: pages }, (_, index) => ({ id: index + 1 })),
  )
})
