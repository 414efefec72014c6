import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTenant } from '../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../src/engine/evaluation/evaluate.ts'
import { FRAMEWORKS } from '../../src/engine/frameworks/catalogue.ts'
import { ESSENTIAL_EIGHT } from '../../src/engine/frameworks/essential-eight/essential-eight.ts'
import type { AssessmentResult } from '../../src/engine/model/result.ts'
import { unknownsOf } from '../../src/engine/results/unknowns.ts'
import { compareResults } from '../../src/features/reports/content/difference.ts'
import type { Difference, RunPoint } from '../../src/features/reports/content/input.ts'
import { unknownKinds } from '../../src/features/reports/content/unknowns.ts'
import { UNKNOWN_WORDS } from '../../src/features/reports/content/words/actions.ts'
import { PAGE_SCRIPT } from '../../src/features/reports/html/frame/script/script.ts'
import { renderReport } from '../../src/features/reports/html/page.ts'
import { spanOf, spanText } from '../../src/shared/charts/gauge.ts'
import { sampleSnapshot } from '../engine/sample-snapshot.ts'
import { png } from './pictures.ts'
import { sampleResult } from './sample.ts'
import { sampleReport } from './sample-report.ts'

const EVIL = `<script>alert(1)</script>" onload='x' &`

const reportOf = (...given: Parameters<typeof sampleReport>): string =>
  renderReport(sampleReport(...given)).replace(`<script>${PAGE_SCRIPT}</script>`, '')

/** A run on the first day of a month of 2026. */
const pointOf = (month: number, score: number, more: Partial<RunPoint> = {}): RunPoint => ({
  runId: `run_${month}`,
  completedAt: new Date(Date.UTC(2026, month - 1, 1, 4)).toISOString(),
  score,
  scoreCeiling: Math.min(100, score + 20),
  coverage: 0.5,
  maturityAchieved: 0,
  findings: 12,
  target: 2,
  ...more,
})

const differenceOf = (previous: AssessmentResult, current: AssessmentResult, since: RunPoint): Difference => ({
  since,
  ...compareResults(previous, current),
})

/** One section of a page by its id. */
function sectionOf(page: string, id: string): string {
  const from = page.indexOf(`id="${id}"`)
  assert.notEqual(from, -1, `there is a section ${id}`)
  return page.slice(from, page.indexOf('</section>', from))
}

const words = (markup: string): string => markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

const mixed = sampleResult('mixed')
const weak = sampleResult('weak')

test('the first run has a trend of one sentence and no changes', () => {
  const page = reportOf(mixed, { trend: [pointOf(5, mixed.score)] })
  assert.match(sectionOf(page, 'trend'), /This is the first completed run/)
  assert.doesNotMatch(sectionOf(page, 'trend'), /<svg|<table/)
  assert.doesNotMatch(page, /What changed/)
})

test('a trend is a chart with a name and a description, and a table with the same numbers', () => {
  const points = [pointOf(1, 20), pointOf(2, 35, { scoreCeiling: 35 }), pointOf(3, 30)]
  const section = sectionOf(reportOf(mixed, { trend: points }), 'trend')
  assert.match(section, /3 assessments since <time [^>]*>1 January 2026<\/time>: the score was 20–40 and is 30–50\./)
  assert.match(section, /<figure class="figure" role="img" aria-label="The span of the score in the last 3 runs\.">/)
  const [wide = ''] = section.match(/<div class="at-wide">.*?<\/div>/) ?? []
  assert.deepEqual(
    [...wide.matchAll(/<text class="i-ink bold middle"[^>]*>([^<]*)</g)].map(([, text]) => text),
    ['20–40', '35', '30–50'],
  )
  assert.equal(wide.match(/class="a-unknown"/g)?.length, 2, 'no band if nothing was unknown')
  const lines = [...section.matchAll(/<tr><th scope="row">.*?<\/tr>/g)].map(([line]) => words(line).trim())
  assert.deepEqual(lines, [
    '1 January 2026 at 04:00 UTC 20 40 0 50%',
    '1 February 2026 at 04:00 UTC 35 35 0 50%',
    '1 March 2026 at 04:00 UTC , this run 30 50 0 50%',
  ])
})

test('scores for different targets are not compared', () => {
  const since = pointOf(4, 70, { target: 1 })
  const difference = differenceOf(weak, mixed, since)
  const page = reportOf(mixed, { trend: [since, pointOf(5, mixed.score)], difference })
  const trend = sectionOf(page, 'trend')
  assert.match(trend, /different targets/)
  assert.doesNotMatch(trend, /rose|fell/)
  assert.match(trend, />Target</)
  assert.match(sectionOf(page, 'changes'), /another target, level 1, so the two scores are not comparable/)
  assert.doesNotMatch(page, /score went from/)
})

test('changes are listed by kind with the verdict before and after, and counted in the summary', () => {
  const difference = differenceOf(weak, mixed, pointOf(4, weak.score))
  const { better, worse, otherwise } = difference
  assert.ok(better.length > 0 && otherwise.length > 0)
  const page = reportOf(mixed, { trend: [difference.since, pointOf(5, mixed.score)], difference })
  const section = sectionOf(page, 'changes')
  assert.match(words(section), /What changed since 1 April 2026/)
  const text = words(section)
  assert.ok(text.includes(`Fixed or better: ${better.length} checks`))
  for (const { id, group } of [...better, ...worse, ...otherwise]) {
    assert.ok(section.includes(`href="#r-${group}-${id}"`), id)
    assert.ok(page.includes(`id="r-${group}-${id}"`), id)
  }
  assert.match(text, /Not in place → then In place/)
  const counts = `The score was ${spanText(spanOf(difference.since))} and is ${spanText(spanOf(mixed))}: ${better.length} checks became better`
  assert.equal(words(page).split(counts).length, 2)
  assert.match(page, /<li><a href="#changes">What changed<\/a><\/li>/)
  assert.match(page, /<li><a href="#trend">The score over time<\/a><\/li>/)
})

test('a run without changes says so', () => {
  const difference = differenceOf(mixed, mixed, pointOf(4, mixed.score, { scoreCeiling: mixed.scoreCeiling }))
  const section = sectionOf(reportOf(mixed, { difference }), 'changes')
  assert.match(section, /as before: no check changed\./)
  assert.doesNotMatch(section, /<ul>|<h3>|<figure/)
})

test('changed levels are shown for rows that have their own', () => {
  const [first] = weak.requirements
  assert.ok(first)
  const change = { id: first.id, group: first.group, statement: first.statement }
  const better = [{ ...change, before: 'partial', after: 'partial', levelBefore: 2, levelAfter: 3 }] as const
  const difference = { since: pointOf(4, 1), better, worse: [], otherwise: [] }
  const text = words(sectionOf(reportOf(weak, { difference }), 'changes'))
  assert.match(text, /Partly in place, level 2 → then Partly in place, level 3/)
})

test('a contradicted answer is shown in its row, counted in the summary and listed', () => {
  const [first, ...rest] = mixed.requirements
  assert.ok(first)
  const sentence = 'People answered “yes”, and 3 of 10 are covered.'
  const page = reportOf({ ...mixed, requirements: [{ ...first, contradiction: sentence }, ...rest] })
  assert.match(sectionOf(page, 'meaning'), /In 1 check the tenant contradicts what people answered/)
  assert.ok(sectionOf(page, 'unknown').includes(sentence))
  assert.match(page, /<dt>People answered<\/dt><dd>.*The reading counts\./)
  assert.equal(page.split(sentence).length, 2, 'said once')
  assert.doesNotMatch(reportOf(mixed), /contradicts what people answered|People answered/)
})

test('where only a hint speaks against an answer, the summary says that the answer counts', () => {
  const [first, ...rest] = mixed.requirements
  assert.ok(first)
  const contradiction = 'People answered “yes”. What the tenant shows may suggest otherwise: nobody looked.'
  const page = reportOf({ ...mixed, requirements: [{ ...first, basis: 'reported', contradiction }, ...rest] })
  const text = words(sectionOf(page, 'meaning'))
  assert.match(text, /In 1 check the tenant shows less than people answered\. The answers count there/)
  assert.doesNotMatch(text, /tenant contradicts/)
})

test('a hint that is also the reason of another requirement is stated in its row', () => {
  const [first, second, ...rest] = mixed.requirements.map(({ severity: _, ...row }) => row)
  assert.ok(first && second)
  const hint = 'Nobody used 2 of 9 privileged accounts.'
  const page = reportOf({
    ...mixed,
    requirements: [
      { ...first, verdict: 'no_visibility', basis: 'absent', observed: hint },
      { ...second, verdict: 'not_assessed', observed: 'Nobody has answered this yet.', hint },
      ...rest,
    ],
  })
  assert.ok(words(page).includes(`Hint ${hint}`))
  assert.match(page, new RegExp(`<li><p>${hint}</p><p class="ids"><span><a [^>]*>${first.id}<`))
})

for (const framework of FRAMEWORKS) {
  test(`${framework.id}: the points shown for rows, groups and the whole add up`, () => {
    const empty = { format: 'plumbline-snapshot/1', tenantId: '', collectedAt: '2026-05-08T03:11:02Z', responses: {} }
    const given = framework.requirements.map(({ id }, index) => {
      const answer = framework.scoring === 'maturity' ? ([1, 2, 3, 5] as const)[index % 4] : ANSWERS[index % 4]
      return [id, { answer: answer ?? 'not_applicable' }] as const
    })
    const answers = { format: 'plumbline-answers/1', answers: Object.fromEntries(given) } as const
    const tenant = readTenant({ ...empty, format: 'plumbline-snapshot/1' })
    const result = evaluateFramework(framework, tenant, { target: framework.defaultTarget, answers })
    assert.ok(result.score > 0 && result.score < 100)
    const page = reportOf(result)
    const sums = (text: string, form: RegExp): number[] => [...text.matchAll(form)].map(([, points]) => Number(points))
    const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)
    // Numbers are rounded to hundredths, so a sum may be off by half a hundredth per summand.
    const near = (one: number, other: number, lines: number): void =>
      assert.ok(Math.abs(one - other) <= 0.005 * (lines + 1) + 1e-9, `${one} and ${other}`)
    const groups: number[] = []
    for (const { id } of result.groups) {
      const section = sectionOf(page, `g-${id}`)
      const [sum = 0] = sums(section, /How its ([\d.]+) points are calculated/g)
      const kinds = sums(section, /<tr><th scope="row">(?!Total).*?<td class="number">([\d.]+)<\/td><\/tr>/g)
      const rows = sums(section, /<dt>Points<\/dt><dd>([\d.]+) of [\d.]+<\/dd>/g)
      near(total(kinds), sum, kinds.length)
      near(total(rows), sum, rows.length)
      groups.push(sum)
    }
    assert.ok(Math.abs(total(groups) - result.score) <= 0.5 + 0.005 * groups.length)
  })
}

const ANSWERS = ['yes', 'partly', 'no', 'not_applicable'] as const

test('actions show their severity, and their gain if it is known', () => {
  const [framework] = FRAMEWORKS
  assert.ok(framework)
  const given = framework.requirements.map(({ id }) => [id, { answer: 'no' }] as const)
  const empty = { tenantId: '', collectedAt: '2026-05-08T03:11:02Z', responses: {} }
  const tenant = readTenant({ format: 'plumbline-snapshot/1', ...empty })
  const answers = { format: 'plumbline-answers/1', answers: Object.fromEntries(given) } as const
  const result = evaluateFramework(framework, tenant, { target: framework.defaultTarget, answers })
  const items = sectionOf(reportOf(result), 'first').split('<li><div id="a-').slice(1).map(words)
  assert.ok(items.length > 10)
  for (const item of items) assert.match(item, /(Critical|High|Medium|Low) severity/)
  assert.ok(items.some((item) => /Gain: .*\d+\.\d points? /.test(item)))
})

test('a report says which permissions were not granted, and that consenting again grants them', () => {
  const shown = words(reportOf({ ...mixed, missingPermissions: ['Device.Read.All'] }))
  assert.match(shown, /has approved this permission: Device\.Read\.All\. .*approve again/)
  assert.doesNotMatch(words(reportOf(mixed)), /approve again/)
})

test('the coverage table shows by group what was read, what was answered and what is unknown', () => {
  const section = sectionOf(reportOf(mixed), 'unknown')
  const numbers = [...section.matchAll(/<tr><th scope="row">[^<]*<\/th>(.*?)<\/tr>/g)].map(([, cells = '']) =>
    [...cells.matchAll(/>(\d+)</g)].map(([, number]) => Number(number)),
  )
  assert.equal(numbers.length, mixed.groups.length + 1)
  for (const [read = 0, shown = 0, unknown = 0, all] of numbers) assert.equal(read + shown + unknown, all)
  const [last] = numbers.slice(-1)
  assert.deepEqual(
    last,
    [0, 1, 2, 3].map((at) => numbers.slice(0, -1).reduce((sum, line) => sum + (line[at] ?? 0), 0)),
  )
})

test('the number of questions about what no reading shows is a part of all unanswered questions', () => {
  const tenant = readTenant(sampleSnapshot('strong', '2026-05-08T03:11:02Z'))
  const result = evaluateFramework(ESSENTIAL_EIGHT, tenant, { target: ESSENTIAL_EIGHT.defaultTarget })
  const all = unknownsOf(result).filter(({ kind }) => kind === 'question').length
  const sentences = unknownKinds(result).flatMap(({ reasons }) =>
    reasons.flatMap(([reason, rows]) => {
      const [, count, whole] = /^(\d+) of the (\d+) unanswered questions/.exec(reason) ?? []
      return count === undefined ? [] : [[Number(count), Number(whole), new Set(rows.map(({ id }) => id)).size]]
    }),
  )
  assert.equal(sentences.length, 1)
  const [[count = 0, whole = 0, listed = 0] = []] = sentences
  assert.deepEqual([whole, listed], [all, count])
  assert.ok(count < all)
  assert.equal(UNKNOWN_WORDS.cannotShow(3, 3), 'All 3 unanswered questions ask about what a tenant cannot show.')
  assert.equal(UNKNOWN_WORDS.cannotShow(2, 2), 'Both unanswered questions ask about what a tenant cannot show.')
  assert.equal(UNKNOWN_WORDS.cannotShow(1, 1), 'The unanswered question asks about what a tenant cannot show.')
})

test('markup in names, statements and the brand is escaped', () => {
  const difference: Difference = {
    since: pointOf(4, 1, { completedAt: EVIL }),
    better: [{ id: EVIL, group: EVIL, statement: EVIL, before: 'partial', after: 'effective' }],
    worse: [],
    otherwise: [],
  }
  const requirements = mixed.requirements.map((row) => ({ ...row, contradiction: EVIL }))
  const page = reportOf(
    { ...mixed, requirements },
    {
      customerName: EVIL,
      partnerName: EVIL,
      trend: [difference.since, pointOf(5, 2, { completedAt: EVIL, runId: EVIL })],
      difference,
      brand: { colour: '#f5a623', logo: { type: 'image/png', bytes: png(2, 2) } },
    },
  )
  assert.doesNotMatch(page, /<script|onload='/i)
  assert.equal(page.match(/<img /g)?.length, 1)
  assert.match(page, /<img class="logo" alt="" src="data:image\/png;base64,[A-Za-z0-9+/=]+">/)
  const anchors = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
  assert.equal(new Set(anchors).size, anchors.length, 'ids are unique')
  for (const [, target = ''] of page.matchAll(/(?:href="|url\()#([^")]+)/g)) assert.ok(anchors.includes(target), target)
})
