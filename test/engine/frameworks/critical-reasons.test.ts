import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHECKS } from '../../../src/engine/checks/catalogue.ts'
import { CHECKS_BY_REASON, criticalReasonsOf } from '../../../src/engine/frameworks/critical-reasons.ts'
import { tenantReports } from '../../reports/tenant-reports.ts'

const listed = Object.values(CHECKS_BY_REASON).flat()

test('every critical finding of the samples has a cause that is listed, and checks with a reason exist', async () => {
  for (const check of listed) assert.ok(CHECKS.has(check), check)
  const critical = (await tenantReports()).flatMap(({ report }) =>
    report.result.requirements.filter(({ severity }) => severity === 'critical'),
  )
  assert.ok(critical.length > 20)
  for (const { id, checks = [] } of critical) {
    const causes = checks.filter(({ proves, severity }) => proves !== 'hint' && severity === 'critical')
    assert.ok(causes.length > 0, id)
    for (const cause of causes) assert.ok(listed.includes(cause.id), `${id}: ${cause.id}`)
  }
})

test('where sign-in methods are only hints, they are no reason for a critical finding', () => {
  const about = 'standing-global-admin-without-phishing-resistant-mfa'
  assert.ok(criticalReasonsOf('essential-eight').includes(about))
  assert.ok(criticalReasonsOf('scuba-entra').includes(about))
  assert.ok(!criticalReasonsOf('nist-csf').includes(about))
})
