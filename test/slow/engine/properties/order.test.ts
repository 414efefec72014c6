import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckResult } from '../../../../src/engine/model/check.ts'
import type { Snapshot } from '../../../../src/engine/model/snapshot.ts'
import { fields } from '../../../../src/shared/json.ts'
import { type Random, randomOf } from '../../../../src/simulator/content/primitives/random.ts'
import { assess, evaluateChecks, FRAMEWORKS, generatedTenants } from './fixture.ts'

const TENANTS = generatedTenants(16)

function shuffle<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, at: random.share() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

/** Parts of a policy whose order means nothing either. */
const UNORDERED = ['settings', 'assignments', 'members', 'servicePlans', 'assignedPlans', 'controlScores']

/** The tenant with the objects of every list, and the parts of each, in another order. */
function shuffled(tenant: Snapshot, random: Random): Snapshot {
  const reorder = (item: unknown): unknown => {
    const parts = UNORDERED.filter((name) => Array.isArray(fields(item)[name]))
    if (parts.length === 0) return item
    return {
      ...fields(item),
      ...Object.fromEntries(parts.map((name) => [name, shuffle(Object(fields(item)[name]), random)])),
    }
  }
  const responses = Object.entries(tenant.responses).map(([key, response]) => {
    const { value } = response
    return [key, { ...response, ...(Array.isArray(value) && { value: shuffle(value, random).map(reorder) }) }]
  })
  return { ...tenant, responses: Object.fromEntries(responses) }
}

/** What a result decides. Its sentences name the first of many, so that they depend on the order. */
function decisionOf({ verdict, kind, atBest, coverage, affected, allNamed, critical }: CheckResult): object {
  const names = affected && { ...affected, items: affected.items.toSorted() }
  return { verdict, kind, atBest, coverage, allNamed, critical, names }
}

test('the order of users, devices, policies and their parts never changes a verdict of a check', () => {
  for (const [position, tenant] of TENANTS.entries()) {
    const before = evaluateChecks(tenant)
    const after = evaluateChecks(shuffled(tenant, randomOf(`order ${position}`)))
    for (const [id, result] of after) {
      const own = before.get(id) ?? assert.fail(id)
      assert.deepEqual(decisionOf(result), decisionOf(own), `${id} of ${tenant.tenantId}`)
    }
  }
})

test('the order of anything in the snapshot never changes a score, level or severity', () => {
  for (const [position, tenant] of TENANTS.entries()) {
    const other = shuffled(tenant, randomOf(`scores ${position}`))
    const [before, after] = [evaluateChecks(tenant), evaluateChecks(other)]
    for (const framework of FRAMEWORKS) {
      const summary = (snapshot: Snapshot, results: typeof before): object => {
        const { requirements, ...totals } = assess(framework, snapshot, results)
        const rows = requirements.map(({ id, verdict, basis, level, severity }) => ({
          id,
          verdict,
          basis,
          level,
          severity,
        }))
        return { ...totals, rows }
      }
      assert.deepEqual(summary(other, after), summary(tenant, before))
    }
  }
})
