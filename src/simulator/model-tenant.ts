import { DATASETS } from '../engine/datasets/catalogue.ts'
import { type Dataset, snapshotKey } from '../engine/datasets/dataset.ts'
import type { Snapshot, SnapshotResponse } from '../engine/model/snapshot.ts'
import { type Contents, contentsOf } from './content/contents.ts'
import { recipeOf } from './tenants/recipes.ts'
import { SAMPLE_TENANTS } from './tenants/tenants.ts'

/** A fixed date, so that the visibility table does not change with the calendar. */
const DAY = new Date('2026-11-01T00:00:00Z')

let cached: Snapshot | undefined

/**
 * A snapshot of a tenant that has everything and shows everything: the typical sample tenant, with groups, exceptions and
 * profiles of every kind. What the engine can evaluate of it with given permissions and licences shows what those cover.
 */
export function modelTenant(): Snapshot {
  cached ??= createSnapshot()
  return cached
}

function createSnapshot(): Snapshot {
  const recipe = recipeOf(SAMPLE_TENANTS.find(({ posture }) => posture === 'typical')?.tenantId ?? '')
  if (!recipe) throw new Error('there is no typical sample tenant')
  const contents = contentsOf(recipe, DAY.getTime())
  const collectedAt = DAY.toISOString()
  const responses: Record<string, SnapshotResponse> = {}
  for (const { dataset, id } of DATASETS.flatMap((declared) => readsOf(contents, declared))) {
    const value = findValue(contents, dataset, id)
    if (value !== undefined) responses[snapshotKey(dataset, id)] = { status: 200, collectedAt, value }
  }
  return { format: 'plumbline-snapshot/1', tenantId: recipe.tenantId, collectedAt, responses }
}

/** The reads of a dataset: one, or one for each id in the datasets it depends on. */
function readsOf(contents: Contents, dataset: Dataset): { dataset: Dataset; id?: string }[] {
  const { each } = dataset
  if (!each) return [{ dataset }]
  const sources = DATASETS.filter(({ key }) => each.of.includes(key)).flatMap((source) => readsOf(contents, source))
  const values = sources.map((source) => findValue(contents, source.dataset, source.id))
  return each.ids(values).map((id) => ({ dataset, id }))
}

function findValue({ responses }: Contents, dataset: Dataset, id?: string): unknown {
  const path = snapshotKey(dataset, id).replace(/^[A-Z]+ /, '')
  // Beta includes everything of version 1.0.
  return responses.get(path) ?? responses.get(path.replace(/^\/beta\//, '/v1.0/'))
}
