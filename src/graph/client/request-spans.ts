import { randomBytes } from 'node:crypto'
import { readTraceparent, writeTraceparent } from '../../shared/tracing/trace-context.ts'

/** A request to Graph, with its retries after failed connections, as a part of the trace of its run. */
export interface RequestSpan {
  spanId: string
  /** Key of the dataset. */
  dataset: string
  method: string
  /** 0 without a response. */
  status: number
  /** When its turn came, and when its response was complete: milliseconds since 1970. */
  startedAtMs: number
  endedAtMs: number
}

/** Where requests belong in a trace. */
export interface RequestTrace {
  /** The header of the run. */
  traceparent: string
  /** Called for each request that has ended. Without it, requests are not recorded, and the header is forwarded unchanged. */
  onRequest?: ((span: RequestSpan) => void) | undefined
}

interface OpenSpan {
  /** The header to send. */
  traceparent: string | undefined
  /** The turn of the request has come. */
  start(): void
  end(status: number): void
}

const SPAN_ID_BYTES = 8

export function openRequestSpan(
  trace: RequestTrace | undefined,
  request: Pick<RequestSpan, 'dataset' | 'method'>,
  now: () => number,
): OpenSpan {
  const context = readTraceparent(trace?.traceparent)
  const onRequest = context?.isSampled ? trace?.onRequest : undefined
  if (!context || !onRequest) return { traceparent: trace?.traceparent, start() {}, end() {} }
  const spanId = randomBytes(SPAN_ID_BYTES).toString('hex')
  let startedAtMs: number | undefined
  return {
    traceparent: writeTraceparent({ ...context, spanId }),
    start() {
      startedAtMs ??= now()
    },
    end(status) {
      const endedAtMs = now()
      onRequest({ ...request, spanId, status, startedAtMs: startedAtMs ?? endedAtMs, endedAtMs })
    },
  }
}
