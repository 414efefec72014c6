import assert from 'node:assert/strict'
import type { Snapshot, SnapshotResponse } from '../../src/engine/model.ts'
import { contentsOf } from '../../src/tenant/suite/contents.ts'
import { recipeOf } from '../../src/tenant/suite/recipes.ts'
import { type Posture, SAMPLE_TENANTS } from '../../src/tenant/suite/tenants.ts'

/** Everything that a sample tenant answers at a moment (ISO 8601 UTC), as if every permission were granted. */
export function sampleSnapshot(posture: Posture, now: string): Snapshot {
  const sample = SAMPLE_TENANTS.find((candidate) => candidate.posture === posture)
  const recipe = sample && recipeOf(sample.tenantId)
  assert.ok(recipe)
  const midnight = Date.parse(`${now.slice(0, 10)}T00:00:00Z`)
  const responses: Record<string, SnapshotResponse> = {}
  for (const [path, value] of contentsOf(recipe, midnight).answers) {
    responses[`${path.includes('#') ? 'POST' : 'GET'} ${path}`] = { status: 200, collectedAt: now, value }
  }
  return { format: 'plumbline-snapshot/1', tenantId: recipe.tenantId, collectedAt: now, responses }
}
