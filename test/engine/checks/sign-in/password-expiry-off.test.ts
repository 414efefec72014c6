import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passwordExpiryOff } from '../../../../src/engine/checks/sign-in/password-expiry-off.ts'
import { evaluate, testSetting } from '../setting-fixture.ts'
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
const manyDomains = (expiring: number): object[] =>
  Array.from({ length: 10 }, (_, n) => domain(`d${n}.com`, n < expiring ? 90 : NEVER))

testSetting(passwordExpiryOff, 'domains', 'Domain.Read.All', [
  ['no domain lets passwords expire', manyDomains(0), 'effective', '10/10'],
  ['one domain of ten does', manyDomains(1), 'partial', '9/10'],
  ['all do', manyDomains(10), 'ineffective', '0/10'],
  ['a domain sets no period', [domain('a.com', null)], 'ineffective', '0/1'],
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
  ['no domain is listed', [], 'no_visibility', '0/0'],
])

test('domains with expiry and federated domains are named', () => {
  const result = evaluate(passwordExpiryOff, 'domains', [domain('a.com', 90), domain('b.com', null), FEDERATED])
  assert.deepEqual(result.affected, { items: ['a.com', 'b.com'], total: 2 })
  assert.match(result.observed, /a\.com \(90 days\), b\.com \(no period set, which means 90 days\)/)
  assert.match(result.limitations.join(' '), /federated\.com/)
})
