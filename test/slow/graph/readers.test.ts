import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { dataset } from '../../../src/engine/datasets/catalogue.ts'
import { snapshotKey } from '../../../src/engine/datasets/dataset.ts'
import type { AssessmentResult } from '../../../src/engine/model/result.ts'
import { unpackSnapshot } from '../../../src/graph/collection/snapshot-file.ts'
import type { Assessed } from '../../../src/graph/reader/assess.ts'
import { createFairSemaphore } from '../../../src/graph/reader/fair-semaphore.ts'
import {
  type AssessRequest,
  openReaders,
  type Readers,
  type ReadersOptions,
} from '../../../src/graph/reader/readers.ts'
import { createLog } from '../../../src/platform/log.ts'
import { type StandIn, type StandInAnswer, type StandInRequest, startStandIn, TENANT } from '../../graph/fake-graph.ts'
import { ENDLESS, EXITING, LETHAL } from '../../graph/lethal-tenants.ts'

const MIB = 1024 * 1024
const USERS = '/v1.0/users'
const OTHER = '3c2a7f7e-1f0e-4f55-9a42-6f6f0c9f4b11'
const THIRD = '3c2a7f7e-1f0e-4f55-9a42-6f6f0c9f4b12'
const dyingReader = fileURLToPath(new URL('../../graph/dying-reader.ts', import.meta.url))

/** Real readers, closed on disposal, and the lines they log. */
function open(options: Partial<ReadersOptions> = {}): Readers & AsyncDisposable & { lines: string[] } {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const readers = openReaders({ log, environment: {}, ...options })
  return { ...readers, lines, [Symbol.asyncDispose]: () => readers.close() }
}

/** A run, and the calls to its host. */
function requestOf(tenantId: string, more: Partial<AssessRequest> = {}) {
  const rows: Uint8Array[] = []
  const reported: { progress: number; faults: string[] } = { progress: 0, faults: [] }
  const request: AssessRequest = {
    partnerId: 'prt_1',
    attempt: 1,
    tenantId,
    product: 'essential-eight',
    target: 2,
    deadlineMs: 60_000,
    host: {
      onProgress: async ({ done }) => {
        reported.progress = done
      },
      checkpoint: { load: async () => rows, save: async (packed) => rows.push(packed) > 0 },
      readInputs: async () => ({
        answers: { format: 'plumbline-answers/1', answers: {} },
        exceptions: [],
        breakGlass: [],
      }),
      onFault: (check) => reported.faults.push(check),
    },
    ...more,
  }
  return { request, rows, reported }
}

/** The result of a run. */
function resultOf({ result }: Assessed): AssessmentResult {
  const parsed: AssessmentResult = JSON.parse(result)
  return parsed
}

const snapshotOf = ({ snapshot }: Assessed) => unpackSnapshot(snapshot.bytes)
const usersOf = (assessed: Assessed) => snapshotOf(assessed).responses[snapshotKey(dataset('users'))]

/** No tenant has conditional access, which is read only once a second and would slow down the tests. */
const quick = (answer: (asked: StandInRequest, url: string) => StandInAnswer | undefined = () => undefined) =>
  startStandIn({
    graph: (asked, url) =>
      answer(asked, url) ?? (/conditionalAccess|policies/i.test(asked.path) ? { status: 403 } : undefined),
  })

const tenantOf = ({ token }: StandInRequest): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).tid

/** Pages with a megabyte of users, for these tenants only. */
const bigFor =
  (tenants: readonly string[], pages: number) =>
  (asked: StandInRequest, url: string): StandInAnswer | undefined => {
    if (asked.path !== USERS || !tenants.includes(tenantOf(asked))) return undefined
    const page = Number(asked.query.get('page') ?? 1)
    const value = Array.from({ length: 1_000 }, (_, user) => ({
      id: `${page}-${user}`,
      displayName: 'n'.repeat(1_000),
    }))
    const next = page < pages ? { '@odata.nextLink': `${url}${USERS}?page=${page + 1}` } : {}
    return { json: { value, ...next } }
  }

const pagesAsked = ({ asked }: StandIn, tenant: string): number =>
  asked.filter((one) => one.path === USERS && tenantOf(one) === tenant).length

test('a reader process reads a tenant, evaluates it and reports its progress', async () => {
  await using graph = await quick()
  await using readers = open()
  const { request, reported } = requestOf(TENANT)
  const assessed = await readers.assess(graph.source, request)
  const { packedResult, collectedAt, snapshot } = assessed
  assert.equal(resultOf(assessed).product, 'essential-eight')
  assert.ok(resultOf(assessed).requirements.length > 100)
  assert.equal(gunzipSync(packedResult).toString(), assessed.result)
  assert.ok(reported.progress > 0)
  assert.equal(unpackSnapshot(snapshot.bytes).collectedAt, collectedAt)
  assert.deepEqual(readers.lines, [])
})

test('runs of usual size share one reader, which ends when idle', async (t) => {
  await using graph = await quick()
  const folder = await mkdtemp(join(tmpdir(), 'readers-'))
  t.after(() => rm(folder, { recursive: true }))
  const entry = fileURLToPath(new URL('../../graph/counted-reader.ts', import.meta.url))
  await using readers = open({ idleMs: 50, entry, environment: { READERS_FOLDER: folder } })
  await Promise.all([TENANT, OTHER, THIRD].map((id) => readers.assess(graph.source, requestOf(id).request)))
  const [first = '', ...more] = await readdir(folder)
  assert.deepEqual(more, [])
  while (isAlive(Number(first))) await sleep(10)
  assert.equal(resultOf(await readers.assess(graph.source, requestOf(TENANT).request)).product, 'essential-eight')
  assert.equal((await readdir(folder)).length, 2)
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a reader in an endless loop is killed, and the run that caused it fails', async () => {
  await using graph = await quick()
  await using readers = open({ entry: dyingReader, pingMs: 300 })
  await assert.rejects(readers.assess(graph.source, requestOf(ENDLESS).request), { code: 'INTERNAL_ERROR' })
  assert.ok(readers.lines.every((line) => line.includes('stuck')))
  assert.equal(readers.lines.length, 2)
})

test('a run that outgrows the shared reader continues alone from what it has read, without affecting others', async () => {
  await using graph = await quick(bigFor([OTHER], 12))
  await using readers = open({ sharedSizes: { responseBytes: 4 * MIB, runBytes: 6 * MIB } })
  const [large, small] = await Promise.all([
    readers.assess(graph.source, requestOf(OTHER).request),
    readers.assess(graph.source, requestOf(TENANT).request),
  ])
  assert.equal(JSON.stringify(usersOf(large)?.value).length > 12 * MIB * 0.9, true)
  assert.deepEqual(usersOf(small)?.value, [])
  const asked = pagesAsked(graph, OTHER)
  assert.ok(asked >= 12 && asked < 18, `${asked} pages were asked for`)
  assert.deepEqual(readers.lines, [])
})

test('a tenant beyond all limits fails as TENANT_TOO_LARGE, once, while other runs complete', async () => {
  await using graph = await quick(bigFor([OTHER], 1_000))
  await using readers = open({
    sharedSizes: { responseBytes: 2 * MIB, runBytes: 3 * MIB },
    maxSizes: { responseBytes: 2 * MIB, runBytes: 8 * MIB },
  })
  const [large, ...small] = await Promise.allSettled(
    [OTHER, TENANT, THIRD].map((id) => readers.assess(graph.source, requestOf(id).request)),
  )
  assert.equal(large?.status === 'rejected' && large.reason.code, 'TENANT_TOO_LARGE')
  assert.deepEqual(
    small.map(({ status }) => status),
    ['fulfilled', 'fulfilled'],
  )
  assert.ok(pagesAsked(graph, OTHER) < 20)
})

test('a reader that dies fails only the run that caused it; the others continue and complete', async () => {
  await using graph = await quick()
  await using readers = open({ entry: dyingReader })
  const others = [TENANT, OTHER, THIRD].map((id) => readers.assess(graph.source, requestOf(id).request))
  const lethal = readers.assess(graph.source, requestOf(LETHAL).request)
  await assert.rejects(lethal, { name: 'CollectFailure', code: 'TENANT_TOO_LARGE' })
  for (const assessed of await Promise.all(others)) assert.equal(resultOf(assessed).product, 'essential-eight')
  assert.equal(readers.lines.filter((line) => line.includes('a reader process exited unexpectedly')).length, 2)
})

test('a tenant that has crashed a reader is read alone from then on, so it cannot affect other runs again', async () => {
  await using graph = await quick()
  await using readers = open({ entry: dyingReader })
  await assert.rejects(readers.assess(graph.source, requestOf(LETHAL).request), { code: 'TENANT_TOO_LARGE' })
  const before = readers.lines.length
  const beside = readers.assess(graph.source, requestOf(TENANT).request)
  await assert.rejects(readers.assess(graph.source, requestOf(LETHAL).request), { code: 'TENANT_TOO_LARGE' })
  assert.equal(resultOf(await beside).product, 'essential-eight')
  assert.equal(readers.lines.length, before + 1)
})

test('a reader that exits for a reason other than memory is an internal error, and the run is retried a limited number of times', async () => {
  await using graph = await quick()
  await using readers = open({ entry: dyingReader })
  await assert.rejects(readers.assess(graph.source, requestOf(EXITING).request), { code: 'INTERNAL_ERROR' })
})

test('with the real heap limit, only the reader that runs out of memory ends', async () => {
  await using graph = await quick(bigFor([OTHER], 60))
  await using readers = open({ sharedSizes: { responseBytes: 2 * MIB, runBytes: 2 * MIB }, ownMemoryMb: 24 })
  const [large, small] = await Promise.allSettled([
    readers.assess(graph.source, requestOf(OTHER).request),
    readers.assess(graph.source, requestOf(TENANT).request),
  ])
  assert.equal(large?.status === 'rejected' && large.reason.code, 'TENANT_TOO_LARGE')
  assert.equal(small?.status, 'fulfilled')
})

test('an error thrown by the host ends the run and is passed on unchanged', async () => {
  await using graph = await quick()
  await using readers = open()
  class Overtaken extends Error {}
  const { request } = requestOf(TENANT)
  const fail = () => Promise.reject(new Overtaken())
  for (const host of [
    { ...request.host, onProgress: fail },
    { ...request.host, checkpoint: { ...request.host.checkpoint, load: fail } },
    { ...request.host, readInputs: fail },
  ]) {
    await assert.rejects(readers.assess(graph.source, { ...request, host }), Overtaken)
  }
  // Long enough for a save.
  await using stuck = await quick(({ path }) => (path === USERS ? { silent: true } : undefined))
  const { request: fresh } = requestOf(TENANT)
  const host = { ...fresh.host, checkpoint: { ...fresh.host.checkpoint, save: fail } }
  await assert.rejects(readers.assess(stuck.source, { ...fresh, host }), Overtaken)
  assert.equal(resultOf(await readers.assess(graph.source, request)).product, 'essential-eight')
})

test('a stopped run ends with the reason, and what it has read is stored', async () => {
  await using graph = await quick(({ path }) => (path === USERS ? { silent: true } : undefined))
  await using readers = open()
  const stop = new AbortController()
  const { request, rows, reported } = requestOf(TENANT, { signal: stop.signal })
  const run = readers.assess(graph.source, request)
  while (reported.progress === 0 || rows.length === 0) await sleep(10)
  const reason = new Error('the worker stops')
  stop.abort(reason)
  await assert.rejects(run, (error) => error === reason)
  assert.ok(rows.length > 0)
})

test('a tenant that cannot be read fails the run with its reason', async () => {
  await using graph = await startStandIn({
    login: () => ({ status: 400, json: { error: 'unauthorized_client', error_description: 'AADSTS700016: no.' } }),
  })
  await using readers = open()
  await assert.rejects(readers.assess(graph.source, requestOf(TENANT).request), { code: 'CONSENT_MISSING' })
})

test('a reader sees only the environment variables that it is given', async () => {
  await using graph = await quick()
  process.env.PLUMBLINE_TEST_SECRET = 'a secret'
  const entry = fileURLToPath(new URL('../../graph/reporting-reader.ts', import.meta.url))
  await using readers = open({ entry, environment: { TZ: 'UTC' } })
  const failure = readers.assess(graph.source, requestOf(TENANT).request)
  await assert.rejects(failure, ({ message }) => {
    assert.doesNotMatch(message, /PLUMBLINE|DATABASE/)
    assert.match(message, /TZ/)
    return true
  })
})

test('closing ends the readers and their runs', async () => {
  await using graph = await quick(({ path }) => (path === USERS ? { silent: true } : undefined))
  const readers = open()
  const { request, reported } = requestOf(TENANT)
  const run = readers.assess(graph.source, request)
  while (reported.progress === 0) await sleep(10)
  await Promise.all([assert.rejects(run), readers.close()])
  await assert.rejects(readers.assess(graph.source, request), /stopping/)
})

test('owners get slots in turn: one with many requests does not delay another', async () => {
  const places = createFairSemaphore(1)
  const served: string[] = []
  const give = await places.acquire('a')
  const waiting = ['a', 'a', 'a', 'b', 'c', 'b'].map(async (owner) => {
    const done = await places.acquire(owner)
    served.push(owner)
    done()
  })
  give()
  await Promise.all(waiting)
  assert.deepEqual(served, ['a', 'b', 'c', 'a', 'b', 'a'])
})

test('a slot whose waiter has given up goes to the next one, and releasing a slot twice counts once', async () => {
  const places = createFairSemaphore(1)
  const give = await places.acquire('a')
  const stop = new AbortController()
  const given = places.acquire('a', stop.signal)
  const next = places.acquire('b')
  stop.abort(new Error('stopped'))
  await assert.rejects(given, /stopped/)
  give()
  give()
  const second = await next
  let isThird = false
  const third = places.acquire('c').then((done) => {
    isThird = true
    return done
  })
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(isThird, false)
  second()
  ;(await third)()
})
