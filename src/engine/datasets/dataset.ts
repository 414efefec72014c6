import { fields, list } from '../../shared/json.ts'

/** Requests to one class share one budget per tenant; `src/graph/client/rate-classes.ts` sets the budgets. */
export type RateClass = 'directory' | 'conditionalAccess' | 'reports' | 'intune' | 'security'

/** Something that is read from a tenant. */
export interface Dataset {
  /** Our name for it. */
  key: string
  apiVersion: 'v1.0' | 'beta'
  /** Without the version; `{id}` is filled in from `each`. */
  path: string
  query?: Readonly<Record<string, string>>
  /** The application permission it needs. */
  permission: string
  rateClass: RateClass
  shape: 'list' | 'object'
  /** One read per id found in the values of other datasets, which must be read first. */
  each?: { of: readonly string[]; ids: (values: readonly unknown[]) => string[] }
  /** Service plans of which the tenant needs one. Without any, a refusal means "not licensed", not "not permitted". */
  servicePlans?: readonly string[]
  /** The first page is enough. */
  firstPageOnly?: true
  /** The query for advanced hunting, which answers with a list of rows. Everything else is a GET. */
  hunt?: string
  /** Its permission is not among those that a customer must consent to; without it, only coverage is lost. */
  optional?: true
}

/** Snapshot key of a dataset: method and full path without query; for a hunting query, its name is appended. */
export function snapshotKey(dataset: Dataset, id?: string): string {
  if (dataset.hunt !== undefined) return `POST /${dataset.apiVersion}${dataset.path}#${dataset.key}`
  return `GET /${dataset.apiVersion}${id === undefined ? dataset.path : dataset.path.replace('{id}', id)}`
}

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The ids among these values, each once. Anything that is not a GUID is dropped, because ids become part of a path. */
export function distinctIds(ids: readonly unknown[]): string[] {
  return [...new Set(ids.filter((id): id is string => typeof id === 'string' && GUID.test(id)))]
}

/** Ids of the objects in lists that were read before. */
export const idsOf = (values: readonly unknown[]): string[] =>
  distinctIds(values.flatMap(list).map((item) => fields(item).id))
