import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { renderJson } from '../../src/features/reports/formats/json.ts'
import { ReportDocument } from '../../src/features/reports/formats/schema.ts'
import { sampleResult } from './sample.ts'
import { sampleHistory, sampleReport } from './sample-report.ts'

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
