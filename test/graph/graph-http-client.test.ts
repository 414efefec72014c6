import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConnectionFailure, openHttpClient } from '../../src/graph/transport/http-client.ts'
import { openAllowance } from '../../src/graph/transport/sizes.ts'
import { type StandIn, type StandInAnswer, startStandIn } from './fake-graph.ts'

const { signal } = new AbortController()
const get = (graph: StandIn) => ({ method: 'GET' as const, url: `${graph.url}/v1.0/users`, headers: {}, signal })
const answering = (reply: StandInAnswer) => startStandIn({ graph: () => reply })
const trusting = (graph: StandIn) => (graph.source.ca === undefined ? {} : { ca: graph.source.ca })

test('a body larger than the limit is not read, and the status is recorded', async () => {
  await using graph = await answering({ raw: 'x'.repeat(5_000) })
  const allowance = openAllowance({ responseBytes: 4_999, runBytes: 1_000_000 }, () => {})
  const http = openHttpClient({ ...trusting(graph), allowance })
  assert.deepEqual(await http.send(get(graph)), { status: 200, unread: 'ResponseTooLarge' })
  await http.close()
})

test('a request without a response times out as a connection failure', async () => {
  await using graph = await answering({ silent: true })
  const http = openHttpClient({ ...trusting(graph), requestTimeoutMs: 100 })
  await assert.rejects(
    http.send(get(graph)),
    (error) => error instanceof ConnectionFailure && error.code === 'TimedOut',
  )
  await http.close()
})

test('an endless body times out as well', async () => {
  await using graph = await answering({ headers: { 'content-length': '100' }, raw: 'the beginning' })
  const http = openHttpClient({ ...trusting(graph), requestTimeoutMs: 100 })
  await assert.rejects(
    http.send(get(graph)),
    (error) => error instanceof ConnectionFailure && error.code === 'TimedOut',
  )
  await http.close()
})

test('a redirect is a response like any other and is not followed', async () => {
  await using elsewhere = await startStandIn()
  await using graph = await answering({ status: 302, headers: { location: `${elsewhere.url}/v1.0/users` } })
  const http = openHttpClient(trusting(graph))
  assert.equal((await http.send(get(graph))).status, 302)
  assert.deepEqual(elsewhere.wire, [])
  await http.close()
})
