import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataset } from '../../../src/engine/datasets/catalogue.ts'
import { snapshotKey } from '../../../src/engine/datasets/dataset.ts'
import type { Snapshot } from '../../../src/engine/model/snapshot.ts'
import type { Checkpoint, ReadPiece } from '../../../src/graph/collection/checkpoint.ts'
import { collectSnapshot } from '../../../src/graph/collection/collect.ts'
import { HOUR_MS } from '../../../src/shared/dates/time-units.ts'
import {
  type StandIn,
  type StandInAnswer,
  type StandInRequest,
  startStandIn,
  startVirtualClock,
  TENANT,
} from '../../graph/fake-graph.ts'

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

/** A copy through JSON, as a database stores it. */
const copy = (pieces: readonly ReadPiece[]): ReadPiece[] => JSON.parse(JSON.stringify(pieces))

function inMemory(before: readonly ReadPiece[] = []): Checkpoint & { saved: ReadPiece[][] } {
  const saved: ReadPiece[][] = []
  return {
    saved,
    // Saves as often as possible, so that a collection may die between any two responses.
    pauseMs: 0,
    load: async () => copy(before),
    save: async (pieces) => {
      saved.push(copy(pieces))
      return true
    },
  }
}

/** Users in five pages, a policy with two groups, one of them of five pages. */
function answer({ path, query }: StandInRequest, url: string): StandInAnswer | undefined {
  if (path === POLICIES) return { json: { value: [{ conditions: { users: { includeGroups: GROUPS } } }] } }
  if (path !== USERS && path !== members(GROUPS[0])) return undefined
  const page = Number(query.get('page') ?? 1)
  const next = page < PAGES ? { '@odata.nextLink': `${url}${path}?page=${page + 1}` } : {}
  return { json: { value: [{ id: `${page}a` }, { id: `${page}b` }], ...next } }
}

/** The content of the snapshot without the times of reading. */
const content = ({ responses }: Snapshot) =>
  Object.entries(responses).map(([key, { status, value, error }]) => ({ key, status, value, error }))

const timesAsked = ({ asked }: StandIn, path: string, page?: string): number =>
  asked.filter((one) => one.path === path && (one.query.get('page') ?? undefined) === page).length

/** A collection that is aborted at the request for this page; returns what it had stored. */
async function abortAt(path: string, page: string): Promise<{ pieces: ReadPiece[]; url: string; graph: StandIn }> {
  const stop = new AbortController()
  const graph = await startStandIn({
    graph: (asked, url) => {
      if (asked.path !== path || asked.query.get('page') !== page || stop.signal.aborted) return answer(asked, url)
      // Gives everything else time to end.
      setTimeout(() => stop.abort(new Error('the worker stops')), 300)
      return { silent: true }
    },
  })
  const checkpoint = inMemory()
  await assert.rejects(collectSnapshot(graph.source, options({ checkpoint, signal: stop.signal })), /worker stops/)
  return { pieces: checkpoint.saved.flat(), url: graph.url, graph }
}

test('a resumed collection does not request again what was read, and continues in the middle of a list', async () => {
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

test('the list of a single object also continues in its middle, and the other objects are not requested again', async () => {
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

test('whatever was stored when the first collection died, the second produces the same snapshot', async () => {
  await using graph = await startStandIn({ graph: answer })
  const first = inMemory()
  const undisturbed = await collectSnapshot(graph.source, options({ checkpoint: first }))
  assert.ok(first.saved.length > 1)
  for (let saves = 0; saves <= first.saved.length; saves += 1) {
    const second = inMemory(first.saved.slice(0, saves).flat())
    const resumed = await collectSnapshot(graph.source, options({ checkpoint: second }))
    assert.deepEqual(content(resumed), content(undisturbed), `after ${saves} of ${first.saved.length}`)
    const third = inMemory([...first.saved.slice(0, saves), ...second.saved].flat())
    assert.deepEqual(content(await collectSnapshot(graph.source, options({ checkpoint: third }))), content(undisturbed))
  }
})

test('responses from the checkpoint keep the time at which they were read', async () => {
  await using graph = await startStandIn({ graph: answer })
  const clock = startVirtualClock()
  const first = inMemory()
  const before = await collectSnapshot(graph.source, { ...options({ checkpoint: first }), clock })
  await clock.sleep(HOUR_MS / 2)
  const after = await collectSnapshot(graph.source, { ...options({ checkpoint: inMemory(first.saved.flat()) }), clock })
  assert.deepEqual(after.responses, before.responses)
  assert.ok(after.collectedAt > before.collectedAt)
})

test('what was read more than an hour ago is read again: a snapshot never mixes old and new', async () => {
  await using graph = await startStandIn({ graph: answer })
  const clock = startVirtualClock()
  const first = inMemory()
  await collectSnapshot(graph.source, { ...options({ checkpoint: first }), clock })
  await clock.sleep(HOUR_MS + 1)
  graph.asked.length = 0
  const after = await collectSnapshot(graph.source, { ...options({ checkpoint: inMemory(first.saved.flat()) }), clock })
  assert.ok(Object.values(after.responses).every(({ collectedAt }) => Date.parse(collectedAt) >= clock.now() - 600_000))
  assert.equal(timesAsked(graph, USERS), 1)
  assert.equal(timesAsked(graph, USERS, '5'), 1)
})

test('a list whose next link has expired is read from its beginning', async () => {
  const { pieces, graph } = await abortAt(USERS, '4')
  await graph[Symbol.asyncDispose]()
  let isExpired = true
  await using later = await startStandIn({
    graph: (asked, url) => {
      const isGone = asked.path === USERS && asked.query.get('page') === '4' && isExpired
      isExpired &&= !isGone
      return isGone ? { status: 400, json: { error: { code: 'Directory_ExpiredPageToken' } } } : answer(asked, url)
    },
  })
  // The next link is stored with the address of the original server.
  const moved: ReadPiece[] = JSON.parse(JSON.stringify(pieces).replaceAll(graph.url, later.url))
  const checkpoint = inMemory(moved)
  const resumed = await collectSnapshot(later.source, options({ checkpoint }))
  const undisturbed = await collectSnapshot(later.source, options())
  assert.deepEqual(content(resumed), content(undisturbed))
  const third = inMemory([...moved, ...checkpoint.saved.flat()])
  assert.deepEqual(content(await collectSnapshot(later.source, options({ checkpoint: third }))), content(undisturbed))
})

test('a stored next link to another server is never requested: the list is read from its beginning', async () => {
  const { pieces, graph } = await abortAt(USERS, '4')
  await using elsewhere = graph
  elsewhere.asked.length = 0
  await using here = await startStandIn({ graph: answer })
  const resumed = await collectSnapshot(here.source, options({ checkpoint: inMemory(pieces) }))
  assert.deepEqual(elsewhere.asked, [])
  assert.equal(timesAsked(here, USERS), 1)
  assert.deepEqual(content(resumed), content(await collectSnapshot(here.source, options())))
})

test('a refusal is not stored: the request is repeated, because its cause may be gone', async () => {
  let isRefused = true
  await using graph = await startStandIn({
    graph: (asked, url) => (asked.path === USERS && isRefused ? { status: 403 } : answer(asked, url)),
  })
  const first = inMemory()
  await collectSnapshot(graph.source, options({ checkpoint: first }))
  isRefused = false
  graph.asked.length = 0
  const resumed = await collectSnapshot(graph.source, options({ checkpoint: inMemory(first.saved.flat()) }))
  assert.equal(resumed.responses[snapshotKey(dataset('users'))]?.status, 200)
  assert.equal(graph.asked.length, PAGES)
})

test('data that could not be stored is saved later, and nothing is lost', async () => {
  await using graph = await startStandIn({ graph: answer })
  const saved: ReadPiece[][] = []
  let calls = 0
  const checkpoint: Checkpoint = {
    pauseMs: 0,
    load: async () => [],
    save: async (pieces) => {
      calls += 1
      if (calls % 2 === 1) return false
      saved.push(copy(pieces))
      return true
    },
  }
  const undisturbed = await collectSnapshot(graph.source, options({ checkpoint }))
  const resumed = await collectSnapshot(graph.source, options({ checkpoint: inMemory(saved.flat()) }))
  assert.deepEqual(content(resumed), content(undisturbed))
})

test('an error while storing ends the collection', async () => {
  await using graph = await startStandIn({ graph: answer })
  const overtaken = new Error('another worker has taken the run')
  const checkpoint: Checkpoint = { pauseMs: 0, load: async () => [], save: () => Promise.reject(overtaken) }
  await assert.rejects(collectSnapshot(graph.source, options({ checkpoint })), overtaken)
})

test('a collection that ends before its first save stores nothing', async () => {
  await using graph = await startStandIn({ graph: answer })
  const checkpoint = { ...inMemory(), pauseMs: 60_000 }
  await collectSnapshot(graph.source, options({ checkpoint }))
  assert.deepEqual(checkpoint.saved, [])
})

test('a long list is stored in few writes, not one per page, and each item is written once', async () => {
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
  assert.ok(checkpoint.saved.length < 60, `${checkpoint.saved.length} writes`)
  const written = checkpoint.saved
    .flat()
    .filter(({ key }) => key === snapshotKey(dataset('users')))
    .flatMap((piece) => ('next' in piece ? piece.items : piece.response.value))
  assert.deepEqual(
    written,
    Array.from({ length: pages }, (_, index) => ({ id: index + 1 })),
  )
})
