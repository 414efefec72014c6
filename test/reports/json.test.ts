import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { readTenant } from '../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../src/engine/evaluation/evaluate.ts'
import { ESSENTIAL_EIGHT } from '../../src/engine/frameworks/essential-eight/essential-eight.ts'
import type { Edition } from '../../src/features/reports/content/edition.ts'
import { renderJson } from '../../src/features/reports/formats/json.ts'
import { ReportDocument } from '../../src/features/reports/formats/schema.ts'
import { sampleSnapshot } from '../engine/sample-snapshot.ts'
import { sampleResult } from './sample.ts'
import { sampleHistory, sampleReport } from './sample-report.ts'

const NOW = '2026-05-08T03:11:02Z'

const isDocument = new Ajv({ strict: false, formats: { 'date-time': true } }).compile(ReportDocument)

test('the JSON report has the documented shape, with and without a previous run', () => {
  for (const posture of ['weak', 'mixed', 'strong'] as const) {
    const result = sampleResult(posture)
    for (const history of [{}, sampleHistory(result)]) {
      const document = JSON.parse(renderJson(sampleReport(result, history)))
      assert.ok(isDocument(document), JSON.stringify(isDocument.errors))
    }
  }
  assert.ok(!isDocument({ format: 'plumbline-report/1' }), 'the shape refuses a wrong report')
})

test('it contains the whole result and the facts of the run', () => {
  const result = sampleResult('mixed')
  const history = sampleHistory(result)
  const input = sampleReport(result, { ...history, brand: { colour: '#123456' } })
  const { format, run, customer, partner, difference, trend, ...rest } = JSON.parse(renderJson(input))
  assert.equal(format, 'plumbline-report/1')
  assert.deepEqual(rest, { result: JSON.parse(JSON.stringify(result)) })
  assert.deepEqual([customer.name, partner.name], [input.customerName, input.partnerName])
  assert.deepEqual({ trend, difference }, JSON.parse(JSON.stringify(history)))
  assert.deepEqual(run, {
    id: input.runId,
    tenantId: input.tenantId,
    product: 'essential-eight',
    productName: 'Essential Eight',
    maturityTarget: 2,
    createdAt: input.createdAt,
    completedAt: input.completedAt,
  })
})

test('each edition has the documented shape, its own rows, and what to do', () => {
  const result = evaluateFramework(ESSENTIAL_EIGHT, readTenant(sampleSnapshot('weak', NOW)), { target: 2 })
  const render = (edition: Edition) => {
    const document = JSON.parse(renderJson(sampleReport(result, { edition })))
    const isRight: boolean = isDocument(document)
    assert.ok(isRight, JSON.stringify(isDocument.errors))
    assert.equal(document.edition, edition)
    const listed = new Set(document.actions.flatMap(({ findings }: { findings: string[] }) => findings))
    assert.equal(listed.size, result.findings)
    const planned = document.plan.flatMap(({ actions }: { actions: string[] }) => actions)
    assert.deepEqual(planned.toSorted(), document.actions.map(({ id }: { id: string }) => id).toSorted())
    for (const [index, { later }] of document.plan.entries()) assert.ok(!later || index === document.plan.length - 1)
    return document
  }
  const [owner, technical, full] = [render('owner'), render('technical'), render('full')]
  assert.deepEqual(owner.result.requirements, [])
  assert.ok(!('steps' in owner.actions.find(({ why }: { why?: string }) => why)))
  const verdicts = new Set(technical.result.requirements.map(({ verdict }: { verdict: string }) => verdict))
  assert.ok(verdicts.has('ineffective') && !verdicts.has('effective') && !verdicts.has('not_applicable'))
  assert.ok(technical.actions.some(({ steps }: { steps?: unknown[] }) => steps && steps.length > 0))
  assert.equal(full.result.requirements.length, result.requirements.length)
  assert.ok(full.unknowns.length > 0 && full.roadmap.length > 0)
})
