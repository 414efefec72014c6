const METRIC = /^plumbline_portal_streams (\d+)$/m
const TIMEOUT_MS = 2_000

/** How many pages of the portal the process on this machine notifies of changes, as its metrics show. */
export async function readStreams(metricsPort: number): Promise<string> {
  if (metricsPort === 0) return 'no metrics are served, which would count them'
  const url = `http://127.0.0.1:${metricsPort}/metrics`
  const text = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    (response) => response.text(),
    () => '',
  )
  const [, open] = METRIC.exec(text) ?? []
  return open === undefined ? 'no process on this machine serves metrics' : `${open} open, of at most 500`
}
