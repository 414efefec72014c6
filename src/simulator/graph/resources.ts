import { DATASETS } from '../../engine/datasets/catalogue.ts'
import { type Dataset, snapshotKey } from '../../engine/datasets/dataset.ts'
import { fields } from '../../shared/json.ts'

/** The resource at a path. */
export interface Resource {
  dataset: Dataset
  /** Version and path of it in the tenant's contents. */
  path: string
  /** One item of a list. */
  itemId?: string
}

/** Served in addition to the declared datasets, because conditional access policies refer to it. */
const NAMED_LOCATIONS: Dataset = {
  key: 'namedLocations',
  apiVersion: 'v1.0',
  path: '/identity/conditionalAccess/namedLocations',
  permission: 'Policy.Read.All',
  rateClass: 'conditionalAccess',
  shape: 'list',
  servicePlans: ['AAD_PREMIUM', 'AAD_PREMIUM_P2'],
}

/** Served to verify an administrator who signed in; runs do not read it. */
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

/** The resource at a path that includes the version; beta includes everything of version 1.0. */
export function resourceAt(pathname: string): Resource | undefined {
  for (const { dataset, pattern } of [...WHOLE, ...ITEMS]) {
    const found = pattern.exec(pathname)?.groups
    if (found?.path === undefined) continue
    return { dataset, path: found.path, ...(found.itemId === undefined ? {} : { itemId: found.itemId }) }
  }
  return pathname.startsWith('/beta/') ? resourceAt(pathname.replace('/beta/', '/v1.0/')) : undefined
}

const HUNTING_PATH = '/v1.0/security/runHuntingQuery'

/** At the path of hunting queries: the dataset of the posted query, or null if there is none; otherwise undefined. */
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
