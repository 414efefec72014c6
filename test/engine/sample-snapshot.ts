import assert from 'node:assert/strict'
import type { Snapshot, SnapshotResponse } from '../../src/engine/model/snapshot.ts'
import { contentsOf } from '../../src/simulator/content/contents.ts'
import { findRecipe } from '../../src/simulator/tenants/generated-tenants.ts'
import { type Recipe, recipeOf } from '../../src/simulator/tenants/recipes.ts'
import { type Posture, SAMPLE_TENANTS } from '../../src/simulator/tenants/tenants.ts'

export function sampleRecipe(posture: Posture): Recipe {
  const recipe = recipeOf(SAMPLE_TENANTS.find((tenant) => tenant.posture === posture)?.tenantId ?? '')
  assert.ok(recipe, posture)
  return recipe
}

/** All responses of a simulated tenant at a time (ISO 8601 UTC), as if every permission were granted. */
export function snapshotOfRecipe(recipe: Recipe, now: string): Snapshot {
  const midnight = Date.parse(`${now.slice(0, 10)}T00:00:00Z`)
  const responses: Record<string, SnapshotResponse> = {}
  for (const [path, value] of contentsOf(recipe, midnight).responses) {
    // Hunting queries are posted.
    responses[`${path.includes('/runHuntingQuery#') ? 'POST' : 'GET'} ${path}`] = {
      status: 200,
      collectedAt: now,
      value,
    }
  }
  return { format: 'plumbline-snapshot/1', tenantId: recipe.tenantId, collectedAt: now, responses }
}

/** Like `snapshotOfRecipe`, for a sample tenant. */
export const sampleSnapshot = (posture: Posture, now: string): Snapshot => snapshotOfRecipe(sampleRecipe(posture), now)

/** Like `sampleSnapshot`, for a generated tenant. */
export function generatedSnapshot(tenantId: string, now: string): Snapshot {
  const recipe = findRecipe(tenantId)
  assert.ok(recipe, tenantId)
  return snapshotOfRecipe(recipe, now)
}
