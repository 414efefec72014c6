import { loadFromAutocannon } from './autocannon.ts'
import type { LoadResult, RawLoad } from './raw.ts'
import { hasWrk, loadFromWrk } from './wrk.ts'

/** The requests of a load; the connections send them in turn. */
export interface Load extends Omit<RawLoad, 'requests'> {
  requests: { path: string; key: string; body?: unknown }[]
}

/** The client that sends loads: wrk if it is installed, because it leaves more CPU to the server than autocannon. */
export const CLIENT = hasWrk ? 'wrk' : 'autocannon'

/** Sends requests over 32 connections for this many seconds. Throws if one fails. */
export async function sendLoad(url: string, { requests, ...load }: Load, seconds: number): Promise<LoadResult> {
  const raw: RawLoad = {
    ...load,
    requests: requests.map(({ path, key, body }) => ({
      path,
      headers: { 'x-partner-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })),
  }
  const { failed, ...result } = await (hasWrk ? loadFromWrk : loadFromAutocannon)(url, raw, seconds)
  if (failed > 0) throw new Error(`${failed} of ${result.answered} requests to ${url} failed`)
  return result
}
