import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFailedReading, readTenant } from '../../../src/engine/datasets/reading.ts'
import { sampleSnapshot } from '../sample-snapshot.ts'

const NOW = '2026-03-01T09:00:00Z'

test('every reason why a reading failed is recognized as one, and no other text is', () => {
  const snapshot = sampleSnapshot('typical', NOW)
  const [key = '', response] =
    Object.entries(snapshot.responses).find(([name]) => name.endsWith('/auditLogs/signIns')) ?? []
  assert.ok(response)
  const { value: _, ...rest } = response
  for (const status of [0, 401, 403, 429, 500]) {
    const failed = { ...snapshot, responses: { ...snapshot.responses, [key]: { ...rest, status } } }
    const reading = readTenant(failed).read(key)
    assert.ok(!reading.ok)
    assert.ok(isFailedReading(reading.reason), reading.reason)
  }
  const { [key]: __, ...others } = snapshot.responses
  const missing = readTenant({ ...snapshot, responses: others }).read(key)
  assert.ok(!missing.ok && isFailedReading(missing.reason))
  const group = { status: 200, collectedAt: NOW }
  const hidden = {
    ...snapshot,
    permissions: [],
    responses: {
      'GET /v1.0/groups/g1': { ...group, value: { id: 'g1', visibility: 'HiddenMembership' } },
      'GET /v1.0/groups/g1/transitiveMembers': { ...group, value: [] },
    },
  }
  const members = readTenant(hidden).read('GET /v1.0/groups/g1/transitiveMembers')
  assert.ok(!members.ok && isFailedReading(members.reason))
  assert.ok(
    !isFailedReading('Signed policy files, and policies that do not reach devices through Intune, are not seen.'),
  )
})
