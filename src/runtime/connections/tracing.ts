import type { Settings } from '../../platform/settings/settings.ts'
import type { Tracing } from '../../platform/tracing/tracing.ts'

/** Sends spans to the endpoint of the settings. OpenTelemetry is loaded only if there is one. */
export async function openTracingOf({ otlpEndpoint, otelServiceName }: Settings): Promise<Tracing | undefined> {
  if (otlpEndpoint === undefined) return undefined
  const { openTracing } = await import('../../platform/tracing/otlp.ts')
  return await openTracing(otlpEndpoint, otelServiceName)
}
