import type { App } from '../../../app.ts'
import type { RequestSpan } from '../../../graph/client/request-spans.ts'
import type { RunOfAttempt } from '../rules.ts'

/** The spans of one attempt of a run. */
interface RunTrace {
  /** The header for requests to the tenant. */
  traceparent: string
  recordRequests(requests: readonly RequestSpan[]): void
  endReading(at: Date): void
  recordPhase(phase: 'evaluating' | 'storing', fromMs: number, untilMs: number): void
  /** The attempt has failed; a reading that has not ended is the reason. */
  fail(): void
}

const FAILED_STATUS = 400

/** Begins to read; undefined where nobody collects spans. */
export function startRunTrace(
  { tracing }: Pick<App, 'tracing'>,
  { id, product }: Pick<RunOfAttempt, 'id' | 'product'>,
  parent: string | undefined,
): RunTrace | undefined {
  if (!tracing) return undefined
  const attributes = { 'plumbline.run.id': id, 'plumbline.product': product }
  const reading = tracing.start('run reading', { kind: 'internal', parent, attributes })
  const { traceparent } = reading
  let isReading = true
  return {
    traceparent,
    recordRequests(requests) {
      for (const { spanId, dataset, method, status, startedAtMs, endedAtMs } of requests) {
        tracing
          .start(`graph ${dataset}`, {
            kind: 'client',
            parent: traceparent,
            spanId,
            attributes: {
              'plumbline.run.id': id,
              'http.request.method': method,
              'http.response.status_code': status,
            },
            startedAt: new Date(startedAtMs),
          })
          .end({ at: new Date(endedAtMs), failed: status === 0 || status >= FAILED_STATUS })
      }
    },
    endReading(at) {
      isReading = false
      reading.end({ at })
    },
    recordPhase(phase, fromMs, untilMs) {
      tracing
        .start(`run ${phase}`, { kind: 'internal', parent, attributes, startedAt: new Date(fromMs) })
        .end({ at: new Date(Math.max(fromMs, untilMs)) })
    },
    fail() {
      if (isReading) reading.end({ failed: true })
      isReading = false
    },
  }
}
