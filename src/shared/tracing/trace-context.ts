/** The position of an operation in a trace: https://www.w3.org/TR/trace-context/. */
export interface TraceContext {
  traceId: string
  spanId: string
  isSampled: boolean
}

const FORM = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/

/** Parses the header `traceparent`; undefined if it is missing or invalid. */
export function readTraceparent(header: unknown): TraceContext | undefined {
  if (typeof header !== 'string') return undefined
  const [, version, traceId, spanId, flags, more] = FORM.exec(header) ?? []
  // Only later versions may have more parts.
  if (traceId === undefined || spanId === undefined || (version === '00' && more !== undefined)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags ?? '', 16) & 1) === 1 }
}

export const writeTraceparent = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
