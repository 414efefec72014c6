import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backupPolicies } from '../../src/engine/checks/backup-policies.ts'
import { dataset } from '../../src/engine/datasets.ts'
import { evaluateFramework } from '../../src/engine/evaluate.ts'
import { ESSENTIAL_EIGHT } from '../../src/engine/frameworks/essential-eight/essential-eight.ts'
import type { Answer, Verdict } from '../../src/engine/model.ts'
import { PARAMETERS, refused, tenantOf } from './snapshot-builder.ts'

type Service = 'exchange' | 'sharePoint' | 'oneDriveForBusiness'
type Policies = readonly (readonly [Service, string])[]

const rows = (policies: Policies): object[] =>
  policies.map(([service, status]) => ({ '@odata.type': `#microsoft.graph.${service}ProtectionPolicy`, status }))
const judge = (...policies: Policies) =>
  backupPolicies.evaluate(tenantOf({ backupPolicies: rows(policies) }), PARAMETERS)

const ALL_ACTIVE: Policies = [
  ['exchange', 'active'],
  ['sharePoint', 'active'],
  ['oneDriveForBusiness', 'active'],
]

test('active policies for all three services are effective', () => {
  const result = judge(...ALL_ACTIVE)
  assert.equal(result.verdict, 'effective')
  assert.deepEqual(result.coverage, { n: 3, of: 3 })
  assert.ok(result.evidence.length > 0)
})

test('a service without an active policy, or with errors, is partial and named', () => {
  const result = judge(['exchange', 'active'], ['oneDriveForBusiness', 'activeWithErrors'])
  assert.equal(result.verdict, 'partial')
  assert.deepEqual(result.affected?.items, ['SharePoint', 'OneDrive'])
  assert.match(result.observed, /SharePoint: no policy\. OneDrive: active with errors/)
})

test('policies that were made and do not run are a failure', () => {
  assert.equal(judge(['exchange', 'inactive']).verdict, 'ineffective')
})

test('a second policy that does not run takes nothing from one that does', () => {
  assert.equal(judge(['exchange', 'inactive'], ...ALL_ACTIVE).verdict, 'effective')
})

test('a policy that is being changed leaves open what turns on it', () => {
  const [exchange, sharePoint] = [['exchange', 'active'] as const, ['sharePoint', 'active'] as const]
  assert.equal(judge(exchange, sharePoint, ['oneDriveForBusiness', 'updating']).verdict, 'no_visibility')
  assert.equal(judge(exchange, sharePoint, ['oneDriveForBusiness', 'unknownFutureValue']).verdict, 'no_visibility')
  assert.equal(judge(exchange, ['oneDriveForBusiness', 'updating']).verdict, 'partial')
  assert.equal(judge(['exchange', 'updating']).verdict, 'no_visibility')
})

test('a refused reading names the optional permission, and is neither a pass nor a failure', () => {
  assert.equal(dataset('backupPolicies').optional, true)
  const result = backupPolicies.evaluate(tenantOf({ backupPolicies: refused() }), PARAMETERS)
  assert.equal(result.verdict, 'no_visibility')
  assert.match(result.observed, /BackupRestore-Configuration\.Read\.All/)
  assert.equal(backupPolicies.evaluate(tenantOf({}), PARAMETERS).verdict, 'no_visibility')
})

function rowVerdict(values: Parameters<typeof tenantOf>[0], answer?: Answer): Verdict | undefined {
  const answers = answer && { format: 'plumbline-answers/1' as const, answers: { 'ISM-1511': { answer } } }
  const { requirements } = evaluateFramework(ESSENTIAL_EIGHT, tenantOf(values), {
    target: 1,
    ...(answers && { answers }),
  })
  return requirements.find(({ id }) => id === 'ISM-1511')?.verdict
}

test('a tenant that backs up with something else is judged by what people say', () => {
  assert.equal(judge().verdict, 'not_applicable')
  assert.equal(rowVerdict({ backupPolicies: [] }), 'not_assessed')
  assert.equal(rowVerdict({ backupPolicies: [] }, 'yes'), 'effective')
  assert.equal(rowVerdict({ backupPolicies: [] }, 'no'), 'ineffective')
})

test('people’s yes does not undo policies that do not run, nor stand in for a refused reading', () => {
  assert.equal(rowVerdict({ backupPolicies: rows([['exchange', 'inactive']]) }, 'yes'), 'ineffective')
  assert.equal(rowVerdict({ backupPolicies: refused() }, 'yes'), 'no_visibility')
  assert.equal(rowVerdict({ backupPolicies: rows(ALL_ACTIVE) }, 'yes'), 'effective')
})
