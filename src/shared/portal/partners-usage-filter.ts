/** Which partners a distributor sees in its usage: the same for the page and for the file. */

export const PACES = ['ahead', 'reached', 'none'] as const
export type Pace = (typeof PACES)[number]

/** What a filter looks at. */
export interface UsedByPartner {
  partnerId: string
  company: string
  plan: string
  runs: number
  /** -1 means unlimited; absent for a past month, because plans change. */
  limit?: number
  /** Whether the limit is reached before the month ends, if runs continue at the same pace. */
  reachesLimit?: boolean
}

export interface UsageFilter {
  q?: string | undefined
  plan?: string | undefined
  pace?: Pace | undefined
}

/** How a partner's usage compares with its plan; undefined if there is nothing to report. */
export function paceOf({ runs, limit, reachesLimit }: UsedByPartner): Pace | undefined {
  if (limit !== undefined && limit >= 0 && runs >= limit) return 'reached'
  if (reachesLimit) return 'ahead'
  return runs === 0 ? 'none' : undefined
}

/** The partners that match, in the same order. */
export function filterUsage<Row extends UsedByPartner>(
  rows: readonly Row[],
  { q = '', plan, pace }: UsageFilter,
): Row[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter((row) => {
    const text = `${row.company} ${row.partnerId}`.toLowerCase()
    return (
      words.every((word) => text.includes(word)) &&
      (plan === undefined || row.plan === plan) &&
      (pace === undefined || paceOf(row) === pace)
    )
  })
}
