import type { SpanContext } from '@opentelemetry/api'
import { readTraceparent, writeTraceparent } from '../../shared/tracing/trace-context.ts'
import { VERSION } from '../../shared/version.ts'
import type { Span, Tracing } from './tracing.ts'

/**
 * Sends spans by OTLP over HTTP to this endpoint, with the packages of OpenTelemetry, which are loaded only here. They
 * read further variables such as OTEL_EXPORTER_OTLP_HEADERS from the environment themselves.
 */
export async function openTracing(endpoint: string, serviceName: string): Promise<Tracing> {
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } = await import('@opentelemetry/api')
  const { BatchSpanProcessor, RandomIdGenerator, TracerProvider } = await import('@opentelemetry/sdk-trace')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const { resourceFromAttributes } = await import('@opentelemetry/resources')
  const random = new RandomIdGenerator()
  let givenSpanId: string | undefined
  const idGenerator = {
    generateTraceId: () => random.generateTraceId(),
    generateSpanId: () => givenSpanId ?? random.generateSpanId(),
  }
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
  const provider = new TracerProvider({
    idGenerator,
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': VERSION }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('plumbline', VERSION)
  const kinds = {
    server: SpanKind.SERVER,
    consumer: SpanKind.CONSUMER,
    client: SpanKind.CLIENT,
    internal: SpanKind.INTERNAL,
  }
  const toContext = (parent: string | undefined) => {
    const { traceId, spanId, isSampled } = readTraceparent(parent) ?? {}
    if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT
    const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE
    return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
  }
  const isSampled = ({ traceFlags }: SpanContext): boolean => (traceFlags & TraceFlags.SAMPLED) !== 0

  return {
    start(name, { kind, parent, attributes = {}, startedAt, spanId }): Span {
      const options = { kind: kinds[kind], attributes, ...(startedAt && { startTime: startedAt }) }
      givenSpanId = spanId
      const span = tracer.startSpan(name, options, toContext(parent))
      givenSpanId = undefined
      const context = span.spanContext()
      return {
        traceparent: writeTraceparent({ ...context, isSampled: isSampled(context) }),
        end({ name: lastName, attributes: more = {}, failed = false, at } = {}) {
          if (lastName !== undefined) span.updateName(lastName)
          span.setAttributes(more)
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end(at)
        },
      }
    },
    close: () => provider.shutdown(),
  }
}
