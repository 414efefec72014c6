import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backupPolicies } from '../../../../src/engine/checks/backup/backup-policies.ts'
import { dataset } from '../../../../src/engine/datasets/catalogue.ts'
import { evaluateFramework } from '../../../../src/engine/evaluation/evaluate.ts'
import { ESSENTIAL_EIGHT } from '../../../../src/engine/frameworks/essential-eight/essential-eight.ts'
import type { Answer } from '../../../../src/engine/model/questionnaire.ts'
import type { Verdict } from '../../../../src/engine/model/verdict.ts'
import { PARAMETERS, refused, tenantOf } from '../../snapshot-builder.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

const BESIDE_PEOPLE = 'it is shown next to the answers and never decides a verdict'
reachesEveryVerdict(backupPolicies, {
  effective: BESIDE_PEOPLE,
  ineffective: BESIDE_PEOPLE,
  partial: BESIDE_PEOPLE,
})

type Service = 'exchange' | 'sharePoint' | 'oneDriveForBusiness'
type Policies = readonly (readonly [Service, string])[]

const rows = (policies: Policies): object[] =>
  policies.map(([service, status]) => ({ '@odata.type': `#microsoft.graph.${service}ProtectionPolicy`, status }))
const evaluate = (...policies: Policies) =>
  backupPolicies.evaluate(tenantOf({ backupPolicies: rows(policies) }), PARAMETERS)

const ALL_ACTIVE: Policies = [
  ['exchange', 'active'],
  ['sharePoint', 'active'],
  ['oneDriveForBusiness', 'active'],
]

test('active policies are listed by service, and show neither that it is in place nor that it does not apply', () => {
  const result = evaluate(...ALL_ACTIVE)
  assert.deepEqual([result.verdict, result.kind], ['no_visibility', 'absent'])
  assert.equal(result.observed, 'Microsoft 365 Backup is active for Exchange, SharePoint and OneDrive.')
  assert.ok(result.evidence.length > 0)
})

test('a service without an active policy, or with errors, is listed', () => {
  const { observed } = evaluate(['exchange', 'active'], ['oneDriveForBusiness', 'activeWithErrors'])
  assert.match(observed, /active for Exchange\. SharePoint: no policy\. OneDrive: active with errors/)
  assert.match(evaluate(['exchange', 'updating']).observed, /active for no service\. Exchange: being changed/)
  assert.match(evaluate(['exchange', 'inactive']).observed, /Exchange: the policy is not active/)
})

test('a second, inactive policy does not change the state of a service', () => {
  assert.equal(evaluate(['exchange', 'inactive'], ...ALL_ACTIVE).observed, evaluate(...ALL_ACTIVE).observed)
})

test('a refused reading names the optional permission', () => {
  assert.equal(dataset('backupPolicies').optional, true)
  const result = backupPolicies.evaluate(tenantOf({ backupPolicies: refused() }), PARAMETERS)
  assert.match(result.limitations.join(' '), /BackupRestore-Configuration\.Read\.All/)
})

function rowVerdict(values: Parameters<typeof tenantOf>[0], answer?: Answer): Verdict | undefined {
  const answers = answer && { format: 'plumbline-answers/1' as const, answers: { 'ISM-1511': { answer } } }
  const { requirements } = evaluateFramework(ESSENTIAL_EIGHT, tenantOf(values), {
    target: 1,
    ...(answers && { answers }),
  })
  return requirements.find(({ id }) => id === 'ISM-1511')?.verdict
}

const READINGS: Readonly<Record<string, Parameters<typeof tenantOf>[0]>> = {
  'active policies': { backupPolicies: rows(ALL_ACTIVE) },
  'a policy that does not run': { backupPolicies: rows([['exchange', 'inactive']]) },
  'no policy': { backupPolicies: [] },
  'a refused reading': { backupPolicies: refused() },
  'no reading': {},
}

// Another product may be in use, and a rarely granted permission must not outweigh an answer.
for (const [reading, values] of Object.entries(READINGS)) {
  test(`the answer decides whether the business has the backups it needs, with ${reading}`, () => {
    assert.equal(rowVerdict(values), 'not_assessed')
    assert.equal(rowVerdict(values, 'yes'), 'effective')
    assert.equal(rowVerdict(values, 'partly'), 'partial')
    assert.equal(rowVerdict(values, 'no'), 'ineffective')
  })
}
