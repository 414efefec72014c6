import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applicationCertificateLifetime } from '../../../../src/engine/checks/applications/application-certificate-lifetime.ts'
import { evaluate, testSetting } from '../setting-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { management, restriction } from './credentials-fixture.ts'

reachesEveryVerdict(applicationCertificateLifetime)

const keys = (days: number): object[] => [restriction('asymmetricKeyLifetime', `P${days}D`)]

testSetting(applicationCertificateLifetime, 'applicationManagementPolicy', 'Policy.Read.All', [
  ['certificates are valid for a year', management([[], keys(365)]), 'effective', '2/2'],
  ['certificates are valid for a day longer', management([[], keys(366)]), 'ineffective', '0/2'],
  ['those of service principals are unlimited', management([[], keys(90)], [[], []]), 'partial', '1/2'],
  ['the policy is off', management([[], keys(90)], [[], keys(90)], false), 'ineffective', '0/2'],
])

test('a restriction that exempts older applications is mentioned with its date', () => {
  const since = { restrictForAppsCreatedAfterDateTime: '2026-02-03T00:00:00Z' }
  const sparing = [restriction('asymmetricKeyLifetime', 'P90D', since)]
  const { limitations } = evaluate(
    applicationCertificateLifetime,
    'applicationManagementPolicy',
    management([[], sparing]),
  )
  assert.match(limitations.join(' '), /created before 2026-02-03/)
  const never = { restrictForAppsCreatedAfterDateTime: '0001-01-01T00:00:00Z' }
  const all = management([[], [restriction('asymmetricKeyLifetime', 'P90D', never)]])
  const limitationsOfAll = evaluate(applicationCertificateLifetime, 'applicationManagementPolicy', all).limitations
  assert.doesNotMatch(limitationsOfAll.join(' '), /created before/)
})
