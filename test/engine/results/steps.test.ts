import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REMEDIES } from '../../../src/engine/remedies/catalogue.ts'
import { withinTarget } from '../../../src/engine/results/steps.ts'

const stepsAt = (target: number) => REMEDIES.map((remedy) => withinTarget(remedy, target).steps)

const about = (level: number, target: number): number =>
  stepsAt(target)
    .flat()
    .filter(({ text }) => text.includes(`For level ${level},`)).length

test('an action asks only for what the target needs', () => {
  assert.deepEqual([about(4, 3), about(5, 3)], [0, 0])
  assert.ok(about(4, 4) > 50)
  assert.equal(about(5, 4), 0)
  assert.deepEqual(
    stepsAt(5),
    REMEDIES.map(({ steps }) => steps),
  )
})

test('at every target, each action keeps its steps', () => {
  for (const steps of [...stepsAt(1), ...stepsAt(3)])
    assert.ok(steps.length > 0 && steps.every(({ text }) => text !== ''))
})
