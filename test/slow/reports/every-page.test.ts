import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AssessmentResult } from '../../../src/engine/model/result.ts'
import { EDITIONS, type Edition } from '../../../src/features/reports/content/edition.ts'
import type { CombinedInput, ReportInput } from '../../../src/features/reports/content/input.ts'
import { withReadableDays } from '../../../src/features/reports/content/rows/dates.ts'
import { isDependent } from '../../../src/features/reports/content/rows/dependent.ts'
import { VERDICT_WORDS } from '../../../src/features/reports/content/words/every-edition.ts'
import { OWNER } from '../../../src/features/reports/content/words/owner.ts'
import { renderCombinedReport, renderReport } from '../../../src/features/reports/html/page.ts'
import { renderCombinedPdf, renderPdf } from '../../../src/features/reports/pdf/content/document.ts'
import { sentencesOf } from '../../../src/shared/text/sentences.ts'
import { assertGoodEnds } from '../../reports/page-ends.ts'
import { readLayout, type WrittenText } from '../../reports/pdf-layout.ts'
import { statedAgain, statedInActions, statedInRows } from '../../reports/stated-again.ts'
import { combinedReports, tenantReports } from '../../reports/tenant-reports.ts'

/** Every edition of the reports of all sample tenants by all frameworks, page by page. */

const reports = await tenantReports()

/**
 * The longer editions as PDFs take most of the time: what nobody has answered and what is found wanting, what was answered in part with earlier
 * runs beside it, what is nearly all good, and what could hardly be read.
 */
const IN_PRINT = ['weak', 'typical-answered', 'strong-answered', 'partial']

/** The owner's edition, whether of one framework or several. */
const MAX_OWNER_PAGES = 4

/** Points. Where the texts of a page begin and end, without its head and foot. */
const TOP = 82
const BOTTOM = 772
/** An action that begins below this has its first step on the same page. */
const LOWER_QUARTER = BOTTOM - 0.25 * (BOTTOM - TOP)
/** A first page with less of its height used is nearly empty. */
const MIN_USED = 0.25
/** A page between the first and the last is filled, but for a piece that is too high for the rest of it. */
const MIN_FILLED = 0.54
/** The last page has more than a few lines. */
const MIN_USED_AT_END = 0.28

const WORDS_OF_A_SENTENCE = 5
/** A title with nothing but empty elements below it. */
const EMPTY_SECTION = /<\/h2>\s*(?:<(\w+)[^>]*>\s*<\/\1>\s*)*<\/section>/
/** As it stands before the statement of a finding. */
const FINDING_ID = /^[A-Z]+[A-Z.]*[-.][\w.-]*\w( \((met [^;)]*; )?answer[^)]*\))?:? /
/** Steps of actions may share a sentence, because each must be complete in itself. */
const STEP = /^\d+\. /
/** Where a plan leaves actions out. */
const MORE = /^and \d+ more changes?$/
/** A page with at least this much of its height used has no room for another action. */
const FULL = 0.88

for (const edition of EDITIONS) {
  for (const { tenant, framework, report } of reports) {
    describe(`${edition} edition, ${framework}, ${tenant}`, () => {
      const input: ReportInput = { ...report, edition }
      const again = repeatableIn([withReadableDays(report).result], edition)

      test('the page says nothing twice, and its links lead somewhere', () => {
        assertGoodDocument(renderReport(input), again)
      })

      if (edition !== 'owner' && !IN_PRINT.includes(tenant)) return
      test('the PDF says nothing twice, and no page is nearly empty, cut off or ends with a title', async () => {
        const pages = readLayout(await renderPdf(input))
        assertGoodPages(pages, again)
        if (edition !== 'owner') assertFindable(pages)
        if (edition === 'owner') {
          assert.ok(pages.length <= MAX_OWNER_PAGES, `${pages.length} pages`)
          const titles = pages.flat().flatMap(({ tag, text }) => (tag === 'H2' ? [text] : []))
          assert.equal(titles.includes(OWNER.trend), report.trend.length > 1, 'several runs have a trend')
        }
        if (edition === 'technical') assertFirstThingsFirst(pages)
      })
    })
  }
  for (const { tenant, report } of combinedReports(reports)) {
    describe(`${edition} edition, all frameworks, ${tenant}`, () => {
      const input: CombinedInput = { ...report, edition }
      const results = report.parts.map((part) => withReadableDays(part).result)
      const again = repeatableIn(results, edition)

      test('the page says nothing twice, and its links lead somewhere', () => {
        const page = renderCombinedReport(input)
        assertGoodDocument(page, again)
        assert.doesNotMatch(
          page,
          /Nothing here either\.[\s\S]*Nothing here either\./,
          'one section says that all is known',
        )
        const [, cards = ''] = /<ul class="cards">([\s\S]*?)<p class="conclusion">/.exec(page) ?? []
        assert.doesNotMatch(cards, /<time/, 'the day of all frameworks stands at the top')
      })

      if (edition !== 'owner' && !IN_PRINT.includes(tenant)) return
      test('the PDF says nothing twice, and no page is nearly empty, cut off or ends with a title', async () => {
        const pages = readLayout(await renderCombinedPdf(input))
        assertGoodPages(pages, again)
        if (edition !== 'owner') assertFindable(pages)
        if (edition === 'owner') assert.ok(pages.length <= MAX_OWNER_PAGES, `${pages.length} pages`)
      })
    })
  }
}

test('a report for several frameworks begins with those about which too little is known', () => {
  for (const { tenant, report } of combinedReports(reports)) {
    const open = report.parts.filter(({ result }) => result.coverage < 0.5).length
    const [, conclusion = ''] = /class="conclusion"[^>]*>([^<]*)</.exec(renderCombinedReport(report)) ?? []
    assert.equal(/^Too little is known/.test(conclusion), open > 0, `${tenant}: ${conclusion}`)
  }
})

test('the owner’s edition has no ids and no API paths', () => {
  for (const { report } of reports) {
    const texts = textsOf(renderReport({ ...report, edition: 'owner' })).join('\n')
    assert.doesNotMatch(texts, /ISM-\d|MS\.AAD|\b[A-Z]{2}\.[A-Z]{2}-\d|run_|GET \/|[0-9a-f]{8}-[0-9a-f]{4}/)
  }
})

test('only the full edition shows API paths', () => {
  for (const { report } of reports) {
    assert.doesNotMatch(renderReport({ ...report, edition: 'technical' }), /GET \/(v1\.0|beta)\//)
  }
})

test('only the full edition shows ids of controls and names of service plans', () => {
  for (const edition of ['owner', 'technical'] as const) {
    for (const { report } of reports) assert.doesNotMatch(renderReport({ ...report, edition }), /scid_|service plan /)
  }
})

function repeatableIn(results: readonly AssessmentResult[], edition: Edition): ReadonlySet<string> {
  if (edition === 'owner') return new Set()
  if (edition === 'full') return statedInRows(results)
  return new Set([...statedInActions(results), ...statedAgain(results)])
}

/** Sentences in `again` may be repeated. */
function assertGoodDocument(page: string, again: ReadonlySet<string>): void {
  assert.deepEqual(repeated(textsOf(page), again), [])
  const anchors = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
  assert.equal(new Set(anchors).size, anchors.length, 'ids are unique')
  assert.doesNotMatch(page, EMPTY_SECTION, 'something stands below every title')
  for (const [, target = ''] of page.matchAll(/href="#([^"]+)"/g)) assert.ok(anchors.includes(target), target)
  assertGoodContents(page, anchors)
}

/** The contents lead to every section, in the order of the page. */
function assertGoodContents(page: string, anchors: readonly (string | undefined)[]): void {
  const [contents = ''] = /<nav class="contents"[\s\S]*?<\/nav>/.exec(page) ?? []
  const links = [...contents.matchAll(/href="#([^"]+)"/g)].map(([, target = '']) => target)
  assert.deepEqual(
    links,
    links.toSorted((one, other) => anchors.indexOf(one) - anchors.indexOf(other)),
  )
  const sections = [...page.matchAll(/<h2[^>]* id="([^"]+)-title"/g)].map(([, id = '']) => id)
  const left = sections.filter((id) => !links.includes(id))
  assert.deepEqual(new Set(left), new Set(left.includes('next') ? ['glance', 'next'] : ['glance']))
}

function assertGoodPages(pages: readonly (readonly WrittenText[])[], again: ReadonlySet<string>): void {
  const texts = pages.flat().filter(({ tag, text }) => tag !== '' && !STEP.test(text))
  assert.deepEqual(
    repeated(
      texts.map(({ text }) => text),
      again,
    ),
    [],
  )
  for (const [index, { tag, text }] of texts.entries())
    assert.ok(tag !== 'H2' || texts[index + 1]?.tag !== 'H2', `nothing stands below the title ${text}`)
  assertGoodEnds(pages)
  for (const [index, its] of pages.entries()) {
    const name = `page ${index + 1} of ${pages.length}`
    assertGoodPage(its, name)
    const min = index === 0 ? MIN_USED : index < pages.length - 1 ? MIN_FILLED : MIN_USED_AT_END
    assert.ok(usedShare(its) > min, `${name} is used to ${usedShare(its)}`)
  }
}

function assertGoodPage(texts: readonly WrittenText[], name: string): void {
  // The engine itself cuts texts of more than two thousand characters.
  for (const { text } of texts) if (text.length < 200) assert.doesNotMatch(text, /…$/, `${name} cuts off a text`)
  const body = texts.filter(({ tag, top }) => tag !== '' && top > TOP - 10)
  const last = body.reduce((lowest, text) => (text.bottom > lowest.bottom ? text : lowest))
  const share = usedShare(texts)
  assert.ok(share < 1.01, `${name} uses ${share} of its height`)
  assert.ok(
    share > FULL || !body.some(({ text }) => MORE.test(text)),
    `${name} leaves actions out and has room for them`,
  )
  assert.doesNotMatch(last.tag, /^H\d$/, `${name} ends with the title ${last.text}`)
  const [first] = body
  assert.doesNotMatch(first?.text ?? '', /^(Documentation|Also counted here, .*)$/, `${name} begins with an end`)
  assert.notEqual(first?.tag, 'Code', `${name} begins within a script`)
  const action = body.findLast(({ tag, text, top }) => tag === 'Lbl' && /^\d+$/.test(text) && top > LOWER_QUARTER)
  const isBegun = action && body.some(({ text, top }) => STEP.test(text) && top > action.top)
  assert.ok(!action || isBegun, `${name} ends with action ${action?.text} before its first step`)
}

/** A list of actions has the page on which each begins, and a page that begins within an action says in which. */
function assertFindable(pages: readonly (readonly WrittenText[])[]): void {
  const placed = pages.flatMap((its, index) => its.filter(isNumber).map(({ text }) => [text, index + 1] as const))
  const listed = pages.flatMap((its) =>
    its.flatMap(({ tag, text, top }): [number: string, page: number][] => {
      const page = its.find((other) => other.tag === '' && /^\d+$/.test(other.text) && other.top === top)
      return tag === 'TD' && /^\d+$/.test(text) && page ? [[text, Number(page.text)]] : []
    }),
  )
  const byNumber = placed.toSorted(([one], [other]) => Number(one) - Number(other))
  assert.deepEqual(listed, placed.length < 6 ? [] : byNumber)
  for (const [index, its] of pages.entries()) {
    const [first] = its.filter(({ tag, top }) => tag !== '' && top > TOP - 10)
    const before = pages.slice(0, index).flat().findLast(isNumber)
    const again = its.find(({ tag, text }) => tag === '' && /^\d+ .* \(continued\)$/.test(text))
    if (again) assert.equal(again.text.split(' ', 1)[0], before?.text)
    if (STEP.test(first?.text ?? '')) assert.ok(again, `page ${index + 1} begins with “${first?.text}”`)
    if (first && isNumber(first)) assert.equal(again, undefined)
  }
  assertOverviewNamed(pages)
}

/** The overview of all requirements says on each page that it takes what it is. */
function assertOverviewNamed(pages: readonly (readonly WrittenText[])[]): void {
  for (const its of pages) {
    const body = its.filter(({ tag, top }) => tag !== '' && top > TOP - 10)
    const isTitle = ({ text }: WrittenText): boolean => /every requirement at a glance/i.test(text)
    const [first] = body
    const state = body.find(({ tag, text }) => tag === 'Span' && STATES.has(text))
    if (first && first !== state && state && Math.abs(state.top - first.top) < 4 && !isTitle(first))
      assert.ok(
        its.some((one) => one.tag === '' && isTitle(one)),
        `a page begins with “${first.text}”`,
      )
  }
}

const STATES: ReadonlySet<string> = new Set(Object.values(VERDICT_WORDS))

const isNumber = ({ tag, text }: WrittenText): boolean => tag === 'Lbl' && /^\d+$/.test(text)

/** The share of the height of a page that has text. */
function usedShare(texts: readonly WrittenText[]): number {
  const used = Math.max(...texts.filter(({ top }) => top < BOTTOM + 4).map(({ bottom }) => bottom))
  return (used - TOP) / (BOTTOM - TOP)
}

/** Technicians begin at the top. */
function assertFirstThingsFirst(pages: readonly (readonly WrittenText[])[]): void {
  const number = pages.flat().find(({ tag, text }) => tag === 'Lbl' && /^\d+$/.test(text))
  if (number) assert.equal(number.text, '1')
}

/** The texts of a page by the elements that contain them. Steps are left out: each must be complete in itself. */
function textsOf(page: string): string[] {
  const body = page
    .slice(page.indexOf('<body>'))
    .replace(/<(script|svg|ol class="steps")[\s\S]*?<\/(script|svg|ol)>/g, '')
  return body
    .split(/<\/?(?:p|li|td|th|dt|dd|h\d|tr|div|section|summary|caption|article|ul|ol|dl)\b[^>]*>/)
    .map((text) =>
      text
        .replace(/<[^>]*>/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((text) => text !== '')
}

/** Answers and references belong to the row that has them, and may be the same in another. */
const OF_ITS_ROW =
  /^((See|As for|The rest is as for|The reason is the same as for) ([A-Z]+[-.]|“|actions? )|Their note: |The tenant shows less; |(“[^”]+”|Level \d), but the tenant shows )/

/** What stands before what was found in a row of one line. */
const MARKS = /^.* · /

/** Sentences that occur more than once. Short ones, such as `All is done.`, and names of links may. */
function repeated(texts: readonly string[], again: ReadonlySet<string>): string[] {
  const sentences = texts
    .flatMap(sentencesOf)
    .filter((sentence) => /[.!?]$/.test(sentence))
    .filter(
      (sentence) =>
        !OF_ITS_ROW.test(sentence) &&
        !isDependent(sentence) &&
        !again.has(sentence.replace(FINDING_ID, '').replace(MARKS, '')),
    )
  const counted = Map.groupBy(sentences, (sentence) => sentence)
  return [...counted].flatMap(([sentence, its]) =>
    its.length > 1 && sentence.split(' ').length >= WORDS_OF_A_SENTENCE ? [`${its.length} times: ${sentence}`] : [],
  )
}
