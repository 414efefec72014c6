import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { readTenant } from '../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../src/engine/evaluation/evaluate.ts'
import { FRAMEWORKS } from '../../src/engine/frameworks/catalogue.ts'
import { NIST_CSF } from '../../src/engine/frameworks/nist-csf/nist-csf.ts'
import { SCUBA_ENTRA } from '../../src/engine/frameworks/scuba-entra/scuba-entra.ts'
import type { Answers } from '../../src/engine/model/questionnaire.ts'
import type { AssessmentResult } from '../../src/engine/model/result.ts'
import type { Snapshot } from '../../src/engine/model/snapshot.ts'
import { NOT_APPROVED } from '../../src/features/approvals/rules.ts'
import type { Edition } from '../../src/features/reports/content/edition.ts'
import { headline } from '../../src/features/reports/content/executive-summary.ts'
import type { Requester } from '../../src/features/reports/content/input.ts'
import { purpose } from '../../src/features/reports/content/words/purposes.ts'
import { PAGE_SCRIPT } from '../../src/features/reports/html/frame/script/script.ts'
import { renderReport } from '../../src/features/reports/html/page.ts'
import {
  type PendingReport,
  renderNoReportPage,
  renderPendingPage,
} from '../../src/features/reports/html/pending-page.ts'
import { reportPolicy } from '../../src/features/reports/html/style.ts'
import { html, toHtml } from '../../src/shared/html/html.ts'
import { sampleResult } from './sample.ts'
import { sampleReport } from './sample-report.ts'

/** What a reader may follow to the source of a framework. */
const PUBLISHED = new Set(FRAMEWORKS.flatMap(({ published }) => published?.documents.map(({ url }) => url) ?? []))

/** The page without its one script. */
const withoutScript = (page: string): string => page.replace(`<script>${PAGE_SCRIPT}</script>`, '')

const EVIL = `<script>alert(1)</script>" onload='x' &`

const reportOf = (...given: Parameters<typeof sampleReport>): string =>
  withoutScript(renderReport(sampleReport(...given)))

function pendingOf(changes: Partial<PendingReport>): string {
  const page = renderPendingPage(
    {
      customerName: 'Fabrikam Timber',
      partnerName: 'Northwind IT',
      productName: 'Essential Eight',
      runId: 'run_1',
      status: 'queued',
      createdAt: '2026-05-08T03:10:44Z',
      ...changes,
    },
    'partner',
  )
  return withoutScript(page)
}

/** The same value with every string in it replaced. */
function poison(value: AssessmentResult): AssessmentResult {
  return {
    ...value,
    product: EVIL,
    framework: { id: EVIL, version: EVIL },
    groups: value.groups.map((group) => ({ ...group, id: `${group.id}${EVIL}`, name: `${group.name}${EVIL}` })),
    requirements: value.requirements.map((row) => ({
      ...row,
      id: `${row.id}${EVIL}`,
      group: `${row.group}${EVIL}`,
      statement: EVIL,
      observed: EVIL,
      expected: EVIL,
      remedy: EVIL,
      affected: { items: [EVIL, EVIL], total: 9 },
      limitations: [EVIL],
      evidence: [{ dataset: EVIL, pointer: EVIL, collectedAt: EVIL }],
    })),
  }
}

/** A page from its body on, because the style sheet in the head may contain what markup may not. */
const bodyOf = (page: string): string => page.slice(page.indexOf('<body>'))

const sections = (page: string, id: string): string => {
  const from = page.indexOf(`id="${id}"`)
  assert.notEqual(from, -1, `there is a section ${id}`)
  return page.slice(from, page.indexOf('</section>', from))
}

const pages: readonly (readonly [name: string, page: string])[] = [
  ['weak', reportOf(sampleResult('weak'))],
  ['mixed', reportOf(sampleResult('mixed'))],
  ['strong', reportOf(sampleResult('strong'))],
  ['queued', pendingOf({ status: 'queued' })],
  ['failed', pendingOf({ status: 'failed', failure: { code: 'CONSENT_MISSING', message: 'No consent was given.' } })],
  ['no report', withoutScript(renderNoReportPage())],
]

test('markup in any text of a result is escaped', () => {
  const page = reportOf(poison(sampleResult('mixed')), {
    customerName: EVIL,
    partnerName: EVIL,
    productName: EVIL,
    runId: EVIL,
    tenantId: EVIL,
    createdAt: EVIL,
    completedAt: EVIL,
  })
  assert.doesNotMatch(page, /<script|onload='/i)
  assert.match(page, /&lt;script&gt;alert\(1\)&lt;\/script&gt;&quot; onload=&#39;x&#39; &amp;/)
  const pending = pendingOf({
    customerName: EVIL,
    partnerName: EVIL,
    productName: EVIL,
    runId: EVIL,
    createdAt: EVIL,
    status: 'failed',
    failure: { code: EVIL, message: EVIL },
  })
  assert.doesNotMatch(pending, /<script|onload='/i)
})

test('only output of the template tag itself is not escaped', () => {
  assert.equal(
    toHtml(html`<p>${'<b>'}${html`<i>${1}</i>`}${[false, undefined, 'a&b']}</p>`),
    '<p>&lt;b&gt;<i>1</i>a&amp;b</p>',
  )
})

test('a page has no other scripts, no style attributes and nothing from other origins', () => {
  for (const [name, page] of pages) {
    assert.doesNotMatch(page, /<script|<iframe|<object|<link|<img|javascript:/i, name)
    assert.doesNotMatch(bodyOf(page), /\sstyle=|\son[a-z]+=/i, name)
    for (const [, target = ''] of page.matchAll(/\s(?:src|href|action|data|xlink:href)="([^"]*)"/g)) {
      if (!PUBLISHED.has(target)) assert.match(target, /^(#.+)?$/, `${name} points to ${target}`)
    }
    for (const [, target = ''] of page.matchAll(/url\(([^)]*)\)/g))
      assert.match(target, /^(#|\/fonts\/)/, `${name} loads ${target}`)
    assert.doesNotMatch(page, /@import/, name)
  }
})

test('the policy allows exactly the style sheet and the script of the page', () => {
  const allowed = createHash('sha256').update(PAGE_SCRIPT).digest('base64')
  assert.ok(reportPolicy().includes(`script-src 'sha256-${allowed}'`))
  assert.equal(renderReport(sampleReport(sampleResult('weak'))).split(`<script>${PAGE_SCRIPT}</script>`).length, 2)
  for (const [name, page] of pages) {
    const sheets = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)]
    assert.equal(sheets.length, 1, name)
    const hash = createHash('sha256')
      .update(sheets[0]?.[1] ?? '')
      .digest('base64')
    assert.ok(reportPolicy().includes(`style-src 'sha256-${hash}'`), name)
  }
  assert.ok(reportPolicy().startsWith("default-src 'none'"))
})

test('every requirement is in the page, and every internal link has a target', () => {
  const result = sampleResult('mixed')
  const page = reportOf(result)
  for (const { id, group } of result.requirements) assert.ok(page.includes(`id="r-${group}-${id}"`), id)
  const anchors = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
  assert.equal(new Set(anchors).size, anchors.length, 'ids are unique')
  for (const [, target = ''] of page.matchAll(/(?:href="|url\()#([^")]+)/g)) assert.ok(anchors.includes(target), target)
})

test('a requirement in two groups is in both, each with its own anchor', () => {
  const result = sampleResult('mixed')
  const [first] = result.requirements
  assert.ok(first)
  const page = reportOf({ ...result, requirements: [...result.requirements, { ...first, group: 'regular-backups' }] })
  assert.ok(page.includes(`id="r-patch-applications-${first.id}"`))
  assert.ok(page.includes(`id="r-regular-backups-${first.id}"`))
})

test('the headline distinguishes a weak result from a strong one', () => {
  const weak = headline(sampleResult('weak'), 'Fabrikam')
  const mixed = headline(sampleResult('mixed'), 'Fabrikam')
  const strong = headline(sampleResult('strong'), 'Fabrikam')
  assert.match(weak, /exposed/)
  assert.match(strong, /meets its target, maturity level 2, in full/)
  assert.equal(new Set([weak, mixed, strong]).size, 3)
  assert.ok(reportOf(sampleResult('weak'), { customerName: 'Fabrikam' }).includes(weak))
})

test('the headline begins with unknowns if they are more than half, otherwise with critical weaknesses', () => {
  const strong = sampleResult('strong')
  assert.match(headline({ ...strong, critical: 1, findings: 1, coverage: 0.5 }, 'Fabrikam'), /1 critical weakness to/)
  const unsettled = headline({ ...strong, critical: 1, findings: 1, coverage: 0.3 }, 'Fabrikam')
  assert.match(unsettled, /^Too little is known .*; 1 critical weakness is already certain\.$/)
  assert.match(headline({ ...strong, coverage: 0.3 }, 'Fabrikam'), /Too little .* 30%/)
  const open = { ...sampleResult('weak'), score: 20, coverage: 0.7 }
  assert.match(headline({ ...open, scoreCeiling: 49 }, 'Fabrikam'), /is not in place/)
  assert.doesNotMatch(headline({ ...open, scoreCeiling: 60 }, 'Fabrikam'), /is not in place/)
  const unsure = headline({ ...strong, maturityAchieved: 1, coverage: 0.9 }, 'Fabrikam')
  assert.match(unsure, /maturity level 2 cannot be confirmed while parts are unknown/)
})

test('unknowns are listed below and are not findings', () => {
  const result = sampleResult('mixed')
  const page = reportOf(result)
  const unknown = result.requirements.filter(
    (row) => row.levels.includes(2) && ['no_visibility', 'not_licensed', 'not_assessed'].includes(row.verdict),
  )
  assert.ok(unknown.length > 0)
  const [first, apart] = [sections(page, 'first'), sections(page, 'unknown')]
  for (const { id } of unknown) {
    assert.ok(!first.includes(`>${id}<`), `${id} is not listed as something to fix`)
    assert.ok(apart.includes(`>${id}<`), `${id} is listed as unknown`)
  }
  assert.match(apart, new RegExp(`and ${unknown.length} are unknown`))
})

test('a single unknown check is worded in the singular', () => {
  const effective = sampleResult('strong').requirements.map((row) => ({ ...row, verdict: 'effective' as const }))
  const [first, ...rest] = effective.filter((row) => row.levels.includes(2))
  assert.ok(first)
  const unread = { ...first, verdict: 'no_visibility' as const, evidence: [] }
  const page = reportOf({ ...sampleResult('strong'), coverage: 0.9, requirements: [unread, ...rest] })
  assert.match(
    page,
    /1 of \d+ checks is unknown\. It earns no points, but is never counted as a failure, and is listed below\./,
  )
  assert.match(sections(page, 'unknown'), /and 1 is unknown\. What is unknown earns no points and is not a finding\./)
})

test('an unknown requirement in several groups is listed once, with how often it counts', () => {
  const result = sampleResult('mixed')
  const unread = result.requirements.find(
    (row) => row.levels.includes(2) && ['not_licensed', 'not_assessed'].includes(row.verdict),
  )
  const elsewhere = result.groups.find(({ id }) => id !== unread?.group)
  assert.ok(unread && elsewhere)
  const page = reportOf({ ...result, requirements: [...result.requirements, { ...unread, group: elsewhere.id }] })
  const apart = sections(page, 'unknown')
  assert.equal(apart.split(`>${unread.id}</a>`).length, 2)
  assert.ok(apart.includes(`>${unread.id}</a> ×2`))
  assert.match(apart, /A requirement in several strategies is a check in each of them\./)
  assert.doesNotMatch(sections(reportOf(result), 'unknown'), /in several strategies/)
})

test('a requirement names the source of its verdict, unless it is the tenant alone, which is stated once', () => {
  const result = sampleResult('mixed')
  const [first] = result.requirements
  assert.ok(first)
  const { basis: _, quality: __, ...old } = first
  const sourceOf = (more: Partial<typeof first>, evidence = first.evidence): string => {
    const row = { ...old, mode: 'partial' as const, verdict: 'partial' as const, level: 1, evidence, ...more }
    const page = reportOf({ ...result, requirements: [row] })
    return /<dt>Known from<\/dt><dd>([^<]*)</.exec(page)?.[1] ?? ''
  }
  assert.equal(sourceOf({ basis: 'seen', quality: 'good' }), '')
  assert.equal(sourceOf({ basis: 'contrary', quality: 'good' }), '')
  assert.equal(sourceOf({ basis: 'absent', quality: 'good' }), 'the tenant, open to an answer')
  assert.equal(sourceOf({ basis: 'reported', quality: 'poor' }), 'the tenant itself and an answer (poor evidence)')
  assert.equal(sourceOf({ basis: 'reported', quality: 'fair' }, []), 'an answer (fair evidence)')
  assert.equal(sourceOf({}), '')
  assert.equal(sourceOf({}, []), 'an answer')
  assert.equal(reportOf(result).split('A verdict is read from the tenant itself').length, 2)
})

test('the report counts how good the evidence is, and a result of an earlier version has no such list', () => {
  const result = { ...sampleResult('mixed'), evidenceQuality: { good: 20, fair: 0, poor: 3 } }
  const page = sections(reportOf(result), 'unknown')
  assert.match(page, /How good the evidence is/)
  assert.match(page, /Good: 20 checks<\/b>, configuration read from the tenant itself/)
  assert.match(page, /Poor: 3 checks<\/b>.*Attach a report or screenshot to the answer/)
  const { evidenceQuality: _, ...old } = result
  assert.doesNotMatch(reportOf(old), /How good the evidence is/)
})

test('actions are one ordered list of remedies, most severe first', () => {
  const result = sampleResult('weak')
  const ranks = ['critical', 'high', 'medium', 'low'] as const
  const requirements = result.requirements.map((row, index) => {
    const severity = ranks[index % 4]
    return row.severity && severity ? { ...row, severity } : row
  })
  const first = sections(reportOf({ ...result, requirements }), 'first')
  assert.equal(first.match(/<ol class="todo"/g)?.length, 2, 'the first ten, and the others folded')
  const words = ['Critical', 'High', 'Medium', 'Low']
  const listed = [...first.matchAll(/(\w+) severity/g)].map(([, word = '']) => words.indexOf(word))
  assert.equal(listed.length, result.findings)
  assert.deepEqual(
    listed,
    listed.toSorted((a, b) => a - b),
  )
  assert.ok(new Set(listed).size >= 2)
  assert.match(first, /<p class="remedy">Remedy number \d+\.<\/p>/)
})

test('a finding shows evidence, affected names with their total, limitations and remedy', () => {
  const result = sampleResult('weak')
  const page = reportOf(result)
  const from = page.indexOf('id="r-patch-applications-ISM-1000"')
  const row = page.slice(from, page.indexOf('</article>', from))
  for (const text of ['Not in place', 'High severity', 'Found state 0.', 'Expected state 0.', '20 of 100 (20%)']) {
    assert.ok(row.includes(text), text)
  }
  for (const text of ['Affected: 80', 'and 78 more', 'GET /v1.0/users', '/0', '8 May 2026 at 03:11 UTC']) {
    assert.ok(row.includes(text), text)
  }
  assert.ok(row.includes('Servers are not seen.'))
  const [, anchor = ''] = /<dt>What to do<\/dt><dd><a href="#([^"]+)">Action \d+<\/a>/.exec(row) ?? []
  const action = page.slice(page.indexOf(`id="${anchor}"`))
  assert.match(action, /^[^<]*<a[^>]*>\d+<\/a><p class="remedy">Remedy number 0\.<\/p>/)
})

test('requirements outside the target are collapsed and marked', () => {
  const page = reportOf(sampleResult('weak'))
  const from = page.indexOf('<details class="outside ')
  const folded = page.slice(from, page.indexOf('</section>', from))
  assert.match(folded, /Outside the target: 1 requirement that only level 3 asks for/)
  assert.ok(folded.includes('ISM-1007'))
})

test('heading levels are not skipped, and the page has one of each landmark', () => {
  for (const [name, page] of pages) {
    const levels = [...page.matchAll(/<h([1-6])[\s>]/g)].map(([, level]) => Number(level))
    assert.equal(levels[0], 1, name)
    assert.equal(levels.filter((level) => level === 1).length, 1, name)
    levels.reduce((before, level) => {
      assert.ok(level <= before + 1, `${name}: h${level} after h${before}`)
      return level
    })
    for (const landmark of ['<header ', '<main ', '<footer ', '<html lang="en">']) {
      assert.equal(page.split(landmark).length, 2, `${name} ${landmark}`)
    }
  }
})

test('the numbers of the chart are in a table whose lines add up to the score', () => {
  const result = sampleResult('mixed')
  const section = sections(reportOf(result), 'score')
  for (const { name, score } of result.groups) {
    assert.ok(section.includes(`${name}</a></th><td class="number">${Math.round(score)}</td>`), name)
  }
  assert.match(section, />Adds</)
  const uneven = sections(reportOf({ ...result, score: result.score + 20 }), 'score')
  assert.doesNotMatch(uneven, />Adds</, 'points that do not add up are left out')
})

test('if requirements have their own levels, the page shows and explains them', () => {
  const answers: Answers = {
    format: 'plumbline-answers/1',
    answers: { 'GV.OC-01': { answer: 2 }, 'GV.OC-02': { answer: 4 } },
  }
  const snapshot: Snapshot = {
    format: 'plumbline-snapshot/1',
    tenantId: '6f0e2a7c-3f1d-4b52-9a60-1c7a2b9e4d11',
    collectedAt: '2026-05-08T03:11:02Z',
    responses: {},
  }
  const result = evaluateFramework(NIST_CSF, readTenant(snapshot), { target: 3, answers })
  const page = reportOf(result, { productName: NIST_CSF.name, maturityTarget: 3 })
  assert.doesNotMatch(page, /strateg(y|ies) |ISM-/)
  assert.match(
    page,
    /id="r-govern-GV.OC-02"[\s\S]*?<dt>Category<\/dt><dd>Organizational context<\/dd><dt>Level<\/dt><dd>4</,
  )
  assert.match(page, /the mean of all functions/)
  for (const meaning of NIST_CSF.levelMeanings ?? []) assert.ok(page.includes(meaning), meaning)
  for (const [, target = ''] of page.matchAll(/href="#([^"]+)"/g)) assert.ok(page.includes(`id="${target}"`), target)
})

test('only the full edition says who requested the run, and with which permissions each row was read', () => {
  const texts = (requestedBy: Requester, edition: Edition): string =>
    reportOf(sampleResult('mixed'), { requestedBy, edition }).replace(/<[^>]*>/g, ' ')
  assert.match(texts({ kind: 'schedule' }, 'full'), /Requested {2}.* UTC , by +a schedule/)
  assert.match(texts({ kind: 'key' }, 'full'), /, by +an API key of Northwind IT/)
  assert.match(texts({ kind: 'person', name: 'Ada Fern' }, 'full'), /, by +Ada Fern/)
  assert.match(texts({ kind: 'person' }, 'full'), /, by +a person who has left since/)
  assert.match(texts({ kind: 'schedule' }, 'full'), /Read with +User\.Read\.All/)
  for (const edition of ['owner', 'technical'] as const)
    assert.doesNotMatch(texts({ kind: 'schedule' }, edition), /by +a schedule|Read with/)
})

test('a long hint that another row has already refers to that row', () => {
  const mixed = sampleResult('mixed')
  const hint = `3 of 4 administrators were seen to use a passkey: ${'ann@contoso.com, bob@contoso.com, '.repeat(4)}eve@contoso.com.`
  const requirements = mixed.requirements.map((row) => (row.verdict === 'not_assessed' ? { ...row, hint } : row))
  const page = reportOf({ ...mixed, requirements }, { edition: 'full' })
  assert.equal(page.split(hint).length, 2)
  assert.doesNotMatch(page, /<dt>Hint<\/dt><dd>\s*(<span class="soft">\s*<\/span>)?<\/dd>/)
  assert.match(page, /<dt>Hint<\/dt><dd><span class="soft">As for <a href="#r-/)
})

test('a mean at the target is not reported as reached while a requirement is below it', () => {
  const result = { ...sampleResult('mixed'), maturityAchieved: 3 }
  assert.match(reportOf(result), /Reached on average only/)
  assert.match(reportOf(result, { edition: 'owner' }), /On average, level 3 is reached, but not in every part\./)
  assert.doesNotMatch(headline(result, 'Fabrikam'), /meets its target/)
})

test('a target that a known shortfall misses is not open, even if the ceiling rounds to 100', () => {
  const mixed = sampleResult('mixed')
  assert.ok(mixed.requirements.some(({ severity }) => severity) && mixed.coverage < 1)
  for (const product of ['nist-csf', 'essential-eight']) {
    const result = { ...mixed, product, scoreCeiling: 100, maturityAchieved: 1 }
    assert.match(reportOf(result), /Target not reached/)
  }
})

test('a mean at the target is not reported as reached while a part is unknown', () => {
  const requirements = sampleResult('strong').requirements.map((row, index) => ({
    ...row,
    verdict: index === 0 ? ('no_visibility' as const) : ('effective' as const),
  }))
  const result = { ...sampleResult('mixed'), requirements, scoreCeiling: 100, maturityAchieved: 3 }
  assert.match(reportOf(result), /Target not confirmed yet/)
  const owner = reportOf(result, { edition: 'owner' })
  assert.match(owner, /On average, level 3 is confirmed, but not yet in every part\./)
})

test('a target that depends only on what is unknown is not reported as missed', () => {
  const strong = sampleResult('strong')
  const requirements = strong.requirements.map((row, index) =>
    index === 0 ? { ...row, verdict: 'not_assessed' as const } : row,
  )
  const unknown = { ...strong, requirements, maturityAchieved: 0, scoreCeiling: 100 }
  assert.match(reportOf(unknown), /Target not confirmed yet/)
  assert.match(reportOf(unknown, { edition: 'owner' }), /which level is reached is not known yet/)
  const [first, ...others] = requirements
  assert.ok(first)
  const failed = {
    ...unknown,
    requirements: [first, ...others.map((row) => ({ ...row, verdict: 'ineffective' as const }))],
  }
  assert.match(reportOf(failed), /Target not reached/)
  assert.match(reportOf(strong), /Target reached/)
})

test('a target beyond the top level is reported as evaluated', () => {
  assert.match(reportOf(sampleResult('mixed'), { maturityTarget: 5 }), /A target of level 5 was requested/)
  assert.doesNotMatch(reportOf(sampleResult('mixed')), /was asked for\. /)
})

test('the page of a run without a result shows its state, why it failed and what to do', () => {
  assert.match(pendingOf({ status: 'queued' }), /in the queue/)
  assert.match(pendingOf({ status: 'running' }), /In progress/)
  assert.match(pendingOf({ status: 'canceled' }), /You can start a new run/)
  const failed = pendingOf({ status: 'failed', failure: { code: 'CONSENT_MISSING', message: 'No consent was given.' } })
  assert.match(failed, /No consent was given\..*CONSENT_MISSING.*start a new run/s)
  const refused = pendingOf({ status: 'failed', failure: NOT_APPROVED })
  assert.match(refused, /Create a consent link for the customer, send it to/)
  assert.doesNotMatch(refused, /POST/)
})

test('a report of 152 requirements with many affected names stays below 725 kB', () => {
  const result = sampleResult('weak', 51)
  const names = Array.from(
    { length: 40 },
    (_, index) => `Somebody Longname ${index} <somebody.${index}@fabrikam.example>`,
  )
  const requirements = result.requirements.map((row) => ({ ...row, affected: { items: names, total: 400 } }))
  const bytes = Buffer.byteLength(reportOf({ ...result, requirements }))
  assert.ok(bytes < 725_000, `${bytes}`)
})

test('a group outside the target is neither drawn at 100 nor described as good', () => {
  const responses = {
    'GET /v1.0/policies/authorizationPolicy': {
      status: 200,
      collectedAt: '2026-05-08T03:12:00Z',
      value: { defaultUserRolePermissions: { allowedToCreateApps: true, permissionGrantPoliciesAssigned: [] } },
    },
  }
  const snapshot: Snapshot = {
    format: 'plumbline-snapshot/1',
    tenantId: '6f0e2a7c-3f1d-4b52-9a60-1c7a2b9e4d11',
    collectedAt: '2026-05-08T03:12:00Z',
    responses,
  }
  const pageAt = (target: number): string => {
    const result = evaluateFramework(SCUBA_ENTRA, readTenant(snapshot), { target })
    return reportOf(result, { productName: SCUBA_ENTRA.name, maturityTarget: target })
  }
  for (const section of ['glance', 'meaning']) assert.doesNotMatch(sections(pageAt(1), section), /Guests/)
  assert.match(sections(pageAt(2), 'score'), /Guests/)
  assert.match(pageAt(2), /sections/)
})

test('every group of a framework has a sentence about its purpose', () => {
  for (const { groups } of FRAMEWORKS) for (const { name } of groups) assert.ok(purpose(name), name)
})
