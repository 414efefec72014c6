import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTenant } from '../../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../../src/engine/evaluation/evaluate.ts'
import { findFramework } from '../../../src/engine/frameworks/catalogue.ts'
import { SCUBA_ENTRA } from '../../../src/engine/frameworks/scuba-entra/scuba-entra.ts'
import type { Answer, Answers } from '../../../src/engine/model/questionnaire.ts'
import type { AssessmentResult } from '../../../src/engine/model/result.ts'
import type { Snapshot, SnapshotResponse } from '../../../src/engine/model/snapshot.ts'
import { planAllows } from '../../../src/shared/plans.ts'
import { contentsOf } from '../../../src/simulator/content/contents.ts'
import { recipeOf } from '../../../src/simulator/tenants/recipes.ts'
import { type Posture, SAMPLE_TENANTS } from '../../../src/simulator/tenants/tenants.ts'
import { skus } from '../snapshot-builder.ts'

const NOW = '2026-03-01T00:00:00Z'

// Policy with its version, SHALL (!) or SHOULD (?) and mode, by section. Source: CISA's baseline for Microsoft Entra ID,
// ScubaGear 2.0.0.
const ROWS: Readonly<Record<string, string>> = {
  'legacy-authentication': '1.1v1!A',
  risk: '2.1v1!A 2.2v1?Q 2.3v1!A',
  'strong-authentication': '3.1v1!A 3.2v2!A 3.3v2!A 3.4v1!A 3.5v2!A 3.6v1!A 3.7v1?A 3.8v1?A 3.9v1?A',
  logs: '4.1v1!Q',
  applications: '5.1v1!A 5.2v1!A 5.3v1!A 5.5v1?A 5.6v1?A 5.7v1?A',
  passwords: '6.1v1!A',
  'highly-privileged-access': '7.1v1!A 7.2v1!A 7.3v1!A 7.4v1!A 7.5v1!A 7.6v1!A 7.7v1!A 7.8v1!A 7.9v1?A',
  guests: '8.1v1?A 8.2v1?A 8.3v1?Q',
  agents: '9.1v1!Q',
}

const { groups, requirements, questionnaire } = SCUBA_ENTRA

test('each section has the policies of its source, with their versions, SHALL or SHOULD, and modes', () => {
  const found = groups.map(({ id }) => {
    const rows = requirements.filter(({ group }) => group === id)
    const shown = rows.map((row) => {
      assert.ok(row.levels.join() === '1,2' || row.levels.join() === '2', row.id)
      const word = row.levels.includes(1) ? '!' : '?'
      return `${row.id.replace('MS.AAD.', '')}${word}${row.mode.charAt(0).toUpperCase()}`
    })
    return [id, shown.join(' ')]
  })
  assert.deepEqual(Object.fromEntries(found), ROWS)
})

test('23 of 34 policies are SHALL and level 1, and level 2 requires all', () => {
  assert.equal(new Set(requirements.map(({ id }) => id)).size, 34)
  assert.equal(requirements.filter(({ levels }) => levels.includes(1)).length, 23)
  assert.equal(requirements.filter(({ levels }) => levels.includes(2)).length, 34)
  assert.deepEqual([SCUBA_ENTRA.defaultTarget, SCUBA_ENTRA.levels], [1, { min: 1, max: 2 }])
})

test('every statement, remedy and question has plain sentences, and statements are unique', () => {
  for (const { id, statement, remedy } of requirements) {
    assert.ok(statement.length >= 30 && statement.length <= 200, `${id}: ${statement}`)
    assert.ok(remedy.length >= 40 && remedy.length <= 250, `${id}: ${remedy}`)
    for (const text of [statement, remedy]) assert.match(text, /^[A-Z].*\.$/, id)
    assert.doesNotMatch(statement, /\bSHALL|\bSHOULD|agency/i, id)
  }
  assert.equal(new Set(requirements.map(({ statement }) => statement)).size, requirements.length)
})

/** Other products for privileged access, or that rate risk, may do these, which no reading shows. */
const BY_OTHER_PRODUCTS = [
  'MS.AAD.2.1v1',
  'MS.AAD.2.3v1',
  'MS.AAD.7.5v1',
  'MS.AAD.7.6v1',
  'MS.AAD.7.7v1',
  'MS.AAD.7.8v1',
  'MS.AAD.7.9v1',
]

test('people are asked about exactly the policies that no check decides, or other products may meet, in their sections', () => {
  const asked = questionnaire.sections.flatMap(({ id, questions }) => questions.map((demand) => [id, demand.id]))
  const open = requirements
    .filter(({ id, mode }) => mode !== 'automatic' || BY_OTHER_PRODUCTS.includes(id))
    .map(({ group, id }) => [group, id])
  assert.deepEqual(asked, open)
  for (const { text, help } of questionnaire.sections.flatMap(({ questions }) => questions)) {
    assert.match(text, /^[A-Z].*\?$/)
    assert.match(help, /^[A-Z].*Yes means .*Partly means .*\.$/)
  }
})

test('it can be found by its id, has the category configuration, and only the plan with all products includes it', () => {
  const framework = findFramework('scuba-entra')
  assert.deepEqual([framework?.category, framework?.scoring], ['configuration', 'levels-reached'])
  const plans = (['starter', 'professional', 'enterprise'] as const).filter((plan) => planAllows(plan, 'scuba-entra'))
  assert.deepEqual(plans, ['enterprise'])
})

/** All responses of a sample tenant, as if every permission were granted. */
function snapshotOf(posture: Posture): Snapshot {
  const recipe = recipeOf(SAMPLE_TENANTS.find((sample) => sample.posture === posture)?.tenantId ?? '')
  assert.ok(recipe)
  const { responses: contents } = contentsOf(recipe, Date.parse(NOW))
  const responses: Record<string, SnapshotResponse> = {}
  for (const [path, value] of contents) responses[`GET ${path}`] = { status: 200, collectedAt: NOW, value }
  return { format: 'plumbline-snapshot/1', tenantId: recipe.tenantId, collectedAt: NOW, responses }
}

const answering = (answer: Answer): Answers => ({
  format: 'plumbline-answers/1',
  answers: Object.fromEntries(
    questionnaire.sections.flatMap(({ questions }) => questions.map(({ id }) => [id, { answer }])),
  ),
})

const assess = (posture: Posture, target: number, answers?: Answers): AssessmentResult =>
  evaluateFramework(SCUBA_ENTRA, readTenant(snapshotOf(posture)), {
    target,
    ...(answers && { answers }),
    onFault: (id, error) => assert.fail(`${id}: ${error}`),
  })

test('the strong tenant passes every reading, and reaches both levels with its answers', () => {
  for (const target of [1, 2]) {
    const open = assess('strong', target)
    const rest = open.requirements.filter(({ verdict }) => verdict !== 'effective' && verdict !== 'not_applicable')
    assert.deepEqual(
      rest.map(({ id, verdict }) => [id, verdict]),
      ['MS.AAD.2.2v1', 'MS.AAD.4.1v1', 'MS.AAD.8.3v1', 'MS.AAD.9.1v1'].map((id) => [id, 'not_assessed']),
    )
    assert.deepEqual([open.findings, open.scoreCeiling, open.maturityAchieved], [0, 100, 0])
    const answered = assess('strong', target, answering('yes'))
    assert.deepEqual([answered.score, answered.coverage, answered.maturityAchieved], [100, 1, 2])
  }
})

test('the weak tenant passes almost nothing, and the typical one some of it', () => {
  const [weak, typical] = [assess('weak', 1, answering('no')), assess('typical', 1, answering('no'))]
  assert.ok(weak.score <= 10, String(weak.score))
  assert.ok(typical.score > 20 && typical.score < 60, String(typical.score))
  assert.equal(weak.maturityAchieved, 0)
  assert.ok(weak.critical > 0)
})

test('a SHOULD is not a finding at the SHALL target; a SHALL is high and a SHOULD medium', () => {
  const severities = (target: number): Map<string, string | undefined> =>
    new Map(assess('typical', target, answering('no')).requirements.map(({ id, severity }) => [id, severity]))
  const [must, both] = [severities(1), severities(2)]
  assert.deepEqual([must.get('MS.AAD.5.1v1'), both.get('MS.AAD.5.1v1')], ['high', 'high'])
  assert.deepEqual([must.get('MS.AAD.3.9v1'), both.get('MS.AAD.3.9v1')], [undefined, 'medium'])
})

/** The rows about other products of the weak tenant, with a licence and no policy about risk, if people answer this. */
function rowsOfOthers(given?: { answer: Answer; note?: string }) {
  const snapshot = snapshotOf('weak')
  const responses = {
    ...snapshot.responses,
    'GET /v1.0/subscribedSkus': { status: 200, collectedAt: NOW, value: skus('AAD_PREMIUM', 'AAD_PREMIUM_P2') },
  }
  const answers = Object.fromEntries(given ? BY_OTHER_PRODUCTS.map((id) => [id, given]) : [])
  const { requirements } = evaluateFramework(SCUBA_ENTRA, readTenant({ ...snapshot, responses }), {
    target: 2,
    answers: { format: 'plumbline-answers/1', answers },
  })
  return requirements.filter(({ id }) => BY_OTHER_PRODUCTS.includes(id))
}

test('another product counts where people name it, and not where they only say yes', () => {
  for (const { id, verdict, contradiction } of rowsOfOthers({ answer: 'yes' })) {
    assert.equal(verdict, 'ineffective', id)
    assert.match(contradiction ?? '', /^People answered “yes”, but the tenant shows.*if its note names it/, id)
  }
  for (const { id, verdict, basis } of rowsOfOthers({ answer: 'yes', note: 'By CyberArk.' }))
    assert.deepEqual([verdict, basis], ['effective', 'reported'], id)
  for (const { id, verdict, basis } of rowsOfOthers()) assert.deepEqual([verdict, basis], ['ineffective', 'absent'], id)
})

test('without a licence that rates risk, people’s answer about another product decides', () => {
  const RISKS = ['MS.AAD.2.1v1', 'MS.AAD.2.3v1']
  const verdicts = (answer?: Answer) =>
    assess('weak', 1, answer && answering(answer))
      .requirements.filter(({ id }) => RISKS.includes(id))
      .map(({ verdict, basis }) => [verdict, basis])
  assert.deepEqual(verdicts(), Array(2).fill(['not_licensed', 'blind']))
  assert.deepEqual(verdicts('yes'), Array(2).fill(['effective', 'reported']))
  assert.deepEqual(verdicts('no'), Array(2).fill(['ineffective', 'reported']))
})
