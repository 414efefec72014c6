import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextStepOf } from '../../portal/screens/customer/next-step-rules.ts'
import {
  permissionsToGrant,
  refusedPermissions,
  rowsThatNeedOnlyPermissions,
  unknownsOf,
} from '../../src/engine/results/unknowns.ts'
import { summarizeUnknown } from '../../src/features/portal/customer/rules.ts'
import { partsOf } from '../../src/features/reports/content/combined.ts'
import { ownerPlan } from '../../src/features/reports/content/editions/owner-plan.ts'
import { unknownLines } from '../../src/features/reports/content/editions/technical.ts'
import { firstStepOf } from '../../src/features/reports/content/figures/first-step.ts'
import { nextSteps } from '../../src/features/reports/content/next-steps.ts'
import { Once } from '../../src/features/reports/content/once.ts'
import { unknownKinds } from '../../src/features/reports/content/unknowns.ts'
import { breakable } from '../../src/features/reports/html/frame/breakable.ts'
import { renderReport } from '../../src/features/reports/html/page.ts'
import { renderPdf } from '../../src/features/reports/pdf/content/document.ts'
import { toHtml } from '../../src/shared/html/html.ts'
import { isTooLittleKnown } from '../../src/shared/portal/enough-known.ts'
import { readPdf } from './pdf-text.ts'
import { tenantReports } from './tenant-reports.ts'

/** What would make more known is counted in the same way by the summary, the technical edition and the portal. */

const reports = await tenantReports()
const POINT = {
  runId: 'run_1',
  completedAt: '2026-06-17T12:00:00Z',
  score: 1,
  scoreCeiling: 99,
  maturityAchieved: 0,
  findings: 12,
  maturityTarget: 2,
}
const partial = reports.filter(({ tenant }) => tenant === 'partial')

test('an approval is asked for only where a reason names the permission to approve', () => {
  const asked = new Set<boolean>()
  for (const { tenant, framework, report } of reports)
    for (const { next, reasons } of unknownKinds(report.result)) {
      if (!next.startsWith('Answer the questions')) continue
      const isNamed = reasons.some(([reason]) => / grant \w/.test(reason))
      assert.equal(next.includes('approved'), isNamed, `${framework} ${tenant}`)
      asked.add(isNamed)
    }
  assert.equal(asked.size, 2)
})

test('permissions are listed with what each resolves alone, and what all resolve together', () => {
  for (const { framework, report } of partial) {
    const { result } = report
    const [names, together] = [permissionsToGrant(result), rowsThatNeedOnlyPermissions(result)]
    assert.ok(names.length > 1 && (together > 0 || framework !== 'essential-eight'), framework)
    const lines = unknownLines(result, new Once()).find(({ title }) => title.includes('to approve'))
    assert.equal(lines?.title, `${names.length} permissions to approve through a new consent link`)
    assert.deepEqual(lines.lines.map(({ name }) => name).toSorted(), names)
    assert.equal(lines.together, together > 0 ? `${together} checks` : undefined)
    for (const { name, effect } of lines.lines)
      assert.match(effect, /^([1-9]\d* checks?|helps with [1-9]\d*|shows more detail)$/, name)
    const step = nextSteps([result]).find(({ title }) => title === `Approve ${names.length} missing permissions`)
    if (together > 0) assert.equal(step?.effect, `makes ${together} ${together === 1 ? 'check' : 'checks'} known`)
    else assert.match(step?.effect ?? '', /^helps with [1-9]\d* checks?$/)
    const granted = summarizeUnknown(result).by.filter(({ kind }) => kind === 'permission')
    assert.deepEqual(
      granted.map(({ rows, count }) => [rows, count]),
      together > 0 ? [[together, names.length]] : [],
    )
  }
})

test('a permission that no check of the framework uses is not asked for', () => {
  for (const { framework, report } of partial) {
    const { result } = report
    const all = permissionsToGrant({
      ...result,
      missingPermissions: ['Sites.Read.All', ...(result.missingPermissions ?? [])],
    })
    assert.deepEqual(all, permissionsToGrant(result), framework)
    const isAboutDevices = all.includes('DeviceManagementScripts.Read.All')
    assert.equal(isAboutDevices, framework === 'essential-eight', framework)
  }
})

test('what takes minutes comes first, and every edition, the mail and the portal begin with the same step', () => {
  for (const { framework, tenant, report } of reports) {
    const parts = partsOf([report])
    const [step, ...others] = nextSteps([report.result])
    assert.ok(!others.some(({ kind }) => kind === 'permission'), `${framework} ${tenant}`)
    const first = firstStepOf(parts)
    if (!isTooLittleKnown(report.result)) {
      assert.equal(first?.title, parts.actions[0]?.title ?? step?.title)
      continue
    }
    assert.ok(step && first)
    assert.equal(first.title, step.title)
    const [need] = ownerPlan(parts).needs
    assert.equal(need?.title === step.title, step.kind === 'permission', `${framework} ${tenant}`)
    const { product, coverage } = report.result
    const shown = nextStepOf({
      access: { isApproved: true, missingPermissions: refusedPermissions(report.result) },
      products: [
        { product, isIncluded: true, trend: [{ ...POINT, coverage }], unknown: summarizeUnknown(report.result) },
      ],
      repairs: { planned: 1, overdue: 1, done: 0, verified: 0 },
    })
    assert.equal(shown.kind, step.kind === 'permission' ? 'permissions' : 'answer', `${framework} ${tenant}`)
  }
})

test('each next step says how many checks it makes known or helps with', () => {
  for (const { framework, tenant, report } of reports) {
    for (const { title, effect } of nextSteps([report.result]))
      assert.match(
        effect,
        /^(makes [1-9][\d,]* checks? known|helps with [1-9][\d,]* checks?)$/,
        `${framework} ${tenant}: ${title}`,
      )
  }
})

test('each kind has its own table, so that no column repeats one word', async () => {
  for (const { framework, report } of partial) {
    const kinds = unknownLines(report.result, new Once())
    const page = renderReport({ ...report, edition: 'technical' })
    const text = readPdf(await renderPdf({ ...report, edition: 'technical' }))
      .pages.join(' ')
      .replace(/\s+/g, ' ')
    for (const { title } of kinds) {
      assert.ok(page.includes(`<th scope="col">${title}</th>`), `${framework}: ${title}`)
      assert.ok(text.includes(title), `${framework}: ${title}`)
    }
  }
})

test('where everything is known, no permission is listed', () => {
  for (const { report } of reports)
    assert.equal(unknownLines(report.result, new Once()).length > 0, unknownsOf(report.result).length > 0)
})

test('a long name can break between its words, a short one and a sentence stay as they are', () => {
  assert.equal(
    toHtml(breakable('DeviceManagementConfiguration.Read.All')),
    'Device<wbr>Management<wbr>Configuration.<wbr>Read.All',
  )
  const broken = (text: string): string => toHtml(breakable(text)).replaceAll('<wbr>', '|').replaceAll('&amp;', '&')
  assert.equal(
    broken('https://learn.microsoft.com/en-us/entra?view=all'),
    'https://|learn.|microsoft.com/en-us/|entra?|view=all',
  )
  assert.equal(broken('break-glass_two@driftwood.example'), 'break-|glass_two@|driftwood.|example')
  const sentence = 'User.Read.All decides nothing. It is read.'
  assert.equal(toHtml(breakable(sentence)), sentence)
})

test('the reasons and facts of the full edition break long names of permissions only between their words', () => {
  let names = 0
  for (const { report } of partial) {
    const page = renderReport({ ...report, edition: 'full' })
    assert.doesNotMatch(page.slice(page.indexOf('<body')), />[^<]*DeviceManagement\w*\.Read/)
    names += page.split('Device<wbr>Management').length - 1
  }
  assert.ok(names > 3)
})
