import { DATASETS } from '../../engine/datasets/catalogue.ts'
import { type Dataset, snapshotKey } from '../../engine/datasets/dataset.ts'
import { fields } from '../../shared/json.ts'

/** The resource at a path. */
export interface Resource {
  dataset: Dataset
  /** Its version and path in the tenant's contents. */
  path: string
  /** One item of a list. */
  itemId?: string
  /** The filter that the service demands. */
  filter?: string
}

/** Served in addition to the declared datasets, because conditional access policies refer to it. */
const NAMED_LOCATIONS: Dataset = {
  key: 'namedLocations',
  name: 'the named locations',
  type: 'NamedLocation',
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
  name: 'the roles of somebody',
  type: 'UnifiedRoleAssignment',
  apiVersion: 'v1.0',
  path: '/roleManagement/directory/roleAssignments',
  permission: 'RoleManagement.Read.Directory',
  rateClass: 'directory',
  shape: 'list',
}

const SERVED = [...DATASETS.filter(({ hunt }) => hunt === undefined), NAMED_LOCATIONS, ROLE_ASSIGNMENTS]

const toPattern = (written: string): string => written.replace(/[.$]/g, '\\$&').replace('{id}', "(?<id>[^/']+)")
const pathPattern = ({ apiVersion, path }: Dataset): string => toPattern(`/${apiVersion}${path}`)

/** A placeholder for the filter of a request that lacks the one the service demands. */
const DEMANDED = 'a filter on one object'

const isByFilter = ({ path, each }: Dataset): boolean => each !== undefined && !path.includes('{id}')

/** Datasets that are read once for each object, where only the filter names the object. */
const FILTERED = SERVED.filter(isByFilter).map((dataset) => ({
  dataset,
  path: new RegExp(`^${pathPattern(dataset)}$`),
  filter: new RegExp(`^${toPattern(dataset.query?.$filter ?? '')}$`),
}))
const WHOLE = SERVED.filter((dataset) => !isByFilter(dataset)).map((dataset) => ({
  dataset,
  pattern: new RegExp(`^(?<path>${pathPattern(dataset)})$`),
}))
const ITEMS = SERVED.filter(({ shape, each }) => shape === 'list' && !each).map((dataset) => ({
  dataset,
  pattern: new RegExp(`^(?<path>${pathPattern(dataset)})/(?<itemId>[^/]+)$`),
}))

/** The resource at a path that includes the version; beta includes everything of version 1.0. */
export function resourceAt(pathname: string, filter: string | null): Resource | undefined {
  for (const { dataset, ...patterns } of FILTERED) {
    if (!patterns.path.test(pathname)) continue
    const id = patterns.filter.exec(filter ?? '')?.groups?.id
    const { path } = dataset
    if (id !== undefined && filter !== null)
      return { dataset, path: snapshotKey(dataset, id).slice('GET '.length), filter }
    if (!WHOLE.some((whole) => whole.dataset.path === path)) return { dataset, path, filter: DEMANDED }
  }
  for (const { dataset, pattern } of [...WHOLE, ...ITEMS]) {
    const found = pattern.exec(pathname)?.groups
    if (found?.path === undefined) continue
    const demanded = dataset.query?.$filter
    return {
      dataset,
      path: found.path,
      ...(found.itemId !== undefined && { itemId: found.itemId }),
      ...(demanded !== undefined && { filter: demanded }),
    }
  }
  return pathname.startsWith('/beta/') ? resourceAt(pathname.replace('/beta/', '/v1.0/'), filter) : undefined
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
