import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderReport } from '../../src/features/reports/html/page.ts'
import { renderPdf } from '../../src/features/reports/pdf/content/document.ts'
import { readPdf } from './pdf-text.ts'
import { sampleResult } from './sample.ts'
import { sampleReport } from './sample-report.ts'

const result = sampleResult('weak')
const [fallen, other] = result.requirements.filter(({ severity }) => severity)
assert.ok(fallen && other)
const since = {
  runId: 'run_1',
  completedAt: '2026-04-08T03:14:20.000Z',
  score: 35,
  scoreCeiling: 90,
  coverage: 0.5,
  maturityAchieved: 0,
  findings: 12,
}
const change = {
  id: fallen.id,
  group: fallen.group,
  statement: fallen.statement,
  before: 'effective',
  after: fallen.verdict,
} as const

test('a finding that was better in the run before says so, and can be chosen', () => {
  const difference = { since, better: [], worse: [change], otherwise: [] }
  const page = renderReport(sampleReport(result, { edition: 'technical', difference }))
  const findings = page.split('<li data-finding').slice(1)
  const worse = findings.filter((finding) => /worse than on 8 April 2026/i.test(finding))
  assert.equal(worse.length, 1)
  assert.match(worse[0] ?? '', new RegExp(`change-is-worse[^]*${fallen.id}`))
  assert.equal(findings.filter((finding) => /^[^>]*change-is-others/.test(finding)).length, findings.length - 1)
  assert.match(worse[0] ?? '', /<p class="marks">.*worse than on 8 April 2026<\/span>.*<\/p>/is, 'beside the severity')
  assert.match(page, /<legend>Since the last run<\/legend>/)
})

test('on paper, technicians see it too, and the state of every requirement', async () => {
  const difference = { since, better: [], worse: [change], otherwise: [] }
  const { pages } = readPdf(await renderPdf(sampleReport(result, { edition: 'technical', difference })))
  const text = pages.join('\n').replace(/\s+/g, ' ')
  assert.equal(text.split(/worse than on 8 April 2026/i).length - 1, 1)
  assert.match(text, /Every requirement at a glance/)
  for (const { id } of result.requirements) assert.ok(text.includes(id), `${id} is missing`)
})

test('a finding that only an answer lowered is not called worse', async () => {
  const difference = { since, better: [], worse: [{ ...change, byAnswer: true as const }], otherwise: [] }
  const report = sampleReport(result, { edition: 'technical', difference })
  const page = renderReport(report)
  assert.match(page, /<span class="mark dim">(?:(?!<\/span>).)*lowered by an answer<\/span>/i)
  const paper = readPdf(await renderPdf(report))
    .pages.join('\n')
    .replace(/\s+/g, ' ')
  assert.match(paper, /result lowered by an answer/i)
  for (const text of [page, paper]) assert.doesNotMatch(text, /worse than on/i)
  assert.doesNotMatch(page, /Since the last run/)
})

test('without a change for the worse, there is nothing to choose', () => {
  const page = renderReport(sampleReport(result, { edition: 'technical' }))
  assert.doesNotMatch(page, /Since the last run|worse than on/i)
})
