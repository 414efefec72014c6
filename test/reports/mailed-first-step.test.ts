import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTenant } from '../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../src/engine/evaluation/evaluate.ts'
import { SCUBA_ENTRA } from '../../src/engine/frameworks/scuba-entra/scuba-entra.ts'
import { firstStepTitle, MAX_REMEMBERED } from '../../src/features/reports/mailed-first-step.ts'
import { snapshotOf } from '../engine/snapshot-builder.ts'

const result = evaluateFramework(SCUBA_ENTRA, readTenant(snapshotOf({})), { target: 1 })

test('the first step of a report is found once for all receivers of its email, and each report has its own', () => {
  const found: string[] = []
  const titleOf = (runId: string, title: string | undefined): string | undefined =>
    firstStepTitle(runId, result, () => {
      found.push(runId)
      return title
    })
  const titles = ['run_a', 'run_b', 'run_a', 'run_b'].map((runId) =>
    titleOf(runId, runId === 'run_a' ? 'Begin' : undefined),
  )
  assert.deepEqual(titles, ['Begin', undefined, 'Begin', undefined])
  assert.deepEqual(found, ['run_a', 'run_b'])
  for (let n = 0; n < MAX_REMEMBERED; n++) titleOf(`run_${n}`, 'Other')
  titleOf('run_a', 'Begin')
  assert.equal(found.filter((runId) => runId === 'run_a').length, 2, 'the oldest is forgotten')
})
