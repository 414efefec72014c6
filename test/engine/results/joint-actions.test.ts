import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTenant } from '../../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../../src/engine/evaluation/evaluate.ts'
import { FRAMEWORKS } from '../../../src/engine/frameworks/catalogue.ts'
import { ESSENTIAL_EIGHT } from '../../../src/engine/frameworks/essential-eight/essential-eight.ts'
import type { Severity } from '../../../src/engine/model/verdict.ts'
import { actionsOf } from '../../../src/engine/results/actions.ts'
import { jointActionsOf } from '../../../src/engine/results/joint-actions.ts'
import { sampleSnapshot } from '../sample-snapshot.ts'

const NOW = '2026-05-08T03:11:02Z'
const SEVERITIES: readonly Severity[] = ['critical', 'high', 'medium', 'low']
const tenant = readTenant(sampleSnapshot('weak', NOW))
const results = FRAMEWORKS.map((framework) => evaluateFramework(framework, tenant, { target: framework.defaultTarget }))

test('a change that resolves findings of several frameworks is one action with all of them', () => {
  const joint = jointActionsOf(results)
  const ids = joint.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
  const shared = joint.filter(({ parts }) => parts.length > 1)
  assert.ok(shared.length > 3, `${shared.length} shared`)
  assert.ok(joint.length < results.reduce((sum, result) => sum + actionsOf(result).length, 0))
  for (const { findings, parts, severity } of joint) {
    assert.deepEqual(
      findings,
      parts.flatMap(({ action }) => action.findings),
    )
    const worst = SEVERITIES.find((one) => parts.some(({ action }) => action.severity === one))
    assert.equal(severity, worst)
  }
})

test('every finding of each framework is part of a joint action', () => {
  const joint = jointActionsOf(results)
  for (const result of results) {
    const covered = new Set(
      joint.flatMap(({ parts }) =>
        parts.flatMap((part) => (part.result === result ? part.action.findings.map(({ id }) => id) : [])),
      ),
    )
    const findings = new Set(result.requirements.flatMap(({ id, severity }) => (severity ? [id] : [])))
    assert.deepEqual([...covered].toSorted(), [...findings].toSorted())
  }
})

test('the actions of one framework are the same whether it stands alone or not', () => {
  for (const result of results) {
    assert.deepEqual(
      jointActionsOf([result]).map(({ parts: _, ...action }) => action),
      actionsOf(result),
    )
  }
})

test('the worst cause of a finding leads to an action that is at least as severe', () => {
  for (const result of results) {
    const actions = actionsOf(result)
    for (const { id, severity } of result.requirements) {
      if (!severity) continue
      const its = actions.filter(({ findings }) => findings.some((finding) => finding.id === id))
      assert.ok(
        its.some((action) => SEVERITIES.indexOf(action.severity) <= SEVERITIES.indexOf(severity)),
        id,
      )
    }
  }
})

test('an action that resolves only non-critical parts of a critical finding is not critical', () => {
  const [result] = results
  assert.ok(result)
  const row = result.requirements.find(({ severity }) => severity === 'critical')
  assert.ok(row)
  const checks = [
    { id: 'mfa-all-users', verdict: 'ineffective', kind: 'contrary', proves: 'proof', severity: 'critical' },
    { id: 'pdf-hardening', verdict: 'partial', kind: 'contrary', proves: 'proof', severity: 'medium' },
  ] as const
  const { answer: _, ...bare } = row
  const only = { ...result, product: ESSENTIAL_EIGHT.id, requirements: [{ ...bare, checks: [...checks] }] }
  const remedies = checks.map(({ id }) => ({
    id: `fix-${id}`,
    title: `Fix ${id}`,
    checks: [id],
    requirements: [],
    why: 'Why.',
    steps: [],
    licence: 'None.',
    usersNotice: 'Nothing.',
    effort: 'hours' as const,
    verified: 'Read.',
    documentation: [],
  }))
  assert.deepEqual(
    actionsOf(only, remedies).map(({ id, severity }) => [id, severity]),
    [
      ['fix-mfa-all-users', 'critical'],
      ['fix-pdf-hardening', 'medium'],
    ],
  )
  // A result of an earlier version does not say how severe each is.
  const earlier = {
    ...only,
    requirements: [{ ...bare, checks: checks.map(({ severity: __, ...check }) => check) }],
  }
  assert.deepEqual(
    actionsOf(earlier, remedies).map(({ severity }) => severity),
    ['critical', 'critical'],
  )
})
