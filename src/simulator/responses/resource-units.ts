import type { Dataset } from '../../engine/datasets/dataset.ts'

/** From the table of base costs in "Identity and access service limits"; everything else costs 1. */
const BASE_COSTS: Readonly<Record<string, number>> = {
  '/users': 2,
  '/subscribedSkus': 3,
  '/groups/{id}/transitiveMembers': 5,
}

/** The resource units of a request to the directory; requests of other classes count as one. */
export function resourceUnits({ path, rateClass }: Dataset, query: URLSearchParams): number {
  if (rateClass !== 'directory') return 1
  let units = BASE_COSTS[path] ?? 1
  if (query.get('$select')) units -= 1
  if (query.get('$expand')) units += 1
  if (query.has('$top') && Number(query.get('$top')) < 20) units -= 1
  return units < 1 ? 1 : units
}
