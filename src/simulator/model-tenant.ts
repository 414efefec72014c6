import { DATASETS, dataset as findDataset } from '../engine/datasets/catalogue.ts'
import { type Dataset, snapshotKey } from '../engine/datasets/dataset.ts'
import type { Snapshot, SnapshotResponse } from '../engine/model/snapshot.ts'
import { fields } from '../shared/json.ts'
import { type Contents, contentsOf } from './content/contents.ts'
import { recipeOf } from './tenants/recipes.ts'
import { type Posture, SAMPLE_TENANTS } from './tenants/tenants.ts'

/** A fixed date, so that the visibility table does not change with the calendar. */
const DAY = new Date('2026-11-01T00:00:00Z')

/**
 * The typical tenant has groups, exceptions and profiles of every kind. Some checks stop at the first failure that they
 * find: only in the strong tenant do they read everything that a pass needs.
 */
const MODELS: readonly Posture[] = ['typical', 'strong']

const cached = new Map<Posture, Snapshot>()

/**
 * Snapshots of tenants with all licences and permissions. To find out what certain licences and permissions cover, the
 * rest is hidden, and the engine evaluates what remains.
 */
export const modelTenants = (): Snapshot[] => MODELS.map((posture) => modelTenant(posture))

/** The model tenant with this posture. */
export function modelTenant(posture: Posture = 'typical'): Snapshot {
  const model = cached.get(posture) ?? createSnapshot(posture)
  cached.set(posture, model)
  return model
}

/**
 * The typical model tenant with a consent policy of its own, for which a check reads further datasets. It shows which
 * datasets checks read, not whether they can: few tenants have such a policy.
 */
export function tenantWithOwnConsentPolicy(): Snapshot {
  const model = modelTenant()
  const key = snapshotKey(findDataset('authorizationPolicy'))
  const { value, ...response } = model.responses[key] ?? { status: 404, collectedAt: model.collectedAt }
  const defaultUserRolePermissions = { permissionGrantPoliciesAssigned: ['ManagePermissionGrantsForSelf.own'] }
  return {
    ...model,
    responses: { ...model.responses, [key]: { ...response, value: { ...fields(value), defaultUserRolePermissions } } },
  }
}

function createSnapshot(model: Posture): Snapshot {
  const recipe = recipeOf(SAMPLE_TENANTS.find(({ posture }) => posture === model)?.tenantId ?? '')
  if (!recipe) throw new Error(`there is no ${model} sample tenant`)
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
