import { fields, list } from '../../shared/json.ts'
import type { Trim } from './trimming.ts'

/** Requests to one class share one budget per tenant; `src/graph/client/rate-classes.ts` sets the budgets. */
export type RateClass = 'directory' | 'conditionalAccess' | 'reports' | 'intune' | 'security'

/** A permission that reveals more of a response. */
export interface RevealingPermission {
  permission: string
  /** What the response lacks without it, to complete "shows …". */
  shows: string
  /** Customers need not consent to it. */
  optional?: true
}

/** Something that is read from a tenant. */
export interface Dataset {
  /** Our name for it in code and in the list of permissions. */
  key: string
  /** What people call it, to complete "Reading … was refused". */
  name: string
  /** Microsoft's name for the type of the object or of the list's items; hunting queries have none. */
  type?: string
  apiVersion: 'v1.0' | 'beta'
  /** Without the version; `{id}` in the path or the query is filled in from `each`. */
  path: string
  query?: Readonly<Record<string, string>>
  /** The application permission it needs. */
  permission: string
  /** Further permissions; without them there is a response, but it lacks something. */
  reveals?: readonly RevealingPermission[]
  rateClass: RateClass
  shape: 'list' | 'object'
  /** It is read once for each id in the values of other datasets, which must be read first. */
  each?: { of: readonly string[]; ids: (values: readonly unknown[]) => string[] }
  /** The tenant needs one of these service plans. If it has none, a refusal means "not licensed", not "not permitted". */
  servicePlans?: readonly string[]
  /** The list of an object that no longer exists (404) counts as empty. */
  emptyIfGone?: true
  /** Removes what Graph sends unasked and no check reads from the items of a page, in place. */
  trim?: Trim
  /** The first page is enough. */
  firstPageOnly?: true
  /** The query for advanced hunting, which answers with a list of rows. Everything else is a GET. */
  hunt?: string
  /** Customers need not consent to its permission; without it, only coverage is lost. */
  optional?: true
}

/**
 * Snapshot key of a dataset: method and full path without query. The name of the dataset is appended if the path is not
 * unique: for a hunting query, and (with the id) if only the query names the object.
 */
export function snapshotKey(dataset: Dataset, id?: string): string {
  const { apiVersion, path, key, each, hunt } = dataset
  if (hunt !== undefined) return `POST /${apiVersion}${path}#${key}`
  const unique = each && !path.includes('{id}') ? `${path}#${key}/{id}` : path
  return `GET /${apiVersion}${id === undefined ? unique : unique.replace('{id}', id)}`
}

/** Path and query of a dataset after the version, with the id filled in and encoded. */
export function requestPath(dataset: Dataset, id = ''): string {
  const path = dataset.path.replace('{id}', encodeURIComponent(id))
  const query = Object.entries(dataset.query ?? {}).map(
    ([name, value]) => `${name}=${encodeURIComponent(value.replace('{id}', id))}`,
  )
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The ids among these values, without duplicates. Anything but a GUID is dropped, because ids become part of a path. */
export function distinctIds(ids: readonly unknown[]): string[] {
  return [...new Set(ids.filter((id): id is string => typeof id === 'string' && GUID.test(id)))]
}

/** Ids of the objects in these lists. */
export const idsOf = (values: readonly unknown[]): string[] =>
  distinctIds(values.flatMap(list).map((item) => fields(item).id))
