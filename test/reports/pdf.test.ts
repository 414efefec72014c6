import assert from 'node:assert/strict'
import { pbkdf2 } from 'node:crypto'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { readTenant } from '../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../src/engine/evaluation/evaluate.ts'
import { ESSENTIAL_EIGHT } from '../../src/engine/frameworks/essential-eight/essential-eight.ts'
import { explanation, headline } from '../../src/features/reports/content/executive-summary.ts'
import type { ReportInput } from '../../src/features/reports/content/input.ts'
import { SEVERITY_WORDS, VERDICT_WORDS } from '../../src/features/reports/content/rules.ts'
import { renderCombinedPdf, renderPdf } from '../../src/features/reports/pdf/content/document.ts'
import { Canvas, LEFT } from '../../src/features/reports/pdf/kit/canvas.ts'
import { accentOf, INK, PAPER, SOFT } from '../../src/features/reports/pdf/kit/colors.ts'
import { SEVERITY_LOOKS, VERDICT_LOOKS } from '../../src/features/reports/pdf/kit/looks.ts'
import { NO_GLYPH, toDrawable } from '../../src/features/reports/pdf/kit/scripts/drawable.ts'
import { lineHeight, STYLES } from '../../src/features/reports/pdf/kit/typesetter.ts'
import { contrastOf } from '../../src/shared/html/contrast.ts'
import { snapshotOf } from '../engine/snapshot-builder.ts'
import { readLayout } from './pdf-layout.ts'
import { actualText, readPdf } from './pdf-text.ts'
import { sampleResult } from './sample.ts'
import { sampleHistory, sampleReport } from './sample-report.ts'
import { combinedReports, tenantReports } from './tenant-reports.ts'

/** A logo of one blue point. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const textOf = async (input: ReportInput): Promise<string> => readPdf(await renderPdf(input)).pages.join('\n')

const mixed = sampleResult('mixed')

test('a PDF is complete and has title, author, language, time, and a tagged structure', async () => {
  const pdf = await renderPdf(sampleReport(mixed))
  const whole = pdf.toString('latin1')
  assert.match(whole, /^%PDF-1\.7\n/)
  assert.match(whole, /startxref\n\d+\n%%EOF\n$/)
  const [, at] = whole.match(/startxref\n(\d+)/) ?? []
  assert.ok(whole.slice(Number(at)).startsWith('xref'))
  for (const fact of ['(Essential Eight assessment of Fabrikam Timber)', '(Northwind IT)', '(D:20260508031420Z)']) {
    assert.ok(whole.includes(fact), fact)
  }
  for (const fact of ['/Lang (en-GB)', '/Marked true', '/StructTreeRoot', '/DisplayDocTitle true', '/Outlines']) {
    assert.ok(whole.includes(fact), fact)
  }
})

test('links, heads of tables and charts are part of the structure', async () => {
  const result = evaluateFramework(ESSENTIAL_EIGHT, readTenant(snapshotOf({})), { target: 2 })
  const row = result.requirements.find(({ verdict, checks }) => verdict !== 'effective' && checks?.length)
  assert.ok(row)
  const failed = { ...row, verdict: 'ineffective' as const, severity: 'high' as const }
  const checks = row.checks?.map((check) => ({ ...check, verdict: 'ineffective' as const, proves: 'proof' as const }))
  const changed = { ...result, requirements: [{ ...failed, ...(checks && { checks }) }] }
  const { objects } = readPdf(await renderPdf(sampleReport(changed, { edition: 'full' })))
  const bodies = [...objects.values()]
  const links = bodies.filter((body) => /\/S \/Link\n/.test(body))
  const areas = bodies.filter((body) => /\/Subtype \/Link\n/.test(body))
  assert.ok(links.length > 0 && areas.length >= links.length, `${links.length} links, ${areas.length} areas`)
  for (const link of links) assert.match(link, /\/Type \/OBJR/)
  for (const area of areas)
    assert.match(area, /\/StructParent \d+[\s\S]*\/Contents \(|\/Contents \([\s\S]*\/StructParent \d+/)
  assert.ok(bodies.some((body) => /\/S \/TH\n/.test(body) && /\/Scope \/Column/.test(body)))
  assert.ok(bodies.some((body) => /\/S \/TH\n/.test(body) && /\/Scope \/Row/.test(body)))
  const figures = bodies.filter((body) => /\/S \/Figure\n/.test(body))
  assert.ok(figures.length > 1)
  for (const figure of figures) assert.match(figure, /\/Alt \([\s\S]*\/BBox \[/)
})

test('the same report gives the same bytes', async () => {
  const input = sampleReport(mixed, sampleHistory(mixed))
  const [one, again] = [await renderPdf(input), await renderPdf(input)]
  assert.ok(one.equals(again))
})

test('a transparent logo gives the same bytes, however long it takes to decode', async () => {
  const input = sampleReport(mixed, { brand: { colour: '#aa3366', logo: { type: 'image/png', bytes: LOGO } } })
  const quick = await renderPdf(input)
  // Passwords take all threads that could decode it.
  const hash = promisify(pbkdf2)
  const passwords = Array.from({ length: 16 }, () => hash('password', 'salt', 50_000, 32, 'sha256'))
  const slow = await renderPdf(input)
  await Promise.all(passwords)
  assert.ok(quick.equals(slow))
})

test('its times are in the time zone of the partner, written as the partner has chosen', async () => {
  const late = { completedAt: '2026-05-08T20:14:20.000Z', createdAt: '2026-05-08T20:10:44.000Z' }
  const text = await textOf(sampleReport(mixed, { ...late, brand: { timeZone: 'Australia/Sydney' } }))
  assert.match(text.replace(/\s+/g, ' '), /9 May 2026 at 06:14 UTC\+10/)
  const german = await textOf(sampleReport(mixed, { ...late, brand: { timeZone: 'Europe/Berlin', locale: 'de-DE' } }))
  assert.match(german.replace(/\s+/g, ' '), /08\.05\.2026, 22:14 UTC\+2/)
  assert.match((await textOf(sampleReport(mixed, late))).replace(/\s+/g, ' '), /8 May 2026 at 20:14 UTC/)
})

test('the days of the trend are in the time zone of the partner and in the form of the country, like all others', async () => {
  const { trend } = sampleHistory(mixed)
  const late = trend.map((run) => ({ ...run, completedAt: run.completedAt.replace('T03', 'T20') }))
  const brand = { timeZone: 'Australia/Sydney', locale: 'en-US' } as const
  for (const edition of ['owner', 'full'] as const) {
    const text = await textOf(sampleReport(mixed, { edition, trend: late, brand }))
    assert.match(text, /since March 9, 2026/)
    for (const day of ['Mar 9, 2026', 'Apr 9, 2026', 'May 9, 2026']) assert.ok(text.includes(day), `${edition}: ${day}`)
  }
})

test('it has the same text as the page', async () => {
  for (const posture of ['weak', 'mixed', 'strong'] as const) {
    const result = sampleResult(posture)
    const text = (await textOf(sampleReport(result))).replace(/\s+/g, ' ')
    const words = [headline(result, 'Fabrikam Timber'), ...explanation(result), 'What to do first', 'About this report']
    for (const sentence of words) assert.ok(text.includes(sentence), `${posture}: ${sentence}`)
    for (const { id, statement, observed, verdict, severity, remedy } of result.requirements) {
      for (const part of [id, statement, observed, VERDICT_WORDS[verdict]])
        assert.ok(text.includes(part), `${id} ${part}`)
      if (severity)
        for (const part of [remedy, `${SEVERITY_WORDS[severity]} severity`]) assert.ok(text.includes(part), id)
    }
  }
})

test('a finding shows whom it affects, what was read and when, and what could not be seen', async () => {
  const text = (await textOf(sampleReport(sampleResult('weak')))).replace(/\s+/g, ' ')
  assert.match(text, /ISM-1000 Requirement number 0 holds everywhere\. Not in place High severity 20 of 100 \(20%\)/)
  assert.match(text, /80: ada@fabrikam\.example, bo@fabrikam\.example and 78 more/)
  assert.match(text, /Servers are not seen\./)
  assert.match(text, /GET \/v1\.0\/users at \/0, read 8 May 2026 at 03:11 UTC/)
})

test('trend and difference are shown only if there is a previous run', async () => {
  const first = await textOf(sampleReport(mixed))
  assert.doesNotMatch(first, /Trend and difference/)
  const later = (await textOf(sampleReport(mixed, sampleHistory(mixed)))).replace(/\s+/g, ' ')
  assert.match(later, /3 assessments since 8 March 2026: the score was 20–90 and is \d+–90\./)
  assert.match(
    later,
    /What changed since 8 April 2026 The score was 35–90 and is [\d–]+: 1 check became better, 1 check became worse/,
  )
  assert.match(later, /ISM-1001 Patch applications In place Partly in place/)
})

test('every page except the cover has the customer, the partner, the page number and the total', async () => {
  const { pages } = readPdf(await renderPdf(sampleReport(mixed)))
  assert.ok(pages.length > 5)
  for (const [index, page] of pages.entries()) {
    assert.match(page, /Fabrikam Timber/)
    assert.match(page, /Confidential/)
    if (index > 0) assert.ok(page.includes(`Page ${index + 1} of ${pages.length}`), `page ${index + 1}`)
  }
})

test('152 requirements with a hundred names each stay at about 50 pages and below a megabyte', async () => {
  const result = evaluateFramework(ESSENTIAL_EIGHT, readTenant(snapshotOf({})), { target: 3 })
  assert.equal(result.requirements.length, 152)
  const items = Array.from({ length: 100 }, (_, index) => `somebody.with.a.long.name.${index}@fabrikam.example`)
  const requirements = result.requirements.map((row, index) =>
    index % 3 === 0
      ? { ...row, verdict: 'ineffective' as const, severity: 'high' as const, affected: { items, total: 4000 } }
      : row,
  )
  const pdf = await renderPdf(sampleReport({ ...result, requirements }, { maturityTarget: 3 }))
  assert.ok(pdf.length < 1_000_000, `${pdf.length} bytes`)
  const { pages } = readPdf(pdf)
  assert.ok(pages.length <= 54, `${pages.length} pages`)
  assert.match(pages.join(''), /and 3,988 more/)
})

test('the full edition in print lists every requirement by its state, before their details', async () => {
  const result = evaluateFramework(ESSENTIAL_EIGHT, readTenant(snapshotOf({})), { target: 2 })
  const { pages } = readPdf(await renderPdf(sampleReport(result, { edition: 'full' })))
  const text = pages.join(' ').replace(/\s+/g, ' ')
  const overview = text.slice(text.indexOf('Every requirement at a glance'))
  let at = 0
  for (const { id: group, name } of result.groups) {
    at = overview.indexOf(name, at)
    assert.notEqual(at, -1, name)
    const rows = result.requirements.filter((row) => row.group === group)
    const outside = rows.filter((row) => !row.levels.includes(2)).map(({ id }) => id)
    if (outside.length > 0) assert.ok(overview.includes(`Outside the target ${outside.join(', ')}`), name)
  }
})

test('no page ends with a term without its text or a group title without a row', async () => {
  const sentences = (count: number): string =>
    Array.from({ length: count }, (_, index) => `Sentence ${index} of it.`).join(' ')
  // Lengths at which a term or a group title once was alone at the end of a page.
  for (const length of [21, 28, 36, 57]) {
    const requirements = mixed.requirements.map((row, index) => ({
      ...row,
      observed: sentences(length + index),
      limitations: [sentences(40)],
    }))
    const { pages } = readPdf(await renderPdf(sampleReport({ ...mixed, requirements })))
    for (const page of pages.slice(1)) {
      const [text = ''] = page.split('Fabrikam Timber · Essential Eight')
      assert.doesNotMatch(text, /(Found|Expected|What to do|Affected|Notes|Evidence|Why unknown|The tenant shows) $/)
      assert.doesNotMatch(text, / settled ([^.]*\. )?$/)
    }
  }
})

test('a character without a glyph is drawn as a replacement character, and screen readers get the original', async () => {
  assert.equal(toDrawable('Ångström & Søn – Ελλάς, Київ, Việt'), 'Ångström & Søn – Ελλάς, Київ, Việt')
  assert.equal(toDrawable('ไทย'), NO_GLYPH.repeat(3))
  assert.equal(toDrawable('A\u202eB\u0000\n C'), 'AB C')
  assert.equal(toDrawable('👩‍🔧 x'), `${NO_GLYPH.repeat(2)} x`)
  const { pages, objects } = readPdf(await renderPdf(sampleReport(mixed, { customerName: 'ไทย Timber ქართ' })))
  assert.ok(pages[0]?.includes(`${NO_GLYPH.repeat(3)} Timber ${NO_GLYPH.repeat(4)}`))
  assert.match(pages.join(''), /characters that the font of this document does not have/)
  assert.ok([...objects.values()].some((body) => body.includes(actualText('ไทย Timber ქართ'))))
})

test('long names and broken pictures do not prevent a report', async () => {
  const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft '.repeat(3).trim()
  const brand = { colour: 'no colour', logo: { type: 'image/png', bytes: Buffer.from('no picture') } } as const
  const text = await textOf(sampleReport(mixed, { customerName: long, partnerName: long, brand }))
  assert.match(text, /Donaudampf/)
  assert.match(text, /…/)
})

test("text is readable on any partner's colour and on white", () => {
  const colours = ['#ffffff', '#000000', '#ffff00', '#f2b705', '#808080', '#00ff88', '#123456', '#777777']
  for (const colour of colours) {
    const { fill, onFill, text } = accentOf(colour)
    assert.equal(fill, colour)
    assert.ok(contrastOf(onFill, fill) > 4.5, `${onFill} on ${fill}`)
    assert.ok(contrastOf(text, PAPER) >= 4.5, `${text} on white`)
  }
  assert.notEqual(accentOf(undefined).fill, '#ffffff')
  for (const ink of [INK, SOFT]) assert.ok(contrastOf(ink, PAPER) >= 4.5)
  for (const { ink, tint } of [...Object.values(VERDICT_LOOKS), ...Object.values(SEVERITY_LOOKS)]) {
    assert.ok(contrastOf(ink, tint) >= 4.5, `${ink} on ${tint}`)
  }
})

test('a text that continues on the next page has at least two lines on each, and a short one stays whole', async () => {
  const height = lineHeight(STYLES.body)
  for (const lines of [2, 3, 4, 5, 9]) {
    for (let fitting = 1; fitting < lines; fitting++) {
      const about = {
        title: 'Lines',
        author: 'Northwind IT',
        subject: 'Lines',
        at: new Date(0),
        accent: accentOf(undefined),
      }
      const canvas = new Canvas(about)
      canvas.write('Above.', STYLES.body)
      canvas.skip(canvas.left - fitting * height)
      // A word as wide as a line.
      canvas.write(Array(lines).fill('wwwwwwww').join(' '), STYLES.body, { x: LEFT, width: 90 })
      const [first = [], second = []] = readLayout(await canvas.finish(() => undefined))
      const counts = [first.slice(1), second].map((texts) =>
        texts.reduce((sum, { top, bottom }) => sum + Math.round((bottom - top) / height) + 1, 0),
      )
      const [before = 0, after = 0] = counts
      const name = `${lines} lines, ${fitting} fitting: ${counts}`
      assert.equal(before + after, lines, name)
      assert.ok(before === 0 || (before >= 2 && after >= 2), name)
      if (lines <= 3) assert.equal(before, 0, name)
    }
  }
})

test('a reference to another requirement leads to where it is described, in another framework too', async () => {
  const combined = combinedReports(await tenantReports()).find(({ tenant }) => tenant === 'partial')?.report
  assert.ok(combined)
  const { objects } = readPdf(await renderCombinedPdf({ ...combined, edition: 'full' }))
  const bodies = [...objects.values()]
  const names = new Set(bodies.flatMap((body) => [...body.matchAll(/\((row-[^)]+)\) \[/g)].map(([, name]) => name)))
  const targets = bodies.flatMap((body) => /\/S \/GoTo\n\/D \((row-[^)]+)\)/.exec(body)?.[1] ?? [])
  assert.ok(targets.length > 10)
  for (const target of targets) assert.ok(names.has(target), target)
})

test('a reference to another action is a link of the structure that leads to it', async () => {
  const reports = await tenantReports()
  const report = reports.find((each) => each.tenant === 'weak' && each.framework === 'essential-eight')?.report
  assert.ok(report)
  const { objects } = readPdf(await renderPdf({ ...report, edition: 'technical' }))
  const bodies = [...objects.values()]
  const names = new Set(bodies.flatMap((body) => [...body.matchAll(/\((action-\d+)\) \[/g)].map(([, name]) => name)))
  const targets = bodies.flatMap((body) => /\/S \/GoTo\n\/D \((action-\d+)\)/.exec(body)?.[1] ?? [])
  assert.ok(targets.length > 5)
  for (const target of targets) assert.ok(names.has(target), target)
  const links = bodies.filter((body) => /\/S \/Link\n/.test(body) && /\/Type \/OBJR/.test(body))
  const areas = bodies.filter((body) => /\/Subtype \/Link\n/.test(body))
  assert.ok(links.length <= areas.length && areas.length > targets.length)
  for (const area of areas) assert.match(area, /\/StructParent \d+/)
})
