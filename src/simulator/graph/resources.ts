import { DATASETS } from '../../engine/datasets/catalogue.ts'
import { type Dataset, snapshotKey } from '../../engine/datasets/dataset.ts'
import { fields } from '../../shared/json.ts'

/** What a path stands for. */
export interface Resource {
  dataset: Dataset
  /** Version and path under which the tenant's contents hold it. */
  path: string
  /** One item of a list. */
  itemId?: string
}

/** Served beside the declared datasets, because conditional access policies point to it. */
const NAMED_LOCATIONS: Dataset = {
  key: 'namedLocations',
  apiVersion: 'v1.0',
  path: '/identity/conditionalAccess/namedLocations',
  permission: 'Policy.Read.All',
  rateClass: 'conditionalAccess',
  shape: 'list',
  servicePlans: ['AAD_PREMIUM', 'AAD_PREMIUM_P2'],
}

/** Served for the check of an administrator who signed in; not a reading of any run. */
const ROLE_ASSIGNMENTS: Dataset = {
  key: 'roleAssignmentsOfPrincipal',
  apiVersion: 'v1.0',
  path: '/roleManagement/directory/roleAssignments',
  permission: 'RoleManagement.Read.Directory',
  rateClass: 'directory',
  shape: 'list',
}

const SERVED = [...DATASETS.filter(({ hunt }) => hunt === undefined), NAMED_LOCATIONS, ROLE_ASSIGNMENTS]

const pathPattern = (dataset: Dataset): string =>
  snapshotKey(dataset).slice('GET '.length).replace(/[.$]/g, '\\$&').replace('{id}', '[^/]+')

const WHOLE = SERVED.map((dataset) => ({ dataset, pattern: new RegExp(`^(?<path>${pathPattern(dataset)})$`) }))
const ITEMS = SERVED.filter(({ shape, each }) => shape === 'list' && !each).map((dataset) => ({
  dataset,
  pattern: new RegExp(`^(?<path>${pathPattern(dataset)})/(?<itemId>[^/]+)$`),
}))

/** The resource under a path with its version; what version 1.0 has, beta has too. */
export function resourceAt(pathname: string): Resource | undefined {
  for (const { dataset, pattern } of [...WHOLE, ...ITEMS]) {
    const found = pattern.exec(pathname)?.groups
    if (found?.path === undefined) continue
    return { dataset, path: found.path, ...(found.itemId === undefined ? {} : { itemId: found.itemId }) }
  }
  return pathname.startsWith('/beta/') ? resourceAt(pathname.replace('/beta/', '/v1.0/')) : undefined
}

const HUNTING_PATH = '/v1.0/security/runHuntingQuery'

/** Below the path of hunting queries: the dataset that the posted query belongs to, or null where none does. */
export function huntingAt(pathname: string, body: string): Resource | null | undefined {
  if (pathname !== HUNTING_PATH) return undefined
  const query = queryOf(body)
  const dataset = DATASETS.find(({ hunt }) => hunt !== undefined && hunt === query)
  return dataset ? { dataset, path: `${HUNTING_PATH}#${dataset.key}` } : null
}

function queryOf(body: string): unknown {
  try {
    return fields(JSON.parse(body)).Query
  } catch {
    return undefined
  }
}
