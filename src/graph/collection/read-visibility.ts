import { dataset } from '../../engine/datasets/catalogue.ts'
import { servicePlansIn } from '../../engine/datasets/reading.ts'
import type { Visibility } from '../../engine/visibility/visibility.ts'
import type { Graph } from '../client/graph-client.ts'
import { limitersOf } from '../client/rate-classes.ts'
import { openTokenSession } from '../token/token.ts'
import { openHttpClient } from '../transport/http-client.ts'
import { openAllowance, SMALL_SIZES } from '../transport/sizes.ts'
import type { TenantSource } from '../transport/source.ts'
import { type Clock, startTimeLimits, systemClock } from '../transport/time-limits.ts'
import { openJournal } from './journal.ts'
import { readSingle } from './read-dataset.ts'

export interface PreflightOptions {
  tenantId: string
  /** For the whole preflight. */
  deadlineMs: number
  clock?: Clock
}

/**
 * What a tenant lets us read right now: the permissions in a fresh token, and the licences, which are undefined if they
 * could not be read. Throws `CollectFailure` if there is no token.
 */
export async function readVisibility(source: TenantSource, options: PreflightOptions): Promise<Visibility> {
  const { tenantId, deadlineMs, clock = systemClock } = options
  const { limits, end } = startTimeLimits(deadlineMs, clock)
  // This runs on the thread that serves requests, so it must not accept much data.
  const allowance = openAllowance(SMALL_SIZES, end)
  const http = openHttpClient({ ...(source.ca !== undefined && { ca: source.ca }), allowance })
  try {
    const tokens = await openTokenSession(source, tenantId, http, limits, { fresh: true })
    const baseUrl = source.graphUrl.replace(/\/+$/, '')
    const graph: Graph = { baseUrl, http, tokens, limiters: limitersOf(clock, baseUrl, tenantId), limits }
    const { value } = await readSingle(graph, await openJournal(undefined, clock), dataset('subscribedSkus'))
    return {
      permissions: tokens.roles(),
      servicePlans: Array.isArray(value) ? [...servicePlansIn(value)].sort() : undefined,
    }
  } finally {
    end(new Error('The preflight has ended.'))
    await http.close()
  }
}
