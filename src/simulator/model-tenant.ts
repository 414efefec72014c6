import { DATASETS } from '../engine/datasets/catalogue.ts'
import { type Dataset, snapshotKey } from '../engine/datasets/dataset.ts'
import type { Snapshot, SnapshotResponse } from '../engine/model/snapshot.ts'
import { type Contents, contentsOf } from './content/contents.ts'
import { recipeOf } from './tenants/recipes.ts'
import { SAMPLE_TENANTS } from './tenants/tenants.ts'

/** What permissions are good for must not change with the calendar. */
const DAY = new Date('2026-11-01T00:00:00Z')

let made: Snapshot | undefined

/**
 * A snapshot of a tenant that has everything and shows everything: the typical one of the simulated suite, with
 * groups, exceptions and profiles of every kind. What the
 * engine can settle of it, seen with the permissions and licences of another tenant, says what those are good for.
 */
export function modelTenant(): Snapshot {
  made ??= makeSnapshot()
  return made
}

function makeSnapshot(): Snapshot {
  const recipe = recipeOf(SAMPLE_TENANTS.find(({ posture }) => posture === 'typical')?.tenantId ?? '')
  if (!recipe) throw new Error('no sample tenant is typical')
  const contents = contentsOf(recipe, DAY.getTime())
  const collectedAt = DAY.toISOString()
  const responses: Record<string, SnapshotResponse> = {}
  for (const { dataset, id } of DATASETS.flatMap((declared) => readingsOf(contents, declared))) {
    const value = answerOf(contents, dataset, id)
    if (value !== undefined) responses[snapshotKey(dataset, id)] = { status: 200, collectedAt, value }
  }
  return { format: 'plumbline-snapshot/1', tenantId: recipe.tenantId, collectedAt, responses }
}

/** Each thing that is read of a dataset: one, or one for each id in the datasets it comes from. */
function readingsOf(contents: Contents, dataset: Dataset): { dataset: Dataset; id?: string }[] {
  const { each } = dataset
  if (!each) return [{ dataset }]
  const sources = DATASETS.filter(({ key }) => each.of.includes(key))
  return each.ids(sources.map((source) => answerOf(contents, source))).map((id) => ({ dataset, id }))
}

function answerOf({ answers }: Contents, dataset: Dataset, id?: string): unknown {
  const path = snapshotKey(dataset, id).replace(/^[A-Z]+ /, '')
  // What version 1.0 has, beta has too.
  return answers.get(path) ?? answers.get(path.replace(/^\/beta\//, '/v1.0/'))
}
