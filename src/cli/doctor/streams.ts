import { isIPv6 } from 'node:net'
import type { Settings } from '../../platform/settings/settings.ts'

const METRIC = /^plumbline_portal_streams (\d+)$/m
const TIMEOUT_MS = 2_000

type MetricsSettings = Pick<Settings, 'metricsPort' | 'metricsHost' | 'metricsToken'>

const EVERY_INTERFACE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** How many pages of the portal the process on this machine notifies of changes, as its metrics show. */
export async function readStreams({ metricsPort, metricsHost, metricsToken }: MetricsSettings): Promise<string> {
  if (metricsPort === 0) return 'unknown, because metrics are turned off'
  const host = EVERY_INTERFACE[metricsHost] ?? metricsHost
  const url = `http://${isIPv6(host) ? `[${host}]` : host}:${metricsPort}/metrics`
  const headers = metricsToken === undefined ? {} : { authorization: `Bearer ${metricsToken}` }
  const text = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    (response) => response.text(),
    () => '',
  )
  const [, open] = METRIC.exec(text) ?? []
  return open === undefined
    ? 'unknown, because no process on this machine serves metrics'
    : `${open} open, of at most 500`
}
