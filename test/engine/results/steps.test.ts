import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REMEDIES } from '../../../src/engine/remedies/catalogue.ts'
import { actionsOf } from '../../../src/engine/results/actions.ts'
import { extending, withinTarget } from '../../../src/engine/results/steps.ts'
import { tenantReports } from '../../reports/tenant-reports.ts'

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

test('where many devices have it already, an action begins with the policy that exists', () => {
  const [laps] = REMEDIES.filter(({ id }) => id === 'manage-local-administrator-passwords')
  assert.ok(laps?.extend)
  const { steps } = extending(laps)
  assert.deepEqual(steps, [laps.extend, ...laps.steps])
  assert.match(steps[0]?.text ?? '', /^Many devices have .* already: /)
  const texts = REMEDIES.flatMap(({ extend }) => extend?.text ?? [])
  assert.equal(new Set(texts).size, texts.length, 'a report has each sentence once')
})

test('a policy is extended in samples where many devices have it, and created where few do', async () => {
  const begins = new Map<string, boolean>()
  for (const { tenant, framework, report } of await tenantReports())
    for (const { id, remedy } of actionsOf(report.result))
      if (remedy?.extend) begins.set(`${framework} ${tenant} ${id}`, remedy.steps[0]?.text === remedy.extend.text)
  assert.equal(begins.get('nist-csf typical manage-local-administrator-passwords'), true)
  assert.equal(begins.get('nist-csf typical harden-office-by-policy'), true)
  assert.equal(begins.get('essential-eight typical-answered manage-local-administrator-passwords'), true)
  assert.equal(begins.get('essential-eight weak manage-local-administrator-passwords') ?? false, false)
  assert.equal(begins.get('essential-eight weak harden-office-by-policy'), false)
})
