import type { RateClass } from '../../engine/datasets/dataset.ts'

/** Reads that cost more than one unit, as far as we send them: "Identity and access service limits" of Microsoft Graph. */
const COSTS: readonly (readonly [path: RegExp, units: number])[] = [
  [/^\/users$/, 2],
  [/^\/subscribedSkus$/, 3],
  [/^\/groups\/[^/]+\/transitiveMembers$/, 5],
]

/** Fewer items than this on a page make a request cheaper. */
const SHORT_PAGE = 20

/**
 * How much a read counts against its limit: in the directory resource units, otherwise one. `target` is a path below the
 * version, with its query.
 */
export function unitsOf(rateClass: RateClass, target: string): number {
  if (rateClass !== 'directory') return 1
  const [path = '', query = ''] = target.split('?')
  const names = new URLSearchParams(query)
  const top = names.get('$top')
  const units =
    (COSTS.find(([pattern]) => pattern.test(path))?.[1] ?? 1) -
    (names.has('$select') ? 1 : 0) +
    (names.has('$expand') ? 1 : 0) -
    (top !== null && Number(top) < SHORT_PAGE ? 1 : 0)
  return Math.max(1, units)
}
