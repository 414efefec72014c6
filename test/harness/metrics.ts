import type { App } from '../../src/app.ts'
import { serveMetrics } from '../../src/runtime/metrics.ts'

/** Serves the metrics and reads them as Prometheus does: the value of each series by its name with its labels. */
export async function openMetrics(app: App) {
  const metrics = await serveMetrics(app, { port: 0 })
  return {
    async read(): Promise<Record<string, number>> {
      const text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text()
      const lines = text.split('\n').filter((line) => line.startsWith('plumbline_'))
      return Object.fromEntries(lines.map((line) => [/^.*(?= )/.exec(line)?.[0], Number(/[^ ]*$/.exec(line)?.[0])]))
    },
    [Symbol.asyncDispose]: () => metrics.close(),
  }
}
