import type { Dataset } from '../../engine/datasets/dataset.ts'
import { namesOf } from './query-names.ts'
import { PROPERTIES } from './shapes.gen.ts'

/** Why the service refuses a query. */
export interface QueryRefusal {
  code: string
  message: string
}

/** The options that any list supports; `$filter` only where a dataset declares one. */
const SUPPORTED: ReadonlySet<string> = new Set(['$select', '$expand', '$top', '$filter', '$skiptoken', '$count'])

/** Lists whose reference does not name `$top` among the options. */
const WITHOUT_TOP: ReadonlySet<string> = new Set([
  'organization',
  'subscribedSkus',
  'directoryRoles',
  'roleAssignments',
  'roleEligibilities',
  'rolePolicies',
  'groupRolePolicies',
  'groupEligibilities',
])

/** The largest `$top` where it is not the usual one: Graph reference, "List incidents". */
const MAX_TOP: Readonly<Record<string, number>> = { incidents: 50 }

/** Why Graph would refuse a query to a dataset: an unsupported option, a page size, or an unknown property. */
export function refuseQuery(dataset: Dataset, query: URLSearchParams): QueryRefusal | undefined {
  const { key, type = 'object' } = dataset
  for (const option of query.keys()) {
    const isSupported = SUPPORTED.has(option) && (option !== '$top' || !WITHOUT_TOP.has(key))
    if (option.startsWith('$') && !isSupported) return unsupported(option)
  }
  const maxTop = MAX_TOP[key]
  if (maxTop !== undefined && Number(query.get('$top')) > maxTop) {
    return { code: 'BadRequest', message: `The limit of '${maxTop}' for Top query has been exceeded.` }
  }
  const known = new Set(PROPERTIES[key]?.split(' '))
  if (known.size === 0) return undefined
  const asked = [...namesOf(query.get('$select')), ...namesOf(query.get('$expand'))]
  const unknown = asked.find((name) => !known.has(name))
  if (unknown === undefined) return undefined
  const typeName = `microsoft.graph.${type.charAt(0).toLowerCase()}${type.slice(1)}`
  return { code: 'BadRequest', message: `Could not find a property named '${unknown}' on type '${typeName}'.` }
}

const unsupported = (option: string): QueryRefusal => ({
  code: 'Request_UnsupportedQuery',
  message: `The query option ${option} is not supported.`,
})
