import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REMEDIES } from '../../src/engine/remedies/catalogue.ts'
import { unknownsOf } from '../../src/engine/results/unknowns.ts'
import { jointConclusion, jointWork, partsOf } from '../../src/features/reports/content/combined.ts'
import { ownerPart } from '../../src/features/reports/content/editions/owner.ts'
import { ownerCosts } from '../../src/features/reports/content/editions/owner-costs.ts'
import { ownerPlan, type PlannedQuarter } from '../../src/features/reports/content/editions/owner-plan.ts'
import { whyTooLittle } from '../../src/features/reports/content/executive-summary.ts'
import { groupBars } from '../../src/features/reports/content/figures/charts.ts'
import { renderCsv } from '../../src/features/reports/formats/csv.ts'
import { renderCombinedReport, renderReport } from '../../src/features/reports/html/page.ts'
import { parseCsv } from './parse-csv.ts'
import { combinedReports, tenantReports } from './tenant-reports.ts'

const reports = await tenantReports()
const combined = combinedReports(reports)

const LATER = /^(\d+) further changes: (?:(\d+) take days|(\d+) are projects|all take days)/

/** The entry of what comes later, if there is one. */
const laterOf = (quarters: readonly PlannedQuarter[]): PlannedQuarter | undefined =>
  quarters.find(({ title }) => title === 'After June 2027')

test('what does not fit in a year is summed up in a sentence, with the score once all is done', () => {
  let summed = 0
  for (const { report, tenant } of [...reports, ...combined]) {
    const parts = 'parts' in report ? report.parts : [report]
    const { quarters } = ownerPlan(partsOf(parts))
    for (const { summary, title } of quarters) assert.equal(summary !== '', title === 'After June 2027', title)
    const later = laterOf(quarters)
    if (!later) continue
    summed++
    assert.equal(quarters.indexOf(later), 4, 'a full year comes before it')
    const [, all, ...kinds] = LATER.exec(later.summary) ?? []
    assert.equal(Number(all), later.actions.length, later.summary)
    assert.ok(kinds.every((count = '0') => Number(count) < later.actions.length))
    assert.match(later.summary, / in \S.* \(\d+\)/)
    if (parts.every(({ result }) => result.coverage === 1))
      assert.match(later.score, /^Score once all is done: 100 of 100( in each framework)?$/, tenant)
  }
  assert.ok(summed > 2)
})

test('the page lists what comes later on request', () => {
  const { report } = combined.find(({ tenant }) => tenant === 'weak-answered') ?? {}
  assert.ok(report)
  const later = laterOf(ownerPlan(partsOf(report.parts)).quarters)
  const [, listed = ''] =
    /After June 2027[\s\S]*?<details class="more later">([\s\S]*?)<\/details>/.exec(renderCombinedReport(report)) ?? []
  assert.equal(listed.split('<li>').length - 1, later?.actions.length)
})

const sectionsOf = (page: string): string[] =>
  [...page.matchAll(/<section class="panel[^"]*" id="([\w-]+)"/g)].map(([, id = '']) => id)

test('where nothing is known to be missing, one panel says what to do', () => {
  for (const tenant of ['strong', 'strong-answered']) {
    const pages = [
      ...reports
        .filter((one) => one.tenant === tenant)
        .map(({ report }) => renderReport({ ...report, edition: 'owner' })),
      ...combined.filter((one) => one.tenant === tenant).map(({ report }) => renderCombinedReport(report)),
    ]
    assert.equal(pages.length, 4)
    for (const page of pages) {
      const sections = sectionsOf(page)
      assert.ok(!sections.includes('costs') && !sections.includes('needs'), sections.join())
      assert.match(page, /<h2 id="plan-title">What to do now<\/h2>/)
      assert.equal(page.includes('class="needs"'), tenant === 'strong', 'what would show the unknown stands there')
    }
  }
})

test('the costs of inaction are those of the worst areas of all frameworks, each subject once', () => {
  for (const { report, tenant } of combined) {
    const { costs } = ownerCosts(partsOf(report.parts))
    assert.ok(costs.length <= 4)
    const areas = costs.map(({ area }) => area)
    for (const [one, other] of SAME) assert.ok(!(areas.includes(one) && areas.includes(other)), `${one}, ${other}`)
    if (tenant.startsWith('weak')) assert.match(areas[0] ?? '', /authentication/, 'critical findings come first')
    const page = renderCombinedReport(report)
    for (const { says } of costs) assert.equal(page.split(says).length, 2, says)
  }
})

test('an area whose gaps the actions for worse areas of other frameworks fix as well does not cost twice', () => {
  const areasOf = (tenant: string): string[] => {
    const { report } = combined.find((one) => one.tenant === tenant) ?? {}
    assert.ok(report)
    return ownerCosts(partsOf(report.parts)).costs.map(({ area }) => area)
  }
  const devices = ['Patch operating systems', 'Identify']
  const shown = (tenant: string): string[] => areasOf(tenant).filter((area) => devices.includes(area))
  assert.deepEqual(shown('partial'), ['Patch operating systems'], 'both are about the same six laptops')
  assert.deepEqual(shown('weak-answered'), devices, 'it has gaps of its own')
})

/** Areas of several frameworks with the same consequences. */
const SAME = [
  ['Multi-factor authentication', 'Strong authentication and registration'],
  ['Restrict administrative privileges', 'Highly privileged access'],
  ['Regular backups', 'Recover'],
  ['Detect', 'Central collection of logs'],
] as const

test('what is needed is about the year of the plan, and asks for each change once', () => {
  const { report } = combined.find(({ tenant }) => tenant === 'weak-answered') ?? {}
  assert.ok(report)
  const { quarters, needs } = ownerPlan(partsOf(report.parts))
  const larger = quarters
    .filter(({ summary }) => summary === '')
    .flatMap(({ actions }) => actions.filter(({ effort }) => effort === 'days' || effort === 'project'))
  const others = larger.filter((action) => !action.isCritical)
  assert.ok(others.length < larger.length)
  const titles = needs.map(({ title }) => title)
  assert.ok(titles.includes(`Time for ${others.length} other larger changes within the year of the plan`), `${titles}`)
})

test('where too little is known, what would make more known comes before the approval of critical changes', () => {
  const titlesOf = (tenant: string): string[] => {
    const { report } = combined.find((one) => one.tenant === tenant) ?? {}
    assert.ok(report)
    return ownerPlan(partsOf(report.parts)).needs.map(({ title }) => title)
  }
  assert.match(
    titlesOf('partial').join('\n'),
    /^Approve \d+ missing permissions\nThe people who can answer \d+ questions\nYour approval/,
  )
  assert.match(titlesOf('weak-answered').join('\n'), /^Your approval of 6 critical changes\n/)
  assert.match(
    titlesOf('weak').join('\n'),
    /^The people who can answer \d+ questions\nYour approval of 6 critical changes\nA decision about 3 licences: 2 to see more, 2 for changes in the plan, 1 of them for both\n/,
  )
})

test('what is needed says how many of the critical weaknesses on the first page the critical changes address', () => {
  for (const { report, tenant } of combined) {
    const { needs } = ownerPlan(partsOf(report.parts))
    const critical = report.parts.reduce((sum, { result }) => sum + result.critical, 0)
    const approval = needs.find(({ title }) => title.startsWith('Your approval'))
    assert.equal(approval !== undefined, critical > 0, tenant)
    if (approval)
      assert.match(approval.how, new RegExp(`^(They address|It addresses) all ${critical} critical weaknesses\\.`))
  }
})

test('only where permissions are missing, an owner needs an administrator', () => {
  for (const { report, tenant } of combined) {
    const { needs, needsLead, lead } = ownerPlan(partsOf(report.parts))
    const isAsked = needs.some(({ how }) => how.includes('administrator'))
    assert.equal(/technician\.$/.test(needsLead), !isAsked, tenant)
    assert.ok(!(isAsked && lead.includes('no technician')))
  }
})

test('what is unknown depends on licences only where answers alone would not make it known', () => {
  let beside = 0
  for (const { tenant, framework, report } of reports) {
    const { result } = report
    const found = unknownsOf(result)
    const ids = (kind: string): string[] =>
      found.flatMap((one) => (one.kind === kind ? [...one.resolves, ...one.helps] : []))
    const answered = new Set(ids('question'))
    const isNeeded = ids('licence').some((id) => !answered.has(id))
    const text = whyTooLittle(result)
    const name = `${framework}, ${tenant}: ${text}`
    assert.equal(/ depend on .*(and|,) \d+ missing licences?[^,]*$/.test(text.split(' (')[0] ?? ''), isNeeded, name)
    if (ids('licence').length === 0) assert.doesNotMatch(text, /licence/, name)
    if (/ \(\d+ more licences? would show a part of them\)/.test(text)) beside++
  }
  assert.ok(beside > 0)
})

test('a change that a plan leaves out is never a single one', () => {
  for (const { report, tenant } of [...reports, ...combined])
    for (const { actions, shown, summary } of ownerPlan(partsOf('parts' in report ? report.parts : [report])).quarters)
      assert.ok(summary !== '' || actions.length - shown !== 1, tenant)
})

test('all critical actions are listed in the first quarter', () => {
  for (const { report } of [...reports, ...combined]) {
    const { quarters } = ownerPlan(partsOf('parts' in report ? report.parts : [report]))
    for (const [index, { actions, shown }] of quarters.entries()) {
      const critical = actions.filter(({ isCritical }) => isCritical).length
      assert.ok(index === 0 ? critical <= shown : critical === 0)
    }
  }
})

test('files name the same quarter as the page', () => {
  const { report } = reports.find(({ tenant }) => tenant === 'weak-answered') ?? {}
  assert.ok(report)
  const { quarters } = ownerPlan(partsOf([report]))
  const [names = [], ...rows] = parseCsv(renderCsv({ ...report, edition: 'owner' }))
  const planned = rows.map((row) => row[names.indexOf('quarter')] ?? '')
  const counts = [...Map.groupBy(planned, (quarter) => quarter)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  assert.deepEqual(
    counts.map(([quarter, its]) => [quarter, its.length]),
    ['2026 Q3', '2026 Q4', '2027 Q1', '2027 Q2', '2027 Q3 or later'].map((quarter, index) => [
      quarter,
      quarters[index]?.actions.length,
    ]),
  )
  assert.ok(renderReport({ ...report, edition: 'owner' }).includes('After June 2027'))
})

test('the sentence about the checks of a target has all of them', () => {
  let incomplete = 0
  for (const { report } of reports) {
    const { result } = report
    const asked = result.requirements.filter(({ levels }) => levels.includes(result.target)).length
    for (const sentence of ownerPart(result).meaning.filter((one) => one.startsWith('Of everything that'))) {
      const counts = [...sentence.matchAll(/\d+(?= )/g)].map(([count]) => Number(count))
      assert.equal(
        counts.reduce((sum, count) => sum + count, 0),
        asked,
        sentence,
      )
      if (/ do(es)? not apply/.test(sentence)) incomplete++
    }
  }
  assert.ok(incomplete > 0)
})

test('costs begin with the areas that have critical gaps, then those of which most is missing, and say so', () => {
  const leads = new Set<string>()
  for (const { report } of reports) {
    const { lead, costs } = ownerCosts(partsOf([report]))
    if (costs.length === 0) continue
    const gaps = costs.map(({ area }) => {
      const { counts, id } = groupBars(report.result).find(({ name }) => name === area) ?? assert.fail(area)
      const rows = report.result.requirements.filter(
        ({ group, levels }) => group === id && levels.includes(report.result.target),
      )
      const critical = rows.filter(({ severity }) => severity === 'critical').length
      const { missing = 0, partly = 0, 'not-applicable': outside = 0 } = counts
      return { critical, share: (missing + partly / 2) / (rows.length - outside) }
    })
    const sorted = gaps.toSorted((a, b) => b.critical - a.critical || b.share - a.share)
    assert.deepEqual(gaps, sorted)
    const critical = gaps.filter((one) => one.critical > 0).length
    assert.match(
      lead,
      critical === 0
        ? /where most is missing, and/
        : critical === gaps.length
          ? /most critical/
          : /critical gaps come first/,
    )
    leads.add(lead)
  }
  assert.equal(leads.size, 3)
})

test('the state of an area says how much of it is not known', () => {
  const seen = new Set<string>()
  for (const { report } of reports) {
    const bars = groupBars(report.result)
    for (const [index, { state, meaning }] of ownerPart(report.result).areas.entries()) {
      const { 'in-place': inPlace = 0, partly = 0, missing = 0, unknown = 0 } = bars[index]?.counts ?? {}
      const all = inPlace + partly + missing + unknown
      const amount = / ?(part|half|mostly)? ?not known/i.exec(state)?.[0].trim().toLowerCase() ?? ''
      if (unknown === 0) assert.equal(amount, '', state)
      else if (unknown > all / 2) assert.equal(state, unknown === all ? 'Not known' : 'Mostly not known')
      else assert.ok(amount === 'part not known' || amount === 'half not known', state)
      if (unknown > 0) assert.notEqual(meaning, 'in-place')
      seen.add(state)
    }
  }
  for (const state of [
    'Not in place, half not known',
    'Half not known',
    'Mostly not known',
    'Not in place',
    'In place',
  ])
    assert.ok(seen.has(state), `${state}: ${[...seen].join('; ')}`)
})

test('the first screen begins with a verdict, and says how many actions it takes below', () => {
  const firstOf = (tenant: string): string[] => {
    const { report } = combined.find((one) => one.tenant === tenant) ?? {}
    assert.ok(report)
    const about = partsOf(report.parts)
    return [jointConclusion(about), jointWork(about.actions)]
  }
  assert.deepEqual(firstOf('weak-answered'), [
    'None of the 3 targets is met; 11 critical weaknesses to close now.',
    '168 actions resolve all 214 findings; 28 of the actions count in more than one framework.',
  ])
  assert.match(
    firstOf('weak').join('\n'),
    /^Too little is known for a verdict in 2 of 3 frameworks; 11 critical weaknesses are already certain\.\n\d+ actions/,
  )
  assert.deepEqual(firstOf('strong-answered'), ['The targets of all 3 frameworks are met in full.', ''])
})

test('the plan names the frameworks whose scores it cannot foresee', () => {
  const leadOf = (tenant: string): string => {
    const { report } = combined.find((one) => one.tenant === tenant) ?? {}
    assert.ok(report)
    return ownerPlan(partsOf(report.parts)).lead
  }
  assert.match(leadOf('weak'), /foresee the scores in Essential Eight and NIST Cybersecurity Framework\.$/)
  assert.match(leadOf('weak-answered'), /all is done\.$/)
})

test('what would show an unknown area is named by what it is', () => {
  const { report } = reports.find(({ tenant, framework }) => tenant === 'strong' && framework === 'scuba-entra') ?? {}
  assert.ok(report)
  const { lead } = ownerPlan(partsOf([report]))
  assert.match(
    lead,
    /Unknown areas may hide gaps\. Answering the questions would show them; no technician is needed\.$/,
  )
})

/** Words of technicians, which an owner of a business need not know. */
const JARGON =
  /\b(tenants?|hardened|hardening baselines?|credentials?|tokens?|phishing-resistant|cloud-only|jump server|trusted locations?|LSA|Credential Guard|memory integrity|Intune policy|Graph|endpoints?|provision\w*)\b/i

test('an owner reads no words of technicians', () => {
  for (const { title } of REMEDIES) assert.doesNotMatch(title, JARGON)
  const pages = [
    ...reports.map(({ report }) => renderReport({ ...report, edition: 'owner' })),
    ...combined.map(({ report }) => renderCombinedReport(report)),
  ]
  for (const page of pages) {
    const text = page
      .replace(/^[\s\S]*?<body/, '<body')
      .replaceAll(/<(style|script)[\s\S]*?<\/\1>/g, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll('Microsoft Defender for Endpoint', '')
    assert.doesNotMatch(text, JARGON)
  }
})
