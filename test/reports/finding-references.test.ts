import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AssessmentResult } from '../../src/engine/model/result.ts'
import { jointActionsOf } from '../../src/engine/results/joint-actions.ts'
import type { Priority } from '../../src/engine/results/priorities.ts'
import { foundIn } from '../../src/features/reports/content/editions/action-findings.ts'
import { actionsByGroup } from '../../src/features/reports/content/editions/technical.ts'
import { withReadableDays } from '../../src/features/reports/content/rows/dates.ts'
import { statementsOf } from '../../src/features/reports/content/rows/dependent.ts'
import { withoutListed } from '../../src/features/reports/content/rows/named.ts'
import { renderCombinedReport, renderReport } from '../../src/features/reports/html/page.ts'
import { sentencesOf } from '../../src/shared/text/sentences.ts'
import { combinedReports, tenantReports } from './tenant-reports.ts'
import { actionsOf, namedIn, ownWords, type WrittenFinding } from './written-actions.ts'

/** What findings of actions leave to others: only what these say, and these say nothing else. */

const reports = await tenantReports()
const documents = [
  ...reports.map(({ framework, tenant, report }) => ({
    name: `${framework} ${tenant}`,
    results: [withReadableDays(report).result],
    page: renderReport({ ...report, edition: 'technical' }),
  })),
  ...combinedReports(reports).map(({ tenant, report }) => ({
    name: `all ${tenant}`,
    results: report.parts.map((part) => withReadableDays(part).result),
    page: renderCombinedReport({ ...report, edition: 'technical' }),
  })),
]

/** A finding as the page has it, and as the result does. */
interface Finding {
  written: WrittenFinding
  found: string
  affected: Priority['affected']
}

/** All findings of a page by the numbers of their actions and their ids, as in `1 ISM-1504`. */
function findingsIn(page: string, results: readonly AssessmentResult[]): Map<string, Finding> {
  const groups = actionsByGroup(
    jointActionsOf(results),
    results.map((result) => ({ result, productName: result.product })),
  )
  const actions = new Map(actionsOf(page).map(({ number, findings }) => [number, findings]))
  return new Map(
    groups
      .flatMap((group) => group.actions)
      .flatMap(([number, { findings }]) =>
        findings.flatMap((finding) => {
          const { id, affected } = finding
          const written = actions.get(String(number))?.find(({ ids }) => ids.includes(id))
          return written ? [[`${number} ${id}`, { written, found: foundIn(finding), affected }] as const] : []
        }),
      ),
  )
}

const statementsIn = (text: string): string[] =>
  statementsOf(text).map(({ head, dependents }) => [head, ...dependents].join(' ').trim())

const comparable = (text: string): string => text.replaceAll('&#39;', '’').replaceAll('&amp;', '&').replace(/\s/g, '')

test('a finding refers only to findings that say nothing but what it says as well', () => {
  let referred = 0
  for (const { name, page, results } of documents) {
    const all = findingsIn(page, results)
    for (const [place, { written, found }] of all) {
      const [number = ''] = place.split(' ')
      const own = new Set(statementsIn(found))
      for (const { id, action } of namedIn(written.found, number).found) {
        const there = all.get(`${action} ${id}`)
        for (const each of statementsIn(there?.found ?? ''))
          assert.ok(own.has(each), `${name}: ${place} leads to ${id} in action ${action}, which says: ${each}`)
        referred++
      }
    }
  }
  assert.ok(referred > 0)
})

test('what a finding leaves out stands where it leads, or where it is described', () => {
  for (const { name, page, results } of documents) {
    const all = findingsIn(page, results)
    for (const [place, { written, found, affected }] of all) {
      const [number = '', id = ''] = place.split(' ')
      if (written.found.startsWith('Each of these: ')) continue
      const places = namedIn(written.found, number).found.map((each) => `${each.action} ${each.id}`)
      const elsewhere = places.length > 0 ? places : [`${written.describedIn.get(id)} ${id}`]
      const there = elsewhere.map((each) => ownWords(all.get(each)?.written.found ?? ''))
      const shown = comparable([ownWords(written.found), ...there].join(' '))
      const left = sentencesOf(withoutListed(found, affected)).filter((each) => !shown.includes(comparable(each)))
      if (there.some((text) => text.startsWith('Each of these: '))) continue
      assert.deepEqual(left, [], `${name}: ${place}: ${elsewhere.join()}`)
    }
  }
})
