import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EDGE_HARDENING } from '../../../src/engine/readers/settings/edge-hardening.ts'
import { OFFICE_HARDENING } from '../../../src/engine/readers/settings/office-hardening.ts'
import { flattenSettings } from '../../../src/engine/readers/settings/setting.ts'

test('each list has as many settings as its hardening guidance', () => {
  assert.equal(flattenSettings(OFFICE_HARDENING).length, 119)
  assert.equal(flattenSettings(EDGE_HARDENING).length, 17)
})
