import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUnknown } from '../../src/engine/evaluation/unknowns.ts'
import { VERDICTS } from '../../src/features/reports/content/requirements.ts'
import { verdictBadge } from '../../src/features/reports/html/frame/badges.ts'
import { VERDICT_LOOKS } from '../../src/features/reports/pdf/kit/looks.ts'
import { toHtml } from '../../src/shared/html/html.ts'

test('why a check is unknown has a shape of its own for each reason, the same on pages and on paper', () => {
  const shapes = VERDICTS.map((verdict) => {
    const [, shape] = /href="#i-(\w+)"/.exec(toHtml(verdictBadge(verdict))) ?? []
    assert.equal(shape, VERDICT_LOOKS[verdict].shape, verdict)
    return [verdict, shape] as const
  })
  const unknown = shapes.filter(([verdict]) => isUnknown(verdict)).map(([, shape]) => shape)
  const others = shapes.filter(([verdict]) => !isUnknown(verdict)).map(([, shape]) => shape)
  assert.equal(new Set(unknown).size, 3)
  assert.ok(unknown.every((shape) => !others.includes(shape)))
})
