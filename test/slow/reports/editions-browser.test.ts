import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { BrowserContextOptions } from 'playwright-core'
import { EDITIONS } from '../../../src/features/reports/content/edition.ts'
import type { ReportInput } from '../../../src/features/reports/content/input.ts'
import { renderReport } from '../../../src/features/reports/html/page.ts'
import { reportPolicy } from '../../../src/features/reports/html/style.ts'
import type { Locale } from '../../../src/shared/dates/locales.ts'
import { assertAccessible, assertPrintable } from '../../harness/accessibility.ts'
import { type Surfer, startBrowser, withoutBrowser } from '../../harness/browser.ts'
import { preparePage, SHOWN_ORIGIN } from '../../harness/shown-page.ts'
import { type TenantReport, tenantReports } from '../../reports/tenant-reports.ts'

const skip = withoutBrowser
const SIZES = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
] as const

/** Addresses of all files: the longest line of facts. */
const DOWNLOADS = {
  pdf: '?format=pdf',
  xlsx: '?format=xlsx',
  csv: '?format=csv',
  json: '?format=json',
  oscal: '?format=oscal',
  ocsf: '?format=ocsf',
}

const reports = await tenantReports()
let surfer: Surfer | undefined
after(async () => await surfer?.[Symbol.asyncDispose]())

/** A browser that gets reports under their real policy. */
async function openWindow(options: BrowserContextOptions = {}) {
  surfer ??= await startBrowser({ baseUrl: SHOWN_ORIGIN })
  const { page, complaints } = await surfer.open(options)
  const showPage = await preparePage(page)
  const show = (report: ReportInput): Promise<void> =>
    showPage({
      html: renderReport(report, DOWNLOADS),
      headers: { 'Content-Security-Policy': reportPolicy(report.brand) },
    })
  return { page, complaints, show }
}

function reportOf(framework: string, tenant: string): ReportInput {
  const found = reports.find((one: TenantReport) => one.framework === framework && one.tenant === tenant)
  assert.ok(found)
  return found.report
}

for (const viewport of SIZES) {
  test(`the first screen of every report fits ${viewport.width} by ${viewport.height}, and nothing is wider`, {
    skip,
  }, async () => {
    const { page, complaints, show } = await openWindow({ viewport })
    for (const { framework, tenant, report } of reports) {
      await show(report)
      const [bottom, width] = await page.evaluate<[number, number]>(
        '[document.querySelector(".conclusion").getBoundingClientRect().bottom, document.scrollingElement.scrollWidth]',
      )
      assert.ok(bottom <= viewport.height, `${framework}, ${tenant}: the conclusion ends at ${bottom}`)
      assert.ok(width <= viewport.width, `${framework}, ${tenant}: ${width} wide`)
    }
    assert.deepEqual(complaints, [])
  })
}

/** By which share of the room inside the ring the upper corners of the gauge's number are from the middle. It runs in the browser. */
const NUMBER_IN_RING = `(() => {
  const drawing = document.querySelector('.glance-score .drawing')
  const radius = drawing.viewBox.baseVal.width / 2
  const sizeOf = (text) => Number(text.getAttribute('font-size'))
  const number = [...drawing.querySelectorAll('text')].toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]
  const top = radius - Number(number.getAttribute('y')) + 0.73 * sizeOf(number)
  return Math.hypot(number.getComputedTextLength() / 2, top) / (0.76 * radius)
})()`

test('the number in a gauge stays inside its ring, however wide the system’s digits are', { skip }, async () => {
  const { page, show } = await openWindow({ viewport: SIZES[0] })
  for (const { framework, tenant, report } of reports) {
    await show(report)
    const share = await page.evaluate<number>(NUMBER_IN_RING)
    assert.ok(share > 0.3 && share < 1, `${framework}, ${tenant}: ${share}`)
  }
})

for (const edition of EDITIONS) {
  test(`the ${edition} edition is accessible`, { skip }, async () => {
    const { page, show } = await openWindow({ reducedMotion: 'reduce', bypassCSP: true })
    for (const [framework, tenant] of [
      ['essential-eight', 'weak'],
      ['nist-csf', 'typical-answered'],
      // It has a section of which the target asks for nothing.
      ['scuba-entra', 'weak'],
    ] as const) {
      await show({ ...reportOf(framework, tenant), edition })
      await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true')
      await assertAccessible(page, `${framework}, ${tenant}`)
      // On paper, all frameworks look alike.
      if (framework === 'essential-eight') await assertPrintable(page, `${tenant}, on paper`)
    }
  })
}

test("times are in the reader's zone and in the form of the partner's country, and in UTC on hover", {
  skip,
}, async () => {
  const { page, complaints, show } = await openWindow({ locale: 'en-US', timezoneId: 'Australia/Sydney' })
  const answered = reportOf('essential-eight', 'typical-answered')
  // The first run ended on the next day in Sydney.
  const trend = answered.trend.map((run) => ({ ...run, completedAt: run.completedAt.replace('T12', 'T20') }))
  const report = { ...answered, trend }
  const written: [
    locale: Locale | undefined,
    time: RegExp,
    hover: string,
    day: string,
    over: string,
    labels: RegExp,
  ][] = [
    [
      undefined,
      /^17 June 2026 at 22:00 (AEST|GMT\+10)$/,
      '17 June 2026 at 12:00 UTC',
      '17 May 2026',
      '18 February 2026',
      /^18 Feb 2026.*18 Jun 2026$/,
    ],
    [
      'en-US',
      /^June 17, 2026 at 10:00\sPM (AEST|GMT\+10)$/,
      'June 17, 2026 at 12:00 PM UTC',
      'May 17, 2026',
      'February 18, 2026',
      /^Feb 18, 2026.*Jun 18, 2026$/,
    ],
    [
      'de-DE',
      /^17\.06\.2026, 22:00 (AEST|GMT\+10)$/,
      '17.06.2026, 12:00 UTC',
      '17.05.2026',
      '18.02.2026',
      /^18\.02\.2026.*18\.06\.2026$/,
    ],
  ]
  for (const [locale, time, hover, day, over, labels] of written) {
    await show({ ...report, brand: { ...report.brand, ...(locale && { locale }) } })
    const shown = page.locator('.facts-line time')
    assert.match((await shown.textContent()) ?? '', time)
    assert.equal(await shown.getAttribute('title'), hover)
    assert.equal(await page.locator('#changes-title time').textContent(), day)
    assert.ok((await page.locator('#trend .lead').textContent())?.includes(over))
    assert.match((await page.locator('#trend .at-wide [data-day-of]').allTextContents()).join(' '), labels)
  }
  assert.deepEqual(complaints, [])
})

test('on paper, remedies are unfolded, the plan stays as short as in the PDF, and nothing offers downloads', {
  skip,
}, async () => {
  const { page, show } = await openWindow()
  const report = reportOf('essential-eight', 'weak')
  await page.emulateMedia({ media: 'print' })
  await show({ ...report, edition: 'owner' })
  const [shown, folded] = [page.locator('#plan .quarters > div > ul > li'), page.locator('#plan details li')]
  assert.ok((await shown.first().isVisible()) && (await folded.count()) > 0)
  assert.equal(await folded.first().isVisible(), false)
  await show({ ...report, edition: 'technical' })
  assert.ok(await page.locator('.fix li').first().isVisible())
  assert.equal(await page.getByText('Download as').isVisible(), false)
})

/** Pixels within the margins of a page of A4. */
const PAPER = { width: 673, height: 980 } as const

test('on paper, the score stands beside the facts as on a screen, although a page is as narrow as a tablet', {
  skip,
}, async () => {
  const { page, show } = await openWindow({ viewport: PAPER })
  await page.emulateMedia({ media: 'print' })
  await show({ ...reportOf('essential-eight', 'weak'), edition: 'owner' })
  const [score, facts] = [page.locator('.glance-score'), page.locator('.glance-facts')]
  const [left, right] = [await score.boundingBox(), await facts.boundingBox()]
  assert.ok(left && right && left.x + left.width <= right.x && right.x + right.width <= PAPER.width)
  assert.ok(((await page.locator('.areas thead').boundingBox())?.width ?? 0) > PAPER.width / 2)
})

test('without JavaScript, times are in UTC, and checkboxes filter the actions', { skip }, async () => {
  const { page, show } = await openWindow({ javaScriptEnabled: false })
  await show({ ...reportOf('essential-eight', 'weak'), edition: 'technical' })
  assert.equal(await page.locator('.facts-line time').textContent(), '17 June 2026 at 12:00 UTC')
  assert.equal(await page.locator('#search').isVisible(), false)
  const critical = page.locator('.severity-is-critical:visible')
  const all = page.locator('[data-finding]:visible')
  const [before, criticals] = [await all.count(), await critical.count()]
  assert.ok(criticals > 0)
  await page.getByLabel('Critical').uncheck()
  assert.deepEqual([await critical.count(), await all.count()], [0, before - criticals])
  await page.getByLabel('Critical').check()
  assert.equal(await all.count(), before)
})

test('the search shows the actions that have all of its words', { skip }, async () => {
  const { page, complaints, show } = await openWindow()
  await show({ ...reportOf('essential-eight', 'weak'), edition: 'technical' })
  const all = page.locator('[data-finding]:visible')
  const before = await all.count()
  await page.getByLabel('Search').fill('OFFICE macros')
  const found = await all.count()
  assert.ok(found > 0 && found < before)
  for (const text of await all.allTextContents()) assert.match(text, /office[\s\S]*macro|macro[\s\S]*office/i)
  assert.equal(await page.locator('output').textContent(), `${found} of ${before} actions`)
  assert.ok((await page.locator('[data-area]:visible').count()) < (await page.locator('[data-area]').count()))
  await page.getByLabel('Search').fill('')
  assert.equal(await all.count(), before)
  assert.deepEqual(complaints, [])
})
