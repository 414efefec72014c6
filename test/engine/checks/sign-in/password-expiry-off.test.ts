import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passwordExpiryOff } from '../../../../src/engine/checks/sign-in/password-expiry-off.ts'
import { evaluate } from '../fixture.ts'
import { testSetting } from '../setting-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(passwordExpiryOff)

const domain = (id: string, passwordValidityPeriodInDays: number | null, more: object = {}): object => ({
  id,
  authenticationType: 'Managed',
  isVerified: true,
  isRoot: true,
  passwordValidityPeriodInDays,
  ...more,
})
const NEVER = 2_147_483_647
const FEDERATED = domain('federated.com', 90, { authenticationType: 'Federated' })
const manyDomains = (expiring: number, length = 10): object[] =>
  Array.from({ length }, (_, n) => domain(`d${n}.com`, n < expiring ? 90 : NEVER))

testSetting(passwordExpiryOff, 'domains', 'Domain.Read.All', [
  ['no domain lets passwords expire', manyDomains(0), 'effective', '10/10'],
  ['one domain of ten does', manyDomains(1), 'partial', '9/10'],
  ['one domain of a hundred does', manyDomains(1, 100), 'partial', '99/100'],
  ['all do', manyDomains(10), 'ineffective', '0/10'],
  ['a domain sets no period and the age of the tenant is unread', [domain('a.com', null)], 'no_visibility'],
  ['a domain sets 90 days and another none', [domain('a.com', 90), domain('b.com', null)], 'ineffective', '0/2'],
  [
    'a part of a domain sets no period',
    [domain('a.com', NEVER), domain('b.a.com', null, { isRoot: false })],
    'effective',
    '1/1',
  ],
  [
    'a part of a domain sets its own',
    [domain('a.com', NEVER), domain('b.a.com', 30, { isRoot: false })],
    'ineffective',
    '1/2',
  ],
  [
    'the domain that does is not verified',
    [domain('a.com', NEVER), domain('b.com', 90, { isVerified: false })],
    'effective',
    '1/1',
  ],
  ['the domain that does is federated', [domain('a.com', NEVER), FEDERATED], 'effective', '1/1'],
  ['every domain is federated', [FEDERATED], 'not_applicable'],
  ['no domain is listed', [], 'no_visibility'],
])

test('passwords that expire everywhere are counted as such, not as 0 that never expire', () => {
  const observed = (...domains: object[]) => evaluate(passwordExpiryOff, { domains }).observed
  const [first, second] = [domain('a.com', 90), domain('b.com', 30)]
  assert.equal(observed(first, second), 'Passwords expire in 2 of 2 domains: a.com (90 days), b.com (30 days).')
  assert.match(observed(first, domain('b.com', null)), /^Passwords expire in 1 of 2 domains: a\.com \(90 days\)\. No /)
  assert.equal(
    observed(first, domain('b.com', NEVER)),
    '1 of 2 domains never lets passwords expire. Passwords expire in a.com (90 days).',
  )
})

const created = (createdDateTime: string, domains: object[]) =>
  evaluate(passwordExpiryOff, { domains, organization: [{ createdDateTime }] })

test('without a period, passwords never expire in a tenant created since 2021, and are unknown in an older one', () => {
  const young = created('2021-01-01T00:00:00Z', [domain('a.com', null)])
  assert.equal(young.verdict, 'effective')
  assert.equal(young.evidence.length, 2)
  assert.match(young.observed, /No period is set for a\.com, but passwords of tenants created since 2021 do not expire/)
  const old = created('2020-12-31T23:59:59Z', [domain('a.com', null)])
  assert.equal(old.verdict, 'no_visibility')
  assert.match(old.observed, /before 2021 may be 90 days/)
})

test('a period that is set counts whatever the age of the tenant', () => {
  assert.equal(created('2024-01-01T00:00:00Z', [domain('a.com', 90)]).verdict, 'ineffective')
  assert.equal(created('2015-01-01T00:00:00Z', [domain('a.com', NEVER)]).verdict, 'effective')
})

test('domains with password expiry and federated domains are named, and domains without a period do not fail', () => {
  const result = evaluate(passwordExpiryOff, { domains: [domain('a.com', 90), domain('b.com', null), FEDERATED] })
  assert.deepEqual(result.affected, { items: ['a.com'], total: 1 })
  assert.match(result.observed, /a\.com \(90 days\)/)
  assert.match(result.limitations.join(' '), /federated\.com/)
})
