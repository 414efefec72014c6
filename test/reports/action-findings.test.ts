import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overrulingOf } from '../../src/engine/evaluation/answer-notes.ts'
import { jointActionsOf } from '../../src/engine/results/joint-actions.ts'
import { renderCombinedReport, renderReport } from '../../src/features/reports/html/page.ts'
import { renderCombinedPdf } from '../../src/features/reports/pdf/content/document.ts'
import { readLayout } from './pdf-layout.ts'
import { combinedReports, tenantReports } from './tenant-reports.ts'
import { actionsOf, namedIn, ownWords, textOf, type WrittenFinding } from './written-actions.ts'

/** An action of the technical edition is read by itself, by somebody who was given only this one. */

const reports = await tenantReports()
const combined = combinedReports(reports)

const pages = [
  ...reports.map(({ tenant, framework, report }) => ({
    name: `${framework}, ${tenant}`,
    page: renderReport({ ...report, edition: 'technical' }),
  })),
  ...combined.map(({ tenant, report }) => ({
    name: `all, ${tenant}`,
    page: renderCombinedReport({ ...report, edition: 'technical' }),
  })),
]

/** What was found, in words; of a mere answer, the statement says what it is about. */
function saysWhatIsWrong({ found, isAnswered, statements }: WrittenFinding): boolean {
  return ownWords(found).split(' ').length >= 4 || (isAnswered && found === '' && statements.length > 0)
}

test('a finding that is described in another action does not refer to it a second time', () => {
  let described = 0
  for (const { name, page } of pages)
    for (const [item, place] of page.matchAll(/described in <a href="([^"]*)">[\s\S]*?<\/li>/g)) {
      described++
      assert.ok(
        !item.includes(`<p class="soft">As for <a href="${place}">`) || item.includes('<p>'),
        `${name}: ${item}`,
      )
    }
  assert.ok(described > 0)
})

test('every action says in its own words what was found', () => {
  for (const { name, page } of pages) {
    const actions = actionsOf(page)
    assert.equal(actions.length, page.split('class="action"').length - 1)
    const silent = actions.filter(({ findings }) => !findings.some(saysWhatIsWrong))
    assert.deepEqual(
      silent.map(({ number }) => number),
      [],
      name,
    )
  }
  assert.ok(pages.some(({ page }) => actionsOf(page).length > 100))
})

test('a finding refers to other findings by their ids, in other actions together with the number', () => {
  let others = 0
  for (const { name, page } of pages) {
    assert.doesNotMatch(page, /another action|as listed above|(as for|same as in) action/i, name)
    const actions = new Map(actionsOf(page).map((action) => [action.number, action.findings]))
    for (const [number, findings] of actions)
      for (const { ids, found } of findings) {
        const named = namedIn(found, number)
        for (const { id, action } of [...named.found, ...named.names]) {
          const where = `${name}: action ${number}, ${ids}: ${id} in ${action}`
          const there = actions.get(action)?.find((each) => each.ids.includes(id))
          assert.ok(there, where)
          assert.ok(action !== number || !ids.includes(id), where)
          if (action !== number) others++
        }
      }
  }
  assert.ok(others > 0)
})

test('a finding that is as another one says so once', () => {
  const twice = /^As for ([^ ]+)\. Affected: [\d,]+(?: settings)?, the same as for \1$/
  for (const { name, page } of pages)
    for (const { number, findings } of actionsOf(page))
      for (const { found } of findings) assert.doesNotMatch(found, twice, `${name}: action ${number}`)
})

/** Characters; what is shorter is read faster than a reference to it. */
const SHORT = 120

test('an action says nothing twice, apart from short reasons', () => {
  for (const { name, page } of pages)
    for (const { number, findings } of actionsOf(page)) {
      const statements = findings.flatMap((finding) => finding.statements)
      assert.equal(new Set(statements).size, statements.length, `${name}: action ${number}`)
      const whole = findings.map(({ found }) => found).filter((text) => ownWords(text).length > SHORT)
      assert.equal(new Set(whole).size, whole.length, `${name}: action ${number}: ${whole.join(' | ')}`)
    }
})

test('an action states its licence, unless that is long', () => {
  for (const { name, page } of pages) {
    const licences = actionsOf(page).map(({ remedy }) => /<dt>Licence<\/dt><dd>(.*?)<\/dd>/.exec(remedy)?.[1] ?? '')
    const all = licences.filter((licence) => !licence.startsWith('As for action'))
    const places = licences.flatMap((licence) => /^As for action (\d+)$/.exec(licence)?.[1] ?? [])
    const byNumber = new Map(actionsOf(page).map(({ number }, index) => [number, licences[index] ?? '']))
    assert.ok(all.length > 0 || licences.length === 0, name)
    for (const place of places) assert.ok((byNumber.get(place)?.length ?? 0) > 80, `${name}: as for ${place}`)
  }
})

test('on paper, findings refer to findings of the same action, or name the action', async () => {
  for (const { tenant, report } of combined.filter((each) => ['typical', 'weak-answered'].includes(each.tenant))) {
    const texts = readLayout(await renderCombinedPdf({ ...report, edition: 'technical' })).flat()
    const starts = texts.flatMap(({ tag, text }, index) => (tag === 'Lbl' && /^\d+$/.test(text) ? [index] : []))
    assert.ok(starts.length > 20)
    const actions = new Map(
      starts.map((start, index) => {
        const its = texts.slice(start, starts[index + 1]).map(({ text }) => text)
        const steps = its.findIndex((text) => /^1\. /.test(text))
        return [its[0] ?? '', its.slice(0, steps < 0 ? undefined : steps).join(' ')]
      }),
    )
    for (const [number, whole] of actions) {
      assert.doesNotMatch(whole, /another action|as listed above|(as for|same as in) action/i, `${tenant}: ${number}`)
      for (const { id, action } of namedIn(whole, number).found)
        assert.match(
          actions.get(action) ?? '',
          new RegExp(`${id.replaceAll('.', '\\.')}(:|,| \\()`),
          `${tenant}: action ${number}`,
        )
    }
  }
})

test('what else may do the same is a fact of each action that it concerns, and one sentence says how it counts', () => {
  for (const { tenant, framework, report } of reports) {
    const name = `${framework}, ${tenant}`
    const page = textOf(renderReport({ ...report, edition: 'technical' }).replace(/<style>.*?<\/style>/gs, ''))
    const invited = jointActionsOf([report.result]).filter(({ findings }) => findings.some(({ invites }) => invites))
    const facts = page.split('Counts too, if answered: ').length - 1
    assert.ok(facts >= invited.length && facts > 0 === invited.length > 0, name)
    assert.equal(page.split('“Counts too, if answered” names what may be in use').length - 1, Math.min(facts, 1), name)
    for (const { text } of invited.flatMap(({ findings }) => findings.flatMap(({ invites = [] }) => invites)))
      assert.ok(!page.includes(text), `${name}: ${text}`)
  }
})

test('where a reading overrules what people answered, the finding says which of them counts', () => {
  const shown = new Set<string>()
  for (const { tenant, framework, report } of reports) {
    const page = textOf(renderReport({ ...report, edition: 'technical' }))
    for (const { id, severity, contradiction = '' } of report.result.requirements) {
      const [, answer = '', state = ''] =
        /^People (?:put this at|answered) (.+), but the tenant shows (?:that it (?:is )?)?(.+?)\./.exec(
          contradiction,
        ) ?? []
      if (severity === undefined || state === '') continue
      shown.add(state)
      assert.ok(
        page.includes(`${id} (tenant: ${state}, which counts; people answered ${answer})`),
        `${framework}, ${tenant}: ${id}: ${state}`,
      )
    }
  }
  for (const state of ['level 2', 'not in place', 'only partly in place', 'falls short']) assert.ok(shown.has(state))
})

test('of results that have only the sentence, what overrules an answer is the same', () => {
  let overruled = 0
  for (const { tenant, framework, report } of reports)
    for (const row of report.result.requirements) {
      const { overruling: _, ...earlier } = row
      assert.deepEqual(overrulingOf(earlier), row.overruling, `${framework}, ${tenant}: ${row.id}`)
      if (row.overruling) overruled++
    }
  assert.ok(overruled > 20)
})

test('what a hint shows stands only in the action that changes it', () => {
  let shown = 0
  for (const { tenant, framework, report } of reports)
    for (const { id: action, remedy, findings } of jointActionsOf([report.result]))
      for (const { id, hint } of findings) {
        if (hint === undefined || !remedy) continue
        shown++
        const { checks = [] } = report.result.requirements.find((row) => row.id === id) ?? {}
        assert.ok(
          checks.some(
            (check) => check.proves === 'hint' && [...remedy.checks, ...(remedy.hints ?? [])].includes(check.id),
          ),
          `${framework}, ${tenant}: ${action}: ${id}`,
        )
      }
  assert.ok(shown > 0)
})

test('an action whose findings stand elsewhere says again what is wrong with the one that it is about most', () => {
  const about = combined.flatMap(({ tenant, report }) =>
    actionsOf(renderCombinedReport({ ...report, edition: 'technical' })).flatMap(({ findings }) => {
      const passwords = findings.find(({ ids }) => ids.includes('ISM-1685'))
      return passwords && findings.some(({ ids }) => ids.includes('PR.AA-03')) ? [{ tenant, passwords }] : []
    }),
  )
  assert.ok(about.length > 0)
  for (const { tenant, passwords } of about)
    assert.match(passwords.statements.join(' '), /[Ee]mergency access.* credentials/, tenant)
})

test('what a gain is stands above the actions, if some have one', () => {
  for (const { name, page } of pages) {
    const hasGains = /<span>Gain( in [^<]+)?: <b>/.test(page)
    assert.equal(page.includes('“Gain” is what an action adds to the score, in points of 100.'), hasGains, name)
  }
})
