import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applicationCertificateLifetime } from '../../../../src/engine/checks/applications/application-certificate-lifetime.ts'
import { evaluate } from '../fixture.ts'
import { testSetting } from '../setting-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { management, restriction } from './credentials-fixture.ts'

reachesEveryVerdict(applicationCertificateLifetime)

const lasting = (maxLifetime: string | null): object[] => [restriction('asymmetricKeyLifetime', maxLifetime)]
const keys = (days: number): object[] => lasting(`P${days}D`)

testSetting(applicationCertificateLifetime, 'applicationManagementPolicy', 'Policy.Read.All', [
  ['certificates are valid for a year', management([[], keys(365)]), 'effective', '2/2'],
  ['certificates are valid for a day longer', management([[], keys(366)]), 'ineffective', '0/2'],
  ['those of service principals are unlimited', management([[], keys(90)], [[], []]), 'partial', '1/2'],
  ['their lifetime in hours is a year', management([[], lasting('PT8760H')]), 'effective', '2/2'],
  ['their lifetime in hours is a day longer', management([[], lasting('PT8784H')]), 'ineffective', '0/2'],
  ['they live for a second more than a year', management([[], lasting('P365DT1S')]), 'ineffective', '0/2'],
  ['a lifetime is missing', management([[], lasting(null)]), 'ineffective', '0/2'],
  ['a lifetime is zero', management([[], lasting('P0D')]), 'ineffective', '0/2'],
  ['the policy is off', management([[], keys(90)], [[], keys(90)], false), 'ineffective', '0/2'],
])

const since = (date: string, created?: string) =>
  evaluate(applicationCertificateLifetime, {
    applicationManagementPolicy: management([
      [],
      [restriction('asymmetricKeyLifetime', 'P90D', { restrictForAppsCreatedAfterDateTime: date })],
    ]),
    ...(created !== undefined && { organization: [{ createdDateTime: created }] }),
  })

test('a restriction that exempts older applications is partial, and says since when it holds', () => {
  const result = since('2026-02-03T00:00:00Z')
  assert.equal(result.verdict, 'partial')
  assert.match(result.observed, /created before 2026-02-03 are exempt/)
  assert.equal(since('2026-02-03T00:00:00Z', '2026-02-02T00:00:00Z').verdict, 'partial')
})

test('a restriction that begins in the future does not count yet', () => {
  const result = since('2027-01-01T00:00:00Z')
  assert.equal(result.verdict, 'ineffective')
  assert.match(result.observed, /begins only on 2027-01-01/)
})

test('a restriction since the year 1, or since before the tenant was created, exempts nothing', () => {
  assert.equal(since('0001-01-01T00:00:00Z').verdict, 'effective')
  const result = since('2019-10-19T10:37:00Z', '2020-01-01T00:00:00Z')
  assert.equal(result.verdict, 'effective')
  assert.equal(result.evidence.length, 2)
})
