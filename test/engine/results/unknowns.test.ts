import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DATASETS } from '../../../src/engine/datasets/catalogue.ts'
import { snapshotKey } from '../../../src/engine/datasets/dataset.ts'
import { readTenant } from '../../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../../src/engine/evaluation/evaluate.ts'
import { isUnknown } from '../../../src/engine/evaluation/unknowns.ts'
import { FRAMEWORKS } from '../../../src/engine/frameworks/catalogue.ts'
import { ESSENTIAL_EIGHT } from '../../../src/engine/frameworks/essential-eight/essential-eight.ts'
import { SCUBA_ENTRA } from '../../../src/engine/frameworks/scuba-entra/scuba-entra.ts'
import type { Framework } from '../../../src/engine/model/framework.ts'
import type { Answers } from '../../../src/engine/model/questionnaire.ts'
import type { AssessmentResult, RequirementResult } from '../../../src/engine/model/result.ts'
import { rowsThatNeedOnlyPermissions, unknownsOf } from '../../../src/engine/results/unknowns.ts'
import { permissionsOf } from '../../../src/engine/visibility/needed-permissions.ts'
import { sampleSnapshot } from '../sample-snapshot.ts'
import { assess, BUSINESS_PREMIUM } from '../tenant-builder.ts'

const NOW = '2026-05-08T03:11:02Z'
const ALL = [...new Set(DATASETS.flatMap(permissionsOf).map(({ name }) => name))]

/** A strong tenant that has not granted some permissions. */
function evaluateWithout(framework: Framework, refused: readonly string[], answers?: Answers): AssessmentResult {
  const { responses, ...snapshot } = sampleSnapshot('strong', NOW)
  const keys = DATASETS.filter(({ permission }) => refused.includes(permission)).map((one) => snapshotKey(one))
  const shown = Object.entries(responses).map(([key, response]) => {
    const isRefused = keys.some(
      (each) => key === each || (each.includes('{id}') && key.startsWith(each.split('{id}')[0] ?? '')),
    )
    return [key, isRefused ? { status: 403, collectedAt: NOW } : response] as const
  })
  const permissions = ALL.filter((name) => !refused.includes(name))
  const tenant = readTenant({ ...snapshot, permissions, responses: Object.fromEntries(shown) })
  return evaluateFramework(framework, tenant, { target: framework.defaultTarget, ...(answers && { answers }) })
}

const unknownRows = ({ requirements, target }: AssessmentResult): RequirementResult[] =>
  requirements.filter((row) => row.levels.includes(target) && isUnknown(row.verdict))

test('a permission resolves what becomes known once it is granted, and the most useful permission comes first', () => {
  for (const framework of FRAMEWORKS) {
    for (const permission of [
      'Policy.Read.All',
      'DeviceManagementConfiguration.Read.All',
      'RoleManagement.Read.Directory',
    ]) {
      const without = evaluateWithout(framework, [permission])
      const found = unknownsOf(without)
      const listed = found.find(({ kind, name }) => kind === 'permission' && name === permission)
      const known = new Set(unknownRows(evaluateWithout(framework, [])).map(({ id, group }) => `${group} ${id}`))
      const more = unknownRows(without).filter(({ id, group }) => !known.has(`${group} ${id}`))
      if (more.length === 0) continue
      assert.ok(listed, `${framework.id}: ${permission}`)
      assert.deepEqual(
        new Set([...listed.resolves, ...listed.helps].filter((id) => more.some((row) => row.id === id))),
        new Set(more.map(({ id }) => id)),
      )
      assert.ok(listed.checks.length > 0)
      assert.deepEqual(
        found.map(({ rows }) => rows),
        found.map(({ rows }) => rows).toSorted((a, b) => b - a),
      )
    }
  }
})

test('neither permission alone resolves an unknown that needs both', () => {
  const result = evaluateWithout(ESSENTIAL_EIGHT, ['Policy.Read.All', 'RoleManagement.Read.Directory'])
  const row = unknownsOf(result).filter(({ helps }) => helps.includes('ISM-1504'))
  assert.deepEqual(
    row.map(({ name }) => name),
    ['Policy.Read.All', 'RoleManagement.Read.Directory'],
  )
})

test('rows that need several permissions count once all are granted together', () => {
  const refused = ['PrivilegedEligibilitySchedule.Read.AzureADGroup', 'RoleManagement.Read.Directory']
  const without = evaluateWithout(SCUBA_ENTRA, refused)
  const together = rowsThatNeedOnlyPermissions(without)
  assert.equal(together, unknownRows(without).length - unknownRows(evaluateWithout(SCUBA_ENTRA, [])).length)
  const apart = unknownsOf(without).filter(({ kind }) => kind === 'permission')
  assert.ok(together > apart.reduce((sum, { rows }) => sum + rows, 0), 'each by itself makes fewer rows known')
  assert.equal(rowsThatNeedOnlyPermissions(evaluateWithout(SCUBA_ENTRA, [])), 0)
})

test('a licence that the tenant lacks is named by its product', () => {
  const snapshot = { ...sampleSnapshot('unlicensed', NOW), permissions: ALL }
  const result = evaluateFramework(ESSENTIAL_EIGHT, readTenant(snapshot), { target: 2 })
  const licences = unknownsOf(result).filter(({ kind }) => kind === 'licence')
  assert.ok(
    licences.some(({ name }) => name === 'Microsoft Intune'),
    JSON.stringify(licences.map(({ name }) => name)),
  )
})

test('every unknown row has something that resolves it, and each thing is listed once', () => {
  for (const framework of FRAMEWORKS) {
    for (const result of [evaluateWithout(framework, []), evaluateWithout(framework, ['User.Read.All'])]) {
      const found = unknownsOf(result)
      const named = new Set(found.flatMap(({ resolves, helps }) => [...resolves, ...helps]))
      for (const { id } of unknownRows(result)) assert.ok(named.has(id), id)
      const keys = found.map(({ kind, name, requirement }) => `${kind} ${requirement ?? name}`)
      assert.equal(new Set(keys).size, keys.length)
      assert.equal(
        found.filter(({ kind }) => kind === 'question').every(({ requirement }) => requirement !== undefined),
        true,
      )
    }
  }
})

test('what was read without deciding anything is a question, not a reading that failed', () => {
  const result = assess(BUSINESS_PREMIUM)
  const found = unknownsOf(result)
  const decided = unknownRows(result).filter(({ basis }) => basis === 'absent')
  assert.ok(decided.some(({ mode }) => mode === 'automatic') && decided.some(({ mode }) => mode === 'partial'))
  for (const { id } of decided) {
    const its = found.filter(({ resolves, helps }) => resolves.includes(id) || helps.includes(id))
    assert.deepEqual(
      its.map(({ kind }) => kind),
      ['question'],
      id,
    )
    assert.deepEqual(its[0]?.resolves, [id])
  }
})

test('an answered question is no longer listed', () => {
  const before = unknownsOf(evaluateWithout(ESSENTIAL_EIGHT, []))
  const question = before.find(({ kind }) => kind === 'question')
  assert.ok(question?.requirement)
  const answers: Answers = { format: 'plumbline-answers/1', answers: { [question.requirement]: { answer: 'yes' } } }
  const after = unknownsOf(evaluateWithout(ESSENTIAL_EIGHT, [], answers))
  assert.equal(after.length, before.length - 1)
})

test('a result of an earlier version lists questions and failed readings', () => {
  const result = evaluateWithout(ESSENTIAL_EIGHT, ['DeviceManagementConfiguration.Read.All'])
  const requirements = result.requirements.map(({ checks: _, answer: __, ...row }) => row)
  const found = unknownsOf({ ...result, requirements })
  const kinds = new Set(found.map(({ kind }) => kind))
  assert.deepEqual(kinds, new Set(['question', 'reading']))
  assert.equal(
    new Set(found.flatMap(({ resolves }) => resolves)).size,
    new Set(unknownRows(result).map(({ id }) => id)).size,
  )
})
