import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { EDITIONS } from '../../../src/features/reports/content/edition.ts'
import { renderCombinedReport, renderReport } from '../../../src/features/reports/html/page.ts'
import { reportPolicy } from '../../../src/features/reports/html/style.ts'
import { type Surfer, startBrowser, withoutBrowser } from '../../harness/browser.ts'
import { preparePage, SHOWN_ORIGIN } from '../../harness/shown-page.ts'
import { combinedReports, tenantReports } from '../../reports/tenant-reports.ts'

/** Reports on phones: nothing is cut off, words stay whole, and one framework and several are shown alike. */

const skip = withoutBrowser
/** Pixels. */
const PHONES = [320, 360, 390] as const
const PHONE = 390
const reports = await tenantReports()
let surfer: Surfer | undefined
after(async () => await surfer?.[Symbol.asyncDispose]())

interface Faults {
  /** Words that a line ends within. */
  broken: string[]
  /** Tables of which a part is hidden until somebody scrolls. */
  cut: string[]
  /** Ids in links that a line ends within. */
  divided: string[]
  /** Areas whose state is not right below their name. */
  elsewhere: string[]
  /** Pixels by which the page is wider than the screen. */
  over: number
}

/** It runs in the browser. */
const FAULTS = `(() => {
  const broken = []
  for (const one of document.querySelectorAll('th, td, b, p, li, dt, dd, h2, h3, h4, h5')) {
    if (!one.checkVisibility()) continue
    for (const node of one.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE) continue
      for (const { 0: word, index } of node.data.matchAll(/\\p{L}+/gu)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
      }
    }
  }
  const stateIsBelow = (area) => {
    const [first, second] = [...area.children].toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
    return first === area.firstElementChild && second.matches('.state')
  }
  const areas = [...document.querySelectorAll('.areas :is(tbody tr, li)')]
  const tables = [...document.querySelectorAll('.scroll')]
  return {
    broken,
    divided: [...document.querySelectorAll('main a')]
      .filter((link) => /^[^ ]*\\d[^ ]*$/.test(link.textContent) && link.getClientRects().length > 1)
      .map((link) => link.textContent),
    elsewhere: areas.filter((area) => !stateIsBelow(area)).map((area) => area.firstElementChild.textContent),
    cut: tables.filter((area) => area.scrollWidth > area.clientWidth + 1).map((area) => area.ariaLabel),
    over: document.scrollingElement.scrollWidth - innerWidth,
  }
})()`

async function openPhone() {
  surfer ??= await startBrowser({ baseUrl: SHOWN_ORIGIN })
  const { page } = await surfer.open()
  const show = await preparePage(page)
  return async (html: string, widths: readonly number[], check: (faults: Faults, width: number) => void) => {
    await show({ html, headers: { 'Content-Security-Policy': reportPolicy() } })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 })
      check(await page.evaluate<Faults>(FAULTS), width)
    }
  }
}

test("on phones, nothing of an owner's edition is cut off, no word is broken, and the state of an area stands below its name", {
  skip,
}, async () => {
  const look = await openPhone()
  const pages = [
    ...reports.map(({ framework, tenant, report }) => ({
      name: `${framework}, ${tenant}`,
      html: renderReport({ ...report, edition: 'owner' }),
    })),
    ...combinedReports(reports).map(({ tenant, report }) => ({
      name: `all frameworks, ${tenant}`,
      html: renderCombinedReport({ ...report, edition: 'owner' }),
    })),
  ]
  for (const { name, html } of pages)
    await look(html, PHONES, (faults, width) =>
      assert.deepEqual(faults, { broken: [], divided: [], elsewhere: [], cut: [], over: 0 }, `${name}, ${width}`),
    )
})

for (const edition of EDITIONS.filter((one) => one !== 'owner')) {
  test(`the ${edition} edition and its tables fit the width of a phone, and no id is divided`, { skip }, async () => {
    const look = await openPhone()
    for (const [framework, tenant] of [
      ['nist-csf', 'typical-answered'],
      ['essential-eight', 'partial'],
      ['essential-eight', 'typical-answered'],
      ['scuba-entra', 'weak'],
    ] as const) {
      const found = reports.find((one) => one.framework === framework && one.tenant === tenant)
      assert.ok(found)
      await look(renderReport({ ...found.report, edition }), [PHONE], ({ cut, divided, over }) =>
        assert.deepEqual({ cut, divided, over }, { cut: [], divided: [], over: 0 }, `${framework}, ${tenant}`),
      )
    }
    const found = combinedReports(reports).find(({ tenant }) => tenant === 'weak-answered')
    assert.ok(found)
    // Marks of what became worse or was lowered by an answer.
    await look(renderCombinedReport({ ...found.report, edition }), PHONES, ({ over }, width) =>
      assert.equal(over, 0, `all frameworks, ${width}`),
    )
  })
}
