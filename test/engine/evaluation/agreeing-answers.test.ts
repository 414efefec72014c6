import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTenant } from '../../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../../src/engine/evaluation/evaluate.ts'
import { FRAMEWORKS } from '../../../src/engine/frameworks/catalogue.ts'
import type { Answers } from '../../../src/engine/model/questionnaire.ts'
import { sampleSnapshot } from '../sample-snapshot.ts'

const NOW = '2026-03-01T09:00:00Z'

for (const framework of FRAMEWORKS) {
  test(`${framework.id}: people who say that nothing is in place hide nothing that the tenant shows`, () => {
    for (const posture of ['weak', 'typical', 'partial'] as const) {
      const tenant = readTenant(sampleSnapshot(posture, NOW))
      const target = framework.levels.max
      const before = evaluateFramework(framework, tenant, { target })
      const no = framework.scoring === 'maturity' ? 1 : 'no'
      const answers = Object.fromEntries(framework.requirements.map(({ id }) => [id, { answer: no, answeredAt: NOW }]))
      const all = { format: 'plumbline-answers/1', answers } as Answers
      const after = evaluateFramework(framework, tenant, { target, answers: all })
      for (const [index, row] of before.requirements.entries()) {
        const answered = after.requirements[index]
        if (row.severity === 'critical') assert.equal(answered?.severity, 'critical', `${row.id} of ${posture}`)
        // In NIST CSF, an answer may stand for the reading of a part.
        if (row.verdict === 'ineffective' && framework.scoring !== 'maturity')
          assert.deepEqual(
            [answered?.coverage, answered?.affected],
            [row.coverage, row.affected],
            `${row.id} of ${posture}`,
          )
      }
    }
  })
}
