import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTenant } from '../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../src/engine/evaluation/evaluate.ts'
import { ESSENTIAL_EIGHT } from '../../src/engine/frameworks/essential-eight/essential-eight.ts'
import { NIST_CSF } from '../../src/engine/frameworks/nist-csf/nist-csf.ts'
import { SCUBA_ENTRA } from '../../src/engine/frameworks/scuba-entra/scuba-entra.ts'
import type { LevelAnswer } from '../../src/engine/model/questionnaire.ts'
import type { AssessmentResult } from '../../src/engine/model/result.ts'
import { drawTrend } from '../../src/features/reports/content/figures/charts.ts'
import { glanceOf } from '../../src/features/reports/content/figures/glance.ts'
import { renderCombinedReport, renderReport } from '../../src/features/reports/html/page.ts'
import { renderCombinedPdf, renderPdf } from '../../src/features/reports/pdf/content/document.ts'
import { spanParts } from '../../src/shared/charts/gauge.ts'
import { drawSteps } from '../../src/shared/charts/level-steps.ts'
import { snapshotOf } from '../engine/snapshot-builder.ts'
import { readPdf } from './pdf-text.ts'
import { sampleReport } from './sample-report.ts'
import { tenantReports } from './tenant-reports.ts'

const nothing = readTenant(snapshotOf({}))
const unknownBy = (framework: typeof NIST_CSF): AssessmentResult =>
  evaluateFramework(framework, nothing, { target: framework.defaultTarget })

const scoresOf = (page: string): string => page.slice(page.indexOf('id="meaning"'), page.indexOf('id="trend"'))

test('the table of scores shows no level of what is not known, in any framework', async () => {
  for (const framework of [NIST_CSF, ESSENTIAL_EIGHT]) {
    const result = unknownBy(framework)
    const empty = result.groups.filter(({ settled, inScope }) => settled === 0 && inScope > 0)
    assert.ok(empty.length > 0)
    const report = sampleReport(result, { edition: 'full', productName: framework.name })
    const dashes = scoresOf(renderReport(report)).match(
      /<span aria-hidden="true">–<\/span><span class="unseen">Not known<\/span>/g,
    )
    const expected = empty.length + (result.coverage === 0 ? 1 : 0)
    assert.equal(dashes?.length, expected, framework.name)
    const { objects } = readPdf(await renderPdf(report))
    const spoken = [...objects.values()].filter((body) => body.includes('/ActualText (Not known)'))
    assert.equal(spoken.length, expected, framework.name)
  }
})

const answered = (framework: typeof NIST_CSF, level: LevelAnswer): AssessmentResult => {
  const questions = framework.questionnaire.sections.flatMap((section) => section.questions)
  const given = questions.map(({ id }) => [id, { answer: level, answeredAt: '2026-05-01T00:00:00Z' }] as const)
  const answers = { format: 'plumbline-answers/1', answers: Object.fromEntries(given) } as const
  return evaluateFramework(framework, nothing, { target: framework.defaultTarget, answers })
}

/** Every row at the lowest level, as people answered and the tenant shows. */
function lowest(): AssessmentResult {
  const result = answered(NIST_CSF, 1)
  const requirements = result.requirements.map((row) => ({
    ...row,
    verdict: 'ineffective' as const,
    level: 1 as const,
  }))
  const groups = result.groups.map((group) => ({ ...group, settled: group.inScope, score: 33, scoreCeiling: 33 }))
  return { ...result, requirements, groups, score: 33, scoreCeiling: 33, coverage: 1, maturityAchieved: 1 }
}

const NOTE =
  '33 is the lowest score once everything is known: with target level 3, level 1 earns a third of the points, and what is unknown earns none.'

test('the lowest level is not called an achievement, and every edition says where its points come from', async () => {
  assert.equal(glanceOf(lowest(), '').stepsAlt, 'Level 1 of 5, the lowest; the target is level 3.')
  for (const edition of ['full', 'technical', 'owner'] as const) {
    const report = sampleReport(lowest(), { edition, productName: NIST_CSF.name })
    const page = renderReport(report)
    assert.equal(page.split(NOTE).length, 2, edition)
    assert.doesNotMatch(page, /level 1 is (reached|confirmed)|Maturity reached/i)
    const combined = { ...report, edition, parts: [report], missing: ['Essential Eight'] }
    assert.ok(renderCombinedReport(combined).includes(NOTE))
    const words = (text: string): string => text.replace(/\s+/g, ' ')
    assert.ok(words(readPdf(await renderPdf(report)).pages[0] ?? '').includes(NOTE), edition)
    assert.ok(words(readPdf(await renderCombinedPdf(combined)).pages[0] ?? '').includes(NOTE), edition)
  }
})

test('the step of a level at which nothing is done is light until a higher one is reached, with an outline that steps beyond the target do not have', () => {
  const shapes = (level: number, bare: number) =>
    drawSteps({ level, bare, target: 3, top: 5, between: 'missing' }, { width: 180, height: 78, alt: '', size: 12 })
      .shapes
  const fills = (level: number, bare: number) =>
    shapes(level, bare).flatMap((shape) => (shape.kind === 'area' ? [shape.fill] : []))
  const outlines = (level: number, bare: number) =>
    shapes(level, bare).filter((shape) => shape.kind === 'line' && shape.path.endsWith('z')).length
  assert.deepEqual([outlines(1, 1), outlines(1, 0), outlines(2, 1), outlines(0, 1)], [1, 0, 0, 0])
  const open = ['missing', 'missing', 'not-applicable', 'not-applicable']
  assert.deepEqual(fills(1, 1), ['not-applicable', ...open])
  assert.deepEqual(fills(1, 0), ['in-place', ...open])
  assert.deepEqual(fills(2, 1), ['in-place', 'in-place', ...open.slice(1)])
})

test('points of a level at which nothing is done are light in the gauge and the trend, and named', async () => {
  const point = { runId: 'run_1', completedAt: '2026-05-08T03:14:20.000Z', target: 3 }
  const result = lowest()
  const { span } = glanceOf(result, '')
  assert.deepEqual(
    spanParts(span).map(([meaning]) => meaning),
    ['not-applicable', 'missing'],
  )
  const trend = [
    { ...result, ...point },
    { ...result, ...point, runId: 'run_2', maturityAchieved: 1.1, score: 36, scoreCeiling: 36 },
  ]
  const fills = drawTrend(trend, result.product, {}, { width: 600, size: 12 }).shapes.flatMap((shape) =>
    shape.kind === 'area' ? [shape.fill] : [],
  )
  assert.deepEqual(fills, ['not-applicable', 'missing', 'in-place', 'missing'])
  const report = sampleReport(result, { edition: 'full', productName: NIST_CSF.name, trend })
  assert.match(renderReport(report).replace(/<[^>]*>/g, ''), /33 for the lowest level.*For the lowest level/s)
  const pages = readPdf(await renderPdf(report))
    .pages.join(' ')
    .replace(/\s+/g, ' ')
  assert.match(pages, /33 for the lowest level.*For the lowest level/)
})

test('where nothing is known, no level is called reached or confirmed', () => {
  for (const edition of ['full', 'technical', 'owner'] as const) {
    const page = renderReport(sampleReport(unknownBy(NIST_CSF), { edition, productName: NIST_CSF.name }))
    assert.match(page, /Not known, target 3/)
    assert.doesNotMatch(page, /level \d is (reached|confirmed)|Maturity reached/i)
  }
})

test('the section about what is known is named after what is unknown only where something is', () => {
  const titleOf = (result: AssessmentResult) =>
    renderReport(sampleReport(result, { edition: 'full' })).match(/id="unknown-title">([^<]*)</)?.[1]
  assert.equal(titleOf(lowest()), 'What is known')
  assert.equal(titleOf(unknownBy(NIST_CSF)), 'What is known and what is unknown')
})

test('the owner reads why more checks fall short than there are findings, where that is so', () => {
  const sentence = 'A requirement in several strategies is a check in each of them.'
  const result = unknownBy(ESSENTIAL_EIGHT)
  const failed = result.requirements.map((row) =>
    row.levels.includes(2) ? { ...row, verdict: 'ineffective' as const, severity: 'high' as const } : row,
  )
  const page = (requirements: AssessmentResult['requirements']) =>
    renderReport(sampleReport({ ...result, requirements }, { edition: 'owner' }))
  assert.ok(page(failed).includes(sentence))
  const ids = new Set<string>()
  const once = failed.filter(({ id }) => !ids.has(id) && ids.add(id))
  assert.ok(once.length < failed.length && !page(once).includes(sentence))
})

test('severities and efforts are explained where actions have them, by the rules of the framework', async () => {
  const rules = [
    [NIST_CSF, ['Three or more levels below the target.', 'One level below the target.']],
    [ESSENTIAL_EIGHT, ['Required from level 1.', 'Required only from level 3.', 'already use is one step higher.']],
    [SCUBA_ENTRA, ['Required from level 1.', 'Required only from level 2, and at least 95% in place.']],
  ] as const
  for (const [framework, its] of rules) {
    const questions = framework.questionnaire.sections.flatMap((section) => section.questions)
    const answer = framework.scoring === 'maturity' ? 1 : 'no'
    const given = questions.map(({ id }) => [id, { answer, answeredAt: '2026-05-01T00:00:00Z' }] as const)
    const answers = { format: 'plumbline-answers/1', answers: Object.fromEntries(given) } as const
    const result = evaluateFramework(framework, nothing, { target: framework.defaultTarget, answers })
    for (const edition of ['full', 'technical'] as const) {
      const report = sampleReport(result, { edition, productName: framework.name })
      const pdf = readPdf(await renderPdf(report))
        .pages.join(' ')
        .replace(/\s+/g, ' ')
      for (const text of [renderReport(report), pdf]) {
        for (const sentence of [
          'What the severities mean',
          'Only ',
          ...its,
          'days (less than two weeks, with tests and notice to users)',
        ])
          assert.ok(text.includes(sentence), `${framework.name}, ${edition}: ${sentence}`)
        assert.equal(text.includes('one step higher'), framework === ESSENTIAL_EIGHT, framework.name)
      }
    }
  }
})

/** The first screen has it before any list of actions. */
const FIRST_STEP = /First step .{0,160}?Effort: \w+/

test('“Effort” and “Gain” are explained once, before the first action that has them', async () => {
  const reports = await tenantReports()
  for (const { tenant, framework, report } of reports.filter(({ tenant }) => /weak|strong/.test(tenant))) {
    for (const edition of ['full', 'technical'] as const) {
      const input = { ...report, edition }
      const pdf = readPdf(await renderPdf(input)).pages.join(' ')
      for (const whole of [renderReport(input).replace(/<(style|script|nav)[\s\S]*?<\/\1>|<[^>]*>/g, ' '), pdf]) {
        const text = whole.replace(/\s+/g, ' ')
        for (const [word, meaning] of [
          ['Effort: ', '“Effort” has four steps: '],
          ['Gain: ', '“Gain” is what '],
        ] as const) {
          const [before = '', ...after] = text.split(meaning)
          assert.equal(after.length, text.includes(word) ? 1 : 0, `${tenant} ${framework} ${edition}: ${word}`)
          assert.ok(!before.replace(FIRST_STEP, '').includes(word), `${tenant} ${framework} ${edition}: ${word}`)
        }
      }
    }
  }
})
