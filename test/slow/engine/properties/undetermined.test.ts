import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTenant } from '../../../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../../../src/engine/evaluation/evaluate.ts'
import { isUnknown } from '../../../../src/engine/evaluation/unknowns.ts'
import { FRAMEWORKS } from '../../../../src/engine/frameworks/catalogue.ts'
import type { Snapshot } from '../../../../src/engine/model/snapshot.ts'
import { sampleSnapshot } from '../../../engine/sample-snapshot.ts'

const NOW = '2026-06-17T12:00:00.000Z'

/** The snapshot itself, and as it would be if one of its readings had been refused. */
function variants(snapshot: Snapshot): Snapshot[] {
  const keys = Object.keys(snapshot.responses)
  const refused = { status: 403, collectedAt: snapshot.collectedAt }
  return [snapshot, ...keys.map((key) => ({ ...snapshot, responses: { ...snapshot.responses, [key]: refused } }))]
}

for (const posture of ['strong', 'typical', 'weak', 'partial', 'unlicensed'] as const)
  test(`what could not be determined never looks as if it had been counted: ${posture}`, () => {
    const snapshot = sampleSnapshot(posture, NOW)
    for (const each of posture === 'typical' || posture === 'strong' ? variants(snapshot) : [snapshot]) {
      const tenant = readTenant(each)
      for (const framework of FRAMEWORKS) {
        const { requirements } = evaluateFramework(framework, tenant, { target: framework.levels.max })
        for (const { id, verdict, coverage, observed } of requirements) {
          const [, of, unknown] = /(?:^|\. )0 of (\S+) [^.]*; for (\S+) [^.;]*, it could not be/.exec(observed) ?? []
          assert.ok(of === undefined || of !== unknown, `${id}: ${observed}`)
          if (isUnknown(verdict)) assert.notEqual(coverage?.n, 0, `${id}: ${observed}`)
        }
      }
    }
  })
