import assert from 'node:assert/strict'
import type { CheckResult } from '../../../../src/engine/model/check.ts'
import type { Snapshot } from '../../../../src/engine/model/snapshot.ts'
import type { Fields } from '../../../../src/shared/json.ts'
import { type Random, randomOf } from '../../../../src/simulator/content/primitives/random.ts'
import { evaluateChecks, generatedTenants, keyOf, rankOf, withValues } from './fixture.ts'

const TENANTS = generatedTenants(7)

export type Change = (item: Fields, random: Random) => Fields

/** Changes every object in a value, inner ones first. */
function rewrite(value: unknown, change: (item: Fields) => Fields): unknown {
  if (Array.isArray(value)) return value.map((item) => rewrite(item, change))
  if (typeof value !== 'object' || value === null) return value
  const inside = Object.entries(value).map(([name, part]) => [name, rewrite(part, change)])
  return change(Object.fromEntries(inside))
}

/** The tenant after the change was applied to every object of these datasets. */
function rewriteRows(tenant: Snapshot, datasets: readonly string[], change: Change, random: Random): Snapshot {
  const keys = datasets.map((name) => keyOf(name)).filter((key) => tenant.responses[key])
  const values = keys.map((key) => [key, rewrite(tenant.responses[key]?.value, (item) => change(item, random))])
  return withValues(tenant, Object.fromEntries(values))
}

/** A kind of setting: how the values of a tenant are drawn, and how some of them are made stricter. */
export interface Subject {
  datasets: readonly string[]
  draw: Change
  tighten: Change
}

/**
 * Whether the best that can be true was partial before and is effective now, while nothing that was seen is lost. A wrong
 * value on a few devices makes a check partial whatever the others have. Once it is gone, devices that other means may
 * configure decide, and so people are asked (docs/decisions/0028-kinds-of-evidence.md). The row then earns nothing until
 * they answer, but it can no longer be a finding; before, no answer could have made it pass.
 */
function isOpened(before: CheckResult | undefined, { verdict, atBest, coverage }: CheckResult): boolean {
  const wasPartial = before?.verdict === 'partial' && (before.kind ?? 'seen') === 'seen'
  const keepsAll = (coverage?.n ?? 0) >= (before?.coverage?.n ?? 0)
  return wasPartial && verdict === 'no_visibility' && atBest === undefined && keepsAll
}

/**
 * One line for each verdict of a check that falls, or becomes unknown although it was good, when settings become
 * stricter.
 */
export function findLosses(name: string, { datasets, draw, tighten }: Subject, rounds = 2): string[] {
  let changed = 0
  const losses = TENANTS.flatMap((tenant, position) =>
    Array.from({ length: rounds }, (_, round) => {
      const random = randomOf(`${name} ${position} ${round}`)
      const drawn = rewriteRows(tenant, datasets, draw, random)
      const stricter = rewriteRows(
        drawn,
        datasets,
        (item) => (random.share() < 0.5 ? tighten(item, random) : item),
        random,
      )
      if (JSON.stringify(stricter.responses) === JSON.stringify(drawn.responses)) return []
      changed += 1
      const before = evaluateChecks(drawn)
      return [...evaluateChecks(stricter)].flatMap(([id, now]) => {
        const { verdict } = now
        const was = before.get(id)?.verdict ?? 'not_assessed'
        const [from, to] = [rankOf(was), rankOf(verdict)]
        const isLoss = from !== undefined && from > (to ?? 0) && !isOpened(before.get(id), now)
        return isLoss ? [`${id} of ${drawn.tenantId}: ${was} to ${verdict}`] : []
      })
    }).flat(),
  )
  assert.ok(changed >= 10, `${changed} tenants became stricter, so the guarantee was put to the test`)
  return losses
}
