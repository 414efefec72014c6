import assert from 'node:assert/strict'
import { test } from 'node:test'
import { needsPurchase } from '../../src/engine/results/plan.ts'
import { partsOf } from '../../src/features/reports/content/combined.ts'
import { ownerPlan } from '../../src/features/reports/content/editions/owner-plan.ts'
import { renderCsv } from '../../src/features/reports/formats/csv.ts'
import { renderJson } from '../../src/features/reports/formats/json.ts'
import { renderReport } from '../../src/features/reports/html/page.ts'
import { parseCsv } from './parse-csv.ts'
import { combinedReports, tenantReports } from './tenant-reports.ts'

const reports = await tenantReports()
const combined = combinedReports(reports)

const reportOf = (tenant: string, framework: string) =>
  reports.find((one) => one.tenant === tenant && one.framework === framework)?.report ?? assert.fail(tenant)

const jointPlan = (tenant: string) => {
  const { report } = combined.find((one) => one.tenant === tenant) ?? assert.fail(tenant)
  return ownerPlan(partsOf(report.parts))
}

interface Planned {
  actions: { id: string; title: string; licencesToBuy?: string[] }[]
  plan: { year: number; quarter: number; later?: true; actions: string[] }[]
}

test('page, CSV and JSON name the same quarter and licence for each action', () => {
  let bought = 0
  for (const { report } of reports) {
    const { actions } = partsOf([report])
    const page = ownerPlan(partsOf([report])).quarters
    const { actions: inJson = [], plan = [] }: Partial<Planned> = JSON.parse(
      renderJson({ ...report, edition: 'owner' }),
    )
    const [names = [], ...lines] = parseCsv(renderCsv({ ...report, edition: 'owner' }))
    const cells = lines.map((line) => Object.fromEntries(names.map((name, index) => [name, line[index] ?? ''])))
    for (const { id, title, licencesToBuy = [], severity } of actions) {
      const index = plan.findIndex((quarter) => quarter.actions.includes(id))
      const { year, quarter, later } = plan[index] ?? assert.fail(id)
      const line = cells.find(({ action }) => action === title)
      assert.equal(line?.quarter, `${year} Q${quarter}${later ? ' or later' : ''}`)
      assert.equal(line?.licencesToBuy, licencesToBuy.join('; '))
      assert.deepEqual(inJson.find((one) => one.id === id)?.licencesToBuy ?? [], licencesToBuy)
      const shown = page[index]?.actions.find((one) => one.title === title)
      assert.equal(shown?.purchase, licencesToBuy.length > 0 ? `Licence to buy: ${licencesToBuy.join(' and ')}` : '')
      if (licencesToBuy.length === 0) continue
      bought++
      assert.ok(severity === 'critical' || `${year} Q${quarter}` !== '2026 Q3', `${title} waits for the purchase`)
    }
  }
  assert.ok(bought > 10)
})

test('an owner is asked for each licence that the plan needs, with how many changes need it', () => {
  for (const [tenant, licences] of [
    ['weak-answered', ['Microsoft Entra ID P2', 'Microsoft 365 Apps for enterprise']],
    ['typical-answered', ['Microsoft 365 Apps for enterprise']],
    ['typical', ['Microsoft 365 Apps for enterprise']],
  ] as const) {
    const { quarters, needs, lead } = jointPlan(tenant)
    const { how = '' } =
      needs.find(({ title }) => title.startsWith(`A decision about ${licences.length} licence`)) ?? {}
    for (const name of licences) {
      const changes = quarters.flatMap(({ actions }) =>
        actions.filter(({ purchase }) => purchase.includes(name)),
      ).length
      assert.match(how, new RegExp(`\\b${changes} (changes? in the plan )?needs? ${name}`))
    }
    assert.match(how, /, which you do not have\./)
    assert.match(lead, /Changes that need a new licence start a quarter later/)
  }
  for (const tenant of ['strong-answered', 'strong', 'partial'])
    assert.ok(!jointPlan(tenant).needs.some(({ how }) => how.includes('you do not have')), tenant)
})

test('technicians read which licence an action needs that the tenant does not have', () => {
  const report = reportOf('typical', 'essential-eight')
  const bought = partsOf([report]).actions.filter(needsPurchase).length
  assert.ok(bought > 0)
  const page = renderReport({ ...report, edition: 'technical' })
  assert.equal(page.split('Licence to buy: Microsoft 365 Apps for enterprise').length - 1, bought)
  assert.ok(
    !renderReport({ ...reportOf('strong', 'essential-eight'), edition: 'technical' }).includes('Licence to buy'),
  )
})
