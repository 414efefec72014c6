import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Snapshot } from '../../src/engine/model/snapshot.ts'
import {
  packSnapshot,
  parseSnapshot,
  SnapshotFileError,
  unpackSnapshot,
} from '../../src/graph/collection/snapshot-file.ts'

const at = '2026-03-01T10:00:00.000Z'
const SNAPSHOT: Snapshot = {
  format: 'plumbline-snapshot/1',
  tenantId: '3c2a7f7e-1f0e-4f55-9a42-6f6f0c9f4b10',
  collectedAt: at,
  responses: {
    'GET /v1.0/users': { status: 200, collectedAt: at, value: [{ displayName: 'Zoë', last: '0001-01-01T00:00:00Z' }] },
    'GET /v1.0/subscribedSkus': { status: 403, collectedAt: at, error: { code: 'Forbidden', message: 'No.' } },
    'GET /v1.0/organization': { status: 200, collectedAt: at, value: null },
  },
}

test('a snapshot survives being written and read', () => {
  assert.deepEqual(parseSnapshot(JSON.stringify(SNAPSHOT, null, 2)), SNAPSHOT)
  assert.deepEqual(parseSnapshot(`\uFEFF${JSON.stringify(SNAPSHOT)}`), SNAPSHOT)
})

test('a packed snapshot can be unpacked, is smaller, and has the SHA-256 of its bytes', async () => {
  const large = {
    ...SNAPSHOT,
    responses: { 'GET /v1.0/users': { status: 200, collectedAt: at, value: Array(5_000).fill('user') } },
  }
  const { bytes, sha256 } = await packSnapshot(large)
  assert.deepEqual(unpackSnapshot(bytes), large)
  assert.ok(bytes.length < JSON.stringify(large).length / 10)
  assert.equal(sha256, createHash('sha256').update(bytes).digest('hex'))
})

test('a snapshot packed with gzip can be read as well', () => {
  assert.deepEqual(unpackSnapshot(gzipSync(JSON.stringify(SNAPSHOT))), SNAPSHOT)
})

test('damaged bytes are reported as damaged', async () => {
  const { bytes } = await packSnapshot(SNAPSHOT)
  bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 0xff
  for (const wrong of [bytes, bytes.subarray(0, 20), Buffer.from('plain text'), Buffer.alloc(0)]) {
    assert.throws(() => unpackSnapshot(wrong), /cannot be unpacked/)
  }
})

const WRONG = [
  ['no JSON', 'hello', /not JSON/],
  ['a list', '[]', /not an object/],
  ['no format', '{}', /no "format"/],
  ['another format', '{"format":"plumbline-snapshot/9"}', /"plumbline-snapshot\/9"; this version reads only/],
  ['no responses', change({ responses: undefined }), /no "responses"/],
  ['responses as a list', change({ responses: [] }), /no "responses"/],
  ['no tenant', change({ tenantId: undefined }), /no "tenantId"/],
  ['no time', change({ collectedAt: undefined }), /The snapshot has no "collectedAt"/],
  ['an invalid time', change({ collectedAt: 'yesterday' }), /not a time/],
  ['a response without status', change({ responses: { 'GET /x': { collectedAt: at } } }), /"GET \/x" has no "status"/],
  ['a response without time', change({ responses: { 'GET /x': { status: 200 } } }), /"GET \/x" has no "collectedAt"/],
] as const

function change(part: Record<string, unknown>): string {
  return JSON.stringify({ ...SNAPSHOT, ...part })
}

for (const [what, file, message] of WRONG) {
  test(`a file with ${what} is refused with a clear message`, () => {
    assert.throws(
      () => parseSnapshot(file),
      (error) => error instanceof SnapshotFileError && message.test(error.message),
    )
  })
}
