import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUnknown } from '../../src/engine/evaluation/unknowns.ts'
import type { RequirementResult } from '../../src/engine/model/result.ts'
import { foundTerm, foundText, whyUnknown } from '../../src/features/reports/content/requirements.ts'
import { alsoShown, alsoShownTerm, isHintOpen } from '../../src/features/reports/content/rows/also-shown.ts'
import { withReadableDays } from '../../src/features/reports/content/rows/dates.ts'
import { isDependent, statementsOf } from '../../src/features/reports/content/rows/dependent.ts'
import { withoutListed } from '../../src/features/reports/content/rows/named.ts'
import { ROW } from '../../src/features/reports/content/words/rows.ts'
import { renderCombinedReport, renderReport } from '../../src/features/reports/html/page.ts'
import { renderCombinedPdf, renderPdf } from '../../src/features/reports/pdf/content/document.ts'
import { sentencesOf } from '../../src/shared/text/sentences.ts'
import { readPdf } from './pdf-text.ts'
import { combinedReports, tenantReports } from './tenant-reports.ts'

/** Every reference of a report leads to a place that says something about what it names. */

/** Every test reads the same pages. */
function rendered(render: () => string): () => string {
  let page: string | undefined
  return () => {
    page ??= render()
    return page
  }
}

const reports = await tenantReports()
const documents = [
  ...reports.map(({ framework, tenant, report }) => ({
    name: `${framework} ${tenant}`,
    results: [withReadableDays(report).result],
    page: rendered(() => renderReport({ ...report, edition: 'full' })),
    pdf: () => renderPdf({ ...report, edition: 'full' }),
  })),
  ...combinedReports(reports).map(({ tenant, report }) => ({
    name: `all ${tenant}`,
    results: report.parts.map((part) => withReadableDays(part).result),
    page: rendered(() => renderCombinedReport({ ...report, edition: 'full' })),
    pdf: () => renderCombinedPdf({ ...report, edition: 'full' }),
  })),
]

const ID = /^(ISM-\d+|[A-Z]{2}\.[A-Z]{2}-\d+|MS\.AAD\.[\dv.]+)$/

/** The row with this anchor, as text; the anchor of a folded row stands below its title. */
function blockAt(page: string, anchor: string): string {
  const at = page.indexOf(` id="${anchor}"`)
  assert.ok(at >= 0, anchor)
  const from = Math.max(page.lastIndexOf('<details class="row"', at), page.lastIndexOf('<article', at))
  const ends = ['</article>', '</dl>'].map((tag) => page.indexOf(tag, at)).filter((end) => end > 0)
  return textOf(page.slice(from, Math.max(...ends)))
}

const textOf = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')

/** Without the spaces between the parts of long names. */
const comparable = (text: string): string => text.replaceAll('&#39;', '’').replace(/\s/g, '')

test('a link that names a requirement leads to what mentions it', () => {
  for (const { name, page: render } of documents) {
    const page = render()
    const blocks = new Map<string, string>()
    for (const [, anchor = '', words = ''] of page.matchAll(/href="#(r-[^"]+)"[^>]*>([^<]+)<\/a>/g)) {
      if (!ID.test(words)) continue
      const block = blocks.get(anchor) ?? blockAt(page, anchor)
      blocks.set(anchor, block)
      assert.ok(block.includes(words), `${name}: #${anchor} does not mention ${words}`)
    }
  }
})

test('what the tenant does not show has its reason, or names the requirement that has it', () => {
  for (const { name, page } of documents)
    for (const [row] of page().matchAll(/<dd>The tenant does not show this\.\s*<\/dd>[\s\S]*?<\/dl>/g))
      assert.match(row, /<dt>Notes<\/dt>/, name)
})

test('no reference names a requirement twice', () => {
  for (const { name, page } of documents)
    for (const [reference, links = ''] of page().matchAll(
      /<span class="soft">(?:[^<]*as for|As for|[^<]*same as for) (.*?)\.<\/span>/g,
    )) {
      const names = [...links.matchAll(/>([^<]+)<\/a>/g)].map(([, words = '']) => words)
      assert.ok(names.length > 0, `${name}: ${reference}`)
      assert.equal(new Set(names).size, names.length, `${name}: ${names.join()}`)
    }
})

test('no row refers to itself', () => {
  for (const { name, page: render, results } of documents) {
    const page = render()
    for (const { id, group } of results.flatMap(({ requirements }) => requirements)) {
      const at = page.indexOf(` id="r-${group}-${id}"`)
      const row = page.slice(at, page.indexOf('</dl>', at))
      assert.ok(!row.includes(`<a href="#r-${group}-${id}">`), `${name} ${id}`)
    }
  }
})

/** Whether the section about what is unknown, which the title above the row names, says all that was found. */
function isInSection(row: RequirementResult, target: number): boolean {
  const reasons = new Set(sentencesOf(whyUnknown(row)))
  return (
    isUnknown(row.verdict) &&
    row.levels.includes(target) &&
    sentencesOf(foundText(row)).every((sentence) => reasons.has(sentence))
  )
}

/** What a row says of the tenant, or expects, by the terms before it. */
function textsOfRow(row: RequirementResult, target: number): Record<string, string> {
  return {
    [foundTerm(row)]: isInSection(row, target) ? '' : foundText(row),
    ...(alsoShown(row) !== '' && { [alsoShownTerm(row)]: alsoShown(row) }),
    ...(isHintOpen(row) && { [ROW.hint]: row.hint ?? '' }),
  }
}

const statementsIn = (texts: readonly string[]): string[] =>
  texts.flatMap(statementsOf).map(({ head, dependents }) => [head, ...dependents].join(' '))

test('a row refers only to rows that say nothing but what it says as well', () => {
  let referred = 0
  for (const { name, page: render, results } of documents) {
    const page = render()
    const all = results.flatMap(({ target, requirements }) => requirements.map((row) => ({ row, target })))
    const stating = new Map<string, Record<string, string>>(
      all.map(({ row, target }) => [
        `r-${row.group}-${row.id}`,
        { ...textsOfRow(row, target), [ROW.expected]: row.expected === row.statement ? '' : row.expected },
      ]),
    )
    for (const [anchor, texts] of stating) {
      const at = page.indexOf(` id="${anchor}"`)
      const facts = page.slice(at, page.indexOf('</dl>', at))
      for (const [, term = '', fact = ''] of facts.matchAll(/<dt>([^<]*)<\/dt><dd>([\s\S]*?)<\/dd>/g)) {
        const own = new Set(statementsIn([texts[term] ?? '']))
        const [, links = ''] =
          /<span class="soft">(?:[^<]*as for|As for|[^<]*same as for) (.*?)\.<\/span>/.exec(fact) ?? []
        for (const [, place = ''] of links.matchAll(/href="#(r-[^"]+)"/g)) {
          const { [ROW.expected]: expected = '', ...shown } = stating.get(place) ?? {}
          const there = statementsIn(term === ROW.expected ? [expected] : Object.values(shown))
          assert.ok(there.length > 0, `${name}: ${anchor} leads to ${place}`)
          for (const each of there)
            assert.ok(own.has(each), `${name}: ${anchor} leads to ${place}, which says: ${each}`)
          referred++
        }
      }
    }
  }
  assert.ok(referred > 0)
})

test('a row says what was found, or leads to where all of it stands, unless its title names the section with its reason', () => {
  for (const { name, page: render, results } of documents) {
    const page = render()
    const blocks = new Map<string, string>()
    for (const { target, requirements } of results) {
      for (const row of requirements.filter((each) => !isInSection(each, target))) {
        const { id, group, affected } = row
        const own = `r-${group}-${id}`
        const at = page.indexOf(` id="${own}"`)
        const facts = page.slice(at, page.indexOf('</dl>', at))
        const anchors = [...facts.matchAll(/href="#(r-[^"]+)"/g)].map(([, anchor = '']) => anchor)
        const shown = [own, ...anchors].map((anchor) => {
          const block = blocks.get(anchor) ?? comparable(blockAt(page, anchor))
          blocks.set(anchor, block)
          return block
        })
        const found = sentencesOf(withoutListed(foundText(row), affected))
        for (const sentence of found.filter((each) => each.split(' ').length > 3))
          assert.ok(
            shown.some((block) => block.includes(comparable(sentence))),
            `${name} ${id}: ${sentence}\n${shown.join('\n')}`,
          )
      }
    }
  }
})

test('a hint is stated, or the requirement that it names has its text', () => {
  let referred = 0
  for (const { name, page: render, results } of documents) {
    const page = render()
    const hinted = results.flatMap(({ requirements }) => requirements.filter(({ hint }) => hint !== undefined))
    for (const { id, group, hint = '' } of hinted) {
      const at = page.indexOf(` id="r-${group}-${id}"`)
      const row = page.slice(at, page.indexOf('</dl>', at))
      const facts = row.matchAll(
        /<dt>(?:Why unknown|Found|Hint|The tenant shows|Also found)<\/dt><dd>([\s\S]*?)<\/dd>/g,
      )
      const shown = [...facts].map(([, fact = '']) => fact).join(' ')
      const anchors = [...shown.matchAll(/href="#([^"]+)"/g)].map(([, anchor = '']) => anchor)
      const stated = [textOf(shown), ...anchors.map((anchor) => blockAt(page, anchor))].join(' ')
      const own = sentencesOf(hint).filter((sentence) => sentence.split(' ').length > 3 && !isDependent(sentence))
      assert.ok(
        own.some((sentence) => stated.includes(sentence)),
        `${name} ${id}: ${hint}\n${stated}`,
      )
      if (anchors.length > 0) referred++
    }
  }
  assert.ok(referred > 0)
})

test('in print, every reference has its place', async () => {
  for (const { name, pdf } of documents.filter(({ name }) => /(typical|strong|partial)$/.test(name))) {
    const { objects, pages } = readPdf(await pdf())
    const bodies = [...objects.values()]
    const of = (pattern: RegExp): string[] =>
      bodies.flatMap((body) => [...body.matchAll(pattern)].map(([, place = '']) => place))
    const places = new Set(of(/\((row-[^)]+)\) \[/g))
    for (const target of of(/\/S \/GoTo\n\/D \((row-[^)]+)\)/g)) assert.ok(places.has(target), `${name}: ${target}`)
    const text = pages.join(' ').replace(/\s+/g, ' ')
    assert.doesNotMatch(text, /Hint See /, name)
  }
})

test('a hint that leads only to where what was found leads as well is left out', () => {
  for (const { name, page } of documents)
    for (const [facts] of page().matchAll(/<dl class="facts"[\s\S]*?<\/dl>/g)) {
      const placesOf = (term: string): string[] | undefined => {
        const [, places] = new RegExp(`<dt>${term}</dt><dd><span class="soft">As for (.*?)\\.</span>`).exec(facts) ?? []
        return places === undefined ? undefined : [...places.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href)
      }
      const [why, hint] = [placesOf('Why unknown') ?? [], placesOf('Hint')]
      assert.ok(hint === undefined || hint.some((href) => !why.includes(href)), `${name}: ${facts}`)
    }
})
